"""Reading the fields of an event: texts of bounded length, moments by name, and the one shape several hosts answer in."""

from __future__ import annotations

from holdfast import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from holdfast.hosts.host import Answer, Event, Moment

LONGEST_ID = 200


def text(payload: dict[str, Any], field: str, *others: str, longest: int | None = None) -> str:
    """Return the text in the first of these fields that is there, "" for none; raise `BadInput` for another type."""
    for name in (field, *others):
        value = payload.get(name)
        if value is None:
            continue
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            raise errors.BadInput(f"{name} is not a text", why=f"it is {type(value).__name__}")
        found = str(value)
        if longest is not None and len(found) > longest:
            raise errors.BadInput(f"{name} is longer than {longest} characters")
        return found
    return ""


def session(payload: dict[str, Any], field: str, *others: str) -> str:
    """Return the id of the conversation; raise `BadInput` when there is none."""
    found = text(payload, field, *others, longest=LONGEST_ID)
    if not found:
        raise errors.BadInput(f"the event has no {field}")
    return found


def flag(payload: dict[str, Any], *names: str) -> bool | None:
    """Return the first of these fields that is true or false, else None."""
    return next((payload[name] for name in names if isinstance(payload.get(name), bool)), None)


def moment_of(event: str, moments: Mapping[str, Moment]) -> Moment:
    """Return the moment that a host calls so; raise `BadInput` for an event that memory takes no part in."""
    if event not in moments:
        raise errors.BadInput(f"unknown event {event[:60]!r}", why=f"events: {', '.join(moments)}")
    return moments[event]


def nested(name: str, answer: Answer) -> dict[str, Any] | None:
    """Return an answer as the hosts read it that know `hookSpecificOutput`: these keys and no other."""
    if not answer.context:
        return None
    return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": answer.context}}


def takes_context(event: Event) -> bool:
    """Say whether a host shows its model what it is answered at this moment."""
    return str(event.moment) in {"SessionStart", "UserPromptSubmit"}
