"""The vectors table: one for each document of the full-text index and each embedder, derived from the rows.

Whatever leaves the index takes its vector along (an engine's `unindex` calls `leave`), and a vector is written only while
its row still says what was embedded, so no vector outlives its text: `tests/vectors/test_catching_up.py`. An episode stands
under its negative number, as in the index.
"""

from __future__ import annotations

from holdfast.model import Layer, Status
from holdfast.store import journal
from holdfast.store.search import is_journal, journal_shelf
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.store.database import Row, Transaction

CHANGES = "local.vectors_changes"
MEMORIES, EPISODES = "memories", "episodes"
LARGEST = 2**62  # beyond any number of a row


class Place(Value):
    """A shelf, and how its rows are found in their table."""

    shelf: str
    table: str
    where: dict[str, Any]


def memory_place(shelf: str) -> Place:
    """Return the place of a shelf of memories."""
    layer = next((one for one in Layer if one[1] == shelf[0]), None)
    where = {
        "group_no": int(shelf[1:]), "status": Status.ACTIVE if layer else Status.SUPERSEDED,
        "any_layer": int(layer is None), "layer": layer or "",
    }  # fmt: skip
    return Place(shelf=shelf, table=MEMORIES, where=where)


def journal_place(workspace_no: int, owner: str) -> Place:
    """Return the place of what one person's sessions in a workspace say."""
    where = {"workspace_no": workspace_no, "owner": owner}
    return Place(shelf=journal_shelf(workspace_no, owner), table=EPISODES, where=where)


def places(tx: Transaction) -> list[Place]:
    """Return every shelf that holds something."""
    shelves = [row[0] for row in tx.rows("vectors.shelves")]
    journals = (journal_place(row[0], row[1]) for row in tx.rows("vectors.journals"))
    return [
        *(memory_place(shelf) for shelf in shelves if not is_journal(shelf)),
        *(place for place in journals if place.shelf in shelves),
    ]


def behind(tx: Transaction, place: Place, embedder: str) -> int:
    """Return how many documents of a shelf have no vector yet."""
    sizes = tx.rows("search.shelf_sizes", shelves=[place.shelf])
    documents = sizes[0][1] if sizes else 0
    return max(0, documents - _number(tx.one("vectors.count", shelf=place.shelf, embedder=embedder)))


def missing(tx: Transaction, place: Place, embedder: str, limit: int, after: Row | None = None) -> list[Row]:
    """Return number, digest and content of rows that have no vector, those changed last first.

    With `after`, the last row of the page before, it goes on from there: every page costs what it passes over.
    """
    values = {"shelf": place.shelf, "embedder": embedder, "limit": limit, **_where(tx, place)}
    if place.table == EPISODES:
        return tx.rows("vectors.missing_episodes", before_no=after[0] if after else -LARGEST, **values)
    before, before_no = (after[3], after[0]) if after else ("9999", LARGEST)
    return tx.rows("vectors.missing_memories", before=before, before_no=before_no, **values)


def put(tx: Transaction, place: Place, embedder: str, vectors: Sequence[tuple[int, str, bytes]]) -> int:
    """Store vectors (number, digest, vector) of rows that still are what they were; return how many."""
    found = tx.rows(f"vectors.present_{place.table}", numbers=[one[0] for one in vectors], **_where(tx, place))
    present = {(row[0], row[1]) for row in found}
    kept = [
        {"shelf": place.shelf, "no": no, "embedder": embedder, "vector": vector}
        for no, digest, vector in vectors
        if (no, digest) in present
    ]
    if kept:
        tx.many("vectors.put", kept)
        _changed(tx)
    return len(kept)


def of_shelf(tx: Transaction, shelf: str, embedder: str, limit: int) -> list[Row]:
    """Return the number and vector of the newest documents of a shelf."""
    table = EPISODES if is_journal(shelf) else MEMORIES
    return tx.rows(f"vectors.newest_{table}", shelf=shelf, embedder=embedder, limit=limit)


def leave(tx: Transaction, no: int, shelf: str) -> None:
    """Drop the vectors of a document that leaves the index."""
    if tx.rows("vectors.drop", shelf=shelf, no=no):
        _changed(tx)


def drop_all(tx: Transaction) -> None:
    """Drop every vector: they are made anew from the rows."""
    tx.rows("vectors.drop_all")
    _changed(tx)


def drop_others(tx: Transaction, embedder: str) -> int:
    """Drop the vectors of every other embedder and return how many there were."""
    gone = len(tx.rows("vectors.drop_others", embedder=embedder))
    if gone:
        _changed(tx)
    return gone


def changes(tx: Transaction) -> str:
    """Return a text that is another one after any change of the table."""
    row = tx.one("groups.meta", name=CHANGES)
    return str(row[0]) if row else ""


def _changed(tx: Transaction) -> None:
    tx.rows("vectors.changed", name=CHANGES)


def _where(tx: Transaction, place: Place) -> dict[str, Any]:
    return {**place.where, "last": journal.indexed_to(tx)} if place.table == EPISODES else place.where


def _number(row: Row | None) -> int:
    return int(row[0]) if row else 0
