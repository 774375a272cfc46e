"""What `status` and `doctor` say of each agent program is so."""

from __future__ import annotations

import json
import os

import pytest

from holdfast.flows import host_states
from holdfast.flows import setup as flow
from holdfast.flows.events import handle
from holdfast.flows.workspaces import grant_consent
from holdfast.hosts import claude
from holdfast.hosts.host import Event, Moment
from holdfast.wiring.agents import AGENTS
from holdfast.wiring.codex_hash import hash_of


@pytest.fixture
def here(tmp_path):
    return flow.machine({"HOME": str(tmp_path / "person"), "PATH": str(tmp_path / "bin")})


@pytest.fixture
def started(tmp_path):
    """A hook program that stands where the files say."""
    path = tmp_path / "opt" / "holdfast-hook"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return flow.Programs(hook=(str(path),), mcp=None)


@pytest.fixture
def look(memory, here, started):
    def state(name):
        found = host_states.states(memory.core, here, started)
        return next((one for one in found if one.host == name), None)

    return state


def wire(memory, here, started, *names):
    flow.apply(flow.plan_setup(names, here, started, memory.core.home), memory.core.home)


@pytest.mark.parametrize("name", AGENTS)
def test_a_program_is_told_as_it_stands(memory, here, started, look, name):
    """Neither there nor wired: left out; wired: all of it; taken out: left out again."""
    assert look(name) is None
    wire(memory, here, started, name)
    state = look(name)
    assert ("yes", "no", "", ()) == (state.wired, state.tools, state.missing, state.also)
    assert state.last_fired is None
    flow.apply(flow.plan_removal([name], here, started, memory.core.home), memory.core.home)
    assert look(name) is None


@pytest.mark.parametrize("name", AGENTS)
def test_tools_are_seen_where_they_are_wired(memory, here, started, look, name):
    """The server's entry counts, wherever a program has it."""
    wire(memory, here, started.evolve(mcp=("/opt/holdfast", "mcp")), name)
    assert "yes" == look(name).tools


def test_a_hook_that_was_taken_out_by_hand_is_noticed(memory, here, started, look):
    """Wired in part, with the command that mends it."""
    wire(memory, here, started, "cursor")
    path = f"{here.home}/.cursor/hooks.json"
    with open(path) as file:
        held = json.load(file)
    del held["hooks"]["sessionStart"]
    with open(path, "w") as file:
        json.dump(held, file)
    assert "partly" == look("cursor").wired
    assert [("Cursor is wired in part", "holdfast setup cursor")] == host_states.problems(look("cursor"))


def test_a_program_that_is_gone_is_noticed(memory, here, started, look):
    """The hooks start something that is not there any more."""
    wire(memory, here, started, "claude")
    os.unlink(started.hook[0])
    assert started.hook[0] in host_states.problems(look("claude"))[0][0]


def test_codex_skips_until_the_person_trusted(memory, here, started, look):
    """Each of the four hooks, by the hash that Codex would keep."""
    wire(memory, here, started, "codex")
    assert 4 == len(look("codex").untrusted)
    lines = []
    for event, limit in AGENTS["codex"].events:
        hook = {"type": "command", "command": started.command("codex", event), "timeout": limit}
        name = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in event).strip("_")
        lines.append(
            f'[hooks.state."{here.home}/.codex/hooks.json:{name}:0:0"]\ntrusted_hash = "{hash_of(event, hook)}"\n'
        )
    with open(f"{here.home}/.codex/config.toml", "w") as file:
        file.write("\n".join(lines))
    assert () == look("codex").untrusted
    assert [] == host_states.problems(look("codex"))


def test_a_second_wiring_is_noticed(memory, here, started, look, workspace):
    """In a file of the workspace, or as a plugin."""
    wire(memory, here, started, "claude")
    (workspace / ".claude").mkdir()
    (workspace / ".claude" / "settings.json").write_text(
        '{"hooks": {"Stop": [{"hooks": [{"command": "holdfast-hook --host claude --event Stop"}]}]}}'
    )
    assert (str(workspace / ".claude" / "settings.json"),) == look("claude").also
    with open(f"{here.home}/.claude/settings.json") as file:
        held = json.load(file)
    with open(f"{here.home}/.claude/settings.json", "w") as file:
        json.dump({**held, "enabledPlugins": {"holdfast@somewhere": True}}, file)
    assert 2 == len(look("claude").also)


def test_what_a_host_was_told_last_is_known(memory, here, started, look):
    """When it called, when it was told something, and how much that was."""
    wire(memory, here, started, "claude")
    memory.core.settle()
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    memory.remember("Run the tests with make test.")
    root = memory.core.root.path
    told = handle(
        memory.core,
        Event(moment=Moment.PROMPT, session="s", cwd=root, turn="1", prompt="run the tests"),
        "claude",
        claude.TRAITS,
    )
    chars = len(told.answer.context)
    handle(
        memory.core,
        Event(moment=Moment.PROMPT, session="s", cwd=root, turn="2", prompt="zebra"),
        "claude",
        claude.TRAITS,
    )
    memory.core.session = ""
    state = look("claude")
    assert chars == state.last_chars
    assert state.last_fired > state.last_told
    assert f"last told {chars:,} characters today" in host_states.sentence(state, state.last_fired)


def test_a_file_that_cannot_be_read_is_told(memory, here, started, look):
    """With its line, and the others are looked at all the same."""
    wire(memory, here, started, "claude", "cursor")
    with open(f"{here.home}/.claude/settings.json", "w") as file:
        file.write("{\n")
    assert "line" in look("claude").unreadable
    assert "yes" == look("cursor").wired


def test_the_version_is_read_from_the_package(tmp_path):
    """Without running anything; a package of another name says nothing."""
    package = tmp_path / "lib" / "node_modules" / "@openai" / "codex"
    (package / "bin").mkdir(parents=True)
    (package / "bin" / "codex.js").write_text("")
    (package / "package.json").write_text('{"name": "@openai/codex", "version": "0.169.0"}')
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "codex").symlink_to(package / "bin" / "codex.js")
    program = str(tmp_path / "bin" / "codex")
    assert "0.169.0" == host_states.version_of(program, ("@openai/codex",))
    assert host_states.version_of(program, ("other",)) is None
    assert host_states.version_of(None, ()) is None


def test_a_program_that_is_asked_gets_a_home_of_its_own(tmp_path):
    """What it makes there goes away with it; one that says nothing or hangs is answered for."""
    program = tmp_path / "tool"
    program.write_text('#!/bin/sh\nmkdir "$HOME/.tool" && echo "tool 1.2 in $HOME"\n')
    program.chmod(0o755)
    said = host_states.asked_version(str(program))
    assert said.startswith("tool 1.2 in ")
    assert not os.path.exists(said.removeprefix("tool 1.2 in "))
    assert "no answer" in host_states.asked_version("/no/such/program")


@pytest.mark.parametrize(
    ("version", "is_said"), [("1.0.60", True), ("1.0.65", False), ("1.0.102", False), ("odd", False), (None, False)]
)
def test_a_version_that_drops_what_it_is_told_is_named(look, memory, here, started, version, is_said):
    """Copilot CLI did so for a while; the hooks run and nothing arrives."""
    wire(memory, here, started, "copilot")
    found = host_states.problems(look("copilot").evolve(version=version))
    assert is_said == any("1.0.65" in hint for _, hint in found)
