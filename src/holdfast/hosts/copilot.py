"""GitHub Copilot CLI: only a top-level `additionalContext` is read; fields come in camelCase or, for other names, in snake_case.

The event at the end of a turn does not hold the answer but names the transcript, and a compaction is announced before
it happens, with nothing after it. What a session starts with is not in the conversation that a later process takes up: it is
told at each start.
"""

from __future__ import annotations

from holdfast.hosts.fields import moment_of, session, takes_context, text
from holdfast.hosts.host import Answer, Event, Moment, Traits
from holdfast.hosts.spoken import heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

name = "copilot"
TRAITS = Traits(keeps_start=False)

MOMENTS = {
    "sessionStart": Moment.SESSION_START,
    "userPromptSubmitted": Moment.PROMPT,
    "agentStop": Moment.STOP,
    "preCompact": Moment.COMPACTED,
    "sessionEnd": Moment.SESSION_END,
    "SessionStart": Moment.SESSION_START,
    "UserPromptSubmit": Moment.PROMPT,
    "Stop": Moment.STOP,
    "PreCompact": Moment.COMPACTED,
    "SessionEnd": Moment.SESSION_END,
}


def parse(event: str, payload: dict[str, Any]) -> Event:
    """Return what happened."""
    moment = moment_of(event, MOMENTS)
    said, is_person = heard(payload, text(payload, "prompt"))
    return Event(
        moment=moment,
        session=session(payload, "sessionId", "session_id"),
        cwd=text(payload, "cwd", "workingDirectory"),
        prompt=said,
        message=text(payload, "last_assistant_message", "finalMessage"),
        reason=text(payload, "reason"),
        compacted=moment is Moment.COMPACTED,
        is_person=is_person,
        transcript=text(payload, "transcriptPath", "transcript_path"),
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:
    """Return the answer in the one key that Copilot CLI reads."""
    return {"additionalContext": answer.context} if answer.context and takes_context(event) else None
