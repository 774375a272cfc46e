"""VS Code's agent: reads the hook files of Claude Code and Copilot CLI as well, and may leave session and folder out.

What is told is frozen into the turn. Its word on the workspace's trust is obeyed where the event carries it.
"""

from __future__ import annotations

from holdfast.hosts.fields import flag, moment_of, nested, session, takes_context, text
from holdfast.hosts.host import Answer, Event, Moment, Traits
from holdfast.hosts.spoken import heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

name = "vscode"
TRAITS = Traits()

MOMENTS = {
    "SessionStart": Moment.SESSION_START,
    "UserPromptSubmit": Moment.PROMPT,
    "Stop": Moment.STOP,
    "PreCompact": Moment.COMPACTED,
    "SessionEnd": Moment.SESSION_END,
    # The names in the files of Copilot CLI, which it translates; an older version may pass them on.
    "sessionStart": Moment.SESSION_START,
    "userPromptSubmitted": Moment.PROMPT,
    "agentStop": Moment.STOP,
    "preCompact": Moment.COMPACTED,
    "sessionEnd": Moment.SESSION_END,
}


def parse(event: str, payload: dict[str, Any]) -> Event:
    """Return what happened; without a session id the transcript's name tells the conversation."""
    moment = moment_of(event, MOMENTS)
    said, is_person = heard(payload, text(payload, "prompt"))
    transcript = text(payload, "transcript_path", "transcriptPath")
    stem = transcript.replace("\\", "/").rpartition("/")[2].partition(".")[0]
    return Event(
        moment=moment,
        session=session({**payload, "stem": stem or None}, "session_id", "sessionId", "stem"),
        cwd=text(payload, "cwd"),
        prompt=said,
        message=text(payload, "last_assistant_message"),
        reason=text(payload, "reason"),
        compacted=moment is Moment.COMPACTED,
        trusted=flag(payload, "workspace_trusted", "workspaceTrusted", "isWorkspaceTrusted"),
        is_person=is_person,
        transcript=transcript,
    )


def render(event: Event, answer: Answer) -> dict[str, Any] | None:
    """Return the answer in the keys that VS Code documents."""
    return nested(str(event.moment), answer) if takes_context(event) else None
