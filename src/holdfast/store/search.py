"""The full-text index as values: shelves, candidates, filters.

A shelf is one group's documents of one layer. Its name prefixes every term in the index, so a
search cannot see, count or be slowed by what stands on other shelves.
"""

from __future__ import annotations

from holdfast.model import Layer, Status
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# Terms keep letters, digits, everything beyond ASCII, and this punctuation; an engine's tokenizer
# is told the same list. `|` parts shelf and term.
PUNCTUATION = "_./-:+#@$%&*~=!?^"

_KEPT = {code: "_" for code in range(128) if not chr(code).isalnum() and chr(code) not in PUNCTUATION}
_SUPERSEDED = "s"
_JOURNAL = "h"
_OWNER_CHARS = 4


class Candidate:
    """A document that matches: its terms as indexed, and the row it stands for.

    Not a `Value`: a hundred of them are made for every recall, and this costs a fifth.
    """

    __slots__ = ("row", "terms")

    def __init__(self, terms: str, row: tuple[Any, ...]) -> None:
        self.terms = terms
        self.row = row


class Filters(Value):
    """What candidates must satisfy besides matching; empty means anything."""

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    project: str | None = None
    since: str = ""
    until: str = "9999"
    at: str | None = None

    def is_empty(self) -> bool:
        """Say whether every candidate passes."""
        return self == Filters()

    def parameters(self) -> dict[str, Any]:
        """Return the values the search statements bind."""
        return {
            "any_kind": int(not self.kinds),
            "kinds": list(self.kinds),
            "tag_count": len(self.tags),
            "tags": list(self.tags),
            "any_project": int(self.project is None),
            "project": self.project or "",
            "since": self.since,
            "until": self.until,
            "any_time": int(self.at is None),
            "at": self.at or "",
        }


def shelf_of(group_no: int, layer: Layer, status: Status) -> str | None:
    """Return the shelf a memory belongs on, or None when it must not be found."""
    if status is Status.ACTIVE:
        return f"{layer[1]}{group_no}"
    return f"{_SUPERSEDED}{group_no}" if status is Status.SUPERSEDED else None


def shelves_for(groups: Sequence[int], layers: Sequence[Layer], *, with_superseded: bool = False) -> list[str]:
    """Return the shelves that a search over these groups and layers reads."""
    names = [f"{layer[1]}{group}" for group in groups for layer in layers]
    return [*names, *(f"{_SUPERSEDED}{group}" for group in groups)] if with_superseded else names


def journal_shelf(workspace_no: int, owner: str) -> str:
    """Return the shelf of what one person's sessions in a workspace say; the owner is checked again by each search."""
    mark = "".join(one for one in owner if one.isalnum())[2 : 2 + _OWNER_CHARS]
    return f"{_JOURNAL}{workspace_no}{mark}"


def is_journal(shelf: str) -> bool:
    """Say whether a shelf holds episodes."""
    return shelf.startswith(_JOURNAL)


def shelve(shelf: str, term: str) -> str:
    """Return a term as it stands in the index."""
    return f"{shelf}|{term if term.isalnum() else term.translate(_KEPT)}"  # nearly all terms are plain words


def shelve_all(shelf: str, terms: Sequence[str]) -> str:
    """Return the terms of a document as they stand in the index."""
    return " ".join([shelve(shelf, term) for term in terms])


def extrapolated(number: int, first: int, reached: int, last: int, documents: int, *, sample: int) -> int:
    """Return how many documents hold a term, of which the first `sample` and the last one are known by their numbers.

    `number` is how many were seen, from `first` to `reached`; where they are all, that is the answer. Documents are
    numbered in the order of writing, so that it is as exact as a subject is equally common over time.
    """
    if number < sample:
        return number
    return min(documents, 1 + (number - 1) * (last - first) // (reached - first))
