"""Filling a new store from what was salvaged of a damaged one, from its history, and from its snapshots.

A memory or task whose row is lost is taken from its last change, which holds the whole row. What is lost beyond that
is taken from the newest snapshot, but only rows that the damaged store held, as far as its indexes can tell, and never a
decision about trust or consent, which may have been taken back since. Nothing that was forgotten or undone comes back.
"""

from __future__ import annotations

import json
from collections import Counter

import apsw

from holdfast.model import Status
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
# Rows that nothing tells us were there, and that nothing but a purge or a scrub removes: both rewrite the snapshots.
_WHOLE_TABLES = ("aliases", "sessions", "derivations", "tombstones", "change_rows", "audit", "projects")
# Tables whose numbers nothing refers to: a row of theirs that comes from history has lost its own.
_RENUMBERED = ("episodes", "memories", "tasks", "projects")
# The last image of each row of a kind: as it was left, or nothing where it was taken away.
_LAST_IMAGES = """
SELECT row_id, after FROM change_rows AS one WHERE noun = ? AND NOT EXISTS (
  SELECT 1 FROM change_rows AS later
  WHERE later.row_id = one.row_id AND later.noun = one.noun
    AND (later.change_no, later.place) > (one.change_no, one.place)
)"""
_NOUNS = {"memories": "memory", "tasks": "task"}


class Restocked(Value):
    """What a new store was filled with."""

    restored: Counter[str]
    lost: dict[str, set[str]]
    from_history: int
    from_backup: int
    is_ours: bool  # something of a store was found in the damaged file itself
    backup: str
    is_newer: bool  # the file defines tables that this schema does not


def restock(damaged: str, target: str, snapshots: list[str], pending: str) -> Restocked:
    """Fill the empty store `target` from a damaged file, its history and its snapshots, newest first.

    While the note `pending` stands in the damaged file no snapshot is used: they may hold what was purged.
    """
    connection = apsw.Connection(target)
    try:
        connection.execute("BEGIN IMMEDIATE")
        found = _restock(connection, damaged, snapshots, pending)
        connection.execute("COMMIT")
    finally:
        connection.close()
    return found


def _restock(connection: apsw.Connection, damaged: str, snapshots: list[str], pending: str) -> Restocked:
    sorter = salvage.Salvage()
    pages = PageFile(damaged)
    try:
        _insert(connection, sorter.rows(pages.records()))
    finally:
        pages.close()
    is_empty = not any(_count(connection, table) for table in COLUMNS)
    unsure = {table for table, known in sorter.known.items() if not known >= _names(connection, table) > set()}
    lost = _lost(connection, sorter)
    from_history = sum(_from_history(connection, table, lost, unsure) for table in _NOUNS)
    from_backup = 0
    if snapshots and not sorter.notes.get(pending):
        from_backup = _from_snapshot(connection, snapshots[0], None if is_empty else _lost(connection, sorter), unsure)
    _name_groups(connection)
    connection.executemany("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", sorter.notes.items())
    restored = Counter({table: number for table in COLUMNS if (number := _count(connection, table))})
    return Restocked(
        restored=restored, lost=_lost(connection, sorter), from_history=from_history, from_backup=from_backup,
        is_ours=not is_empty, backup=snapshots[0] if from_backup else "", is_newer=not sorter.definitions <= _definitions(connection),
    )  # fmt: skip


def _insert(connection: apsw.Connection, rows: Iterable[tuple[str, tuple[Field, ...]]]) -> int:
    """Store rows as they are, the first of each key; return how many were new."""
    before = connection.total_changes()
    for table, row in rows:
        marks = ", ".join("?" * len(row))
        statement = f"INSERT OR IGNORE INTO {table} ({', '.join(COLUMNS[table])}) VALUES ({marks})"
        connection.execute(statement, row)
        if table in _RENUMBERED and not connection.changes():
            connection.execute(statement, (None, *row[1:]))  # another row has its number; its id decides
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


def _from_history(connection: apsw.Connection, table: str, lost: dict[str, set[str]], unsure: set[str]) -> int:
    """Bring back memories or tasks as their last change left them."""
    images = dict(connection.execute(_LAST_IMAGES, (_NOUNS[table],)))
    wanted = images.keys() - _names(connection, table) if table in unsure else lost.get(table, set()) & images.keys()
    forgotten = _forgotten(connection)
    number = 0
    for one in sorted(wanted):
        image = json.loads(images[one]) if images[one] else None
        # The change that forgot it may be lost too; then the last one left holds what was forgotten.
        if image and (one not in forgotten or image["status"] == Status.FORGOTTEN):
            number += _insert(connection, [(table, _row_of(table, image))])
    return number


def _row_of(table: str, image: dict[str, Any]) -> tuple[Field, ...]:
    columns = (
        memories.columns(memories.from_dict(image))
        if table == "memories"
        else work.task_columns(work.task_from_dict(image))
    )
    return tuple(columns.get(name) for name in COLUMNS[table])


def _from_snapshot(connection: apsw.Connection, path: str, lost: dict[str, set[str]] | None, unsure: set[str]) -> int:
    """Take from a snapshot what is lost or may be, or all of it when nothing else is left."""
    snapshot = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return _insert(connection, _wanted(snapshot, connection, lost, unsure))
    finally:
        snapshot.close()


def _wanted(
    snapshot: apsw.Connection, connection: apsw.Connection, lost: dict[str, set[str]] | None, unsure: set[str]
) -> Iterator[tuple[str, tuple[Field, ...]]]:
    numbers = _groups_missing(connection)
    gone = _forgotten(connection) | _taken_away(connection)
    for table, names in COLUMNS.items():
        for row in snapshot.execute(f"SELECT {', '.join(names)} FROM {table}"):
            is_blank = table == "memories" and row[names.index("status")] == Status.FORGOTTEN
            named = lost is None or (
                table in _WHOLE_TABLES
                or (table == "groups" and row[0] in numbers)
                or ((table in unsure or row[1] in lost.get(table, ())) and (is_blank or row[1] not in gone))
            )
            if named and salvage.is_whole(table, row):
                yield table, row


def _forgotten(connection: apsw.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT memory FROM tombstones")}


def _taken_away(connection: apsw.Connection) -> set[str]:
    """Return what an undo took back."""
    images = (row for noun in _NOUNS.values() for row in connection.execute(_LAST_IMAGES, (noun,)))
    return {row[0] for row in images if row[1] is None}


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
