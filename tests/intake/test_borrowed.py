"""Another program's database is read and never touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import threading

import pytest

from holdfast import errors
from holdfast.intake import borrowed as module
from holdfast.intake.borrowed import borrowed, tables_of


def make(path, *, mode="wal", rows=3):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode={mode}")
    connection.execute("CREATE TABLE t (n INTEGER, text TEXT)")
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO t VALUES (?, 'x')", [(number,) for number in range(rows)])
    connection.execute("COMMIT")
    return connection


def state(folder):
    return {
        name: (os.stat(folder / name).st_mtime_ns, (folder / name).read_bytes()) for name in sorted(os.listdir(folder))
    }


def numbers(path):
    with borrowed(str(path)) as connection:
        return [row[0] for row in connection.execute("SELECT n FROM t ORDER BY n")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The other program's folder; copies go to another one, so that what stays there shows."""
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    there = tmp_path / "theirs"
    there.mkdir()
    yield there
    assert [] == os.listdir(copies)


def test_rows_that_stand_only_in_the_log_of_a_live_program_are_read(folder):
    """The program goes on as if nothing had been: not one byte or time of its files changes, and none is added."""
    owner = make(folder / "a.db")
    before = state(folder)
    assert {"a.db", "a.db-shm", "a.db-wal"} == set(before)
    assert [0, 1, 2] == numbers(folder / "a.db")
    assert before == state(folder)
    owner.execute("INSERT INTO t VALUES (3, 'x')")
    assert [0, 1, 2, 3] == numbers(folder / "a.db")
    owner.close()


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_database_that_nobody_has_open_is_read_and_nothing_is_left_beside_it(folder, mode):
    """A reader of a database in WAL mode would leave two files behind."""
    make(folder / "a.db", mode=mode).close()
    before = state(folder)
    assert [0, 1, 2] == numbers(folder / "a.db")
    assert before == state(folder)


CRASH = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=wal")
connection.execute("CREATE TABLE t (n INTEGER)")
connection.execute("INSERT INTO t VALUES (7)")
os.kill(os.getpid(), 9)
"""


def test_the_log_of_a_program_that_crashed_is_read_and_left(folder):
    """Its next start finds it as it was."""
    subprocess.run([sys.executable, "-c", CRASH, str(folder / "a.db")], check=False)
    (folder / "a.db-shm").unlink()
    before = state(folder)
    assert [7] == numbers(folder / "a.db")
    assert before == state(folder)


def test_a_transaction_that_is_not_committed_is_not_read(folder):
    """A copy sees what a reader would have seen."""
    owner = make(folder / "a.db")
    owner.execute("BEGIN")
    owner.execute("INSERT INTO t VALUES (99, 'x')")
    assert [0, 1, 2] == numbers(folder / "a.db")
    owner.rollback()
    owner.close()


def test_a_program_that_never_stops_writing_is_asked_for_a_copy(folder, monkeypatch):
    """When the files change under every attempt, SQLite's backup makes the copy, read only."""
    owner = make(folder / "a.db")
    stamps = iter(range(10**6))
    monkeypatch.setattr(module, "_stamps", lambda path: [next(stamps)])
    monkeypatch.setattr(module, "PAUSE_S", 0)
    database = (folder / "a.db").read_bytes()
    assert [0, 1, 2] == numbers(folder / "a.db")
    assert database == (folder / "a.db").read_bytes()
    owner.close()


def test_reading_beside_a_writer_always_gives_a_whole_state(folder):
    """Pairs of rows are written together: no copy holds one without the other."""
    make(folder / "a.db", rows=0).close()
    stop = threading.Event()

    def write():
        connection = sqlite3.connect(folder / "a.db", isolation_level=None)
        number = 0
        while not stop.is_set():
            connection.execute("BEGIN")
            connection.execute("INSERT INTO t VALUES (?, 'x')", (number,))
            connection.execute("INSERT INTO t VALUES (?, 'x')", (number + 1,))
            connection.execute("COMMIT")
            number += 2
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(10):
            found = numbers(folder / "a.db")
            assert list(range(len(found))) == found
            assert len(found) % 2 == 0
    finally:
        stop.set()
        writer.join()


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_what_is_no_database_is_refused(folder, content):
    """With an error of ours, and nothing left behind."""
    (folder / "a.db").write_bytes(content)
    with pytest.raises(errors.BadInput):
        numbers(folder / "a.db")


def test_a_damaged_database_is_refused(folder):
    """Damage shows when it is met."""
    make(folder / "a.db", mode="delete", rows=2000).close()
    data = bytearray((folder / "a.db").read_bytes())
    data[5000:12000] = b"\xa5" * 7000
    (folder / "a.db").write_bytes(data)
    with pytest.raises(errors.BadInput):
        numbers(folder / "a.db")


def test_views_and_virtual_tables_are_no_tables(folder):
    """Reading them would run what somebody else wrote into the file."""
    connection = make(folder / "a.db", mode="delete")
    connection.execute("CREATE VIEW v AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT * FROM r")
    connection.execute("CREATE VIRTUAL TABLE f USING fts5(text)")
    connection.close()
    with borrowed(str(folder / "a.db")) as copy:
        tables = tables_of(copy)
    assert frozenset({"n", "text"}) == tables["t"]
    assert "v" not in tables
    assert "f" not in tables
