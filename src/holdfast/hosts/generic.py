"""The host for any program: plain field names in, `{"context": …}` out."""

from __future__ import annotations

from holdfast import errors
from holdfast.hosts.host import Answer, Event, Moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

name = "generic"

LONGEST_ID = 200


def parse(event: str, payload: dict[str, Any]) -> Event:
    """Return what happened; raise `BadInput` for a payload without a session or with fields of other types."""
    try:
        moment = Moment(event)
    except ValueError:
        raise errors.BadInput(f"unknown event {event[:60]!r}", why=f"events: {', '.join(Moment)}") from None
    session = _text(payload, "session_id", LONGEST_ID)
    if not session:
        raise errors.BadInput("the event has no session_id")
    return Event(
        moment=moment,
        session=session,
        cwd=_text(payload, "cwd"),
        turn=_text(payload, "turn_id", LONGEST_ID),
        prompt=_text(payload, "prompt"),
        message=_text(payload, "last_assistant_message"),
        reason=_text(payload, "reason"),
        compacted=_text(payload, "source") in {"compact", "clear"},
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:  # noqa: ARG001 - the seam's shape
    """Return the answer, or None when there is nothing to add."""
    return {"context": answer.context} if answer.context else None


def _text(payload: dict[str, Any], field: str, longest: int | None = None) -> str:
    value = payload.get(field)
    if value is None:
        return ""
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        raise errors.BadInput(f"{field} is not a text", why=f"it is {type(value).__name__}")
    text = str(value)
    if longest is not None and len(text) > longest:
        raise errors.BadInput(f"{field} is longer than {longest} characters")
    return text
