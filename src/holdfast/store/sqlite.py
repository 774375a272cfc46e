"""SQLite through apsw: one file, many processes, nothing acknowledged before it is on disk.

Invariants: `synchronous=FULL` in WAL, every writing transaction begins IMMEDIATE, deleted text is
overwritten (`secure_delete`, FTS5 `secure-delete`), the file is private from its first byte, and a
SQLite with the WAL-reset race is refused. Driver errors become ours here and nowhere else.
Checked by the store conformance suite and by `tests/faults/`.
"""

from __future__ import annotations

import os

import apsw

from holdfast import errors
from holdfast.deadline import Deadline
from holdfast.store import sqlite_file
from holdfast.store.capabilities import Capabilities
from holdfast.store.sqlite_file import Connection, Patience
from holdfast.store.sqlite_transaction import READ, WRITE, SqliteTransaction, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MEMORY = ":memory:"
NO_FILE = (0, 0)
BUSY_TIMEOUT_MS = 10_000
CACHE_KIB = 16_384
WAL_LIMIT_BYTES = 64 * 1024 * 1024
MERGED_PAGES = 500  # in one step, which others wait for: about 20 ms
LONGEST_MERGE_MS = 45_000.0  # a million memories take 10 s on an idle machine
CHECKPOINT_PAGES = 4_000  # 16 MB; with the usual 1,000 one recall in fifty waits for a checkpoint


class SqliteDatabase:
    """A store in one file."""

    dialect = "sqlite"
    endpoint = "local"
    capabilities = Capabilities(several_writers=False, several_machines=False, physical_erase=True)

    def __init__(self, path: str, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> None:
        self.path = path
        self.busy_timeout_ms = busy_timeout_ms
        self._idle: list[Connection] = []
        self._pid = os.getpid()
        self._file = NO_FILE
        self._empty: SqliteDatabase | None = None

    def reading(self) -> SqliteTransaction:
        """Return a transaction that sees one consistent state; a store that does not exist yet is empty."""
        if not self._exists():
            return SqliteTransaction(self._empty_store(), READ)
        return SqliteTransaction(self, READ)

    def writing(self, *, durable: bool = True) -> SqliteTransaction:
        """Return a transaction that holds the write lock from its start.

        With `durable=False` the commit is atomic but reaches the disk with the next durable one:
        right for recall logs, which nobody was promised.
        """
        if not self._exists():
            try:
                sqlite_file.create(self.path)
            except apsw.Error as error:
                raise wrapped(error, self.path) from error
        return SqliteTransaction(self, WRITE, durable=durable)

    def take(self) -> Connection:
        """Return a connection for exclusive use; give it back with `give`."""
        if self._pid != os.getpid():  # a forked child must not touch its parent's connections
            self._idle, self._pid = [], os.getpid()
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect()

    def give(self, connection: Connection) -> None:
        """Put a connection back for the next caller; one that cannot write is closed, so that the next tries anew."""
        if connection.cannot_write is None and connection.file == self._file:
            self._idle.append(connection)
        else:
            connection.close()

    def erase_traces(self) -> None:
        """Merge the index, empty the WAL and give freed pages back."""
        connection = self.take()
        try:
            connection.execute("INSERT INTO search (search) VALUES ('optimize')")
            connection.execute("VACUUM")
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except apsw.FullError as error:
            needed = f"{_size(self.path) // 1024 + 1:,} KB"
            raise errors.DiskFull(
                "the text is out of the store, but its traces in files could not be erased",
                why=f"that needs {needed} of free space",
                hint=f"free {needed}, then: holdfast doctor --fix",
            ) from error
        except apsw.Error as error:
            raise wrapped(error, self.path) from error
        finally:
            self.give(connection)
        if busy and busy[0]:
            raise errors.Busy(
                "the erased text still stands in the write-ahead log",
                why="another process is reading the store",
                hint="holdfast doctor --fix finishes the purge once the other process has ended",
            )

    def merge_index(self) -> None:
        """Merge what writing left in many segments of the index into one; it is gone on with another time after a while.

        Each segment costs a search one more look for every word.
        """
        deadline = Deadline.after_ms(LONGEST_MERGE_MS)
        connection = self.take()
        try:
            pages = -MERGED_PAGES  # a first step below zero takes in all segments, whatever their sizes
            while not deadline.has_passed():
                before = connection.total_changes()
                connection.execute("INSERT INTO search (search, rank) VALUES ('merge', ?)", (pages,))
                if connection.total_changes() - before < 2:  # noqa: PLR2004 - FTS5 counts one for the command itself
                    break
                pages = MERGED_PAGES
        except apsw.BusyError:
            return  # somebody writes a great deal; it can wait
        except apsw.Error as error:
            raise wrapped(error, self.path) from error
        finally:
            self.give(connection)

    def snapshot(self, path: str) -> None:
        """Write a consistent private copy through SQLite's backup."""
        connection = self.take()
        try:
            sqlite_file.copy_to(connection, path)
        except apsw.Error as error:
            raise wrapped(error, path) from error
        finally:
            self.give(connection)

    def problems(self) -> list[str]:
        """Return what SQLite's and FTS5's own checks report."""
        connection = self.take()
        try:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
            if connection.cannot_write is None:  # FTS5 asks for the right to write before it checks
                found += _index_problems(connection)
        except (apsw.CorruptError, apsw.NotADBError) as error:
            return [str(error)]
        except apsw.Error as error:
            raise wrapped(error, self.path) from error
        finally:
            self.give(connection)
        return found

    def describe(self) -> dict[str, Any]:
        """Return version, size and schema; a store that does not exist yet is said so."""
        if not self._exists():
            return {"engine": f"SQLite {apsw.sqlite_lib_version()}", "path": self.path, "exists": False}
        connection = self.take()
        try:
            version = connection.pragma("user_version")
            journal = connection.pragma("journal_mode")
            reason = connection.cannot_write
        finally:
            self.give(connection)
        sizes = {suffix or "db": _size(self.path + suffix) for suffix in ("", "-wal")}
        return {
            "engine": f"SQLite {apsw.sqlite_lib_version()}",
            "path": self.path,
            "exists": True,
            "schema": version,
            "journal": journal,
            "bytes": sizes["db"],
            "wal_bytes": sizes["-wal"],
            "read_only": reason is not None,
            "read_only_because": reason.why if reason else "",
        }

    def close(self) -> None:
        """Close every idle connection."""
        if self._pid == os.getpid():
            while self._idle:
                self._idle.pop().close()

    def _empty_store(self) -> SqliteDatabase:
        if self._empty is None:
            self._empty = SqliteDatabase(MEMORY)
        return self._empty

    def _exists(self) -> bool:
        """Say whether there is a store; what stands in its place since we last looked is opened anew.

        A connection to a file that was removed or replaced would go on acknowledging what nobody will ever find.
        """
        if self.path == MEMORY:
            return True
        try:
            state = os.lstat(self.path)
            found = (state.st_dev, state.st_ino)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            found = NO_FILE
        except OSError as error:
            raise errors.StoreError(
                f"the store {os.path.basename(self.path)!r} cannot be reached", why=error.strerror or str(error),
                hint="look at the permissions of the home folder, or set HOLDFAST_HOME",
            ) from error  # fmt: skip
        if found != self._file:
            self.close()
            self._file = found
        return found != NO_FILE

    def _connect(self) -> Connection:
        try:
            return self._prepared(sqlite_file.connect(self.path))
        except apsw.Error as error:
            reason = wrapped(error, self.path)
            if not isinstance(reason, (errors.ReadOnly, errors.DiskFull)):
                raise reason from error
            from holdfast.store.sqlite_fallback import open_as_it_stands  # noqa: PLC0415 - hardly ever needed

            try:
                connection = open_as_it_stands(self.path)
                connection.cannot_write = reason
                return self._prepared(connection)
            except apsw.Error:
                raise reason from error

    def _prepared(self, connection: Connection) -> Connection:
        connection.file = self._file
        connection.patience = Patience(self.busy_timeout_ms)
        connection.set_busy_handler(connection.patience)
        if self.path == MEMORY:
            sqlite_file.migrate(connection)
        else:
            sqlite_file.prepare(connection, self.path)
        for pragma in (
            "synchronous=FULL",
            "secure_delete=ON",
            "trusted_schema=OFF",
            "temp_store=MEMORY",
            f"cache_size=-{CACHE_KIB}",
            f"journal_size_limit={WAL_LIMIT_BYTES}",
            f"wal_autocheckpoint={CHECKPOINT_PAGES}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        return connection


def _index_problems(connection: apsw.Connection) -> list[str]:
    try:
        connection.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 0)")
    except apsw.CorruptError as error:
        return [f"full-text index: {error}"]
    return []


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0
