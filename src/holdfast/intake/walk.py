"""Finding files below a folder that another program owns, without following any link inside it.

A folder that is a link itself is followed, for people keep such folders elsewhere; within it a link could lead in a circle
or out of it. What cannot be read is passed over: it is not ours to complain about.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_DEPTH = 12


def files_below(folder: str, fits: Callable[[str], bool], *, depth: int = MAX_DEPTH) -> Iterator[str]:
    """Yield the paths of the regular files below a folder whose names fit, in the order of their names."""
    if not os.path.isdir(folder):
        return
    waiting = [(folder, depth)]
    while waiting:
        here, left = waiting.pop()
        folders = []
        for entry in _entries(here):
            if entry.is_dir(follow_symlinks=False):
                if left:
                    folders.append((entry.path, left - 1))
            elif fits(entry.name) and entry.is_file(follow_symlinks=False):
                yield entry.path
        waiting += reversed(folders)


def by_age(paths: Iterator[str]) -> list[str]:
    """Return paths, the longest untouched first: what was copied from a session comes after it."""
    return [path for _, path in sorted((_written_at(path), path) for path in paths)]


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:
        return []


def _written_at(path: str) -> float:
    try:
        return os.stat(path, follow_symlinks=False).st_mtime
    except OSError:
        return 0.0
