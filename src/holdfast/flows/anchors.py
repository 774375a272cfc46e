"""Anchors: what a cited file held when a memory was made, so that it can be told when the code moved on.

Paths are kept relative to the workspace; one outside it keeps only its name. Only regular files inside
the workspace are read, without following links out of it.
"""

from __future__ import annotations

import os
import re
import stat

from holdfast.hashes import blake2b
from holdfast.model import names_branch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_FILE_BYTES = 2_000_000
MAX_ANCHORS = 20
GONE = "gone"

_LINE = r"(?::\d+(?:-\d+)?(?::\d+)?)\Z"


def localise(root: str, citation: str) -> str:
    """Return a citation without any absolute path: relative to the workspace, or the bare name."""
    citation = citation.strip()
    path, line = split_line(citation)
    path = os.path.expanduser(path)
    if not os.path.isabs(path):
        return citation
    inside = os.path.relpath(os.path.realpath(path), root)
    kept = os.path.basename(path) if inside.startswith("..") else inside.replace(os.sep, "/")
    return kept + line


def split_line(citation: str) -> tuple[str, str]:
    """Return a citation's path and its `:line` part, which may be empty."""
    found = re.search(_LINE, citation)
    return (citation[: found.start()], found[0]) if found else (citation, "")


def take(root: str, citations: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return (file, digest) for every cited file that exists in the workspace."""
    paths = dict.fromkeys(split_line(citation)[0] for citation in citations)
    found = [(path, file_digest(root, path)) for path in list(paths)[:MAX_ANCHORS]]
    return tuple((path, digest) for path, digest in found if digest != GONE)


def moved(root: str, anchors: Sequence[tuple[str, str]]) -> list[str]:
    """Return the cited files that no longer hold what they held."""
    return [anchor[0] for anchor in anchors if not names_branch(anchor) and file_digest(root, anchor[0]) != anchor[1]]


def file_digest(root: str, path: str) -> str:
    """Return the digest of a file in the workspace, or `GONE` when there is none to read."""
    full = os.path.realpath(os.path.join(root, path))
    if os.path.isabs(path) or not full.startswith(root.rstrip(os.sep) + os.sep):
        return GONE
    try:
        descriptor = os.open(full, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return GONE
    with os.fdopen(descriptor, "rb") as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode) or info.st_size > MAX_FILE_BYTES:
            return GONE
        return blake2b(file.read(MAX_FILE_BYTES), digest_size=16).hexdigest()
