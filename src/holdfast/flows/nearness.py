"""How near in meaning to a question each row within reach is: the vectors of the shelves searched, and of no others.

The vectors of a shelf are kept in memory while the process lives, up to a bound, and read again after any of them
changed. `tests/vectors/test_recall_by_meaning.py` holds the laws.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from weakref import WeakKeyDictionary

from holdfast import errors
from holdfast.deadline import Deadline
from holdfast.flows import embedding
from holdfast.recall.meaning import telling
from holdfast.store import vectors
from holdfast.store.search import Candidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from holdfast.core import Core
    from holdfast.recall.signals import Scene, Weights
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Database, Transaction
    from holdfast.store.search import Filters
    from holdfast.vectors.embedder import Embedder
    from holdfast.vectors.matrix import Matrix, Near

NEAREST = 64  # become candidates beside those that share words
LOOKED_AT = 512  # of the nearest, where filters let only some of them pass
MOST_ROWS = 100_000  # of a shelf: the newest, 26 MB; older ones are still found by their words
KEPT_ROWS = 200_000  # of all shelves of a store, in memory
MOST_COMPLETE = 64  # sets of shelves, one for each session that asks
CATCH_UP_MS = 250.0  # of a search are spent on vectors that no worker has made yet


class _Kept:
    """What is known of one store: its matrices, and where no vector is missing, each with the state it was seen in."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.complete: dict[tuple[str, ...], tuple[Any, ...]] = {}
        self.matrices: dict[tuple[str, str], tuple[str, Matrix]] = {}

    def keep(self, key: tuple[str, str], changes: str, matrix: Matrix) -> None:
        """Remember a matrix and let the oldest go when there are too many rows."""
        with self.lock:
            self.matrices.pop(key, None)
            self.matrices[key] = (changes, matrix)
            while len(self.matrices) > 1 and sum(len(one.numbers) for _, one in self.matrices.values()) > KEPT_ROWS:
                del self.matrices[next(iter(self.matrices))]


_stores: WeakKeyDictionary[Database, _Kept] = WeakKeyDictionary()


def prepare(core: Core, shelves_of: Callable[[Reach], Sequence[str]]) -> None:
    """Make what vectors are missing on the shelves within reach, as far as a search can wait for them."""
    kept = _stores.setdefault(core.database, _Kept())
    with core.database.reading() as tx:
        shelves = shelves_of(core.reach(tx))
        state = (vectors.changes(tx), *tx.rows("search.shelf_sizes", shelves=shelves))
    if kept.complete.get(tuple(shelves)) == state:
        return  # to count a hundred thousand vectors takes longer than to compare them
    # What has no vector yet is found by its words; a later search or a worker makes it.
    with suppress(errors.ReadOnly, errors.DiskFull, errors.Busy):
        if not embedding.catch_up(core, shelves=shelves, deadline=Deadline.after_ms(CATCH_UP_MS)):
            kept.complete = {**(kept.complete if len(kept.complete) < MOST_COMPLETE else {}), tuple(shelves): state}


def near(
    tx: Transaction, core: Core, shelves: Sequence[str], question: str, scene: Scene, weights: Weights
) -> Near | None:
    """Return how near each document of these shelves is to a question; None where words alone decide."""
    embedder = embedding.embedder_of(core)
    if embedder is None or not shelves:
        return None
    from holdfast.vectors.matrix import Near  # noqa: PLC0415 - numpy, once an embedder is there

    [vector] = embedder.embed([telling(question, scene, weights)])
    if not vector.any():
        return None
    kept = _stores.setdefault(core.database, _Kept())
    changes = vectors.changes(tx)
    matrices = [_matrix(tx, kept, shelf, embedder, changes) for shelf in shelves]
    return Near([(one.numbers, one.similarities(vector)) for one in matrices])


def more(tx: Transaction, near: Near, found: Sequence[Candidate], filters: Filters) -> list[Candidate]:
    """Return the memories that are nearest and pass the filters, without those found already."""
    known = {one.row[0] for one in found}
    most = NEAREST if filters.is_empty() else LOOKED_AT
    numbers = [number for number in near.first(most) if number not in known]
    rows = {row[1]: row for row in tx.rows("search.memories_numbered", numbers=numbers, **filters.parameters())}
    nearest = [rows[number] for number in numbers if number in rows]
    return [Candidate(terms=row[0], row=row[1:]) for row in nearest[:NEAREST]]


def _matrix(tx: Transaction, kept: _Kept, shelf: str, embedder: Embedder, changes: str) -> Matrix:
    known = kept.matrices.get((shelf, embedder.name))
    if known is not None and known[0] == changes:
        return known[1]
    from holdfast.vectors.matrix import unpacked  # noqa: PLC0415

    rows = vectors.of_shelf(tx, shelf, embedder.name, MOST_ROWS)
    matrix = unpacked([(row[0], bytes(row[1])) for row in rows], embedder.dimensions)
    kept.keep((shelf, embedder.name), changes, matrix)
    return matrix
