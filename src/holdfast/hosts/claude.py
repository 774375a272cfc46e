"""Claude Code: `hookSpecificOutput` on standard output, up to 10,000 characters whole.

A compaction is told twice, by a `SessionStart` that is to inject again and by a `PostCompact` with the summary. Prompts
of timers, background work and other sessions come through the same event as the person's.
"""

from __future__ import annotations

from holdfast.hosts.fields import LONGEST_ID, moment_of, nested, session, takes_context, text
from holdfast.hosts.host import Answer, Event, Moment, Traits
from holdfast.hosts.spoken import heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

name = "claude"
TRAITS = Traits()

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
        turn=text(payload, "prompt_id", longest=LONGEST_ID),
        prompt=said,
        message=text(payload, "compact_summary" if moment is Moment.COMPACTED else "last_assistant_message"),
        reason=text(payload, "reason"),
        compacted=moment is Moment.COMPACTED or text(payload, "source") in {"compact", "clear"},
        is_person=is_person,
        transcript=text(payload, "transcript_path"),
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:
    """Return the answer in the keys that Claude Code reads."""
    return nested(str(event.moment), answer) if takes_context(event) else None
