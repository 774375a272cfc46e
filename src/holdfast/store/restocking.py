"""Filling a new store from what was salvaged of a damaged one, from its history, and from its snapshots.

A memory or task whose row is lost is taken from its last change, which holds the whole row. What is lost beyond that
is taken from the newest snapshot, but only rows that the damaged store is known to have held, and never a decision
about trust or consent, which may have been taken back since.
"""

from __future__ import annotations

import json
from collections import Counter

import apsw

from holdfast.store import memories, salvage, work
from holdfast.store.salvage import COLUMNS
from holdfast.store.sqlite_pages import PageFile
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from holdfast.store.sqlite_pages import Field

BATCH = 1000
# Rows without an id of their own, which nothing but a purge or a scrub removes, and both rewrite the snapshots.
_WHOLE_TABLES = ("aliases", "derivations", "tombstones", "change_rows", "audit", "projects")


class Restocked(Value):
    """What a new store was filled with."""

    restored: Counter[str]
    lost: dict[str, set[str]]
    from_history: int
    from_backup: int
    backup: str
    is_newer: bool  # the file defines tables that this schema does not


def restock(damaged: str, target: str, snapshots: list[str]) -> Restocked:
    """Fill the empty store `target` from a damaged file, its history and its snapshots, newest first."""
    connection = apsw.Connection(target)
    try:
        connection.execute("BEGIN IMMEDIATE")
        found = _restock(connection, damaged, snapshots)
        connection.execute("COMMIT")
    finally:
        connection.close()
    return found


def _restock(connection: apsw.Connection, damaged: str, snapshots: list[str]) -> Restocked:
    sorter = salvage.Salvage()
    pages = PageFile(damaged)
    try:
        _insert(connection, sorter.rows(pages.records()))
    finally:
        pages.close()
    is_empty = not any(_count(connection, table) for table in COLUMNS)
    from_history = _from_history(connection, _lost(connection, sorter))
    from_backup, backup = 0, ""
    lost = _lost(connection, sorter)
    if snapshots and (is_empty or lost or _groups_missing(connection)):
        backup = snapshots[0]
        from_backup = _from_snapshot(connection, backup, None if is_empty else lost)
        lost = _lost(connection, sorter)
    _name_groups(connection)
    restored = Counter({table: number for table in COLUMNS if (number := _count(connection, table))})
    return Restocked(restored=restored, lost=lost, from_history=from_history, from_backup=from_backup, backup=backup,
                     is_newer=not sorter.definitions <= _definitions(connection))  # fmt: skip


def _insert(connection: apsw.Connection, rows: Iterable[tuple[str, tuple[Field, ...]]]) -> int:
    """Store rows as they are, the first of each key; return how many were new."""
    before = connection.total_changes()
    for table, row in rows:
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(COLUMNS[table])}) VALUES ({marks})", row)
    return connection.total_changes() - before


def _lost(connection: apsw.Connection, sorter: salvage.Salvage) -> dict[str, set[str]]:
    """Return what the damaged file is known to have held and the new store does not."""
    found = {}
    for table, spoiled in sorter.spoiled.items():
        named = spoiled | sorter.known.get(table, set())
        if named:
            whole = _names(connection, table)
            if missing := named - whole:
                found[table] = missing
    return found


def _names(connection: apsw.Connection, table: str) -> set[str]:
    if table == "change_rows":
        return {
            f"{row[1]} in change {row[0]}" for row in connection.execute("SELECT change_no, row_id FROM change_rows")
        }
    return {str(row[0]) for row in connection.execute(f"SELECT {COLUMNS[table][1]} FROM {table}")}


def _from_history(connection: apsw.Connection, lost: dict[str, set[str]]) -> int:
    """Bring back memories and tasks as their last change left them."""
    number = 0
    for noun, table in (("memory", "memories"), ("task", "tasks")):
        for one in lost.get(table, ()):
            last = connection.execute(
                "SELECT after FROM change_rows WHERE row_id = ? AND noun = ? ORDER BY change_no DESC, place DESC LIMIT 1",
                (one, noun),
            ).fetchone()
            if last and last[0]:
                number += _insert(connection, [(table, _row_of(table, json.loads(last[0])))])
    return number


def _row_of(table: str, image: dict[str, Any]) -> tuple[Field, ...]:
    columns = (
        memories.columns(memories.from_dict(image))
        if table == "memories"
        else work.task_columns(work.task_from_dict(image))
    )
    return tuple(columns.get(name) for name in COLUMNS[table])


def _from_snapshot(connection: apsw.Connection, path: str, lost: dict[str, set[str]] | None) -> int:
    """Take from a snapshot what is lost, or all of it when nothing else is left."""
    snapshot = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return _insert(connection, _wanted(snapshot, connection, lost))
    finally:
        snapshot.close()


def _wanted(
    snapshot: apsw.Connection, connection: apsw.Connection, lost: dict[str, set[str]] | None
) -> Iterator[tuple[str, tuple[Field, ...]]]:
    numbers = _groups_missing(connection)
    forgotten = {row[0] for row in connection.execute("SELECT memory FROM tombstones")}
    for table, names in COLUMNS.items():
        for row in snapshot.execute(f"SELECT {', '.join(names)} FROM {table}"):
            named = lost is None or (
                table in _WHOLE_TABLES
                or (table == "groups" and row[0] in numbers)
                or (table == "sessions" and row[2] in numbers)
                or (row[1] in lost.get(table, ()) and row[1] not in forgotten)
            )
            if named and salvage.is_whole(table, row):
                yield table, row


def _groups_missing(connection: apsw.Connection) -> set[int]:
    """Return the groups that rows belong to and that are not there."""
    tables = ("memories", "episodes", "tasks", "projects", "sessions", "roots")
    every = " UNION ".join(f"SELECT group_no FROM {table}" for table in tables)
    return {row[0] for row in connection.execute(f"{every} EXCEPT SELECT group_no FROM groups")}


def _name_groups(connection: apsw.Connection) -> None:
    """Give groups that are lost a name, from the history where it has one, so that `workspace merge` can join them."""
    for number in sorted(_groups_missing(connection)):
        image = _image_of_group(connection, number)
        connection.execute(
            "INSERT OR IGNORE INTO groups VALUES (?, ?, ?, '', ?, '', ?)",
            (number, image.get("group") or f"gw_recovered{number}", image.get("scope") or "workspace", f"recovered {number}",
             image.get("created_at") or "1970-01-01T00:00:00.000000Z"),
        )  # fmt: skip
    connection.execute("INSERT OR IGNORE INTO aliases SELECT group_id, group_no, 0 FROM groups")


def _image_of_group(connection: apsw.Connection, number: int) -> dict[str, Any]:
    rows = connection.execute("SELECT after FROM change_rows WHERE noun = 'memory' AND after IS NOT NULL")
    images = (json.loads(row[0]) for row in rows)
    return next((image for image in images if image.get("group_no") == number), {})


def _definitions(connection: apsw.Connection) -> set[str]:
    return {str(row[0]) for row in connection.execute("SELECT sql FROM sqlite_master")}


def _count(connection: apsw.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").get)
