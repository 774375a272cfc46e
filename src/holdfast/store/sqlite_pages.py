"""Reading the pages of a SQLite file without SQLite: what is left of a store that SQLite itself gives up on.

Every leaf page is read for itself, so that a row survives as long as its own pages do, whatever became of the tree
above it. Committed frames of the write-ahead log count as SQLite counts them: as far as their checksums hold. Nothing
read here is to be believed before its digest is checked. `tests/store/test_sqlite_pages.py` compares it with SQLite.
"""

from __future__ import annotations

import os
import struct

from holdfast.store.sqlite_file import PAGE_BYTES
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    Field = str | int | float | bytes | None

FILE_HEADER_BYTES = 100
VERSION_BYTES, NO_LOG = slice(18, 20), b"\x01\x01"  # of the header: what a reader and a writer must know
WAL_HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
MAX_PAYLOAD_BYTES = 64 * 1024 * 1024

TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR = 13, 10, 2
_WAL_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}  # the byte order of its checksums


class Record(Value):
    """One row as it stands on a page; without a row number it comes from an index or a table that is one."""

    page: int
    number: int | None
    fields: tuple[Field, ...]


class Broken(Exception):
    """A cell or page is not what its type says."""


class PageFile:
    """The pages of a database file with its write-ahead log laid over them."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb")  # noqa: SIM115 - closed by `close`
        self._wal = _opened(path + "-wal")
        self._size = os.fstat(self._file.fileno()).st_size // PAGE_BYTES
        # Page → place in the log; and the places of frames that follow a broken one, worth a look but not believed.
        self._in_wal: dict[int, int] = {}
        self._beyond: list[int] = []
        self._read_wal()

    def close(self) -> None:
        """Close the file and its log."""
        self._file.close()
        if self._wal:
            self._wal.close()

    def records(self) -> Iterator[Record]:
        """Yield every record that can be decoded on any leaf page, and on the inner pages of indexes."""
        for number in range(1, max([self._size, *self._in_wal]) + 1):
            yield from self._on_page(number, self.page(number))
        for place in self._beyond:
            yield from self._on_page(0, _read(self._wal, place, PAGE_BYTES))

    def image(self) -> bytes:
        """Return the database as it was last committed, in the form of one that needs no log."""
        data = bytearray(b"".join(self.page(number) for number in range(1, self._size + 1)))
        data[VERSION_BYTES] = NO_LOG
        return bytes(data)

    def page(self, number: int) -> bytes:
        """Return a page as it was last committed; short or empty beyond the end."""
        if number in self._in_wal:
            return _read(self._wal, self._in_wal[number], PAGE_BYTES)
        return _read(self._file, (number - 1) * PAGE_BYTES, PAGE_BYTES)

    def _on_page(self, number: int, page: bytes) -> Iterator[Record]:
        start = FILE_HEADER_BYTES if number == 1 else 0
        if len(page) < PAGE_BYTES or page[start] not in (TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR):
            return
        kind, cells = page[start], int.from_bytes(page[start + 3 : start + 5], "big")
        first = start + (12 if kind == INDEX_INTERIOR else 8)
        for i in range(min(cells, (PAGE_BYTES - first) // 2)):
            place = int.from_bytes(page[first + 2 * i : first + 2 * i + 2], "big")
            try:
                yield self._cell(number, page, place, kind)
            except (Broken, IndexError, struct.error, UnicodeDecodeError):
                continue

    def _cell(self, page_number: int, page: bytes, place: int, kind: int) -> Record:
        if place < 8 or place >= PAGE_BYTES:  # noqa: PLR2004 - inside the page's header
            raise Broken
        if kind == INDEX_INTERIOR:
            place += 4
        size, place = _varint(page, place)
        number = None
        if kind == TABLE_LEAF:
            number, place = _varint(page, place)
        payload = self._payload(page, place, size, is_table=kind == TABLE_LEAF)
        return Record(page=page_number, number=number, fields=_fields(payload))

    def _payload(self, page: bytes, place: int, size: int, *, is_table: bool) -> bytes:
        if size > MAX_PAYLOAD_BYTES:
            raise Broken
        most = PAGE_BYTES - 35 if is_table else (PAGE_BYTES - 12) * 64 // 255 - 23
        if size <= most:
            return _exactly(page[place : place + size], size)
        least = (PAGE_BYTES - 12) * 32 // 255 - 23
        local = least + (size - least) % (PAGE_BYTES - 4)
        local = local if local <= most else least
        parts = [_exactly(page[place : place + local], local)]
        next_page = int.from_bytes(page[place + local : place + local + 4], "big")
        missing, seen = size - local, set[int]()
        while missing > 0:
            if next_page < 2 or next_page in seen:  # noqa: PLR2004 - page 1 is no overflow page
                raise Broken
            seen.add(next_page)
            overflow = self.page(next_page)
            part = _exactly(overflow[4 : 4 + missing], min(missing, PAGE_BYTES - 4))
            parts.append(part)
            missing -= len(part)
            next_page = int.from_bytes(overflow[:4], "big")
        return b"".join(parts)

    def _read_wal(self) -> None:
        head = _read(self._wal, 0, WAL_HEADER_BYTES)
        magic = int.from_bytes(head[:4], "big")
        if len(head) < WAL_HEADER_BYTES or magic not in _WAL_MAGIC:
            return
        order, salts = _WAL_MAGIC[magic], head[16:24]
        sums = _checksum(order, head[:24], (0, 0))
        is_whole = struct.pack(">II", *sums) == head[24:32]
        waiting: dict[int, int] = {}
        place = WAL_HEADER_BYTES
        while len(frame := _read(self._wal, place, FRAME_HEADER_BYTES + PAGE_BYTES)) == FRAME_HEADER_BYTES + PAGE_BYTES:
            if frame[8:16] != salts:
                break  # left over from before the log was last begun anew
            sums = _checksum(order, frame[:8] + frame[FRAME_HEADER_BYTES:], sums) if is_whole else sums
            is_whole = is_whole and struct.pack(">II", *sums) == frame[16:24]
            if is_whole:
                waiting[int.from_bytes(frame[:4], "big")] = place + FRAME_HEADER_BYTES
                size = int.from_bytes(frame[4:8], "big")
                if size:
                    self._in_wal.update(waiting)
                    self._size = size
                    waiting = {}
            else:
                self._beyond.append(place + FRAME_HEADER_BYTES)
            place += FRAME_HEADER_BYTES + PAGE_BYTES


def _opened(path: str) -> BinaryIO | None:
    try:
        return open(path, "rb")
    except FileNotFoundError:
        return None


def _read(file: BinaryIO | None, place: int, size: int) -> bytes:
    if file is None:
        return b""
    file.seek(place)
    return file.read(size)


def _exactly(part: bytes, size: int) -> bytes:
    if len(part) != size:
        raise Broken
    return part


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for _ in range(8):
        byte = data[place]
        place += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the last byte of a number
            return value, place
    return _signed(value << 8 | data[place], 64), place + 1


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) else value


def _fields(payload: bytes) -> tuple[Field, ...]:
    head, place = _varint(payload, 0)
    kinds = []
    while place < head:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    place = head
    found = []
    for kind in kinds:
        size = _WIDTHS[kind] if kind < len(_WIDTHS) else (kind - 12) // 2
        found.append(_field(kind, _exactly(payload[place : place + size], size)))
        place += size
    return tuple(found)


_WIDTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)


def _field(kind: int, data: bytes) -> Field:
    match kind:
        case 0:
            return None
        case 7:
            found: float = struct.unpack(">d", data)[0]
            return found
        case 8 | 9:
            return kind - 8
        case 1 | 2 | 3 | 4 | 5 | 6:
            return int.from_bytes(data, "big", signed=True)
        case 10 | 11:
            raise Broken
    return data.decode() if kind % 2 else data


def _checksum(order: str, data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for i in range(0, len(words), 2):
        one = (one + words[i] + two) & 0xFFFFFFFF
        two = (two + words[i + 1] + one) & 0xFFFFFFFF
    return one, two
