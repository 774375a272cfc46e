"""opencode: our own plugin sends the events and reads the answers, so the field names are ours.

The start goes into the system prompt of every request, where it is no part of the conversation: it is told whole each
time the plugin asks, which is once for each session and process.
"""

from __future__ import annotations

from holdfast.hosts.fields import LONGEST_ID, moment_of, session, takes_context, text
from holdfast.hosts.host import Answer, Event, Moment, Traits
from holdfast.hosts.spoken import heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

name = "opencode"
TRAITS = Traits(keeps_start=False, tells_start_at=(Moment.SESSION_START,))

MOMENTS = {
    "system.transform": Moment.SESSION_START,
    "chat.message": Moment.PROMPT,
    "session.idle": Moment.STOP,
    "session.compacted": Moment.COMPACTED,
    "session.deleted": Moment.SESSION_END,
}


def parse(event: str, payload: dict[str, Any]) -> Event:
    """Return what happened."""
    moment = moment_of(event, MOMENTS)
    said, is_person = heard(payload, text(payload, "prompt"))
    return Event(
        moment=moment,
        session=session(payload, "sessionID"),
        cwd=text(payload, "directory", "worktree"),
        turn=text(payload, "messageID", longest=LONGEST_ID),
        prompt=said,
        message=text(payload, "message"),
        compacted=moment is Moment.COMPACTED,
        is_person=is_person,
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:
    """Return the answer as the plugin reads it."""
    return {"context": answer.context} if answer.context and takes_context(event) else None
