"""Files of other programs that we put something into: read, replaced and removed as their owner would.

A link is followed, because people keep their settings in one place and link them to another, but only one that belongs to the
person (or to root), and never into somebody else's file or a folder that everybody may write. A file that is replaced
keeps its mode and group, appears at once, and must still be what was looked at. What is made new is readable by the
person alone. `tests/places/test_foreign.py` holds the laws.
"""

from __future__ import annotations

import contextlib
import os
import stat

from holdfast import places
from holdfast.errors import ConfigError, Conflict, ReadOnly
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_BYTES = 32 * 1024 * 1024
MAX_LINKS = 20
_ELSEWHERE = "look at the path, then run the same command again"


class Found(Value):
    """A file as it was looked at; `data` is None when there is none."""

    path: str
    real: str
    data: bytes | None
    mode: int = places.FILE_MODE
    group: int | None = None


def look(path: str) -> Found:
    """Return a file with its content; raises ConfigError when it is not one that the person alone decides about."""
    path = os.path.abspath(path)
    real = _resolved(path)
    _refuse_shared_folder(real)
    try:
        data = places.read_regular(real, MAX_BYTES, follow=False)
    except FileNotFoundError:
        return Found(path=path, real=real, data=None)
    state = os.stat(real, follow_symlinks=False)
    if _is_foreign(state):
        raise ConfigError(f"cannot use {path!r}", why="it belongs to another user", hint=_ELSEWHERE)
    return Found(path=path, real=real, data=data, mode=stat.S_IMODE(state.st_mode), group=state.st_gid)


def refuse_read_only(found: Found) -> None:
    """Raise when the person made the file read-only: replacing it would go around that."""
    if found.data is not None and not found.mode & stat.S_IWUSR:
        raise ReadOnly(f"cannot write {found.path!r}", why="it is read-only", hint=f"chmod u+w {found.path}")


def replace(found: Found, data: bytes) -> list[str]:
    """Put new content in place of a file that is still as it was found; return the folders that were made for it."""
    refuse_read_only(found)
    folder, name = os.path.split(found.real)
    made = _make_folders(folder)
    draft = os.path.join(folder, f".{name}.{os.urandom(6).hex()}.tmp")
    handle = places.create_private(draft, shown=found.path)
    try:
        try:
            _fill(handle, found, data)
        finally:
            os.close(handle)
        _refuse_changed(found)
        os.replace(draft, found.real)
        places.sync_folder(folder)
    except OSError as error:
        raise places.file_error(error, found.path) from error
    finally:
        if os.path.lexists(draft):
            os.unlink(draft)
    return made


def remove(found: Found) -> None:
    """Remove a file that is still as it was found; a link that led to it stays, as it was before there was a file."""
    _refuse_changed(found)
    if found.data is None:
        return
    try:
        os.unlink(found.real)
    except OSError as error:
        raise places.file_error(error, found.path) from error


def remove_empty(folders: Iterable[str]) -> list[str]:
    """Remove those of the folders that are empty, innermost first; return the ones that stay."""
    kept = []
    for folder in sorted(folders, key=len, reverse=True):
        if not os.path.isdir(folder) or os.path.islink(folder):
            continue
        if os.listdir(folder):
            kept.append(folder)
        else:
            os.rmdir(folder)
    return kept[::-1]


def _fill(handle: int, found: Found, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
    if found.data is not None:
        if found.group is not None and found.group != os.fstat(handle).st_gid:
            with contextlib.suppress(PermissionError):  # no group of ours: its owner can read it as before
                os.fchown(handle, -1, found.group)
        os.fchmod(handle, found.mode)
    os.fsync(handle)


def _refuse_changed(found: Found) -> None:
    now = look(found.path)
    if (now.real, now.data) != (found.real, found.data):
        raise Conflict(f"{found.path!r} changed in between", why="another program wrote it",
                       hint="run the same command again")  # fmt: skip


def _make_folders(folder: str) -> list[str]:
    missing = []
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    if missing:
        places.make_folder(missing[0])
    return missing[::-1]


def _resolved(path: str) -> str:
    """Return the path without links, of which each must be the person's or root's."""
    for _ in range(MAX_LINKS):
        link = next((part for part in _parts(path) if os.path.islink(part)), None)
        if link is None:
            return path
        if _is_foreign(os.lstat(link), root_too=True):
            raise ConfigError(f"cannot use {path!r}", why=f"the link {link!r} belongs to another user", hint=_ELSEWHERE)
        target = os.path.normpath(os.path.join(os.path.dirname(link), os.readlink(link)))
        path = os.path.join(target, os.path.relpath(path, link)) if path != link else target
        path = os.path.normpath(path)
    raise ConfigError(f"cannot use {path!r}", why="its links lead in a circle", hint=_ELSEWHERE)


def _parts(path: str) -> list[str]:
    parts = [path]
    while (parent := os.path.dirname(parts[-1])) != parts[-1]:
        parts.append(parent)
    return parts[::-1]


def _refuse_shared_folder(real: str) -> None:
    folder = next(part for part in reversed(_parts(os.path.dirname(real))) if os.path.lexists(part))
    mode = os.stat(folder).st_mode
    if not stat.S_ISDIR(mode):
        raise ConfigError(f"cannot use {real!r}", why=f"{folder!r} is no folder", hint=_ELSEWHERE)
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        raise ConfigError(f"cannot use {real!r}", why=f"everybody may write to {folder!r}", hint=_ELSEWHERE)


def _is_foreign(state: os.stat_result, *, root_too: bool = False) -> bool:
    return os.name == "posix" and state.st_uid not in {os.geteuid(), *([0] if root_too else [])}
