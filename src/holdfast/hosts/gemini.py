"""Gemini CLI: what a session starts with comes with the first `BeforeAgent`, never with `SessionStart`.

A first message that begins with its `<hook_context>` is dropped from the history when the session is resumed, and without
a terminal the context of `SessionStart` becomes just that. It writes `<` and `>` of what it is told as `&lt;` and `&gt;`,
hands the next event a prompt with our own context in front, and announces a compaction on every turn, whether there is
one or not: that event is not listened to.
"""

from __future__ import annotations

from holdfast.hosts.fields import moment_of, nested, session, text
from holdfast.hosts.host import Answer, Event, Moment, Traits
from holdfast.hosts.spoken import heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

name = "gemini"
TRAITS = Traits(tells_start_at=(Moment.PROMPT,))

MOMENTS = {
    "SessionStart": Moment.SESSION_START,
    "BeforeAgent": Moment.PROMPT,
    "AfterAgent": Moment.STOP,
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
        prompt=said,
        message=text(payload, "prompt_response"),
        reason=text(payload, "reason"),
        is_person=is_person,
        transcript=text(payload, "transcript_path"),
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:
    """Return the answer to a prompt; to nothing else."""
    return nested("BeforeAgent", answer) if event.moment is Moment.PROMPT else None
