"""The host for any program: plain field names in, `{"context": …}` out."""

from __future__ import annotations

from holdfast.hosts.fields import LONGEST_ID, moment_of, session, text
from holdfast.hosts.host import Answer, Event, Moment, Traits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

name = "generic"
# Such a program builds its system prompt anew each time, and sends an event again when the answer was lost.
TRAITS = Traits(keeps_start=False, tells_start_at=(Moment.SESSION_START,), retries=True)

MOMENTS = {str(moment): moment for moment in Moment}


def parse(event: str, payload: dict[str, Any]) -> Event:
    """Return what happened; raise `BadInput` for a payload without a session or with fields of other types."""
    moment = moment_of(event, MOMENTS)
    return Event(
        moment=moment,
        session=session(payload, "session_id"),
        cwd=text(payload, "cwd"),
        turn=text(payload, "turn_id", longest=LONGEST_ID),
        prompt=text(payload, "prompt"),
        message=text(payload, "last_assistant_message"),
        reason=text(payload, "reason"),
        compacted=moment is Moment.COMPACTED or text(payload, "source") in {"compact", "clear"},
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:  # noqa: ARG001 - the seam's shape
    """Return the answer, or None when there is nothing to add."""
    return {"context": answer.context} if answer.context else None
