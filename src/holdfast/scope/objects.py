"""Whether a repository holds a commit, looked up in its object files: what tells two repositories without a remote apart.

Starts no program, so the hook can afford it: one lookup for a loose object, about 30 small reads for each pack. Reads
are bounded whatever the files say, and nothing is unpacked: that an object of this name is there is all we
want to know. `tests/scope/test_objects.py` compares it with git.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_PACKS = 1000
MAX_ALTERNATES = 5
MAX_POINTER_BYTES = 8 * 1024

_MAGIC = b"\xfftOc\x00\x00\x00\x02"  # a pack index of version 2; version 1 was last written in 2007
_FANOUT = len(_MAGIC)
_NAMES = _FANOUT + 256 * 4
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def holds_any(common_dir: str, commits: Iterable[str]) -> bool:
    """Say whether a repository holds one of these commits; also when none is named, since then nothing can be told."""
    wanted = [commit for commit in commits if _is_name(commit)]
    return not wanted or any(_holds(folder, commit) for folder in _object_folders(common_dir) for commit in wanted)


def _is_name(commit: str) -> bool:
    return len(commit) in (40, 64) and not set(commit) - set("0123456789abcdef")


def _object_folders(common_dir: str) -> Iterator[str]:
    """Yield where the objects are: in the repository, and where a clone that shares them points to."""
    own = os.path.join(common_dir, "objects")
    yield own
    pointers = _text(os.path.join(own, "info", "alternates")).splitlines()
    yield from (os.path.join(own, line) for line in pointers[:MAX_ALTERNATES] if line and not line.startswith("#"))


def _holds(folder: str, commit: str) -> bool:
    if os.path.isfile(os.path.join(folder, commit[:2], commit[2:])):
        return True
    packs = os.path.join(folder, "pack")
    try:
        names = [name for name in os.listdir(packs) if name.endswith(".idx")]
    except OSError:
        return False
    name = bytes.fromhex(commit)
    return any(_lists(os.path.join(packs, index), name) for index in names[:MAX_PACKS])


def _lists(path: str, name: bytes) -> bool:
    """Say whether a pack's index lists an object, by halving the part of it that its first byte points to."""
    try:
        handle = os.open(path, _READ)
    except (OSError, ValueError):
        return False
    try:
        if _at(handle, 0, _FANOUT) != _MAGIC:
            return False
        low = _number(handle, _FANOUT + 4 * (name[0] - 1)) if name[0] else 0
        high = _number(handle, _FANOUT + 4 * name[0])
        while low < high:
            middle = (low + high) // 2
            found = _at(handle, _NAMES + middle * len(name), len(name))
            if found == name:
                return True
            low, high = (middle + 1, high) if found and found < name else (low, middle)
    except OSError:
        return False
    else:
        return False
    finally:
        os.close(handle)


def _number(handle: int, offset: int) -> int:
    return int.from_bytes(_at(handle, offset, 4), "big")


def _at(handle: int, offset: int, size: int) -> bytes:
    os.lseek(handle, offset, os.SEEK_SET)
    return os.read(handle, size)


def _text(path: str) -> str:
    try:
        handle = os.open(path, _READ)  # a pipe in its place is read as nothing instead of waited for
    except (OSError, ValueError):
        return ""
    try:
        return os.read(handle, MAX_POINTER_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(handle)
