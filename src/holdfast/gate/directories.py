"""Which directory trees memory takes part in: an opt-in list, and a list of trees that stay out.

Pure; a longer entry is nearer and decides between the two lists. `tests/gate/test_directories.py` holds the laws.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ALLOW, DENY = "directories.allow", "directories.deny"


def keeping_out(path: str, allow: Iterable[str], deny: Iterable[str]) -> str:
    """Return the setting that keeps a folder out, "" when it may take part; without an opt-in list every tree may."""
    allowed = [_length(path, tree) for tree in allow]
    denied = max((_length(path, tree) for tree in deny), default=0)
    if denied > max(allowed, default=0):
        return DENY
    return ALLOW if allowed and not any(allowed) else ""


def _length(path: str, tree: str) -> int:
    """Return how long a tree's path is when the folder lies in it, else 0."""
    resolved = os.path.realpath(os.path.expanduser(tree)).rstrip(os.sep)
    return len(resolved) + 1 if path == resolved or path.startswith(resolved + os.sep) else 0
