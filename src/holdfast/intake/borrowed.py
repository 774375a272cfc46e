"""Reading another program's SQLite file without touching it: a private copy is made, and only that is opened.

SQLite writes beside a file in WAL mode even for readers, and leaves those files behind; so the file is never opened in
place while that can be helped. Database and log are copied as bytes, and once more when one of them changed meanwhile. A
program that writes without a pause is asked for a consistent copy through SQLite's backup, read only. On POSIX the copy has
no name any more as soon as it is open, so that nothing stays behind whenever we are killed.
`tests/intake/test_borrowed.py` holds the laws.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import contextmanager

import apsw

from holdfast import errors
from holdfast.intake.lines import opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TRIES = 5
PAUSE_S = 0.05
BUSY_MS = 5_000
MAX_VALUE_BYTES = 64 * 1024 * 1024
_BESIDE = ("-wal", "-journal")
_MAGIC = b"SQLite format 3\0"


@contextmanager
def borrowed(path: str) -> Iterator[apsw.Connection]:
    """Open a copy of a database for reading; raises BadInput when it is none or cannot be copied."""
    folder = tempfile.mkdtemp(prefix="holdfast-import-")
    connection: apsw.Connection | None = None
    try:
        copy = os.path.join(folder, "copy.db")
        _copy(path, copy)
        connection = _open_copy(copy, path)
        if os.name == "posix":
            shutil.rmtree(folder, ignore_errors=True)
        yield connection
    except apsw.Error as error:
        raise errors.BadInput(f"cannot read {path!r}", why=str(error)) from error
    finally:
        if connection is not None:
            connection.close()
        shutil.rmtree(folder, ignore_errors=True)


def tables_of(connection: apsw.Connection) -> dict[str, frozenset[str]]:
    """Return the plain tables of a database with the names of their columns; views and virtual tables are none."""
    names = [
        name for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        if isinstance(sql, str) and not sql.upper().startswith("CREATE VIRTUAL")
    ]  # fmt: skip
    columns = "SELECT name FROM pragma_table_info(?1)"
    return {name: frozenset(row[0] for row in connection.execute(columns, (name,))) for name in names}


def _copy(path: str, copy: str) -> None:
    for _ in range(TRIES):
        before = _stamps(path)
        for suffix in ("", *_BESIDE):
            _copy_file(path + suffix, copy + suffix, is_needed=not suffix)
        if _stamps(path) == before:
            return
        time.sleep(PAUSE_S)
    _back_up(path, copy)


def _stamps(path: str) -> list[tuple[int, int, int] | None]:
    found: list[tuple[int, int, int] | None] = []
    for suffix in ("", *_BESIDE):
        try:
            state = os.stat(path + suffix)
        except OSError:
            found.append(None)
        else:
            found.append((state.st_ino, state.st_size, state.st_mtime_ns))
    return found


def _copy_file(path: str, copy: str, *, is_needed: bool) -> None:
    if not is_needed and not os.path.exists(path):
        if os.path.exists(copy):
            os.unlink(copy)
        return
    with opened(path) as source:
        if is_needed:
            head = source.read(len(_MAGIC))
            if head != _MAGIC:
                raise errors.BadInput(f"{path!r} is not an SQLite database")
            source.seek(0)
        try:
            with open(copy, "wb") as target:
                shutil.copyfileobj(source, target, 1024 * 1024)
        except OSError as error:
            raise errors.DiskFull(f"cannot copy {path!r}", why=error.strerror or str(error)) from error


def _back_up(path: str, copy: str) -> None:
    """Copy through SQLite, for a program that never stops writing; it keeps the files beside its own alive."""
    for suffix in ("", *_BESIDE):
        if os.path.exists(copy + suffix):
            os.unlink(copy + suffix)
    source = apsw.Connection(_uri(path, "mode=ro"), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    try:
        source.set_busy_timeout(BUSY_MS)
        target = apsw.Connection(copy)
        with target.backup("main", source, "main") as backup:
            backup.step()
        target.close()
    finally:
        source.close()


def _open_copy(copy: str, path: str) -> apsw.Connection:
    """Return a connection to the copy, from which the log was folded in first."""
    writing = apsw.Connection(copy)
    try:
        writing.execute("PRAGMA trusted_schema=OFF")
        mode = writing.execute("PRAGMA journal_mode=DELETE").fetchone()
    finally:
        writing.close()
    if mode is None or mode[0] != "delete":
        raise errors.BadInput(f"cannot read {path!r}", why="its log does not fit it")
    connection = apsw.Connection(_uri(copy, "mode=ro"), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0", "query_only=ON", "temp_store=MEMORY"):
        connection.execute(f"PRAGMA {pragma}")
    connection.limit(apsw.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    connection.limit(apsw.SQLITE_LIMIT_ATTACHED, 0)
    return connection


def _uri(path: str, how: str) -> str:
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{quoted}?{how}"
