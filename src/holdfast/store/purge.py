"""Removing rows for good, with everything that was made from them.

`memories` removes single memories; `groups` removes whole groups with their sessions, journal, recalls and
queue. Both return counts for the receipt. Making the bytes unreadable is the database's `erase_traces`.
"""

from __future__ import annotations

from collections import Counter

from holdfast.store import memories as table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.model import StoredMemory
    from holdfast.scope.reach import Group
    from holdfast.store.database import Transaction


def memories(tx: Transaction, doomed: Sequence[StoredMemory]) -> Counter[str]:
    """Remove these memories, their history, their places in recalls and whatever names them."""
    removed: Counter[str] = Counter()
    for memory in doomed:
        table.drop(tx, memory)
        removed["memories"] += 1
    _forget(tx, [memory.id for memory in doomed], removed)
    return removed


def groups(tx: Transaction, doomed: Iterable[Group]) -> Counter[str]:
    """Remove groups with all they hold; a workspace takes its sessions with it."""
    removed: Counter[str] = Counter()
    numbers = [group.no for group in doomed]
    sessions = [
        row[0] for number in numbers for row in tx.rows("purge.sessions_of", group_no=number) if row[0] not in numbers
    ]
    for number in [*sessions, *numbers]:
        _one_group(tx, number, removed)
    return removed


def _one_group(tx: Transaction, number: int, removed: Counter[str]) -> None:
    rows = tx.rows("purge.memories_of", group_no=number)
    for no, _, shelf_layer, status in rows:
        _unindex(tx, no, number, shelf_layer, status)
    memory_ids = [row[1] for row in rows]
    removed["memories"] += len(tx.rows("purge.drop_memories", group_no=number))
    episodes = [row[0] for row in tx.rows("episodes.delete_group", group_no=number)]
    removed["episodes"] += len(episodes)
    tasks = [row[0] for row in tx.rows("purge.drop_tasks", group_no=number)]
    removed["tasks"] += len(tasks)
    removed["projects"] += len(tx.rows("purge.drop_projects", group_no=number))
    recalls = [row[0] for row in tx.rows("recalls.of_groups", groups=[number])]
    tx.rows("recalls.drop_hits", numbers=recalls)
    tx.rows("recalls.drop", numbers=recalls)
    removed["recalls"] += len(recalls)
    removed["sessions"] += len(tx.rows("purge.drop_sessions", group_no=number))
    tx.rows("sessions.drop_injections", group_no=number)
    removed["queue"] += len(tx.rows("queue.drop_of_group", group_no=number))
    removed["tombstones"] += len(tx.rows("purge.drop_tombstones", group_no=number))
    _forget(tx, [*memory_ids, *episodes, *tasks], removed)


def _forget(tx: Transaction, ids: list[str], removed: Counter[str]) -> None:
    if not ids:
        return
    showing = [row[0] for row in tx.rows("recalls.showing", ids=ids)]
    tx.rows("recalls.blank", numbers=showing)
    tx.rows("recalls.forget_hits", ids=ids)
    removed["recalls blanked"] += len(showing)
    removed["history"] += len(tx.rows("purge.drop_change_rows", ids=ids))
    removed["derivations"] += len(tx.rows("purge.drop_derivations", ids=ids))
    tx.rows("sessions.forget_injections", ids=ids)


def _unindex(tx: Transaction, no: int, group_no: int, layer: str, status: str) -> None:
    from holdfast.model import Layer, Status  # noqa: PLC0415
    from holdfast.store.search import shelf_of  # noqa: PLC0415

    shelf = shelf_of(group_no, Layer(layer), Status(status))
    if shelf is not None:
        tx.unindex(no, shelf)
