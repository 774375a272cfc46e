"""Words of nearly the same meaning: `buy` and `purchase`, `deploy` and `rollout`. General English, no stemmer's work.

The table is a sorted file of terms, made by `scripts/kin.py` from groups of words; a look-up finds one line in it, so
that the hook pays for reading a file and not for building a dictionary. `tests/text/test_kin.py` holds the laws.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache

MOST_KNOWN = 4096
TABLE = os.path.join(os.path.dirname(__file__), "kin.txt")


@lru_cache(maxsize=MOST_KNOWN)
def kin_of(term: str) -> tuple[str, ...]:
    """Return the terms that mean nearly the same as a term; none for most."""
    if not term.isalpha() or not term.isascii():
        return ()
    found = _table()
    at = found.find(f"\n{term}:".encode())
    if at < 0:
        return ()
    start = at + len(term) + 2
    return tuple(found[start : found.index(b"\n", start)].decode().split())


@cache
def _table() -> bytes:
    with open(TABLE, "rb") as file:
        return b"\n" + file.read()
