"""Where Holdfast keeps things, and the only way its own files are opened.

The home holds store, key, log and locks: the folder is 0700, every file 0600 from its first byte, under
any umask, and no symbolic link in it is followed. A home that is a link, or belongs to somebody else, is
refused; modes that are too wide are tightened. The environment is read here and in `settings` only.
`tests/places` holds the laws.
"""

from __future__ import annotations

import errno
import os
import stat
import sys

from holdfast.errors import ConfigError, DiskFull, HoldfastError, ReadOnly, StoreError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER_MODE = 0o700
FILE_MODE = 0o600
OTHERS = 0o077

# Windows has neither owners nor modes in this sense: the user's profile folder is already private there.
_POSIX = os.name == "posix"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_PLAIN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
# A fifo or device behind the name must not make us wait before we can refuse it: hence O_NONBLOCK.

_CANNOT_WRITE = {errno.EROFS, errno.EACCES, errno.EPERM}
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}  # Windows has no quota error
_BAD_NAME = {
    errno.ELOOP: "it is a symbolic link",
    errno.ENOTDIR: "a part of the path is not a folder",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENXIO: "it is not a regular file",
    errno.EINVAL: "it is not a valid name",
    errno.ENOENT: "its folder does not exist",
}
_ELSEWHERE = "choose another path; HOLDFAST_HOME and HOLDFAST_CONFIG say where things are kept"


def environment() -> Mapping[str, str]:
    """Return the process environment; tests hand their own mapping to whoever asks."""
    return os.environ


def home(environ: Mapping[str, str] | None = None) -> str:
    """Return the folder of store, key, log and locks; it need not exist yet."""
    environ = environment() if environ is None else environ
    chosen = environ.get("HOLDFAST_HOME")
    return _absolute(chosen, environ) if chosen else os.path.join(data_folder(environ, sys.platform), "holdfast")


def config_file(environ: Mapping[str, str] | None = None) -> str:
    """Return the path of the user's settings file; it need not exist."""
    environ = environment() if environ is None else environ
    chosen = environ.get("HOLDFAST_CONFIG")
    if chosen:
        return _absolute(chosen, environ)
    return os.path.join(config_folder(environ, sys.platform), "holdfast", "config.toml")


def data_folder(environ: Mapping[str, str], platform: str) -> str:
    """Return the platform's folder for a user's data."""
    if platform == "win32":
        return environ.get("LOCALAPPDATA") or os.path.join(_user(environ), "AppData", "Local")
    if platform == "darwin":
        return os.path.join(_user(environ), "Library", "Application Support")
    return _xdg(environ, "XDG_DATA_HOME") or os.path.join(_user(environ), ".local", "share")


def config_folder(environ: Mapping[str, str], platform: str) -> str:
    """Return the platform's folder for a user's settings."""
    if platform == "win32":
        return environ.get("APPDATA") or os.path.join(_user(environ), "AppData", "Roaming")
    if platform == "darwin":
        return os.path.join(_user(environ), "Library", "Application Support")
    return _xdg(environ, "XDG_CONFIG_HOME") or os.path.join(_user(environ), ".config")


def make_home(path: str) -> str:
    """Create the home, or make sure that it is ours and private.

    Raises ConfigError when it is a link, a file or somebody else's; ReadOnly and DiskFull when it cannot be made.
    """
    path = os.path.abspath(path)
    try:
        _make_folder(path)
        _refuse_foreign_folder(path)
    except OSError as error:
        raise file_error(error, path) from error
    return path


def make_folder(path: str) -> None:
    """Create a folder and its missing parents, private to the user; one that exists keeps its mode."""
    try:
        _make_folder(os.path.abspath(path))
    except OSError as error:
        raise file_error(error, path) from error


def create_private(path: str, *, shown: str = "") -> int:
    """Create a file that only the user can read and return its descriptor; raises FileExistsError.

    `shown` is the path an error names, where this one is only a draft of it.
    """
    return _create(path, os.O_RDWR, shown)


def open_private(path: str, flags: int) -> int:
    """Open a file of the home and return its descriptor; with O_CREAT a new one is made private.

    Refuses links, anything that is not a regular file, and files of other users; tightens a wider mode.
    Raises FileNotFoundError when it is absent, which callers expect.
    """
    creating, truncate = flags & os.O_CREAT, bool(flags & os.O_TRUNC)
    flags &= ~(os.O_CREAT | os.O_TRUNC)
    if creating and not os.path.lexists(path):
        try:
            return _create(path, flags)
        except FileExistsError:
            pass  # another process was faster; what it made is opened below
    try:
        handle = os.open(path, flags | _NO_FOLLOW | _PLAIN)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise file_error(error, path, doing="write" if flags & (os.O_WRONLY | os.O_RDWR) else "read") from error
    return _checked(handle, path, truncate=truncate)


def read_private(path: str, max_bytes: int) -> bytes:
    """Return the content of a file of the home; raises FileNotFoundError, and ConfigError when it is larger."""
    return _drain(open_private(path, os.O_RDONLY), path, max_bytes)


def read_regular(path: str, max_bytes: int, *, follow: bool = True) -> bytes:
    """Return the content of a file that is not ours, such as settings in a workspace.

    Never waits on a fifo or device and never reads past `max_bytes`; raises FileNotFoundError and ConfigError.
    """
    try:
        handle = os.open(path, os.O_RDONLY | _PLAIN | (0 if follow else _NO_FOLLOW))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise file_error(error, path, doing="read") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise ConfigError(f"cannot read {path!r}", why="it is not a regular file")
    return _drain(handle, path, max_bytes)


def read_tail(path: str, max_bytes: int) -> bytes:
    """Return the last bytes of a file that is not ours, such as a transcript that is still being written.

    Follows no link, never waits, and reads no more than `max_bytes`; raises FileNotFoundError and ConfigError.
    """
    try:
        handle = os.open(path, os.O_RDONLY | _PLAIN | _NO_FOLLOW)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise file_error(error, path, doing="read") from error
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise ConfigError(f"cannot read {path!r}", why="it is not a regular file")
        os.lseek(handle, max(0, state.st_size - max_bytes), os.SEEK_SET)
        return os.read(handle, max_bytes)
    except OSError as error:
        raise file_error(error, path, doing="read") from error
    finally:
        os.close(handle)


def write_private(path: str, data: bytes, *, durable: bool = True) -> None:
    """Replace a file at once: readers see the old content or the new, after a power cut too.

    `durable=False` leaves out the two syncs, for content that can be made again.
    """
    folder, name = os.path.split(os.path.abspath(path))
    draft = os.path.join(folder, f".{name}.{os.urandom(6).hex()}.tmp")
    handle = create_private(draft, shown=path)
    try:
        try:
            write_all(handle, data)
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(draft, path)
        if durable:
            sync_folder(folder)
    except OSError as error:
        if os.path.lexists(draft):
            os.unlink(draft)
        raise file_error(error, path) from error


def write_all(handle: int, data: bytes) -> None:
    """Write all of it, however little the system takes at once."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def append_private(path: str, data: bytes, max_bytes: int) -> None:
    """Add to a file with one write; once it outgrows `max_bytes` only the newer half stays.

    Two processes never mix their lines. One that appends at the moment another halves the file may lose that
    line: this is for logs, not for anything that was acknowledged.
    """
    handle = open_private(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    try:
        data = _on_a_new_line(handle) + data
        written = os.write(handle, data)
        size = os.fstat(handle).st_size
        newer = _last_lines(handle, size, max_bytes // 2) if size > max_bytes else None
    except OSError as error:
        raise file_error(error, path) from error
    finally:
        os.close(handle)
    if written < len(data):
        raise DiskFull(f"cannot write {path!r}", why="only a part of it found room")
    if newer is not None:
        write_private(path, newer, durable=False)


def sync_folder(folder: str) -> None:
    """Make the names in a folder durable: without it a power cut may take a new file's name with it."""
    if not _POSIX:
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        return  # where one may write but not read, nothing can be synced
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def file_error(error: OSError, path: str, *, doing: str = "write") -> HoldfastError:
    """Turn what the operating system says about a path into an error with a remedy."""
    why = _BAD_NAME.get(error.errno or 0) or error.strerror or str(error)
    if error.errno in _FULL:
        return DiskFull(f"cannot write {path!r}", why=why)
    if error.errno in _CANNOT_WRITE and doing != "read":
        return ReadOnly(f"cannot write {path!r}", why=why)
    if error.errno in _CANNOT_WRITE or error.errno in _BAD_NAME:
        return ConfigError(f"cannot {doing} {path!r}", why=why, hint=_ELSEWHERE)
    return StoreError(f"cannot {doing} {path!r}", why=why)


def _user(environ: Mapping[str, str]) -> str:
    return environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")


def _xdg(environ: Mapping[str, str], name: str) -> str:
    folder = environ.get(name, "")
    return folder if os.path.isabs(folder) else ""  # the XDG rules: a relative path is to be ignored


def _absolute(path: str, environ: Mapping[str, str]) -> str:
    if path == "~" or path.startswith(("~/", "~\\")):
        path = _user(environ) + path[1:]
    return os.path.abspath(path)


def _make_folder(path: str) -> None:
    if os.path.isdir(path) or os.path.islink(path):
        return
    parent = os.path.dirname(path)
    if parent != path:
        _make_folder(parent)
    try:
        os.mkdir(path, FOLDER_MODE)
    except FileExistsError:
        if not os.path.isdir(path):
            raise ConfigError(f"cannot use {path!r}", why="it is a file, not a folder", hint=_ELSEWHERE) from None
    else:
        os.chmod(path, FOLDER_MODE)  # a umask such as 0277 takes bits away from ourselves
        sync_folder(parent)  # a power cut that takes the folder takes all that was synced into it


def _refuse_foreign_folder(path: str) -> None:
    if os.path.islink(path):
        raise ConfigError(f"the home {path!r} is a symbolic link", why="whoever owns the link could move it",
                          hint="set HOLDFAST_HOME to the folder itself")  # fmt: skip
    if not _POSIX:
        return
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | _NO_FOLLOW | os.O_CLOEXEC)
    try:
        _tighten_folder(handle, path)
    finally:
        os.close(handle)


def _tighten_folder(handle: int, path: str) -> None:
    state = os.fstat(handle)
    if state.st_uid != os.geteuid():
        raise ConfigError(f"the home {path!r} belongs to another user", why=f"its owner is {state.st_uid}",
                          hint="set HOLDFAST_HOME to a folder of your own")  # fmt: skip
    if state.st_mode & OTHERS:
        os.fchmod(handle, state.st_mode & FOLDER_MODE)


def _create(path: str, flags: int, shown: str = "") -> int:
    try:
        handle = os.open(path, flags | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _PLAIN, FILE_MODE)
    except FileExistsError:
        raise
    except OSError as error:
        raise file_error(error, shown or path) from error
    if _POSIX and stat.S_IMODE(os.fstat(handle).st_mode) != FILE_MODE:
        os.fchmod(handle, FILE_MODE)  # a umask such as 0277 takes bits away from ourselves
    return handle


def _checked(handle: int, path: str, *, truncate: bool) -> int:
    try:
        _tighten_file(handle, path)
        if truncate:
            os.ftruncate(handle, 0)
    except OSError as error:
        os.close(handle)
        raise file_error(error, path) from error
    except ConfigError:
        os.close(handle)
        raise
    return handle


def _tighten_file(handle: int, path: str) -> None:
    state = os.fstat(handle)
    if not stat.S_ISREG(state.st_mode):
        raise ConfigError(f"cannot use {path!r}", why="it is not a regular file", hint=_ELSEWHERE)
    if not _POSIX:
        return
    if state.st_uid != os.geteuid():
        raise ConfigError(f"cannot use {path!r}", why="it belongs to another user", hint=_ELSEWHERE)
    if state.st_mode & OTHERS:
        os.fchmod(handle, stat.S_IMODE(state.st_mode) & ~OTHERS)


def _drain(handle: int, path: str, max_bytes: int) -> bytes:
    pieces, room = [], max_bytes + 1
    try:
        while room and (piece := os.read(handle, room)):
            pieces.append(piece)
            room -= len(piece)
    except OSError as error:
        raise file_error(error, path, doing="read") from error
    finally:
        os.close(handle)
    if not room:
        raise ConfigError(f"cannot read {path!r}", why=f"it is larger than {max_bytes:,} bytes")
    return b"".join(pieces)


def _on_a_new_line(handle: int) -> bytes:
    """Return what keeps a line apart from one that a full disk or a power cut has cut off."""
    size = os.fstat(handle).st_size
    return b"\n" if size and os.pread(handle, 1, size - 1) != b"\n" else b""


def _last_lines(handle: int, size: int, room: int) -> bytes:
    os.lseek(handle, size - room, os.SEEK_SET)
    tail = os.read(handle, room)
    return tail[tail.find(b"\n") + 1 :] or tail
