"""Which of the asked words the index is searched for: all of them, until the common ones would make it slow. Pure.

A search costs what the words it names occur in. The rarest are searched first; once they alone bring enough to choose
from, a word that thousands of documents hold adds time and no answer. Every word still counts in the ranking of what
was found. Laws: `tests/recall/test_plan.py`.
"""

from __future__ import annotations

from holdfast.store.search import shelve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_POSTINGS = 16_000  # about 12 ms of a search; the median question of a hundred thousand memories needs a third


def affordable(
    terms: Sequence[str], shelves: Sequence[str], frequencies: Mapping[str, int], most: int = MOST_POSTINGS
) -> list[str]:
    """Return the rarest terms that together occur at most `most` times, in the order asked; at least the rarest of all."""
    held = {term: sum(frequencies.get(shelve(shelf, term), 0) for shelf in shelves) for term in terms}
    kept: set[str] = set()
    spent = 0
    for term in sorted(held, key=held.__getitem__):
        if held[term] == 0:
            continue
        spent += held[term]
        if spent > most and kept:
            break
        kept.add(term)
    return [term for term in terms if term in kept]
