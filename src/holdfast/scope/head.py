"""Branch and commit of a repository, read from its files: what the hook can afford.

Nothing is executed and nothing outside the repository's own folder is read; what cannot be told stays empty.
`tests/scope/test_head.py` compares it with git.
"""

from __future__ import annotations

import os
import re
import stat

from holdfast.model import BRANCHES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.scope.workspace import Root

MAX_HEAD_BYTES = 1024
MAX_PACKED_BYTES = 1024 * 1024
MAX_REFS = 5000
REMOTES = "refs/remotes/"
MAIN_BRANCHES = ("main", "master", "trunk", "develop", "default")

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

_REF = r"ref: (refs/heads/([\w./+@#-]{1,200}))\Z"
_COMMIT = r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z"


def read_head(root: Root) -> dict[str, str]:
    """Return `branch` and `commit` of a repository, each where it can be told."""
    if not root.git_dir:
        return {}
    head = _read(os.path.join(root.git_dir, "HEAD"), MAX_HEAD_BYTES).strip()
    named = re.fullmatch(_REF, head)
    if named is None or ".." in named[1]:
        return {"commit": head} if re.fullmatch(_COMMIT, head) else {}
    commit = _read(os.path.join(root.common_dir, named[1]), MAX_HEAD_BYTES).strip() or _packed(root, named[1])
    found = {"branch": named[2]}
    return {**found, "commit": commit} if re.fullmatch(_COMMIT, commit) else found


def is_main_line(root: Root, branch: str) -> bool:
    """Say whether a branch is, or passes for, the one that the others are merged into."""
    return branch in MAIN_BRANCHES or branch == _default(root) or local_branches(root) == [branch]


def has_branch(root: Root, branch: str) -> bool:
    """Say whether a branch is still there, here or as a remote had it when it was last asked."""
    if branch in local_branches(root):
        return True
    return any(
        ref.startswith(REMOTES) and ref.partition(REMOTES)[2].partition("/")[2] == branch
        for ref in _refs(root, REMOTES)
    )


def local_branches(root: Root) -> list[str]:
    """Return the names of the branches, by name; of very many only some."""
    return sorted(ref.removeprefix(BRANCHES) for ref in _refs(root, BRANCHES))


def _default(root: Root) -> str:
    """Return the branch that the remote names as its first one."""
    prefix = f"ref: {REMOTES}origin/"
    said = _read(os.path.join(root.common_dir, REMOTES, "origin", "HEAD"), MAX_HEAD_BYTES).strip()
    return said.removeprefix(prefix) if said.startswith(prefix) else ""


def _refs(root: Root, below: str) -> set[str]:
    """Return the references below a folder of the repository, loose and packed."""
    found = {name for _, name in _packed_refs(root) if name.startswith(below)}
    waiting = [below.rstrip("/")]
    while waiting and len(found) < MAX_REFS:
        folder = waiting.pop()
        try:
            entries = list(os.scandir(os.path.join(root.common_dir, folder)))
        except OSError:
            continue
        waiting += [f"{folder}/{entry.name}" for entry in entries if entry.is_dir(follow_symlinks=False)]
        found |= {f"{folder}/{entry.name}" for entry in entries if entry.is_file(follow_symlinks=False)}
    return found


def _packed(root: Root, ref: str) -> str:
    return next((commit for commit, name in _packed_refs(root) if name == ref), "")


def _packed_refs(root: Root) -> Iterator[tuple[str, str]]:
    for line in _read(os.path.join(root.common_dir, "packed-refs"), MAX_PACKED_BYTES).splitlines():
        commit, _, name = line.partition(" ")
        yield commit, name


def _read(path: str, max_bytes: int) -> str:
    """Return the text of a regular file up to a size, "" for anything else: a pipe would never end."""
    try:
        handle = os.open(path, _READ)
    except (OSError, ValueError):
        return ""
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return ""
        return os.read(handle, max_bytes).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(handle)
