"""The hook, driven as a host drives it: a process per event, JSON in, JSON out, exit code 0."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from holdfast.flows.sessions import listed
from holdfast.flows.workspaces import grant_consent, revoke_consent, set_trust
from holdfast.gate.policy import Trust

HOOK = [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event"]


def fire(event: str, payload: object, *more: str) -> subprocess.CompletedProcess[bytes]:
    given = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return subprocess.run([*HOOK, event, *more], input=given, capture_output=True, check=False, timeout=60)


def context(done: subprocess.CompletedProcess[bytes]) -> str:
    assert done.returncode == 0
    return json.loads(done.stdout)["context"] if done.stdout else ""


@pytest.fixture
def prompt(workspace):
    """Send a prompt in a session and return what is injected."""

    def send(text: str, session: str = "s1", turn: str = "1") -> str:
        return context(
            fire("UserPromptSubmit", {"session_id": session, "turn_id": turn, "cwd": str(workspace), "prompt": text})
        )

    return send


@pytest.fixture
def consented(memory):
    """A memory whose workspace the person trusts and consented to."""
    memory.core.settle()
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    return memory


def failures(home):
    path = home / "failures.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_prompt_gets_what_fits_it(consented, prompt):
    """What was remembered is injected as a framed hint."""
    consented.remember("Run tests with `make test`.", kind="procedure")
    block = prompt("how do we run the tests?")
    assert block.startswith("<memory-context>")
    assert "Run tests with `make test`." in block


def test_nothing_is_said_when_nothing_fits(consented, prompt):
    """No block at all for a prompt that no memory fits."""
    consented.remember("Run tests with `make test`.")
    assert prompt("zebra umbrella") == ""


def test_before_consent_nothing_is_captured_or_injected(memory, prompt):
    """A fresh workspace is silent, whatever is stored."""
    memory.remember("Run tests with `make test`.")
    assert prompt("how do we run the tests?") == ""
    with memory.core.database.reading() as tx:
        assert tx.one("episodes.total") == (0,)


def test_on_a_machine_without_a_home_nothing_is_made(home, prompt):
    """The hook alone never creates a store."""
    assert prompt("hello") == ""
    assert not home.exists()


def test_revoking_consent_stops_at_once(consented, prompt):
    """After revocation neither capture nor recall happens."""
    consented.remember("Run tests with `make test`.")
    assert prompt("run tests", turn="1")
    with consented.core.database.writing() as tx:
        revoke_consent(tx, consented.core)
    assert prompt("run tests", session="s2", turn="2") == ""
    assert len(consented.episodes("s1")) == 1


def test_an_untrusted_workspace_gets_nothing(consented, prompt):
    """Distrust outweighs consent."""
    consented.remember("Run tests with `make test`.")
    with consented.core.database.writing() as tx:
        set_trust(tx, consented.core, Trust.UNTRUSTED)
    assert prompt("run tests") == ""


def test_the_project_file_cannot_switch_memory_on(memory, prompt, workspace):
    """A cloned repository's settings may only narrow."""
    memory.remember("Run tests with `make test`.")
    (workspace / ".holdfast.toml").write_text('mode = "eager"\n[capture]\nenabled = true\n[recall]\nenabled = true\n')
    assert prompt("run tests") == ""


def test_the_project_file_can_switch_memory_off(consented, prompt, workspace):
    """A repository may keep itself out."""
    consented.remember("Run tests with `make test`.")
    (workspace / ".holdfast.toml").write_text("[recall]\nenabled = false\n")
    assert prompt("run tests") == ""


def test_a_conversation_is_captured_turn_by_turn(consented, workspace):
    """Prompt and answer become episodes; repeating an event stores nothing twice."""
    place = {"session_id": "s1", "turn_id": "9", "cwd": str(workspace)}
    for _ in range(2):
        context(fire("UserPromptSubmit", {**place, "prompt": "rename the module"}))
        context(fire("Stop", {**place, "last_assistant_message": "renamed it"}))
    assert [(one.name, one.content) for one in consented.episodes("s1")] == [
        ("generic.turn.9.user", "rename the module"),
        ("generic.turn.9.assistant", "renamed it"),
    ]


def test_without_turn_ids_equal_prompts_of_different_turns_are_both_kept(consented, workspace):
    """A host that numbers nothing still has every turn stored, and a doubled event only once."""
    place = {"session_id": "s1", "cwd": str(workspace)}
    for _ in range(2):
        fire("UserPromptSubmit", {**place, "prompt": "continue"})
        fire("UserPromptSubmit", {**place, "prompt": "continue"})
        fire("Stop", {**place, "last_assistant_message": "done"})
    assert [one.content for one in consented.episodes("s1")] == ["continue", "done", "continue", "done"]


def test_what_was_injected_is_not_repeated_until_compaction(consented, prompt, workspace):
    """A session is told once; after its host compacts, again."""
    consented.remember("Run tests with `make test`.")
    assert prompt("run the tests", turn="1")
    assert prompt("run the tests again", turn="2") == ""
    fire("SessionStart", {"session_id": "s1", "cwd": str(workspace), "source": "compact"})
    assert prompt("run the tests", turn="3")


def test_a_changed_memory_is_told_again(consented, prompt):
    """The ledger goes by version."""
    made = consented.remember("Run tests with `make test`.").memory
    assert prompt("run the tests", turn="1")
    consented.edit(made.id, "Run tests with `make check`.")
    assert "make check" in prompt("run the tests", turn="2")


def test_the_session_starts_with_profile_and_active_task(consented, workspace):
    """L0 and the task at hand are there from the first moment."""
    consented.profile("## Preferences\n- Answers in British English")
    consented.tasks.add("Move to trunk", state="branches listed")
    block = context(fire("SessionStart", {"session_id": "s1", "cwd": str(workspace)}))
    assert "British English" in block
    assert "Move to trunk" in block
    assert "branches listed" in block


def test_a_paused_session_is_not_captured(consented, prompt, workspace):
    """Pause keeps recall and stops the journal."""
    from holdfast.flows.sessions import set_paused

    prompt("first", turn="1")
    set_paused(consented.core, "s1", paused=True)
    prompt("second", turn="2")
    fire("Stop", {"session_id": "s1", "turn_id": "2", "cwd": str(workspace), "last_assistant_message": "x"})
    assert [one.content for one in consented.episodes("s1")] == ["first"]


def test_a_session_that_ends_leaves_a_summary_in_the_archive(consented, prompt, workspace):
    """The worker, started by the hook and gone by itself, archives what was said."""
    import time

    prompt("why does the build fail on ARM?")
    place = {"session_id": "s1", "turn_id": "1", "cwd": str(workspace)}
    fire("Stop", {**place, "last_assistant_message": "The linker flag was missing."})
    fire("SessionEnd", {"session_id": "s1", "cwd": str(workspace), "reason": "exit"})
    deadline = time.monotonic() + 30
    while not (found := consented.list(layers="L2").memories) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert "linker flag" in found[0].content
    assert len(consented.provenance(found[0].id).sources) == 2


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"session_id": 1.5}', b'{"session_id": "s", "cwd": 7}', b'{"session_id": ""}',
     b'{"session_id": "s", "session_id": "t"}', b"[" * 5000, b'{"session_id": "s", "cwd": "/no/such/folder", "prompt": "x"}',
     b'{"session_id": "s", "prompt": "\\ud800"}', b'{"session_id": "' + b"x" * 500 + b'"}', b"NaN"],
)  # fmt: skip
def test_malformed_input_is_answered_by_silence_and_one_line_in_the_log(consented, home, raw):
    """Exit 0, no output, one failure recorded that holds none of the input."""
    before = len(failures(home))
    done = fire("UserPromptSubmit", raw)
    assert (done.returncode, done.stdout) == (0, b"")
    assert len(failures(home)) - before <= 1


@pytest.mark.parametrize("words", [["--host", "nobody"], ["--frobnicate", "--x=1"], ["stray"], ["--event"], []])
def test_odd_arguments_never_fail_a_prompt(consented, words):
    """A newer host's options are passed over; unknown hosts are silence."""
    done = subprocess.run(
        [sys.executable, "-m", "holdfast.hook", *words], input=b"{}", capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, b"")


def break_nothing_there(home):
    for path in home.glob("holdfast.db*"):
        path.unlink()


def break_garbage(home):
    (home / "holdfast.db").write_bytes(os.urandom(8192))


def break_empty(home):
    (home / "holdfast.db").write_bytes(b"")


def break_directory(home):
    break_nothing_there(home)
    (home / "holdfast.db").mkdir()


def break_newer(home):
    import apsw

    connection = apsw.Connection(str(home / "holdfast.db"))
    connection.execute("PRAGMA user_version=999")
    connection.close()


def break_key(home):
    (home / "key").write_bytes(b"\xff not a key")


def break_config(home):
    (home.parent / "config.toml").write_text("mode = [nonsense\n")


def break_schema(home):
    import apsw

    connection = apsw.Connection(str(home / "holdfast.db"))
    connection.execute("DROP TABLE episodes")
    connection.close()


BREAKS = [
    break_nothing_there,
    break_garbage,
    break_empty,
    break_directory,
    break_newer,
    break_key,
    break_config,
    break_schema,
]


@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_store_never_fails_a_prompt(consented, home, workspace, broken):
    """However the home is broken, every event ends with exit 0 and no broken output."""
    consented.close()
    broken(home)
    for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"):
        payload = {
            "session_id": "s1",
            "turn_id": "1",
            "cwd": str(workspace),
            "prompt": "x",
            "last_assistant_message": "y",
        }
        done = fire(event, payload)
        assert done.returncode == 0
        assert done.stdout == b"" or "context" in json.loads(done.stdout)


def test_a_locked_store_delays_a_prompt_no_longer_than_its_deadline(consented, home, workspace, monkeypatch):
    """While another process holds the write lock, the hook gives up, says nothing and records it."""
    monkeypatch.delenv("HOLDFAST_HOOK_DEADLINE_MS")
    (home.parent / "config.toml").write_text("[hook]\ndeadline_ms = 200\n")
    connection = consented.core.database.take()
    connection.execute("BEGIN IMMEDIATE")
    done = fire("UserPromptSubmit", {"session_id": "s1", "turn_id": "1", "cwd": str(workspace), "prompt": "x"})
    connection.execute("ROLLBACK")
    consented.core.database.give(connection)
    assert (done.returncode, done.stdout) == (0, b"")
    assert failures(home)[-1]["code"] in {"busy", "DeadlinePassed"}


def test_strict_mode_shows_the_error(consented):
    """For whoever writes a host: `HOLDFAST_STRICT=1` raises instead of being silent."""
    done = subprocess.run(
        [*HOOK, "UserPromptSubmit"],
        input=b"{",
        capture_output=True,
        check=False,
        env={**os.environ, "HOLDFAST_STRICT": "1"},
        timeout=60,
    )
    assert b"BadInput" in done.stderr


def test_a_host_that_sends_the_end_of_a_turn_twice_is_counted_once(consented, prompt, workspace):
    """Its name tells that it is the same turn: neither the count nor the queue grows."""
    prompt("rename the module")
    place = {"session_id": "s1", "turn_id": "1", "cwd": str(workspace), "last_assistant_message": "renamed it"}
    for _ in range(3):
        fire("Stop", place)
    assert [1] == [one["turn_count"] for one in listed(consented.core)]


def test_a_host_that_sends_a_prompt_again_gets_the_same_block(consented, prompt):
    """An answer that was lost on its way is not lost to the session; another turn is still not told twice."""
    consented.remember("Run tests with `make test`.")
    first = prompt("how do we run the tests", turn="7")
    assert first
    assert first == prompt("how do we run the tests", turn="7")
    assert "" == prompt("how do we run the tests", turn="8")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_input_that_never_ends_is_given_up(consented, home):
    """A host that keeps its end of the pipe open does not hold the agent up for ever."""
    program = subprocess.Popen([*HOOK, "UserPromptSubmit"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert 0 == program.wait(timeout=60)
    program.stdin.close()
    assert (b"", "DeadlinePassed") == (program.stdout.read(), failures(home)[-1]["code"])
    program.stdout.close()


@pytest.mark.skipif(os.name != "posix", reason="a shell")
@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_never_fail_a_prompt(consented, workspace, home, redirection):
    """Whatever the host left open, the status is 0, nothing is said, and the store is sound."""
    consented.remember("Run tests with `make test`.")
    given = json.dumps({"session_id": "s1", "turn_id": "1", "cwd": str(workspace), "prompt": "how do we run the tests"})
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", *HOOK, "UserPromptSubmit"], input=given.encode(), capture_output=True,
        check=False, timeout=60,
    )  # fmt: skip
    assert (0, b"") == (done.returncode, done.stderr)
    assert [] == consented.core.database.problems()
    assert all(one["code"] == "bad_input" for one in failures(home))
