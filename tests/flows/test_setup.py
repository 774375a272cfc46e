"""Setup puts ours in, taking it out gives every file back to the byte, and nothing of the person's is ever lost."""

from __future__ import annotations

import json
import os
import stat
import tomllib

import pytest

from holdfast.errors import Conflict
from holdfast.flows import setup as flow
from holdfast.flows import setup_record
from holdfast.wiring import jsonc
from holdfast.wiring.agents import AGENTS, Programs

PROGRAMS = Programs(hook=("/opt/holdfast/bin/holdfast-hook",), mcp=("/opt/holdfast/bin/holdfast", "mcp"))
OTHERS_HOOK = '{"hooks": [{"type": "command", "command": "other-tool", "timeout": 9}]}'
# The hostile files are made for the events that each host's file has.
HOSTILE = {
    "empty": "",
    "blank": "\n \n",
    "empty object": "{}",
    "usual": '{\n  "model": "x",\n  "hooks": {\n    "EVENT": [\n      OTHERS\n    ]\n  }\n}\n',
    "crlf": '{\r\n    "model": "x",\r\n    "hooks": {\r\n        "EVENT": [\r\n            OTHERS\r\n        ]\r\n    }\r\n}\r\n',
    "bom": '\ufeff{\n  "model": "x"\n}\n',
    "tabs": '{\n\t"model":\t"x",\n\t"hooks":\t{}\n}',
    "comments": '// mine\n{\n  // about the model\n  "model": "x", // fast\n  "hooks": {\n    /* events */\n    "EVENT": [\n      OTHERS // theirs\n    ]\n  }\n}\n// end',
    "trailing commas": '{\n  "model": "x",\n  "hooks": {\n    "EVENT": [\n      OTHERS,\n    ],\n  },\n}\n',
    "minified": '{"model":"x","hooks":{"EVENT":[OTHERS]},"mcpServers":{"a":{"command":"a"}},"servers":{},"mcp":{}}',
    "odd": '{ "model"  :"x"\n\n  ,"hooks":\n{"EVENT":[OTHERS\n      ,OTHERS] }\n}',
    "servers": '{\n  "mcpServers": {\n    "a": {\n      "command": "a"\n    }\n  },\n  "servers": {\n    "a": {}\n  },\n  "mcp": {\n    "a": {}\n  }\n}\n',
    "unicode": '{\n  "model": "语言 \\u00e9 🙂",\n  "hooks": {}\n}\n',
}  # fmt: skip
TOML = {
    "empty": "",
    "usual": '# mine\nmodel = "x"\nnotify = ["say", "done"]\n\n[projects."/repo"]\ntrust_level = "trusted"\n',
    "crlf": 'model = "x"\r\n[mcp_servers.a]\r\ncommand = "a"\r\n',
    "no newline at the end": "[tui]\na = 1",
    "bom": '\ufeffmodel = "x"\n',
}  # fmt: skip


@pytest.fixture
def here(tmp_path):
    """A person's folder, with nothing in it."""
    return flow.machine({"HOME": str(tmp_path / "person"), "PATH": ""})


@pytest.fixture
def store(tmp_path):
    return str(tmp_path / "home")


def wire(names, here, store, started=PROGRAMS):
    plans = flow.plan_setup(names, here, started, store)
    flow.apply(plans, store)
    return plans


def unwire(names, here, store):
    plans = flow.plan_removal(names, here, PROGRAMS, store)
    flow.apply(plans, store)
    return plans


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def tree(folder):
    """Every file and folder below a folder, with content, mode and link."""
    found = {}
    for base, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(base, name)
            is_file = os.path.isfile(path) and not os.path.islink(path)
            content = read(path).encode() if is_file else os.readlink(path) if os.path.islink(path) else None
            found[os.path.relpath(path, folder)] = (content, stat.S_IMODE(os.lstat(path).st_mode))
    return found


def place(path, content, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(content)
    os.chmod(path, mode)


def hostile(one, text, event):
    return text.replace("EVENT", event).replace("OTHERS", OTHERS_HOOK)


def cases():
    for name, agent in AGENTS.items():
        event = agent.events[1][0] if agent.events else "x"
        for label, text in HOSTILE.items():
            yield pytest.param(name, hostile(name, text, event), id=f"{name}-{label}")


@pytest.mark.parametrize("name", AGENTS)
def test_on_a_machine_without_any_file_all_is_made_and_all_is_gone_again(here, store, name):
    """Files and folders alike."""
    os.makedirs(here.home)
    before = tree(here.home)
    plans = wire([name], here, store)
    assert {"create"} == {change.action for change in plans[0].changes}
    assert len(tree(here.home)) > len(before)
    unwire([name], here, store)
    assert before == tree(here.home)
    assert {} == setup_record.read(store).files


@pytest.mark.parametrize(("name", "text"), list(cases()))
def test_setup_and_removal_leave_every_byte_as_it_was(here, store, name, text):
    """Whatever the files hold: ours goes in, theirs stays, a second run changes nothing, and out it goes again."""
    for one in flow.wanted_of(name, here, PROGRAMS):
        if one.content is not None:
            place(one.path, text, 0o640)
        if one.table is not None:
            place(one.path, TOML["usual"])
    before = tree(here.home)
    wire([name], here, store)
    held = {one.path: read(one.path) for one in flow.wanted_of(name, here, PROGRAMS)}
    for one in flow.wanted_of(name, here, PROGRAMS):
        if one.content is not None:
            assert (jsonc.parse(text).plain() if jsonc.parse(text) else {}).get("model") == jsonc.parse(
                held[one.path]
            ).plain().get("model")
            assert text.count("other-tool") == held[one.path].count("other-tool")
        assert "holdfast" in held[one.path]
    again = flow.plan_setup([name], here, PROGRAMS, store)
    assert {"unchanged"} == {change.action for change in again[0].changes}
    unwire([name], here, store)
    assert before == tree(here.home)


@pytest.mark.parametrize("text", TOML.values(), ids=TOML.keys())
def test_codex_settings_keep_every_byte(here, store, text):
    """The table of the server goes to the end; `notify` and comments stay."""
    path = f"{here.home}/.codex/config.toml"
    place(path, text)
    before = tree(here.home)
    wire(["codex"], here, store)
    held = read(path)
    assert held.startswith(text)
    assert {"command": "/opt/holdfast/bin/holdfast", "args": ["mcp"]} == tomllib.loads(held.removeprefix("\ufeff"))[
        "mcp_servers"
    ]["holdfast"]
    assert "trusted_hash" not in held
    unwire(["codex"], here, store)
    assert before == tree(here.home)


@pytest.mark.parametrize(
    ("name", "file", "text", "line"),
    [("claude", ".claude/settings.json", '{\n  "a": 1\n  "b": 2\n}', "line 3"), ("cursor", ".cursor/mcp.json", "{", "line 1"),
     ("codex", ".codex/hooks.json", '{"hooks": [}', "line 1"), ("codex", ".codex/config.toml", "a = 1\nb = \n", "line 2"),
     ("claude", ".claude.json", "[]", "top level"), ("claude", ".claude/settings.json", '{"hooks": []}', "hooks"),
     ("opencode", ".config/opencode/opencode.jsonc", '{"mcp": 1}', "mcp")],
)  # fmt: skip
def test_a_file_that_cannot_be_understood_is_refused_and_nothing_is_touched(here, store, name, file, text, line):
    """The reason says where; none of the host's files is written; other hosts are wired all the same."""
    place(f"{here.home}/{file}", text)
    before = tree(here.home)
    plans = wire([name], here, store)
    assert line in plans[0].refused.why
    assert before == tree(here.home)
    other = "gemini" if name != "gemini" else "cursor"
    assert flow.plan_setup([name, other], here, PROGRAMS, store)[1].changes


def test_bytes_that_are_no_text_are_refused(here, store):
    """UTF-16, say."""
    os.makedirs(f"{here.home}/.claude")
    with open(f"{here.home}/.claude/settings.json", "wb") as file:
        file.write("{}".encode("utf-16"))
    assert "UTF-8" in flow.plan_setup(["claude"], here, PROGRAMS, store)[0].refused.why


def test_a_protected_file_is_refused(here, store):
    """Before anything is written."""
    place(f"{here.home}/.claude/settings.json", "{}", 0o444)
    plans = wire(["claude"], here, store)
    assert "read-only" in plans[0].refused.why
    assert "{}" == read(f"{here.home}/.claude/settings.json")


def test_linked_settings_stay_linked(here, store):
    """The file behind the link is written, in its own folder."""
    place(f"{here.home}/dotfiles/claude.json", HOSTILE["usual"].replace("OTHERS", OTHERS_HOOK))
    os.makedirs(f"{here.home}/.claude")
    os.symlink("../dotfiles/claude.json", f"{here.home}/.claude/settings.json")
    before = tree(here.home)
    wire(["claude"], here, store)
    assert os.path.islink(f"{here.home}/.claude/settings.json")
    assert "holdfast-hook" in read(f"{here.home}/dotfiles/claude.json")
    unwire(["claude"], here, store)
    assert before == tree(here.home)


def test_ours_in_the_middle_comes_out_of_the_middle(here, store):
    """Others appended their hooks after ours, and the person changed a setting above."""
    path = f"{here.home}/.claude/settings.json"
    place(
        path,
        '{\n  "model": "x",\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"type": "command", "command": "a"}]}\n    ]\n  }\n}\n',
    )
    wire(["claude"], here, store)
    text = read(path)
    at = text.index("Stop\n") if "Stop\n" in text else text.index("\n    ]", text.index('"Stop"'))
    theirs = ',\n      {"hooks": [{"type": "command", "command": "b"}]}'
    text = text[:at] + theirs + text[at:]
    place(path, text.replace('"x"', '"y"'))
    unwire(["claude"], here, store)
    expected = (
        '{\n  "model": "y",\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"type": "command", "command": "a"}]}'
        + theirs
        + "\n    ]\n  }\n}\n"
    )
    assert expected == read(path)


def test_after_another_program_rewrote_the_file_only_ours_goes(here, store):
    """Formatted anew, keys sorted, settings added: what is ours is found by its words."""
    path = f"{here.home}/.claude.json"
    place(path, '{"projects": {"/repo": {}}}')
    wire(["claude"], here, store)
    held = json.loads(read(path))
    place(path, json.dumps({**held, "numStartups": 3}, indent=4, sort_keys=True))
    settings = f"{here.home}/.claude/settings.json"
    place(settings, json.dumps(json.loads(read(settings)), indent="\t"))
    unwire(["claude"], here, store)
    assert {"projects": {"/repo": {}}, "numStartups": 3} == json.loads(read(path))
    assert not os.path.exists(settings)


def test_a_hook_of_the_person_in_our_group_stays(here, store):
    """Only the one line that is ours goes."""
    path = f"{here.home}/.claude/settings.json"
    place(path, "{}")
    wire(["claude"], here, store)
    held = json.loads(read(path))
    held["hooks"]["Stop"][0]["hooks"].append({"type": "command", "command": "mine"})
    place(path, json.dumps(held, indent=2))
    unwire(["claude"], here, store)
    assert {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}} == json.loads(read(path))


@pytest.mark.parametrize("name", AGENTS)
def test_without_the_record_ours_is_found_by_its_words(here, store, name):
    """A home that was lost does not keep anybody from taking ours out."""
    for one in flow.wanted_of(name, here, PROGRAMS):
        if one.content is not None:
            place(one.path, '{\n  "model": "x"\n}\n')
    wire([name], here, store)
    os.unlink(f"{store}/setup.json")
    unwire([name], here, store)
    left = {path: content for path, (content, _) in tree(here.home).items() if content}
    assert not any(b"holdfast" in content for content in left.values())
    assert all(json.loads(content)["model"] == "x" for path, content in left.items() if path.endswith("json"))


def test_a_server_of_the_persons_own_by_our_name_stays(here, store):
    """It is neither replaced nor taken out, and the person is told."""
    place(f"{here.home}/.cursor/mcp.json", '{"mcpServers": {"holdfast": {"command": "/mine/server"}}}')
    place(f"{here.home}/.codex/config.toml", '[mcp_servers.holdfast]\ncommand = "/mine/server"\n')
    before = tree(here.home)
    plans = wire(["cursor", "codex"], here, store)
    notes = [change.note for plan in plans for change in plan.changes if change.note]
    assert 2 == len(notes)
    unwire(["cursor", "codex"], here, store)
    assert before == tree(here.home)


def test_an_installation_elsewhere_replaces_the_old_one(here, store):
    """The program moved: one hook for each event, the new one, and the way back is still exact."""
    place(
        f"{here.home}/.claude/settings.json",
        HOSTILE["comments"].replace("EVENT", "Stop").replace("OTHERS", OTHERS_HOOK),
    )
    place(f"{here.home}/.codex/config.toml", TOML["usual"])
    before = tree(here.home)
    wire(["claude", "codex", "gemini"], here, store)
    moved = Programs(hook=("/new/holdfast-hook",), mcp=("/new/holdfast", "mcp"))
    wire(["claude", "codex", "gemini"], here, store, moved)
    held = {path: content for path, (content, _) in tree(here.home).items() if content}
    assert not any(b"/opt/holdfast" in content for content in held.values())
    assert 5 == held[".claude/settings.json"].count(b"holdfast-hook")
    unwire(["claude", "codex", "gemini"], here, store)
    assert before == tree(here.home)


def test_a_file_that_two_hosts_share_stays_until_both_are_out(here, store):
    """Copilot CLI and VS Code read the same hooks."""
    os.makedirs(here.home)
    before = tree(here.home)
    wire(["copilot", "vscode"], here, store)
    path = f"{here.home}/.copilot/hooks/holdfast.json"
    unwire(["copilot"], here, store)
    assert os.path.exists(path)
    assert ("vscode",) == setup_record.read(store).files[path].hosts
    unwire(["vscode"], here, store)
    assert before == tree(here.home)


def test_a_plugin_that_is_not_ours_is_not_overwritten(here, store):
    """Somebody else may call a file so."""
    place(f"{here.home}/.config/opencode/plugins/holdfast.js", "export const Mine = 1")
    before = tree(here.home)
    assert wire(["opencode"], here, store)[0].refused
    assert before == tree(here.home)


def test_the_existing_file_of_two_names_is_taken(here, store):
    """opencode reads either; a second one would hide the first."""
    place(f"{here.home}/.config/opencode/opencode.jsonc", '// mine\n{\n  "model": "x"\n}\n')
    wire(["opencode"], here, store)
    assert "opencode.json" not in os.listdir(f"{here.home}/.config/opencode")
    assert "holdfast" in read(f"{here.home}/.config/opencode/opencode.jsonc")


def test_a_copy_of_every_file_is_kept_in_the_home(here, store):
    """Readable by the person alone, as it was."""
    place(f"{here.home}/.claude/settings.json", '{"model": "x"}')
    plans = flow.plan_setup(["claude"], here, PROGRAMS, store)
    [copy] = flow.apply(plans, store)
    assert copy.startswith(store)
    assert ('{"model": "x"}', 0o600) == (read(copy), stat.S_IMODE(os.stat(copy).st_mode))


def test_a_file_that_changed_while_the_person_thought_is_not_overwritten(here, store):
    """The diff that was agreed to is the diff that is made."""
    path = f"{here.home}/.claude/settings.json"
    place(path, "{}")
    plans = flow.plan_setup(["claude"], here, PROGRAMS, store)
    place(path, '{"theirs": 1}')
    with pytest.raises(Conflict):
        flow.apply(plans, store)
    assert '{"theirs": 1}' == read(path)
    unwire(["claude"], here, store)
    assert '{"theirs": 1}' == read(path)


@pytest.mark.parametrize("stop_after", range(4))
def test_an_interrupted_run_can_be_undone(here, store, monkeypatch, stop_after):
    """Whatever was written when it ended is recorded."""
    from holdfast import foreign

    place(
        f"{here.home}/.claude/settings.json",
        HOSTILE["comments"].replace("EVENT", "Stop").replace("OTHERS", OTHERS_HOOK),
    )
    before = tree(here.home)
    replace, calls = foreign.replace, []

    def until_killed(found, data):
        if len(calls) == stop_after:
            raise KeyboardInterrupt
        calls.append(found)
        return replace(found, data)

    monkeypatch.setattr(foreign, "replace", until_killed)
    with pytest.raises(KeyboardInterrupt):
        wire(["claude", "cursor", "gemini"], here, store)
    monkeypatch.setattr(foreign, "replace", replace)
    unwire(["claude", "cursor", "gemini"], here, store)
    assert before == tree(here.home)


def test_hosts_are_found_by_their_folders_and_programs(tmp_path):
    """In the places their own variables name."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "gemini").write_text("#!/bin/sh\n")
    (programs / "gemini").chmod(0o755)
    for name in ("codex-home", "claude-config", "home/.cursor"):
        (tmp_path / name).mkdir(parents=True)
    environ = {"HOME": str(tmp_path / "home"), "PATH": str(programs), "CODEX_HOME": str(tmp_path / "codex-home"),
               "CLAUDE_CONFIG_DIR": str(tmp_path / "claude-config")}  # fmt: skip
    here = flow.machine(environ)
    assert ["codex", "claude", "gemini", "cursor"] == flow.found_hosts(here)
    paths = {one.path for name in ("codex", "claude") for one in flow.wanted_of(name, here, PROGRAMS)}
    assert paths == {str(tmp_path / name) for name in ("codex-home/hooks.json", "codex-home/config.toml",
                                                       "claude-config/settings.json", "claude-config/.claude.json")}  # fmt: skip
