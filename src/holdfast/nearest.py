"""The known word that was probably meant.

Pure, and small enough for the hook: `difflib` would be loaded for it alone. `tests/settings/test_nearest.py`
holds the laws.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_CHARS = 60  # nobody means a known name by something longer, and the work grows with the square


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word closest to this one, or nothing when none is close."""
    word = word.lower()[:MAX_CHARS]
    best, least = "", max(1, len(word) // 3) + 1
    for candidate in known:
        steps = distance(word, candidate.lower())
        if steps < least:
            best, least = candidate, steps
    return best


def distance(left: str, right: str) -> int:
    """Count the letters to insert, drop, change or swap with a neighbour."""
    before: list[int] = []
    last = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            steps = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and b == left[i - 2]:
                steps = min(steps, before[j - 2] + 1)
            row.append(steps)
        before, last = last, row
    return last[-1]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the half sentence that names the closest known word, or nothing."""
    found = nearest(word, known)
    return f"did you mean {found!r}?" if found else ""
