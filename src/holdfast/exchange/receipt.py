"""What an import did, in numbers, and which lines it could not read."""

from __future__ import annotations

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_PROBLEMS = 50


class Problem(Value):
    """One line that was passed over, and why."""

    line: int
    why: str


class ImportReceipt(Value):
    """What became of the rows of a file."""

    path: str
    tables: dict[str, int]
    added: int = 0
    merged: int = 0  # said here already in other words, or renewed by a later version
    skipped: int = 0  # here already, or not taken over into a store in use
    refused: int = 0  # forgotten here, or not this file's to bring
    conflicts: int = 0  # here and there under one id but different; the later one stands
    redacted: int = 0  # texts in which a credential was masked
    lowered: int = 0  # rows whose origin was lowered because nothing proves who wrote the file
    damaged: int = 0
    problems: tuple[Problem, ...] = ()
    is_ours: bool = False
    is_restore: bool = False
    is_dry: bool = False
    change: str | None = None

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of an import."""
        return {**self.as_dict(), "problems": [problem.as_dict() for problem in self.problems]}
