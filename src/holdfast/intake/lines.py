"""Reading files of other programs line by line, whatever they hold: no line and no file is ever held whole.

A line that is too long is noted and skipped piece by piece. Compressed files are read as they are unpacked, and given up
when they unpack to more than any honest transcript. `tests/intake/test_lines.py` holds the laws.
"""

from __future__ import annotations

import io
import os
import re
import stat
from contextlib import contextmanager
from functools import cache

from holdfast import errors, places
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, BinaryIO, Protocol

    class Readable(Protocol):
        """What a line is read from."""

        def readline(self, size: int = -1, /) -> bytes:
            """Return the next line, or a part of it of that size."""


MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_DOCUMENT_BYTES = 64 * 1024 * 1024
MAX_VALUES = 1_000_000  # brackets and commas outside of texts: what a document takes in memory goes by them
PACKED = ".zst"
# A text of honest conversations packs to a tenth; what unpacks to far more is meant to fill a disk or a memory.
MAX_RATIO = 400
FREE_BYTES = 64 * 1024 * 1024
_PIECE = 256 * 1024


class Size(Value):
    """How large a file is and when it was last written."""

    bytes: int
    written_at: float


def size_of(path: str) -> Size:
    """Return the size of a file; raises BadInput when it is gone or no regular file."""
    try:
        state = os.stat(path)
    except (OSError, ValueError) as error:
        raise errors.BadInput(f"cannot read {path!r}", why=_why(error)) from None
    if not stat.S_ISREG(state.st_mode):
        raise errors.BadInput(f"cannot read {path!r}", why="it is not a regular file")
    return Size(bytes=state.st_size, written_at=state.st_mtime)


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a file of another program for reading; never waits on a fifo or device."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except (OSError, ValueError) as error:
        raise errors.BadInput(f"cannot read {path!r}", why=_why(error)) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise errors.BadInput(f"cannot read {path!r}", why="it is not a regular file")
    with os.fdopen(handle, "rb", _PIECE) as file:
        yield file


def lines_of(path: str, note: Callable[[int, str], None], read: Callable[[int], None]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers; `read` is told how many bytes of the file were gone through."""
    with opened(path) as file:
        source: Readable = _unpacked(file, path) if path.endswith(PACKED) else file
        yield from _lines(source, note, _Meter(file, read))


def document_of(path: str) -> bytes:
    """Return a file that is one document; raises BadInput when it is larger than can be taken."""
    with opened(path) as file:
        data = file.read(MAX_DOCUMENT_BYTES + 1)
    if len(data) > MAX_DOCUMENT_BYTES:
        raise errors.BadInput(f"{path!r} is larger than {MAX_DOCUMENT_BYTES:,} bytes")
    if _has_too_many_values(data):
        raise errors.BadInput(f"{path!r} has more than {MAX_VALUES:,} values")
    return data


class _Meter:
    """Tells how far a file was read, by its own position, so that compressed ones count as well."""

    def __init__(self, file: BinaryIO, read: Callable[[int], None]) -> None:
        self._file, self._read, self._last = file, read, 0

    def tick(self) -> None:
        here = self._file.tell()
        self._read(here - self._last)
        self._last = here


def _lines(source: Readable, note: Callable[[int, str], None], meter: _Meter) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := source.readline(MAX_LINE_BYTES):
        number += 1
        if not line.endswith(b"\n") and len(line) == MAX_LINE_BYTES:
            note(number, f"the line is longer than {MAX_LINE_BYTES:,} bytes")
            while (rest := source.readline(_PIECE)) and not rest.endswith(b"\n"):
                meter.tick()
        elif _has_too_many_values(line):
            note(number, f"the line has more than {MAX_VALUES:,} values")
        elif line.strip():
            yield number, line
        meter.tick()


def _has_too_many_values(data: bytes) -> bool:
    """Say whether JSON has too many values; texts, in which brackets and commas mean nothing, are left out if need be."""
    if len(data) <= MAX_VALUES or _signs_in(data) <= MAX_VALUES:
        return False
    outside, last = 0, 0
    for text in _text().finditer(data):
        outside += _signs_in(data, last, text.start())
        if outside > MAX_VALUES:
            return True
        last = text.end()
    return outside + _signs_in(data, last) > MAX_VALUES


def _signs_in(data: bytes, start: int = 0, end: int | None = None) -> int:
    return sum(data.count(sign, start, end) for sign in (b"{", b"[", b","))


@cache
def _text() -> re.Pattern[bytes]:
    return re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


class _Unpacked(io.RawIOBase):
    """A compressed file as a plain one; ends with an error when it unpacks to more than it may."""

    def __init__(self, stream: BinaryIO, packed: BinaryIO, path: str, faults: tuple[type[Exception], ...]) -> None:
        super().__init__()
        self._faults = faults
        self._stream, self._packed, self._path, self._bytes = stream, packed, path, 0

    def readable(self) -> bool:
        """Say that it can be read, as io.BufferedReader asks."""
        return True

    def readinto(self, room: Any, /) -> int:
        """Fill a buffer with what comes next."""
        try:
            piece = self._stream.read(len(room))
        except self._faults as error:
            raise errors.BadInput(f"{self._path!r} cannot be unpacked", why=str(error)) from None
        self._bytes += len(piece)
        if self._bytes > FREE_BYTES + MAX_RATIO * max(1, self._packed.tell()):
            raise errors.BadInput(f"{self._path!r} unpacks to too much", why=f"more than {MAX_RATIO} times its size")
        room[: len(piece)] = piece
        return len(piece)


def _unpacked(file: BinaryIO, path: str) -> io.BufferedReader:
    zstd = _zstd()
    if zstd is None:
        raise errors.MissingExtra(
            f"{os.path.basename(path)} is compressed", why="this Python reads Zstandard by an extra only",
            hint='pip install "holdfast-memory[zstd]"',
        )  # fmt: skip
    stream = zstd.ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return io.BufferedReader(_Unpacked(stream, file, path, (OSError, ValueError, zstd.ZstdError)), _PIECE)


def _zstd() -> Any:
    try:
        import zstandard  # noqa: PLC0415 - only compressed transcripts need it
    except ImportError:
        return None
    return zstandard


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return places.file_error(error, "", doing="read").why
    return "it is not a valid name"
