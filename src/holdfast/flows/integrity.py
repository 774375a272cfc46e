"""Is what is stored still what was stored: every row against its digest, the index against the rows.

An engine's own checks find broken structure; a flipped bit in a text passes them. Each row carries a digest of what
it says, each memory stands in the index under exactly the terms its words give. `tests/faults/test_corruption.py`
measures how much damage is found.
"""

from __future__ import annotations

import json
from collections import Counter

from holdfast import errors
from holdfast.model import Layer, Status
from holdfast.store import journal
from holdfast.store.digest import digest
from holdfast.store.search import journal_shelf, shelf_of, shelve_all
from holdfast.text.marks import episode_terms, memory_terms
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.store.database import Row, Transaction

PAGE = 500
LEAST_NUMBER = -(2**62)  # episodes stand in the index under negative numbers
WITH_DIGEST = ("episodes", "memories", "tasks", "projects", "change_rows")
UNREADABLE = "it cannot be read"
ALTERED = "it is not what was written"
OUT_OF_ORDER = "its rows do not stand in order, so that reading on would never end"


class Damage(Value):
    """One row, or the rest of a table, that is not what it was."""

    table: str
    id: str
    why: str


def damaged_rows(tx: Transaction) -> Iterator[Damage]:
    """Yield every row whose digest does not fit, and every place where a table cannot be read on."""
    for table in WITH_DIGEST:
        yield from _in_table(tx, table)


def is_whole(row: Row, key_columns: int = 1) -> bool:
    """Say whether a row of `health.*` is what its last column, the digest, says."""
    return bool(digest(*row[key_columns:-1]) == row[-1])


def index_problems(tx: Transaction) -> list[str]:
    """Return where the full-text index is not that of the memories in the store, as far as both can be read."""
    found: list[str] = []
    try:
        for problem in _index_problems(tx):
            found.append(problem)  # noqa: PERF402 - what was found before a page that cannot be read counts too
    except errors.Corrupt as error:
        found.append(f"the index cannot be held against the memories: {error.why}")
    return found


def _index_problems(tx: Transaction) -> Iterator[str]:
    documents: Counter[str] = Counter()
    lengths: Counter[str] = Counter()
    expected: set[int] = set()
    for row in _numbered(tx, "health.indexed"):
        try:
            shelf = shelf_of(row[2], Layer(row[3]), Status(row[4]))
            terms = terms_of(row) if shelf else []
        except (TypeError, ValueError):
            yield f"memory {row[1]} cannot be indexed: {ALTERED}"
            continue
        indexed = tx.one("search.terms", no=row[0])
        if shelf is not None:
            documents[shelf] += 1
            lengths[shelf] += len(terms)
            expected.add(row[0])
        wanted = shelve_all(shelf, terms) if shelf else None
        if wanted != (indexed[0] if indexed else None):
            yield f"memory {row[1]} is not in the index as it should be"
    yield from _journal_problems(tx, documents, lengths, expected)
    orphans = [row[0] for row in _numbered(tx, "health.indexed_numbers", LEAST_NUMBER) if row[0] not in expected]
    if orphans:
        yield f"the index holds {len(orphans)} entries of no memory"
    for shelf, number, length in tx.rows("health.shelves"):
        if (documents.pop(shelf, 0), lengths.pop(shelf, 0)) != (number, length):
            yield f"the size of shelf {shelf} is wrong"
    yield from (f"shelf {shelf} has no size" for shelf in documents)


def _journal_problems(tx: Transaction, documents: Counter[str], lengths: Counter[str], expected: set[int]) -> list[str]:
    """Return which indexed episodes are not found as they should be; count them in."""
    found: list[str] = []
    last = journal.indexed_to(tx)
    for row in _numbered(tx, "journal.unindexed"):
        if row[0] > last:
            break
        shelf, terms = journal_shelf(row[1], row[2]), episode_terms(row[5], row[3], row[4])
        indexed = tx.one("search.terms", no=-row[0])
        documents[shelf] += 1
        lengths[shelf] += len(terms)
        expected.add(-row[0])
        if indexed is None or indexed[0] != shelve_all(shelf, terms):
            found.append(f"episode number {row[0]} is not in the index as it should be")
    return found


def terms_of(row: Row) -> list[str]:
    """Return the terms under which a row of `health.indexed` is found."""
    return memory_terms(" ".join((row[5], *json.loads(row[6]), *json.loads(row[7]))), row[8])


def _in_table(tx: Transaction, table: str) -> Iterator[Damage]:
    key = {"after": 0, "after_place": -1} if table == "change_rows" else {"after": 0}
    columns, limit = len(key), PAGE
    while True:
        try:
            rows = tx.rows(f"health.{table}", limit=limit, **key)
        except errors.Corrupt as error:
            if limit == 1:
                yield Damage(table=table, id=f"after {key['after']}", why=f"{UNREADABLE}: {error.why}")
                return
            limit = 1  # go on row by row, to say where it ends
            continue
        if not rows:
            return
        for row in rows:
            if not is_whole(row, columns):
                yield Damage(table=table, id=_name(table, row), why=ALTERED)
        last = rows[-1][:columns]
        if not _is_beyond(last, tuple(key.values())):
            yield Damage(table=table, id=f"after {key['after']}", why=OUT_OF_ORDER)
            return
        key = dict(zip(key, last, strict=True))


def _name(table: str, row: Row) -> str:
    return f"{row[3]} in change {row[0]}" if table == "change_rows" else str(row[1])


def _numbered(tx: Transaction, statement: str, after: int = 0) -> Iterator[Row]:
    while rows := tx.rows(statement, after=after, limit=PAGE):
        yield from rows
        if not _is_beyond(rows[-1][:1], (after,)):
            raise errors.Corrupt("a table of the store is damaged", why=OUT_OF_ORDER)
        after = rows[-1][0]


def _is_beyond(key: Row, before: tuple[int, ...]) -> bool:
    """Say whether a key lies after another; in a damaged tree it need not, nor be a number."""
    return all(type(part) is int for part in key) and key > before
