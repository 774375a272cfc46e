"""What apsw raises, as our errors: the one place where the two meet.

`tests/faults/test_disk.py` provokes them on real disks.
"""

from __future__ import annotations

import os

import apsw

from holdfast import errors

LEAST_ROOM_BYTES = 64 * 1024  # a side file of SQLite's wants half of that, and it says "I/O error" where there is less


def wrapped(error: apsw.Error, path: str) -> errors.StoreError:
    """Return our error for a driver's."""
    name = os.path.basename(path)
    match error:
        case apsw.BusyError() | apsw.LockedError():
            return errors.Busy(f"the store {name!r} is busy", why="another process holds the write lock")
        case apsw.FullError():
            return errors.DiskFull(f"there is no space left for the store {name!r}", why=str(error))
        case apsw.IOError() | apsw.CantOpenError() if is_full(os.path.dirname(path)):
            return errors.DiskFull(f"there is no space left for the store {name!r}", why="the disk is full")
        case apsw.ReadOnlyError() | apsw.PermissionsError() | apsw.CantOpenError():
            return errors.ReadOnly(f"the store {name!r} cannot be opened for writing", why=str(error))
        case apsw.CorruptError() | apsw.NotADBError():
            return errors.Corrupt(f"the store {name!r} is damaged or not a Holdfast store", why=str(error))
        case apsw.InterruptError():
            return errors.TooSlow("the search ran into its deadline", hint="ask with fewer words")
        case apsw.IOError():
            return errors.StoreError(f"the store {name!r} could not be read or written", why=str(error))
    return errors.StoreError(f"the store {name!r} failed", why=f"{type(error).__name__}: {error}")


def is_full(folder: str) -> bool:
    """Say whether a disk has no room left for a small file."""
    try:
        state = os.statvfs(folder or ".")
    except (OSError, AttributeError):  # Windows has no such call
        return False
    return state.f_bavail * state.f_frsize < LEAST_ROOM_BYTES or bool(state.f_files and not state.f_favail)
