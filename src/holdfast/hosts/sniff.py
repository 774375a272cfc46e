"""Which host an event really comes from, when its command names another one.

Several hosts read the hook files of others, and one plugin serves three. The command's `--host` is the rule; an event is
taken for another host's only on a sign that the named host never gives: the shape of the payload, or a variable that
the host sets for its hooks and that fits the payload. `tests/hosts/test_sniff.py` holds the laws.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Hosts whose files others read, and the host itself.
SHARED = frozenset({"claude", "copilot", "vscode", "codex", "cursor"})

_GEMINI_EVENTS = frozenset({"BeforeAgent", "AfterAgent"})


def actual_host(named: str, event: str, payload: Mapping[str, Any], environ: Mapping[str, str]) -> tuple[str, str]:
    """Return the host an event comes from and the event's name there."""
    if named not in SHARED:
        return named, event
    found = _host_of(named, payload, environ)
    if found == named:
        return named, event
    return found, _own_name(payload) or event


def _host_of(named: str, payload: Mapping[str, Any], environ: Mapping[str, str]) -> str:
    if "conversation_id" in payload:
        return "cursor"
    own_name, session = _own_name(payload), payload.get("session_id")
    if own_name in _GEMINI_EVENTS or (session and environ.get("GEMINI_SESSION_ID") == session):
        return "gemini"
    if _is_claude(payload):
        return "claude"
    if _is_codex(payload):
        return "codex"
    if "timestamp" not in payload:
        return named  # Codex without a transcript tells nothing of itself, and answers are alike
    if "sessionId" in payload and not own_name:
        return "copilot"
    return "copilot" if environ.get("COPILOT_CLI") else "vscode"


def _own_name(payload: Mapping[str, Any]) -> str:
    own = payload.get("hook_event_name") or payload.get("hookEventName")
    return own if isinstance(own, str) else ""


def _is_claude(payload: Mapping[str, Any]) -> bool:
    """Its transcript bears the name of the session and stands two levels below a folder `projects`."""
    session, parts = payload.get("session_id"), _parts(payload)
    return bool(session) and parts[-3:-2] == ["projects"] and parts[-1] == f"{session}.jsonl"


def _is_codex(payload: Mapping[str, Any]) -> bool:
    """Its turns have ids of their own, and its transcripts are rollouts."""
    parts = _parts(payload)
    return bool(parts and parts[-1].startswith("rollout-")) or ("turn_id" in payload and "timestamp" not in payload)


def _parts(payload: Mapping[str, Any]) -> list[str]:
    transcript = payload.get("transcript_path")
    return transcript.replace("\\", "/").split("/") if isinstance(transcript, str) else []
