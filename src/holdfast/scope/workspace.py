"""Where a folder's workspace begins, what repository it is, and whether it is kept out.

Only reads, bounded in size and number; starts no program and follows no include of a configuration file, so a folder
somebody else made can choose nothing here but the name of its remote. Never raises for what it finds on
the disk. `tests/scope/test_workspace.py` runs it on real repositories.
"""

from __future__ import annotations

import os
import stat

from holdfast.scope.identity import normalise_remote
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

IGNORE_MARKER = ".holdfastignore"
PROJECT_FILE = ".holdfast.toml"
MAX_CONFIG_BYTES = 256 * 1024
MAX_POINTER_BYTES = 8 * 1024

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Root(Value):
    """The workspace that a folder belongs to; `git_dir` and `common_dir` are "" outside a repository."""

    path: str
    git_dir: str = ""
    common_dir: str = ""
    remote: str = ""
    ignored: bool = False
    listed: str = ""  # the setting that keeps the folder out, where it is not a marker


def find_root(cwd: str) -> Root:
    """Find the workspace of a folder: the nearest repository, else the nearest project file, else the folder itself.

    All paths are resolved. A folder that is gone belongs to the workspace it would be in; text that cannot be a path
    counts as ignored.
    """
    try:
        here = os.path.realpath(cwd)
        ignored = is_ignored(cwd, here)
        root = _repository(here) or Root(path=_project_folder(here))
        return root.evolve(ignored=ignored)
    except (OSError, ValueError):  # ValueError: a NUL or a lone surrogate in what a host called a path
        return Root(path="", ignored=True)


def is_ignored(cwd: str, here: str) -> bool:
    """Say whether a marker keeps a folder out, on the way it was named or on the way it resolves to.

    A folder that cannot be looked into counts as marked.
    """
    folders = {*_upwards(os.path.abspath(cwd)), *_upwards(here)}
    return any(_is_there(os.path.join(folder, IGNORE_MARKER)) for folder in folders)


def _upwards(path: str) -> Iterator[str]:
    while True:
        yield path
        parent = os.path.dirname(path)
        if parent == path:
            return
        path = parent


def _is_there(path: str) -> bool:
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _repository(here: str) -> Root | None:
    for folder in _upwards(here):
        marker = os.path.join(folder, ".git")
        if _is_ours(marker, here) and (found := _git_dir(marker)) is not None:
            return _root(folder, found)
    # A bare repository comes last: a folder inside a repository can be made to look like one.
    bare = next((folder for folder in _upwards(here) if _is_git_dir(folder)), None)
    return _root(bare, bare) if bare else None


def _root(folder: str, git_dir: str) -> Root:
    common_dir = _common_dir(git_dir) if git_dir else ""
    remote = _remote(os.path.join(common_dir, "config")) if common_dir else ""
    return Root(path=folder, git_dir=git_dir, common_dir=common_dir, remote=remote)


def _git_dir(marker: str) -> str | None:
    """Return the git folder a `.git` stands for, "" when it is a pointer that leads nowhere, None when it is no marker."""
    if os.path.isdir(marker):
        resolved = os.path.realpath(marker)
        return resolved if _is_git_dir(resolved) else None
    pointer = _read(marker, MAX_POINTER_BYTES)
    if not pointer.startswith("gitdir:"):
        return None
    target = pointer.removeprefix("gitdir:").strip()
    resolved = _resolve(os.path.dirname(marker), target) if target else ""
    return resolved if resolved and _is_git_dir(resolved) else ""


def _common_dir(git_dir: str) -> str:
    pointer = _read(os.path.join(git_dir, "commondir"), MAX_POINTER_BYTES).strip()
    return _resolve(git_dir, pointer) if pointer else git_dir


def _is_git_dir(path: str) -> bool:
    if not _is_there(os.path.join(path, "HEAD")):
        return False
    if os.path.isfile(os.path.join(path, "commondir")):
        return True
    return all(os.path.isdir(os.path.join(path, part)) for part in ("objects", "refs"))


def _resolve(folder: str, target: str) -> str:
    try:
        return os.path.realpath(os.path.join(folder, target))
    except (OSError, ValueError):
        return ""


def _is_ours(marker: str, here: str) -> bool:
    """Refuse a `.git` that another user left in a folder above, as in a shared temporary folder."""
    if not hasattr(os, "geteuid"):
        return _is_there(marker)
    try:
        owner = os.stat(marker).st_uid
        return owner in (os.geteuid(), 0) or owner == os.stat(here).st_uid
    except OSError:
        return False


def _project_folder(here: str) -> str:
    return next((folder for folder in _upwards(here) if os.path.isfile(os.path.join(folder, PROJECT_FILE))), here)


def _remote(config: str) -> str:
    """Return the normalised URL of `origin`, else of the first remote by name that leads over a network."""
    urls = dict(_remote_urls(_read(config, MAX_CONFIG_BYTES)))
    names = sorted(urls, key=lambda name: (name != "origin", name))
    return next((remote for name in names if (remote := normalise_remote(urls[name]))), "")


def _remote_urls(text: str) -> Iterator[tuple[str, str]]:
    """Read the first `url` of every remote out of a git configuration file, skipping what cannot be understood."""
    remote, seen = "", set[str]()
    for line in text.replace("\\\r\n", "").replace("\\\n", "").splitlines():
        header, bracket, rest = line.strip().partition("]")
        if header.startswith("["):
            remote = _remote_name(header[1:])
        name, equals, value = (rest if bracket and header.startswith("[") else line).partition("=")
        if equals and remote and name.strip().lower() == "url" and remote not in seen:
            seen.add(remote)
            yield remote, _config_value(value)


def _remote_name(header: str) -> str:
    section, _, name = header.strip().partition(" ")
    if section.lower() != "remote":
        return section[7:].lower() if section.lower().startswith("remote.") else ""
    return name.strip().removeprefix('"').removesuffix('"').replace('\\"', '"').replace("\\\\", "\\")


def _config_value(text: str) -> str:
    """Undo quotes and escapes and cut the comment, as git does."""
    value, quoted, escaped = [], False, False
    for letter in text.strip():
        if escaped:
            value.append({"n": "\n", "t": "\t", "b": ""}.get(letter, letter))
            escaped = False
        elif letter == "\\":
            escaped = True
        elif letter == '"':
            quoted = not quoted
        elif letter in "#;" and not quoted:
            break
        else:
            value.append(letter)
    return "".join(value).strip()


def _read(path: str, max_bytes: int) -> str:
    """Return the text of a regular file up to a size, "" for anything else: a pipe or a device would never end."""
    try:
        handle = os.open(path, _READ)
    except (OSError, ValueError):
        return ""
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return ""
        return os.read(handle, max_bytes).decode("utf-8", "replace").removeprefix("\ufeff")
    except OSError:
        return ""
    finally:
        os.close(handle)
