"""The seam to an agent program: parse its event, render its answer, nothing else.

A host is a module with `parse(event, payload)` and `render(answer)`, both pure. Unknown fields are ignored;
a payload that cannot be meant raises `BadInput`. `holdfast.testing.HostConformance` is the contract.
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

        def parse(self, event: str, payload: dict[str, Any]) -> Event:
            """Return what happened."""

        def render(self, event: Event, answer: Answer) -> dict[str, Any] | None:
            """Return the one JSON object to print, or None to print nothing."""


class Moment(StrEnum):
    """The moments of a conversation that memory takes part in."""

    SESSION_START = "SessionStart"
    PROMPT = "UserPromptSubmit"
    STOP = "Stop"
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


class Answer(Value):
    """What the host is to show its model."""

    context: str = ""


# Where each host's adapter stands; imported only when it is named.
HOSTS = {"generic": "holdfast.hosts.generic"}
