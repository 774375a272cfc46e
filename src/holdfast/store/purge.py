"""Removing rows for good, with everything that was made from them.

`memories` removes single memories; `groups` removes whole groups with their sessions, journal, recalls and
queue. Both return counts for the receipt. Making the bytes unreadable is the database's `erase_traces`.
"""

from __future__ import annotations

import json
from collections import Counter

from holdfast.store import journal
from holdfast.store import memories as table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.model import StoredMemory
    from holdfast.scope.reach import Group
    from holdfast.store.database import Transaction


ITEM = "\n- "  # how a block begins a line that shows something


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
    for number in with_sessions(tx, numbers):
        _one_group(tx, number, removed)
        if number not in numbers:
            tx.rows("groups.rename", group_no=number, label="")  # a session's label is its id
    return removed


def with_sessions(tx: Transaction, numbers: Sequence[int]) -> list[int]:
    """Return the groups of all sessions of these workspaces, then the groups themselves."""
    sessions = [row[0] for number in numbers for row in tx.rows("purge.sessions_of", group_no=number)]
    return [*(number for number in sessions if number not in numbers), *numbers]


def ids_in(tx: Transaction, numbers: Sequence[int]) -> list[str]:
    """Return the ids of all that these groups hold and memories can be made of."""
    return [row[0] for number in numbers for row in tx.rows("purge.ids_of", group_no=number)]


def _one_group(tx: Transaction, number: int, removed: Counter[str]) -> None:
    rows = tx.rows("purge.memories_of", group_no=number)
    for no, _, shelf_layer, status in rows:
        _unindex(tx, no, number, shelf_layer, status)
    journal.unindex_group(tx, number)
    memory_ids = [row[1] for row in rows]
    removed["memories"] += len(tx.rows("purge.drop_memories", group_no=number))
    episodes = [row[0] for row in tx.rows("episodes.delete_group", group_no=number)]
    removed["episodes"] += len(episodes)
    tasks = [row[0] for row in tx.rows("purge.drop_tasks", group_no=number)]
    removed["tasks"] += len(tasks)
    projects = [row[0] for row in tx.rows("purge.drop_projects", group_no=number)]
    removed["projects"] += len(projects)
    removed["history"] += _forget_projects(tx, number, projects)
    recalls = [row[0] for row in tx.rows("recalls.of_groups", groups=[number])]
    tx.rows("recalls.drop_hits", numbers=recalls)
    tx.rows("recalls.drop", numbers=recalls)
    removed["recalls"] += len(recalls)
    removed["sessions"] += len(tx.rows("purge.drop_sessions", group_no=number))
    tx.rows("sessions.drop_injections", group_no=number)
    removed["queue"] += len(tx.rows("queue.drop_of_group", group_no=number))
    _forget(tx, [*memory_ids, *episodes, *tasks], removed)


def _forget(tx: Transaction, ids: list[str], removed: Counter[str]) -> None:
    if not ids:
        return
    showing = {row[0] for row in tx.rows("recalls.showing", ids=ids)} | _unaccounted(tx)
    tx.rows("recalls.blank", numbers=sorted(showing))
    tx.rows("recalls.forget_hits", ids=ids)
    removed["recalls blanked"] += len(showing)
    removed["history"] += len(tx.rows("purge.drop_change_rows", ids=ids))
    removed["derivations"] += len(tx.rows("purge.drop_derivations", ids=ids))
    tx.rows("sessions.forget_injections", ids=ids)


def _unaccounted(tx: Transaction) -> set[int]:
    """Return the recalls that show more lines than hits are logged: nobody can tell what else they show."""
    return {row[0] for row in tx.rows("recalls.shown") if row[1].count(ITEM) > row[2]}


def _forget_projects(tx: Transaction, group_no: int, names: list[str]) -> int:
    """Remove the history of these projects; another group may have projects of the same names."""
    doomed = []
    for change_no, place, before, after in tx.rows("purge.project_rows", names=names):
        if json.loads(before or after)["group_no"] == group_no:
            doomed.append({"change_no": change_no, "place": place})
    tx.many("purge.drop_change_row", doomed)
    return len(doomed)


def _unindex(tx: Transaction, no: int, group_no: int, layer: str, status: str) -> None:
    from holdfast.model import Layer, Status  # noqa: PLC0415
    from holdfast.store.search import shelf_of  # noqa: PLC0415

    shelf = shelf_of(group_no, Layer(layer), Status(status))
    if shelf is not None:
        tx.unindex(no, shelf)
