"""Repair: what can be read of a damaged store goes into a new one, and the damaged file is kept.

Nobody else may have the store open meanwhile: their writes would go into a file that is being replaced, so repair
refuses rather than loses one. The new store is whole and on disk before the first byte of the old one changes, and
a repair that dies in between is finished by the next. Nothing that repair leaves out is deleted: it stands in
`holdfast.db.corrupt-…` until a purge or a scrub. `tests/faults/test_corruption.py` measures what comes back.
"""

from __future__ import annotations

import glob
import os
import shutil
from collections import Counter
from contextlib import contextmanager

import apsw

from holdfast import errors, places
from holdfast.flows import backups, erasing, integrity
from holdfast.model import Layer, Status
from holdfast.opening import STORE_FILE
from holdfast.store import journal, sqlite_file, vectors
from holdfast.store.changes import audit
from holdfast.store.lockfile import locked
from holdfast.store.restocking import Restocked, restock
from holdfast.store.search import shelf_of
from holdfast.store.sqlite import SqliteDatabase
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.core import Core
    from holdfast.store.database import Transaction

LOCK = "repair.lock"
DRAFT = ".repair-"
# SQLite's lock bytes: whoever has the store open holds a shared lock on these.
FIRST_LOCK_BYTE, LOCK_BYTES = 0x40000000, 512
BLOCK_BYTES = 1 << 20
VERSION_BYTE = 60  # of the file's header: `user_version`


class RepairReceipt(Value):
    """What a repair brought back, what it could not, and where the damaged file is kept."""

    restored: dict[str, int]
    lost: dict[str, tuple[str, ...]]
    kept: str
    from_history: int = 0
    from_backup: int = 0
    backup: str = ""

    def public(self) -> dict[str, object]:
        """Return the documented JSON shape of a repair."""
        return {**self.as_dict(), "lost": {table: list(ids) for table, ids in self.lost.items()}}


def rebuild_index(core: Core) -> int:
    """Make the full-text index anew from the memories, and return how many it holds."""
    with core.database.writing() as tx:
        return reindex(tx)


def reindex(tx: Transaction) -> int:
    """Make the index anew within a transaction."""
    for statement in ("health.drop_index", "health.make_index", "health.drop_shelves"):
        tx.rows(statement)
    journal.restart(tx)
    vectors.drop_all(tx)  # one whose document is not in the index would be left behind when its row goes
    number = after = 0
    while rows := tx.rows("health.indexed", after=after, limit=integrity.PAGE):
        documents = [
            (row[0], shelf, integrity.terms_of(row))
            for row in rows
            if (shelf := shelf_of(row[2], Layer(row[3]), Status(row[4]))) is not None
        ]
        tx.index_many(documents)
        number += len(documents)
        after = rows[-1][0]
    return number


def repair(core: Core) -> RepairReceipt:
    """Restore a damaged SQLite store row by row; raise `Busy` while anybody else has it open."""
    path = getattr(core.database, "path", "")
    if not path or not core.database.capabilities.physical_erase:
        raise errors.UsageError(
            "only a store in a file is repaired here", why="a server's own tools repair its database"
        )
    core.database.close()
    with locked(os.path.join(core.home, LOCK), wait_s=0.0), _alone(path) as handle:
        _drop_drafts(path)
        return _finish_earlier(path, handle) or _repair(core, path, handle)


def _repair(core: Core, path: str, handle: int) -> RepairReceipt:
    kept = _keep(path, handle, core.clock())
    snapshots = [one for one in reversed(backups.listed(core)) if is_sound(one)]
    draft = f"{path}{DRAFT}{os.getpid()}"
    try:
        sqlite_file.create(draft)
        found = restock(kept, draft, snapshots, erasing.PENDING)
        _require_ours(core, path, kept, handle, found)
        _complete(core, draft, found)
        os.replace(draft, _ready(path))
        places.sync_folder(os.path.dirname(path))
    finally:
        _drop_drafts(path)
    _install(path, handle)
    return RepairReceipt(
        restored=dict(found.restored), lost={table: tuple(sorted(ids)) for table, ids in found.lost.items()}, kept=kept,
        from_history=found.from_history, from_backup=found.from_backup, backup=found.backup,
    )  # fmt: skip


def _drop_drafts(path: str) -> None:
    """Remove what a repair has begun, also one that died: under our lock nobody else is at one."""
    for draft in glob.glob(f"{glob.escape(path)}{DRAFT}*"):
        os.unlink(draft)


def _complete(core: Core, draft: str, found: Restocked) -> None:
    """Index the new store, note the repair in its audit chain, and make sure that it is sound and on disk."""
    database = SqliteDatabase(draft)
    with database.writing() as tx:
        reindex(tx)
        lost = [f"{table}: {len(ids)} lost" for table, ids in sorted(found.lost.items())]
        audit(tx, core.clock(), core.actor, "repair", lost)
    database.erase_traces()
    problems = database.problems()
    database.close()
    if problems:
        raise errors.Corrupt("the repaired store did not pass its own checks", why=problems[0])
    with open(draft, "rb") as written:
        os.fsync(written.fileno())


@contextmanager
def _alone(path: str) -> Iterator[int]:
    """Hold the lock that shuts every other process out of the store; a store that is gone is made first."""
    import fcntl  # noqa: PLC0415 - not on every system

    handle = _opened(path)
    try:
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, LOCK_BYTES, FIRST_LOCK_BYTE)
        except OSError:
            raise errors.Busy(
                "the store is in use", why="another process has it open, and what it writes now would be lost",
                hint="end the programs that use memory, then: holdfast doctor --fix",
            ) from None  # fmt: skip
        yield handle
    finally:
        os.close(handle)


def _opened(path: str) -> int:
    """Open the store's file as it is: its mode is left alone until it has shown that it is ours."""
    if not os.path.isfile(path) or os.path.islink(path):  # made when it is gone, refused when it is a pipe or a link
        return places.open_private(path, os.O_RDWR | os.O_CREAT)
    try:
        return os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise places.file_error(error, path) from error


def _require_ours(core: Core, path: str, kept: str, handle: int, found: Restocked) -> None:
    """Raise when nothing says that the file ever was a store of ours, or a newer Holdfast wrote it; it stays as it is.

    A backup says so for the home's own file alone: it must not take the place of whatever somebody named by mistake.
    """
    name = os.path.basename(path)
    version = int.from_bytes(os.pread(handle, 4, VERSION_BYTE), "big")
    if found.is_newer and version > sqlite_file.SCHEMA_VERSION:
        _discard(kept)
        raise errors.SchemaTooNew(
            f"{name!r} has schema {version}, this Holdfast knows {sqlite_file.SCHEMA_VERSION}",
            why="a newer Holdfast wrote it; the file was left alone",
        )
    is_at_home = os.path.realpath(path) == os.path.realpath(os.path.join(core.home, STORE_FILE))
    known = found.is_ours or (is_at_home and bool(found.restored))
    if not known and os.path.getsize(kept) > 0:
        _discard(kept)
        raise errors.Corrupt(
            f"{name!r} holds nothing of a Holdfast store",
            why="no row of ours was found in it; the file was left alone",
            hint="set HOLDFAST_HOME or --store to another place",
        )


def _discard(kept: str) -> None:
    for copy in (kept, f"{kept}-wal"):
        if os.path.exists(copy):
            os.unlink(copy)


def _keep(path: str, handle: int, at: str) -> str:
    """Copy the damaged file and its log beside it, byte for byte, and return the copy's path."""
    stamp = at.replace(":", "").replace("-", "").replace(".", "")
    kept = f"{path}.corrupt-{stamp}"
    number = 1
    while os.path.exists(kept):
        number += 1
        kept = f"{path}.corrupt-{stamp}-{number}"
    with os.fdopen(places.create_private(kept), "wb") as copy:
        for block in _blocks(handle):
            copy.write(block)
        copy.flush()
        os.fsync(copy.fileno())
    if os.path.exists(f"{path}-wal"):
        with os.fdopen(places.create_private(f"{kept}-wal"), "wb") as copy, open(f"{path}-wal", "rb") as log:
            shutil.copyfileobj(log, copy)
            copy.flush()
            os.fsync(copy.fileno())
    return kept


def _blocks(handle: int) -> Iterator[bytes]:
    place = 0
    while block := os.pread(handle, BLOCK_BYTES, place):
        yield block
        place += len(block)


def is_sound(path: str) -> bool:
    """Say whether a snapshot can be read and is a store of ours."""
    try:
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        try:
            found_id, _ = sqlite_file.read_marks(connection)
            return bool(found_id == sqlite_file.APPLICATION_ID and connection.pragma("quick_check") == "ok")
        finally:
            connection.close()
    except apsw.Error:
        return False


def _ready(path: str) -> str:
    return f"{path}.repaired"


def _install(path: str, handle: int) -> None:
    """Write the new store over the old one, in place: whoever waits for our lock must find it, not the old file.

    The new store stays beside it until this is done, so that a process that dies here leaves all of it.
    """
    for suffix in ("-wal", "-shm", "-journal"):
        if os.path.exists(path + suffix):
            os.unlink(path + suffix)
    places.sync_folder(
        os.path.dirname(path)
    )  # a log that comes back after a power cut would be laid over the new store
    with open(_ready(path), "rb") as ready:
        place = 0
        while block := ready.read(BLOCK_BYTES):
            os.pwrite(handle, block, place)
            place += len(block)
    os.ftruncate(handle, place)
    os.fsync(handle)
    os.unlink(_ready(path))


def _finish_earlier(path: str, handle: int) -> RepairReceipt | None:
    """Finish a repair that died while it installed the new store; forget one that died before.

    Had it only begun, others have written to the old file since, and that counts.
    """
    copies = sorted(one for one in glob.glob(f"{glob.escape(path)}.corrupt-*") if not one.endswith("-wal"))
    if not os.path.exists(_ready(path)) or not copies:
        return None
    if os.path.exists(f"{path}-wal") or not _is_mixture(handle, copies[-1], _ready(path)):
        os.unlink(_ready(path))
        return None
    ready = SqliteDatabase(_ready(path))
    with ready.reading() as tx:
        restored = Counter({row[0]: row[1] for row in tx.rows("health.sizes")})
    ready.close()
    _install(path, handle)
    return RepairReceipt(restored=dict(+restored), lost={}, kept=copies[-1])


def _is_mixture(handle: int, old: str, new: str) -> bool:
    """Say whether every page of a file is that of the damaged store or of the new one."""
    with open(old, "rb") as before, open(new, "rb") as after:
        for block in _blocks(handle):
            was, will_be = before.read(BLOCK_BYTES), after.read(BLOCK_BYTES)
            for place in range(0, len(block), sqlite_file.PAGE_BYTES):
                page = block[place : place + sqlite_file.PAGE_BYTES]
                if page not in (was[place : place + len(page)], will_be[place : place + len(page)]):
                    return False
    return True
