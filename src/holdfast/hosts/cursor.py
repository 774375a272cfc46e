"""Cursor: `additional_context` on the top level, documented for `sessionStart` and read by the client on a prompt as well.

Not run here: fields and keys are those of its documentation and of what others read in the client.
"""

from __future__ import annotations

from holdfast.hosts.fields import LONGEST_ID, moment_of, session, takes_context, text
from holdfast.hosts.host import Answer, Event, Moment, Traits
from holdfast.hosts.spoken import heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

name = "cursor"
TRAITS = Traits()

MOMENTS = {
    "sessionStart": Moment.SESSION_START,
    "beforeSubmitPrompt": Moment.PROMPT,
    "afterAgentResponse": Moment.STOP,
    "stop": Moment.STOP,
    "preCompact": Moment.COMPACTED,
    "sessionEnd": Moment.SESSION_END,
}


def parse(event: str, payload: dict[str, Any]) -> Event:
    """Return what happened; the first of several folders is where the conversation stands."""
    moment = moment_of(event, MOMENTS)
    said, is_person = heard(payload, text(payload, "prompt"))
    roots = payload.get("workspace_roots")
    first = roots[0] if isinstance(roots, list) and roots else None
    return Event(
        moment=moment,
        session=session(payload, "conversation_id", "session_id"),
        cwd=text({"root": first, "cwd": payload.get("cwd")}, "root", "cwd"),
        turn=text(payload, "generation_id", longest=LONGEST_ID) if moment in {Moment.PROMPT, Moment.STOP} else "",
        prompt=said,
        message=text(payload, "text"),
        reason=text(payload, "reason"),
        compacted=moment is Moment.COMPACTED,
        is_person=is_person,
        transcript=text(payload, "transcript_path"),
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:
    """Return the answer in the keys that Cursor knows; a prompt always says that it may go on."""
    if not answer.context or not takes_context(event):
        return None
    goes_on = {"continue": True} if event.moment is Moment.PROMPT else {}
    return {**goes_on, "additional_context": answer.context}
