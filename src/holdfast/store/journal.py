"""The journal in the full-text index: each episode on the shelf of its person and workspace, indexed after capture.

Capture writes the episode and no more; whoever searches, or a worker, indexes what is new first. A mark in the store
says how far that has come, so that it costs what is new and no more. `tests/flows/test_journal_search.py` holds the laws.
"""

from __future__ import annotations

from holdfast.store.search import journal_shelf
from holdfast.text.marks import episode_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.store.database import Row, Transaction

MARK = "local.journal_indexed"


def is_behind(tx: Transaction) -> bool:
    """Say whether there are episodes that are not indexed yet."""
    last = tx.one("journal.last")
    return bool(last and last[0] and last[0] > indexed_to(tx))


def indexed_to(tx: Transaction) -> int:
    """Return the number of the last episode that is indexed."""
    row = tx.one("groups.meta", name=MARK)
    return int(row[0]) if row else 0


def index_next(tx: Transaction, limit: int) -> int:
    """Index the next episodes and return how many there were."""
    rows = tx.rows("journal.unindexed", after=indexed_to(tx), limit=limit)
    index(tx, rows)
    if rows:
        tx.rows("groups.set_meta", name=MARK, value=str(rows[-1][0]))
    elif is_behind(tx):  # the last ones belong to no session and are not searched
        tx.rows("groups.set_meta", name=MARK, value=str((tx.one("journal.last") or (0,))[0]))
    return len(rows)


def index(tx: Transaction, rows: Sequence[Row]) -> None:
    """Put rows of `journal.*` on their shelves."""
    tx.index_many(
        [
            (-number, journal_shelf(workspace_no, owner), episode_terms(content, role, occurred_at))
            for number, workspace_no, owner, role, occurred_at, content in rows
        ]
    )


def unindex_group(tx: Transaction, group_no: int) -> list[Row]:
    """Take a session's episodes out of the index and return their rows."""
    rows = tx.rows("journal.of_group", group_no=group_no)
    last = indexed_to(tx)
    for row in rows:
        if row[0] <= last:
            tx.unindex(-row[0], journal_shelf(row[1], row[2]))
    return [row for row in rows if row[0] <= last]


def reindex(tx: Transaction, number: int, content: str) -> None:
    """Bring the index in step with a text that is about to change; nothing to do while it is not indexed."""
    row = tx.one("journal.episode", episode_no=number)
    if row is not None and number <= indexed_to(tx):
        tx.unindex(-number, journal_shelf(row[1], row[2]))
        index(tx, [(*row[:5], content)])


def restart(tx: Transaction) -> None:
    """Have every episode indexed anew: the index was emptied."""
    tx.rows("groups.set_meta", name=MARK, value="0")
