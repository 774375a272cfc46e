"""The seam to an agent program: parse its event, render its answer, nothing else.

A host is a module with `name`, `TRAITS`, `parse(event, payload)` and `render(event, answer)`, all pure. Unknown fields are
ignored; a payload that cannot be meant raises `BadInput`. What a host never prints is a key its program does not know:
one of them throws the whole answer away for one unknown key. `holdfast.testing.HostConformance` is the contract.
"""

from __future__ import annotations

from enum import StrEnum

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Host(Protocol):
        """What a host adapter offers."""

        name: str
        TRAITS: Traits

        def parse(self, event: str, payload: dict[str, Any]) -> Event:
            """Return what happened."""

        def render(self, event: Event, answer: Answer) -> dict[str, Any] | None:
            """Return the one JSON object to print, or None to print nothing."""


# Below the cap of every host that was measured; what is longer, some of them cut or put into a file.
HARD_STOP_CHARS = 9_500


class Moment(StrEnum):
    """The moments of a conversation that memory takes part in."""

    SESSION_START = "SessionStart"
    PROMPT = "UserPromptSubmit"
    STOP = "Stop"
    COMPACTED = "Compacted"
    SESSION_END = "SessionEnd"


class Event(Value):
    """One event of a host in our words."""

    moment: Moment
    session: str
    cwd: str
    turn: str = ""
    prompt: str = ""
    message: str = ""
    reason: str = ""
    compacted: bool = False  # what was injected before is no longer in the conversation
    trusted: bool | None = None  # the host's own word on the workspace, where it has one
    is_person: bool = True  # the words are the person's, or an answer to them: no timer, no other agent, no subagent
    transcript: str = ""  # where the host keeps the conversation, for hosts that do not pass the answer itself


class Answer(Value):
    """What the host is to show its model."""

    context: str = ""


class Traits(Value):
    """What of a host's ways the flows must know.

    `tells_start_at`: the moments whose answer may bring what a session starts with; where the first one did not, the
    next one does. `keeps_start`: it stays in the conversation, so that it is told once. `retries`: an event that comes
    twice was lost, rather than sent through two wirings. `cap_bytes`: a cap that is counted in bytes of UTF-8.
    """

    tells_start_at: tuple[Moment, ...] = (Moment.SESSION_START, Moment.PROMPT)
    keeps_start: bool = True
    retries: bool = False
    cap_chars: int = HARD_STOP_CHARS
    cap_bytes: int = 4 * HARD_STOP_CHARS


# Where each host's adapter stands; imported only when it is named.
HOSTS = {
    "generic": "holdfast.hosts.generic",
    "codex": "holdfast.hosts.codex",
    "claude": "holdfast.hosts.claude",
    "copilot": "holdfast.hosts.copilot",
    "vscode": "holdfast.hosts.vscode",
    "gemini": "holdfast.hosts.gemini",
    "opencode": "holdfast.hosts.opencode",
    "cursor": "holdfast.hosts.cursor",
}
