"""What the hook captured and what the transcript of the same session tells are one: whichever comes first."""

from __future__ import annotations

import io
import json
import os

import pytest

from holdfast import hook
from holdfast.flows import decisions, sessions
from holdfast.flows.import_sessions import Wish, import_sessions
from transcripts.recorded import ANSWERS, PROMPTS, database_of, text_of

from .test_import_sessions import LONG_AGO, Quiet

# Per host: its sample, the session, and the events of a turn with the fields that the program sends.
HOSTS = {
    "codex": (
        "codex-0.169.jsonl", "01a1f598-4f32-7a41-9a33-e75a0381d8d8",
        ("01a1f598-4f48-75c3-a2ed-63a97689d052", "01a1f598-503a-7da3-8665-ffeb2f41a386"),
        lambda session, turn, cwd, asked, answered, path: [
            ("UserPromptSubmit", {"session_id": session, "turn_id": turn, "cwd": cwd, "prompt": asked}),
            ("Stop", {"session_id": session, "turn_id": turn, "cwd": cwd, "last_assistant_message": answered}),
        ],
    ),
    "claude": (
        "claude-2.1.327.jsonl", "0e944ec6-1e3f-4f30-a0ce-cf8a66016d75",
        ("7c075360-c658-44c8-aa5b-65d299744304", "655cea65-1d99-46c5-94d3-1ef719bdb319"),
        lambda session, turn, cwd, asked, answered, path: [
            ("UserPromptSubmit", {"session_id": session, "prompt_id": turn, "cwd": cwd, "prompt": asked}),
            ("Stop", {"session_id": session, "prompt_id": turn, "cwd": cwd, "last_assistant_message": answered}),
        ],
    ),
    "copilot": (
        "copilot-1.0.102.jsonl", "6e2166a8-3bb4-43c9-bd37-74d123e0a475", ("", ""),
        lambda session, turn, cwd, asked, answered, path: [
            ("userPromptSubmitted", {"sessionId": session, "cwd": cwd, "prompt": asked, "timestamp": 1795121791663}),
            ("agentStop", {"sessionId": session, "cwd": cwd, "transcriptPath": path, "stopReason": "end_turn"}),
        ],
    ),
    "gemini": (
        "gemini-0.61.jsonl", "4fa27e46-3709-4b62-a170-b1eb04c088af", ("", ""),
        lambda session, turn, cwd, asked, answered, path: [
            ("BeforeAgent", {"session_id": session, "cwd": cwd, "prompt": asked}),
            ("AfterAgent", {"session_id": session, "cwd": cwd, "prompt": asked, "prompt_response": answered}),
        ],
    ),
    "vscode": (
        "vscode-v3.jsonl", "a1b2c3d4-0000-4000-8000-000000000004", ("", ""),
        lambda session, turn, cwd, asked, answered, path: [
            ("UserPromptSubmit", {"session_id": session, "cwd": cwd, "prompt": asked}),
            ("Stop", {"session_id": session, "cwd": cwd, "last_assistant_message": answered}),
        ],
    ),
    "opencode": (
        "opencode-1.18.33.sql", "ses_e0a622e85ffeCpVgiHw8zHTDwm",
        ("msg_1f59dd1ba0019Mn7Cayp3MjjOh", "msg_1f59eef8f0017E1Djm5WWhZ14d"),
        lambda session, turn, cwd, asked, answered, path: [
            ("chat.message", {"sessionID": session, "messageID": turn, "directory": cwd, "prompt": asked + "\n"}),
            ("session.idle", {"sessionID": session, "messageID": turn, "directory": cwd, "message": answered}),
        ],
    ),
}  # fmt: skip
# What a transcript holds beyond the two turns: a prompt within a turn, and an answer to a timer.
MORE = {"codex": 1, "claude": 1}


@pytest.fixture
def here(memory, monkeypatch, tmp_path):
    """A workspace with consent, and a hook that starts no worker."""
    decisions.grant(memory.core)
    monkeypatch.setattr("holdfast.worker_start.spawn", lambda *_: None)
    monkeypatch.setenv("HOLDFAST_STRICT", "1")
    return memory


def hear(memory, host, tmp_path, workspace):
    """Let the hook hear the two turns of a host's sample."""
    _, session, turns, events = HOSTS[host]
    for turn, asked, answered in zip(turns, PROMPTS, ANSWERS, strict=True):
        path = tmp_path / f"{host}-live.jsonl"
        said = {"type": "assistant.message", "data": {"content": answered}}
        path.write_text(json.dumps(said) + "\n")
        for event, payload in events(session, turn, str(workspace), asked, answered, str(path)):
            hook.run(["--host", host, "--event", event], io.BytesIO(json.dumps(payload).encode()))


def take(memory, host, tmp_path, workspace):
    name = HOSTS[host][0]
    path = tmp_path / name.replace(".sql", ".db")
    if name.endswith(".sql"):
        database_of(text_of(name, workspace), path).close()
    else:
        path.write_text(text_of(name, workspace))
    os.utime(path, (LONG_AGO, LONG_AGO))
    return import_sessions(memory.core, host, [str(path)], Wish(), Quiet())


def spoken(memory, host):
    return sorted(row.content for row in memory.episodes(HOSTS[host][1]))


@pytest.mark.parametrize("host", sorted(HOSTS))
def test_what_the_hook_captured_is_known_to_the_import(here, host, tmp_path, workspace):
    """Not one message comes twice."""
    hear(here, host, tmp_path, workspace)
    live = spoken(here, host)
    assert sorted((*PROMPTS, *ANSWERS)) == live
    receipt = take(here, host, tmp_path, workspace)
    assert (MORE.get(host, 0), 4) == (receipt.added, receipt.known)
    assert 1 == len(sessions.listed(here.core))


@pytest.mark.parametrize("host", ["claude", "codex", "opencode"])
def test_what_was_imported_is_known_to_the_hook(here, host, tmp_path, workspace):
    """Where turns have names, an event that comes late changes nothing."""
    take(here, host, tmp_path, workspace)
    before = spoken(here, host)
    hear(here, host, tmp_path, workspace)
    assert before == spoken(here, host)


@pytest.mark.parametrize("way", [hear, take], ids=["heard", "imported"])
@pytest.mark.parametrize("host", ["claude", "codex", "opencode"])
def test_the_names_are_the_same(here, host, way, tmp_path, workspace):
    """Live and imported alike: `<host>.turn.<turn>.<role>`."""
    way(here, host, tmp_path, workspace)
    names = {row.name for row in here.episodes(HOSTS[host][1])}
    assert {f"{host}.turn.{turn}.{role}" for turn in HOSTS[host][2] for role in ("user", "assistant")} <= names
