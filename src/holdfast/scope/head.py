"""Branch and commit of a repository, read from its files: what the hook can afford once per session.

Nothing is executed and nothing outside the repository's own folder is read; what cannot be told stays empty.
"""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.scope.workspace import Root

MAX_HEAD_BYTES = 1024
MAX_PACKED_BYTES = 1024 * 1024

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


def _packed(root: Root, ref: str) -> str:
    for line in _read(os.path.join(root.common_dir, "packed-refs"), MAX_PACKED_BYTES).splitlines():
        commit, _, name = line.partition(" ")
        if name == ref:
            return commit
    return ""


def _read(path: str, max_bytes: int) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(max_bytes)
    except OSError:
        return ""
