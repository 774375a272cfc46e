"""Snapshots of the store: a few, private, renewed by the worker and rewritten by a purge.

Taking and rewriting exclude one another, so that a snapshot begun before a purge cannot appear after it.
"""

from __future__ import annotations

import os

from holdfast import errors, places
from holdfast.store.lockfile import locked
from holdfast.times import age_days

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core

FOLDER = "backups"
PREFIX = "holdfast-"
LOCK = "backups.lock"
LOCK_WAIT_S = 30.0
# Beside a store: copies that were kept, and drafts that a process left behind when it died.
_COPIES = (".before-", ".corrupt-", ".new-", ".repair", ".part")


def listed(core: Core) -> list[str]:
    """Return the snapshots of this home, oldest first; one that is dated in the future goes for the oldest.

    A clock that stood wrong must neither keep new snapshots from being taken nor have them let go at once.
    """
    folder = os.path.join(core.home, FOLDER)
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        names = []
    now = _named(core.clock())
    kept = [name for name in names if name.startswith(PREFIX) and name.endswith(".db")]
    return [os.path.join(folder, name) for name in sorted(kept, key=lambda name: (name <= now, name))]


def take(core: Core) -> str | None:
    """Write a snapshot and let the oldest beyond `backup.keep` go; a store without files has none."""
    if not core.database.capabilities.physical_erase or core.setting_int("backup.keep") == 0:
        return None
    with locked(os.path.join(core.home, LOCK), wait_s=LOCK_WAIT_S):
        return _take(core)


def _take(core: Core) -> str:
    path = _write(core)
    for old in listed(core)[: -core.setting_int("backup.keep")]:
        os.unlink(old)
    return path


def _write(core: Core) -> str:
    folder = os.path.join(core.home, FOLDER)
    places.make_home(folder)
    path = os.path.join(folder, _named(core.clock()))
    core.database.snapshot(path)
    core.say("info", "backup.taken", bytes=os.path.getsize(path))
    return path


def _named(at: str) -> str:
    return f"{PREFIX}{at.replace(':', '').replace('-', '').replace('.', '')}.db"


def is_due(core: Core) -> bool:
    """Say whether the last snapshot is older than `backup.every_hours`."""
    every_hours = core.setting_int("backup.every_hours")
    if every_hours == 0:
        return False
    last, now = listed(core), core.clock()
    if not last or taken_at(last[-1]) > now:
        return True
    return age_days(taken_at(last[-1]), now) * 24 >= every_hours


def taken_at(path: str) -> str:
    """Return when a snapshot was taken, from its name."""
    stamp = os.path.basename(path).removeprefix(PREFIX)
    return f"{stamp[0:4]}-{stamp[4:6]}-{stamp[6:8]}T{stamp[9:11]}:{stamp[11:13]}:{stamp[13:15]}.000000Z"


def renew(core: Core) -> int:
    """Replace every snapshot and kept copy by one snapshot of the present state; none holds what was purged.

    The new one is there before the old ones go, unless there is no room for both.
    """
    if not core.database.capabilities.physical_erase:
        return 0
    with locked(os.path.join(core.home, LOCK), wait_s=LOCK_WAIT_S):
        old = [*listed(core), *leftovers(core)]
        wants_new = bool(old) and core.setting_int("backup.keep") > 0
        made = _write_if_it_fits(core) if wants_new else ""
        for one in old:
            if one != made:
                _overwrite(one)
        for folder in {os.path.dirname(one) for one in old}:
            places.sync_folder(folder)  # else a power cut may bring the emptied files back
        if wants_new and not made:
            _write(core)
    return len(old)


def _write_if_it_fits(core: Core) -> str:
    try:
        return _write(core)
    except errors.DiskFull:
        return ""


def leftovers(core: Core) -> list[str]:
    """Return the kept copies of the store and the drafts that nobody finished."""
    path = getattr(core.database, "path", "")
    found = _beside(os.path.dirname(path), os.path.basename(path))
    return sorted(set(found + _beside(os.path.join(core.home, FOLDER), PREFIX)))


def _beside(folder: str, start: str) -> list[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    kept = [name for name in names if name.startswith(start) and any(mark in name for mark in _COPIES)]
    return [os.path.join(folder, name) for name in kept]


def _overwrite(path: str) -> None:
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.writelines(bytes(min(1 << 20, size - file.tell())) for _ in range(0, size, 1 << 20))
        file.flush()
        os.fsync(file.fileno())
    os.unlink(path)
