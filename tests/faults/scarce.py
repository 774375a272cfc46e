"""Disks with little room, and processes with few rights.

Whoever may mount gets a file system of their own; elsewhere a limit on the pages of the store stands in for a full disk.
"""

from __future__ import annotations

import ctypes
import os
import subprocess

from holdfast.store.sqlite import SqliteDatabase

KIB = 1024
UNLIMITED = 2**31 - 2
MAY_NOT_MOUNT = "this process may not mount a file system"
DROP_FROM_BOUNDS, OVERRIDE_MODES, READ_ANYTHING = (
    24,
    1,
    2,
)  # prctl's command, and the rights by which root ignores modes


class MountedDisk:
    """A file system of its own, as small as one likes."""

    def __init__(self, folder, kib=2048):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.is_mounted = _ran("mount", "-t", "tmpfs", "-o", f"size={kib}k", "holdfast-test", str(folder))

    def fill(self, leaving_kib=0):
        """Take all room but a little."""
        with open(self.folder / "ballast", "wb", buffering=0) as ballast:
            try:
                while os.statvfs(self.folder).f_bavail * 4 > leaving_kib:
                    ballast.write(bytes(4 * KIB))
            except OSError:
                return

    def free(self):
        """Give the room back."""
        (self.folder / "ballast").unlink(missing_ok=True)

    def make_read_only(self):
        subprocess.run(["mount", "-o", "remount,ro", str(self.folder)], check=True)

    def close(self):
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


class LimitedPages:
    """A store that may not grow: SQLite says that the disk is full."""

    def __init__(self, folder, patch):
        self.folder, self.limit = folder, UNLIMITED
        folder.mkdir(exist_ok=True)
        prepared = SqliteDatabase._prepared

        def limited(database, connection):
            ready = prepared(database, connection)
            ready.execute(f"PRAGMA max_page_count={self.limit}").fetchall()
            return ready

        patch.setattr(SqliteDatabase, "_prepared", limited)

    def fill(self, leaving_kib=0):
        self.limit = 1  # what there is stays; nothing more is given out

    def free(self):
        self.limit = UNLIMITED

    def close(self):
        pass


def drop_rights():
    """Make root heed the modes of files, in this process and what it starts."""
    if os.geteuid() == 0:
        for right in (OVERRIDE_MODES, READ_ANYTHING):
            if ctypes.CDLL(None, use_errno=True).prctl(DROP_FROM_BOUNDS, right, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "root cannot be made to heed modes")


def may_mount(tmp_path):
    """Say whether a file system can be mounted here."""
    disk = MountedDisk(tmp_path / "probe", kib=64)
    disk.close()
    return disk.is_mounted


def _ran(*words):
    try:
        return subprocess.run(words, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
