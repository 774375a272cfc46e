"""Whether a store is whole: what every check finds in it, and how much of everything there is."""

from __future__ import annotations

import os

import apsw
from tests.faults.damage import LASTING, doctor_finds

from holdfast.store import changes
from holdfast.store.sqlite import SqliteDatabase

COUNTED = (*LASTING, "queue", "audit")


def store_of(home) -> str:
    return os.path.join(str(home), "holdfast.db")


def problems(home) -> list[str]:
    """Return what any check finds in the store of a home: the engine's, rows, index, links, the audit chain."""
    path = store_of(home)
    database = SqliteDatabase(path)
    with database.reading() as tx:
        broken = changes.verify(tx)
        lonely = [f"{noun} {name} belongs to no group" for noun, name in tx.rows("health.without_group", limit=9)]
    database.close()
    return [*doctor_finds(path), *lonely, *([broken] if broken else [])]


def counts(home) -> dict[str, int]:
    """Return how many rows each table has that must not be lost: an act that is done by half shows in them."""
    connection = apsw.Connection(store_of(home))
    try:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED}
    finally:
        connection.close()
