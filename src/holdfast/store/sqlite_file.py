"""The SQLite file: making it, opening it, bringing its schema up to date, copying it.

A new store is built beside its place and linked into it, so that no process ever sees half a
schema. A newer schema, a foreign file or an unsafe SQLite is refused before anything is written.
"""

from __future__ import annotations

import os
import stat
import time

import apsw

from holdfast import errors
from holdfast.store.statements import migrations

APPLICATION_ID = 0x484F4C44  # "HOLD"
SCHEMA_VERSION = 2
SAFE_SQLITE = 3_051_003  # earlier ones can lose committed rows when two processes share a WAL
NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "fuse.sshfs", "afs", "ceph"}
)
PAGE_BYTES = 4096
LOOKS_AGAIN_S = 0.0003  # the first time; then a little later each time, up to so many times that
SLOWEST_LOOK = 16
SIDES = ("", "-wal", "-shm", "-journal")  # a store and what SQLite makes beside it


class Patience:
    """How long to wait for whoever holds a lock, and how often to look.

    SQLite's own way, sleeping for longer each time up to 100 ms, leaves the lock idle most of the time where several
    processes write: looking again soon lets them commit two to four times as often (`make bench ARGS=capture`). A
    signal is heeded while we wait, so that a hook's deadline holds here too.
    """

    def __init__(self, limit_ms: float) -> None:
        self.limit_ms = limit_ms
        self._since = 0.0

    def __call__(self, looked: int) -> bool:
        """Sleep a little and say whether to look again; `looked` counts how often we did for this lock."""
        now = time.monotonic()
        if looked == 0:
            self._since = now
        left_s = self.limit_ms / 1000 - (now - self._since)
        if left_s <= 0:
            return False
        jitter = 0.5 + (time.monotonic_ns() & 0xFFFF) / 0xFFFF
        time.sleep(min(left_s, LOOKS_AGAIN_S * jitter * min(looked + 1, SLOWEST_LOOK)))
        return True


class Connection(apsw.Connection):
    """A connection that knows which file it is open to, how patient it is, and why it can only read, if that is so."""

    cannot_write: errors.StoreError | None = None
    patience: Patience
    file: tuple[int, int]


def connect(path: str) -> Connection:
    """Return a connection to an existing store that can write to it; raises what SQLite says where it cannot."""
    refuse_unsafe_sqlite(apsw.sqlite_lib_version())
    if path == ":memory:":
        return Connection(path)
    refuse_no_file(path)
    connection = Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
    if connection.readonly("main"):
        connection.close()
        raise apsw.ReadOnlyError("the file can only be read")
    return connection


def refuse_no_file(path: str) -> None:
    """Raise when what stands in the store's place is a link or no file."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    if stat.S_ISREG(mode):
        return
    what = "a symbolic link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "not a regular file"
    raise errors.Corrupt(
        f"{os.path.basename(path)!r} is not a Holdfast store", why=f"it is {what}; it was left alone",
        hint="set HOLDFAST_HOME or --store to another place",
    )  # fmt: skip


def prepare(connection: Connection, path: str) -> None:
    """Check that the file is ours and current; migrate an older one after a backup."""
    found_id, version = read_marks(connection)
    if found_id != APPLICATION_ID:
        leave_alone(connection)
        is_empty = not os.path.getsize(path)
        why = "it is empty" if is_empty else f"its application id is {found_id:#x}, not {APPLICATION_ID:#x}"
        raise errors.Corrupt(
            f"{os.path.basename(path)!r} is not a Holdfast store",
            why=f"{why}; the file was left alone",
            hint="set HOLDFAST_HOME or --store to another place",
        )
    refuse_newer(connection, version)
    if version < SCHEMA_VERSION:
        if connection.cannot_write is not None:
            raise connection.cannot_write
        copy_to(connection, f"{path}.before-schema-{SCHEMA_VERSION}")
        migrate(connection)


def refuse_newer(connection: apsw.Connection, version: int) -> None:
    """Raise when a newer Holdfast wrote the store, and leave the file as it is."""
    if version > SCHEMA_VERSION:
        leave_alone(connection)
        raise errors.SchemaTooNew(
            f"the store has schema {version}, this Holdfast knows {SCHEMA_VERSION}",
            why="a newer Holdfast wrote it; the file was left alone",
        )


def leave_alone(connection: apsw.Connection) -> None:
    """Close a connection to a file that is not for us, without writing its log back into it."""
    log = connection.filename_wal
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    if os.path.exists(log) and os.path.getsize(log):
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.close()


def read_marks(connection: apsw.Connection) -> tuple[int, int]:
    """Return application id and schema version."""
    return connection.pragma("application_id"), connection.pragma("user_version")


def create(path: str) -> None:
    """Make an empty store at `path` unless one is there by then."""
    refuse_unsafe_sqlite(apsw.sqlite_lib_version())
    from holdfast import places  # noqa: PLC0415 - only the process that makes the store pays for it

    draft = f"{path}.new-{os.getpid()}-{os.urandom(4).hex()}"
    os.close(places.create_private(draft))
    try:
        connection = apsw.Connection(draft)
        connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
        connection.execute(f"PRAGMA journal_mode={journal_mode_for(path)}")
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        migrate(connection)
        connection.close()
        _link(draft, path)
        places.sync_folder(os.path.dirname(os.path.abspath(path)))
    finally:
        for suffix in SIDES:
            if os.path.exists(draft + suffix):
                os.unlink(draft + suffix)


def migrate(connection: apsw.Connection) -> None:
    """Apply the migrations that are missing, all in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.pragma("user_version")
        for number, _, script in migrations("sqlite"):
            if number > version:
                connection.execute(script)
                connection.execute(f"PRAGMA user_version={number}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def copy_to(connection: apsw.Connection, path: str) -> None:
    """Write a consistent private copy of an open store to `path`, replacing an older copy.

    Each copy has a draft of its own: two processes may copy to one place, and one must not finish the other's half.
    """
    from holdfast import places  # noqa: PLC0415

    draft = f"{path}.{os.getpid()}-{os.urandom(4).hex()}.part"
    os.close(places.create_private(draft))
    try:
        target = apsw.Connection(draft)
        with target.backup("main", connection, "main") as backup:
            backup.step()
        target.execute("PRAGMA journal_mode=DELETE")
        target.close()
        with open(draft, "rb") as written:
            os.fsync(written.fileno())
        os.replace(draft, path)
        places.sync_folder(os.path.dirname(os.path.abspath(path)))
    except OSError as error:
        raise places.file_error(error, path) from error
    finally:
        for suffix in SIDES:
            if os.path.exists(draft + suffix):
                os.unlink(draft + suffix)


def refuse_unsafe_sqlite(version: str) -> None:
    """Raise unless this SQLite may share a WAL between processes."""
    major, minor, patch = (int(part) for part in version.split(".")[:3])
    if major * 1_000_000 + minor * 1_000 + patch < SAFE_SQLITE:
        raise errors.StoreError(
            f"SQLite {version} can lose committed rows when two processes share a store",
            why="the WAL-reset race was fixed in 3.51.3",
            hint="pip install --upgrade apsw",
        )


def journal_mode_for(path: str, mounts: str = "/proc/self/mountinfo") -> str:
    """Return `WAL`, or `DELETE` on a network file system, where shared memory does not work."""
    try:
        with open(mounts, encoding="utf-8", errors="replace") as source:
            lines = source.readlines()
    except OSError:
        return "WAL"
    where = os.path.realpath(os.path.dirname(path) or ".")
    best, kind = "", ""
    for line in lines:
        left, _, right = line.partition(" - ")
        point = left.split()[4].replace("\\040", " ")
        if (where == point or where.startswith(point.rstrip("/") + "/")) and len(point) >= len(best):
            best, kind = point, right.split()[0]
    return "DELETE" if kind in NETWORK_FILE_SYSTEMS else "WAL"


def _link(draft: str, path: str) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return  # another process was first; its store is as good as ours
    except OSError:  # a file system without hard links
        if not os.path.exists(path):
            os.rename(draft, path)
