"""Which directory trees memory takes part in: an opt-in list, and a list of trees that stay out.

Pure; a longer entry is nearer and decides between the two lists. `tests/gate/test_directories.py` holds the laws.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def is_kept_out(path: str, allow: Iterable[str], deny: Iterable[str]) -> bool:
    """Say whether the person's lists keep a folder out; without an opt-in list every tree may take part."""
    allowed = [_length(path, tree) for tree in allow]
    denied = max((_length(path, tree) for tree in deny), default=0)
    return denied > max(allowed, default=0) if denied else bool(allowed) and not any(allowed)


def _length(path: str, tree: str) -> int:
    """Return how long a tree's path is when the folder lies in it, else 0."""
    resolved = os.path.realpath(os.path.expanduser(tree)).rstrip(os.sep)
    return len(resolved) + 1 if path == resolved or path.startswith(resolved + os.sep) else 0
