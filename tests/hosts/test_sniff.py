"""An event belongs to the host that sent it, whichever host's command it came through."""

from __future__ import annotations

import pytest

from holdfast.hosts.sniff import SHARED, actual_host
from holdfast.testing.payloads import recordings

# Which files a host reads beside its own, by the host whose files they are.
READS = {
    "claude": ("claude", "copilot", "vscode", "cursor", "codex", "gemini"),
    "copilot": ("copilot", "vscode"),
    "vscode": ("vscode", "copilot"),
    "codex": ("codex",),
    "cursor": ("cursor",),
}


def pairs():
    for named, readers in READS.items():
        for reader in readers:
            for recording in recordings(reader):
                yield pytest.param(named, reader, recording, id=f"{named}-in-{reader}-{recording['version']}")


@pytest.mark.parametrize(("named", "reader", "recording"), list(pairs()))
def test_a_command_of_one_host_in_another_is_answered_in_the_others_dialect(named, reader, recording):
    """The sign is in the payload, or in a variable that fits it."""
    for one in recording["events"]:
        payload = one["payload"]
        if reader == "codex" and named == "claude" and not ("turn_id" in payload or payload.get("transcript_path")):
            continue  # nothing tells it from Claude Code; the answer has the same form in both
        found, _ = actual_host(named, one["event"], payload, recording["environ"])
        assert reader == found, payload


@pytest.mark.parametrize("host", ["claude", "codex", "copilot", "vscode", "gemini", "opencode", "cursor", "generic"])
def test_a_host_is_itself_whatever_it_was_started_from(host):
    """A terminal within another agent hands its variables on; the payload decides."""
    everything = {"COPILOT_CLI": "1", "CLAUDECODE": "1", "CURSOR_VERSION": "3", "GEMINI_SESSION_ID": "another"}
    for recording in recordings(host):
        for one in recording["events"]:
            if host == "vscode":
                continue  # alone among hosts it sends what Copilot CLI sends, which sets the variable
            assert (host, one["event"]) == actual_host(host, one["event"], one["payload"], everything)


def test_the_event_is_called_as_its_own_host_calls_it():
    """A command says `--event UserPromptSubmit`, Gemini means `BeforeAgent`."""
    payload = {"session_id": "s", "hook_event_name": "BeforeAgent", "timestamp": "x", "prompt": "p"}
    assert ("gemini", "BeforeAgent") == actual_host("claude", "UserPromptSubmit", payload, {})


def test_hosts_whose_files_nobody_else_reads_are_taken_at_their_word():
    """The generic host may send whatever it likes."""
    assert ("generic", "Stop") == actual_host("generic", "Stop", {"conversation_id": "x", "timestamp": 1}, {})
    assert not {"generic", "gemini", "opencode"} & SHARED


@pytest.mark.parametrize("odd", [None, 1, [], {}, "", "\0"])
def test_odd_fields_are_no_sign(odd):
    """Nothing raises."""
    for field in ("session_id", "transcript_path", "hook_event_name", "hookEventName", "timestamp", "turn_id"):
        assert actual_host("claude", "Stop", {"session_id": "s", field: odd}, {})[0] in {"claude", "vscode", "codex"}
