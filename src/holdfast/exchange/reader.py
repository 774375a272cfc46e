"""Reading an export line by line: nothing is held but one line, whatever the size of the file.

The first line says what the file is; a file that is not ours is refused there. Every later line that cannot be
read is reported by number and passed over. `tests/exchange/test_export_reader.py` holds the laws.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager

from holdfast import errors, places
from holdfast.exchange.export import SCHEMA
from holdfast.exchange.proof import Seal
from holdfast.exchange.receipt import MAX_PROBLEMS, Problem
from holdfast.exchange.shapes import checked
from holdfast.strict_json import parse_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

MAX_LINE_BYTES = 32 * 1024 * 1024  # the longest memory, twice in one change, every character escaped
MAX_HEAD_BYTES = 4096
END = b"]}"
PROOF = b'{"hmac":'  # keys are sorted: only the proof begins like this


class ExportFile:
    """An opened export; it may be read several times and always tells the same."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self._file = file
        self.path = path
        self.problems: list[Problem] = []
        self.damaged = 0
        self.seal = Seal(b"")
        self.proof = ""
        self._announced: int | None = None

    def survey(self) -> None:
        """Read the file once without looking into its rows, so that `seal` and `proof` are known."""
        for number, line in self._lines():
            if line.startswith(PROOF):
                self._read(number, line)

    def rows(self) -> Iterator[tuple[int, str, dict[str, Any]]]:
        """Yield (line, table, fields) for every row that can be read."""
        for number, line in self._lines():
            row = self._read(number, line)
            if row is not None:
                yield number, *row

    def note(self, line: int, why: str) -> None:
        """Note that a line was passed over, with the reason up to a number of notes."""
        self.damaged += 1
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(line=line, why=why))

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        self._file.seek(0)
        self.problems, self.damaged, self.proof = [], 0, ""
        head = self._file.readline(MAX_HEAD_BYTES)
        refuse_other_files(head, self.path)
        self.seal = Seal(head)
        number, seen = 1, 0
        self._announced = None
        while line := self._file.readline(MAX_LINE_BYTES):
            number += 1
            if line.strip() == END:
                break
            if not line.endswith(b"\n") and len(line) == MAX_LINE_BYTES:
                self.note(number, f"the line is longer than {MAX_LINE_BYTES:,} bytes")
                self._skip_line()
                continue
            if not line.startswith(PROOF):
                self.seal.add(line)
                seen += 1
            yield number, line
        else:
            self.note(number, "the file ends before its last line")
        self._count(number, seen)

    def _count(self, number: int, seen: int) -> None:
        if self._announced is not None and self._announced != seen:
            self.note(number, f"the file had {self._announced} rows when it was written, and has {seen}")

    def _read(self, number: int, line: bytes) -> tuple[str, dict[str, Any]] | None:
        try:
            table, fields = checked(parse_object(line.strip().removesuffix(b","), max_bytes=MAX_LINE_BYTES))
        except errors.BadInput as error:
            self.note(number, f"{error.message}: {error.why}" if error.why else error.message)
            return None
        if table != "proof":
            return table, fields
        self._announced, self.proof = fields["rows"], fields["hmac"]
        return None

    def _skip_line(self) -> None:
        while (rest := self._file.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
            pass


@contextmanager
def opened(path: str) -> Iterator[ExportFile]:
    """Open an export for reading; raise `BadInput` when it is none."""
    path = os.path.abspath(os.path.expanduser(path))
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        raise errors.BadInput(
            f"there is no file {path!r}", why="nothing is called like that", hint="holdfast help import"
        ) from None
    except OSError as error:
        raise places.file_error(error, path, doing="read") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise errors.BadInput(
            f"{path!r} is not a regular file", why="an import reads it twice", hint="holdfast help import"
        )
    with os.fdopen(handle, "rb") as file:
        yield ExportFile(file, path)


def refuse_other_files(head: bytes, path: str) -> None:
    """Raise unless the first line is that of an export this Holdfast can read."""
    name = os.path.basename(path)
    try:
        found = parse_object(head.rstrip() + END, max_bytes=MAX_HEAD_BYTES + 2)
    except errors.BadInput as error:
        raise errors.BadInput(
            f"line 1 of {name!r} is not the head of an export", why=f"{error.message}; an export has its head there and a row on each line after it",
            hint="holdfast help import",
        ) from None  # fmt: skip
    schema = found.get("schema")
    if schema != SCHEMA or found.get("rows") != []:
        raise errors.BadInput(
            f"line 1 of {name!r} says {str(schema)[:60]!r}", why=f"this Holdfast reads {SCHEMA!r}",
            hint="holdfast help import",
        )  # fmt: skip
