"""Which of the asked words the index is searched for, and how: so that common ones cannot make it slow. Pure.

A search costs what the words it names occur in. The rarest are searched for with everything they stand in, as far as a
budget allows. The others tell little one by one, as thousands of documents hold each; only where the rare ones do not
bring enough are they searched for together, newest first. Every word still counts in the ranking of what was found.
Laws: `tests/recall/test_plan.py`.
"""

from __future__ import annotations

from holdfast.store.search import shelve
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_POSTINGS = 16_000  # about 6 ms of a search; the median question of a hundred thousand memories needs a third
MOST_TOGETHER = 6


class Plan(Value):
    """What is searched for: each of the rare words, in the order asked, and the common ones, rarest first."""

    rare: tuple[str, ...]
    common: tuple[str, ...]

    def together(self) -> list[tuple[str, ...]]:
        """Return the sets of common words to look for together, the largest first, each half of the one before."""
        found = []
        number = min(len(self.common), MOST_TOGETHER)
        while number:
            found.append(self.common[:number])
            number //= 2
        return found


def plan(
    terms: Sequence[str], shelves: Sequence[str], frequencies: Mapping[str, int], most: int = MOST_POSTINGS
) -> Plan:
    """Split the terms that these shelves hold into the rarest, which together occur at most `most` times, and the rest."""
    held = {term: sum(frequencies.get(shelve(shelf, term), 0) for shelf in shelves) for term in terms}
    known = sorted((term for term in held if held[term]), key=held.__getitem__)
    spent, number = 0, 0
    for number, term in enumerate(known):  # noqa: B007 - where it ends is what is wanted
        spent += held[term]
        if spent > most:
            break
    else:
        number = len(known)
    rare = set(known[:number])
    return Plan(rare=tuple(term for term in held if term in rare), common=tuple(known[number:]))
