"""Whether the full-text index holds exactly what the memories say it should."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from holdfast.model import Layer, Status
from holdfast.store import memories
from holdfast.store.memories import ListFilter, document_terms
from holdfast.store.search import shelf_of, shelve, shelves_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.scope.reach import Reach
    from holdfast.store.database import Transaction

ALL = 10_000


def assert_in_step(tx: Transaction, reach: Reach) -> None:
    """Compare sizes and frequencies of every shelf with what the memories say they should be."""
    listing = ListFilter(statuses=tuple(Status))
    documents: dict[str, list[list[str]]] = {}
    for one in memories.page(tx, reach, listing, scopes=None, limit=ALL, after=None).memories:
        shelf = shelf_of(one.group_no, one.layer, one.status)
        if shelf is not None:
            documents.setdefault(shelf, []).append(document_terms(one))
    shelves = shelves_for(reach.numbers(), list(Layer), with_superseded=True)
    terms = sorted({term for held in documents.values() for document in held for term in document})
    sizes = {shelf: (len(held), sum(map(len, held))) for shelf, held in documents.items()}
    counts = Counter(
        shelve(shelf, term) for shelf, held in documents.items() for document in held for term in set(document)
    )
    assert (sizes, dict(counts)) == measured(tx, shelves, terms)


def measured(
    tx: Transaction, shelves: Sequence[str], terms: Sequence[str]
) -> tuple[dict[str, tuple[int, int]], dict[str, int]]:
    """Return the sizes of the shelves that hold anything, and how many documents hold each term."""
    rows = tx.rows("search.shelf_sizes", shelves=list(shelves))
    return {row[0]: (row[1], row[2]) for row in rows if row[1] or row[2]}, tx.frequencies(shelves, terms)
