"""What an import from another program did, in numbers, and what it could not read."""

from __future__ import annotations

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.flows.import_places import LeftOut

MAX_PROBLEMS = 50


class Problem(Value):
    """A line of a file that was passed over, or the whole file, and why."""

    file: str
    line: int  # 0: the file
    why: str


class SessionsReceipt(Value):
    """What became of the sessions of one host."""

    host: str
    is_dry: bool = False
    files: int = 0
    sessions: int = 0
    added: int = 0
    known: int = 0  # here already, imported before or captured live
    copied: int = 0  # repeated from the session that theirs was forked from
    unfinished: int = 0  # answers that the agent may still be at; a later import takes them
    forgotten: int = 0
    redacted: int = 0
    damaged: int = 0
    left_out: tuple[LeftOut, ...] = ()
    problems: tuple[Problem, ...] = ()

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape."""
        listed = {name: [one.as_dict() for one in getattr(self, name)] for name in ("left_out", "problems")}
        return {**self.as_dict(), **listed}


class Elsewhere(Value):
    """Statements of another tool that belong to another project or folder."""

    project: str
    statements: int


class KeptReceipt(Value):
    """What became of the statements of another memory tool."""

    tool: str
    is_dry: bool = False
    files: int = 0
    added: int = 0
    merged: int = 0  # here already; a tag or a cited file was added
    known: int = 0
    disputed: int = 0  # of the added: somebody more trusted says otherwise
    forgotten: int = 0
    secret: int = 0
    damaged: int = 0
    elsewhere: tuple[Elsewhere, ...] = ()
    problems: tuple[Problem, ...] = ()
    change: str | None = None

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape."""
        listed = {name: [one.as_dict() for one in getattr(self, name)] for name in ("elsewhere", "problems")}
        return {**self.as_dict(), **listed}
