"""Reading a store that cannot be written: as it stands, and without making a file beside it.

SQLite wants side files even for reading. In a read-only folder or on a full disk it cannot make them, so the store is read
as it stands, its write-ahead log included; with the rights of a reader SQLite would make them, but readable only, and
so shut out whoever may write later. Such a connection is for one transaction: nobody tells it what others write.
`tests/faults/test_disk.py` holds the laws.
"""

from __future__ import annotations

import os

import apsw

from holdfast.store import sqlite_file
from holdfast.store.sqlite_pages import PageFile


def open_as_it_stands(path: str) -> sqlite_file.Connection:
    """Return a connection that can only read; raises what SQLite says where not even that is possible."""
    sqlite_file.refuse_no_file(path)
    if _size(f"{path}-journal"):
        return _reading(path)  # half a transaction may stand in the file: only SQLite knows
    if not _size(f"{path}-wal"):
        return _reading(path, "&immutable=1")
    try:
        connection = _reading(path)
        sqlite_file.read_marks(connection)
    except apsw.Error:
        return _from_image(path)
    return connection


def _reading(path: str, more: str = "") -> sqlite_file.Connection:
    uri = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23") + "?mode=ro" + more
    return sqlite_file.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


def _from_image(path: str) -> sqlite_file.Connection:
    """Return a store in memory: the file's pages with the log laid over them, where the log's index is missing."""
    pages = PageFile(path)
    try:
        image = pages.image()
    finally:
        pages.close()
    connection = sqlite_file.Connection(":memory:")
    connection.deserialize("main", image)
    connection.execute("PRAGMA query_only=ON")
    return connection


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0
