"""Starting a worker in the background: one spawn, no import of what the worker needs."""

from __future__ import annotations

import os
import sys


def spawn(home: str, store: str, folder: str = "") -> int:
    """Start a worker that outlives this process, detached from its terminal and its pipes; return its process id.

    A caller that goes on living waits for it, or it stays behind as a zombie.

    No folder's path is stored; the one we stand in is handed over, so that the worker can look into its repository.
    """
    arguments = [sys.executable, "-m", "holdfast.worker", home, store, folder]
    null = os.open(os.devnull, os.O_RDWR)
    try:
        return os.posix_spawn(
            sys.executable, arguments, os.environ, setsid=True,
            file_actions=[(os.POSIX_SPAWN_DUP2, null, target) for target in (0, 1, 2)],
        )  # fmt: skip
    finally:
        os.close(null)
