"""Snapshots of the store: a few, private, renewed by the worker and rewritten by a purge."""

from __future__ import annotations

import os

from holdfast import places
from holdfast.times import age_days

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core

FOLDER = "backups"
PREFIX = "holdfast-"


def listed(core: Core) -> list[str]:
    """Return the snapshots of this home, oldest first, and the copies made before a migration."""
    folder = os.path.join(core.home, FOLDER)
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        names = []
    return [os.path.join(folder, name) for name in names if name.startswith(PREFIX) and name.endswith(".db")]


def take(core: Core) -> str | None:
    """Write a snapshot and let the oldest beyond `backup.keep` go; a store without files has none."""
    keep = core.setting_int("backup.keep")
    if not core.database.capabilities.physical_erase or keep == 0:
        return None
    folder = os.path.join(core.home, FOLDER)
    places.make_home(folder)
    stamp = core.clock().replace(":", "").replace("-", "").replace(".", "")
    path = os.path.join(folder, f"{PREFIX}{stamp}.db")
    core.database.snapshot(path)
    for old in listed(core)[:-keep]:
        os.unlink(old)
    return path


def is_due(core: Core) -> bool:
    """Say whether the last snapshot is older than `backup.every_hours`."""
    every_hours = core.setting_int("backup.every_hours")
    if every_hours == 0:
        return False
    last = listed(core)
    if not last:
        return True
    stamp = os.path.basename(last[-1]).removeprefix(PREFIX)
    taken = f"{stamp[0:4]}-{stamp[4:6]}-{stamp[6:8]}T{stamp[9:11]}:{stamp[11:13]}:{stamp[13:15]}.000000Z"
    return age_days(taken, core.clock()) * 24 >= every_hours


def renew(core: Core) -> int:
    """Replace every snapshot by one of the present state, so that none holds what was purged."""
    if not core.database.capabilities.physical_erase:
        return 0
    path = getattr(core.database, "path", "")
    old = [*listed(core), *_before_migration(path)]
    for one in old:
        _overwrite(one)
    if old:
        take(core)
    return len(old)


def _before_migration(path: str) -> list[str]:
    folder, name = os.path.split(path)
    if not os.path.isdir(folder):
        return []
    kept = [one for one in os.listdir(folder) if one.startswith((f"{name}.before-", f"{name}.corrupt-"))]
    return [os.path.join(folder, one) for one in kept]


def _overwrite(path: str) -> None:
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        for _ in range(0, size, 1 << 20):
            file.write(bytes(min(1 << 20, size - file.tell())))
        file.flush()
        os.fsync(file.fileno())
    os.unlink(path)
