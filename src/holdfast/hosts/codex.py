"""Codex CLI: strictly `hookSpecificOutput`, for one unknown key loses the whole answer; its trust is in its own settings.

Its cap is 2,500 tokens for each hook, which are about 10,000 bytes. What is told on a prompt becomes the last message
that the model reads.
"""

from __future__ import annotations

from holdfast.hosts.codex_trust import trust_level
from holdfast.hosts.fields import LONGEST_ID, moment_of, nested, session, takes_context, text
from holdfast.hosts.host import HARD_STOP_CHARS, Answer, Event, Moment, Traits
from holdfast.hosts.spoken import heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

name = "codex"
TRAITS = Traits(cap_bytes=HARD_STOP_CHARS)

MOMENTS = {
    "SessionStart": Moment.SESSION_START,
    "UserPromptSubmit": Moment.PROMPT,
    "Stop": Moment.STOP,
    "PostCompact": Moment.COMPACTED,
    "SessionEnd": Moment.SESSION_END,
}


def parse(event: str, payload: dict[str, Any]) -> Event:
    """Return what happened."""
    moment = moment_of(event, MOMENTS)
    said, is_person = heard(payload, text(payload, "prompt"))
    return Event(
        moment=moment,
        session=session(payload, "session_id"),
        cwd=text(payload, "cwd"),
        turn=text(payload, "turn_id", longest=LONGEST_ID),
        prompt=said,
        message=text(payload, "last_assistant_message"),
        reason=text(payload, "reason"),
        compacted=moment is Moment.COMPACTED or text(payload, "source") in {"compact", "clear"},
        is_person=is_person,
        transcript=text(payload, "transcript_path"),
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:
    """Return the answer in the keys that Codex knows."""
    return nested(str(event.moment), answer) if takes_context(event) else None


def trust_file(environ: Mapping[str, str], home: str) -> str:
    """Return the file in which Codex notes which projects are trusted."""
    return f"{environ.get('CODEX_HOME') or f'{home}/.codex'}/config.toml"


def trusts(settings: bytes, folders: Sequence[str]) -> bool | None:
    """Return Codex's own word on the first of these folders that it knows: trusted, untrusted, or None for neither."""
    level = trust_level(settings, folders)
    return {"trusted": True, "untrusted": False}.get(level)
