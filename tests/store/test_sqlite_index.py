"""The full-text index of SQLite: how many segments it lies in."""

from __future__ import annotations

from holdfast.store import sqlite
from holdfast.store.sqlite import SqliteDatabase

WRITES = 60


def segments(database):
    connection = database.take()
    try:
        return connection.execute("SELECT count(DISTINCT segid) FROM search_idx").fetchone()[0]
    finally:
        database.give(connection)


def test_merging_leaves_one_segment(tmp_path, monkeypatch):
    """Many small writes leave many segments; merging makes one of them, in as many steps as it takes, and then stops."""
    monkeypatch.setattr(sqlite, "MERGED_PAGES", 1)
    database = SqliteDatabase(str(tmp_path / "holdfast.db"))
    for number in range(WRITES):
        with database.writing() as tx:
            tx.index(number + 1, "11", [f"n{number}w{word}" for word in range(100)])
    assert segments(database) > 1
    database.merge_index()
    assert segments(database) == 1
    connection = database.take()
    database.give(connection)
    changes = connection.total_changes()
    database.merge_index()
    assert connection.total_changes() - changes < 2
    database.close()
