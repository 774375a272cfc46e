"""Every host's events through the hook's own process: status 0, the host's dialect, nothing else on standard output."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from holdfast.flows.workspaces import grant_consent
from holdfast.hosts.host import HOSTS, Answer, Moment
from holdfast.testing.payloads import recordings

RECORDINGS = [(name, recording) for name in HOSTS for recording in recordings(name)]
FACT = "Run the tests with `make test`."


def fire(host, event, payload, environ=None):
    given = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return subprocess.run(
        [sys.executable, "-m", "holdfast.hook", "--host", host, "--event", event], input=given, capture_output=True,
        check=False, timeout=60, env={**os.environ, **(environ or {})},
    )  # fmt: skip


def placed(payload, folder):
    """The payload as it would come from this folder."""
    text = json.dumps(payload).replace('"/repo"', json.dumps(str(folder)))
    return json.loads(text)


def context_of(shown):
    inner = shown.get("hookSpecificOutput", shown)
    return inner.get("additionalContext") or inner.get("additional_context") or inner.get("context")


@pytest.fixture
def consented(memory):
    memory.core.settle()
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    memory.remember(FACT, kind="procedure")
    memory.profile("## Preferences\n- Answers in British English")
    return memory


@pytest.mark.parametrize(
    ("name", "recording"), RECORDINGS, ids=lambda one: one if isinstance(one, str) else one["version"]
)
def test_a_recorded_session_is_answered_once_and_captured(consented, workspace, name, recording):
    """In the order it was recorded: the profile and the fitting memory are each told, and told once while nothing is compacted."""
    adapter = __import__(HOSTS[name], fromlist=["_"])
    told = {"British English": 0, "make test": 0}
    compactions = 0
    for one in recording["events"]:
        payload = placed(one["payload"], workspace)
        event = adapter.parse(one["event"], payload)
        compactions += event.compacted
        done = fire(name, one["event"], payload, recording["environ"] if name != "codex" else None)
        assert (0, b"") == (done.returncode, done.stderr)
        if not done.stdout:
            continue
        shown = json.loads(done.stdout)
        assert adapter.render(event, Answer(context=context_of(shown))) == shown
        for word in told:
            told[word] += word in context_of(shown)
    assert 1 <= told["make test"] <= 1 + compactions
    if (
        Moment.SESSION_START in {adapter.parse(one["event"], one["payload"]).moment for one in recording["events"]}
        or name == "gemini"
    ):
        assert 1 <= told["British English"]
    assert ("user", "How do we run the tests in this repository?") in {
        (one.role, one.content) for session in _sessions(consented) for one in consented.episodes(session)
    }


def _sessions(memory):
    from holdfast.flows.sessions import listed

    return [one["id"] for one in listed(memory.core)]


@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"\xff\xfe\x00", b'{"prompt": 1}', b"{}" * 3])
def test_garbage_is_answered_by_silence(home, name, raw):
    """Exit 0 and empty output, for every host."""
    done = fire(name, "UserPromptSubmit", raw)
    assert (0, b"") == (done.returncode, done.stdout)


def test_codex_settings_decide_where_we_did_not(consented, workspace, tmp_path):
    """An explicit distrust of Codex silences the folder; its trust does not stand in for our distrust."""
    payload = {"session_id": "s", "turn_id": "1", "cwd": str(workspace), "prompt": "how do we run the tests"}
    codex_home = tmp_path / "codex"
    codex_home.mkdir()

    def level(word):
        (codex_home / "config.toml").write_text(f'[projects."{workspace}"]\ntrust_level = "{word}"\n')

    level("untrusted")
    assert b"" == fire("codex", "UserPromptSubmit", payload, {"CODEX_HOME": str(codex_home)}).stdout
    level("trusted")
    assert b"make test" in fire("codex", "UserPromptSubmit", payload, {"CODEX_HOME": str(codex_home)}).stdout


def test_the_answer_of_copilot_comes_out_of_its_transcript(consented, workspace, tmp_path):
    """Its event at the end of a turn names the file only."""
    transcript = tmp_path / "events.jsonl"
    lines = [
        {"type": "user.message", "data": {"content": "how"}},
        {"type": "assistant.message", "data": {"content": "With make test."}},
    ]
    transcript.write_text("\n".join(map(json.dumps, lines)))
    place = {"sessionId": "s", "cwd": str(workspace), "timestamp": 1}
    fire("copilot", "userPromptSubmitted", {**place, "prompt": "how"})
    fire("copilot", "agentStop", {**place, "transcriptPath": str(transcript), "stopReason": "end_turn"})
    assert [("copilot", "how"), ("copilot", "With make test.")] == [
        (one.host, one.content) for one in consented.episodes("s")
    ]


@pytest.mark.parametrize("path", ["/no/such/file", "/dev/zero", "/", "\0", "relative"])
def test_a_transcript_that_cannot_be_read_costs_the_answer_only(consented, workspace, path):
    """The turn is counted, nothing fails."""
    place = {"sessionId": "s", "cwd": str(workspace), "timestamp": 1}
    fire("copilot", "userPromptSubmitted", {**place, "prompt": "how"})
    assert 0 == fire("copilot", "agentStop", {**place, "transcriptPath": path}).returncode
    from holdfast.flows.sessions import listed

    assert [1] == [one["turn_count"] for one in listed(consented.core)]


def test_a_hook_of_claude_in_copilot_tells_once_and_in_its_dialect(consented, workspace):
    """Copilot CLI reads the repository's `.claude/settings.json`: both hooks fire for one prompt."""
    environ = {"COPILOT_CLI": "1"}
    camel = {"sessionId": "s", "cwd": str(workspace), "timestamp": 1, "prompt": "how do we run the tests"}
    snake = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": str(workspace),
             "timestamp": "2026-11-18T09:00:00Z", "prompt": "how do we run the tests"}  # fmt: skip
    first = json.loads(fire("claude", "UserPromptSubmit", snake, environ).stdout)
    assert ["additionalContext"] == list(first)
    assert b"" == fire("copilot", "userPromptSubmitted", camel, environ).stdout
    assert ["copilot"] == [one.host for one in consented.episodes("s")]
