"""Records read off the pages of a SQLite file: what SQLite itself says they are, and never an error."""

from __future__ import annotations

import os
import shutil

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.store.sqlite_file import PAGE_BYTES
from holdfast.store.sqlite_pages import PageFile

# The sizes at which a record leaves its page, and those at which its overflow fills one page, two, and one byte more.
LONGEST_ON_A_PAGE = PAGE_BYTES - 35
SIZES = sorted({
    0, 1, 100, *range(LONGEST_ON_A_PAGE - 8, LONGEST_ON_A_PAGE + 4), PAGE_BYTES, 2 * PAGE_BYTES - 20, 2 * PAGE_BYTES,
    3 * PAGE_BYTES + 1, 100_000,
})  # fmt: skip
WHOLE = st.one_of(
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from(
        [sign * 2**bits + step for bits in (7, 15, 23, 31, 47, 62) for sign in (1, -1) for step in (-1, 0, 1)]
    ),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
VALUES = st.one_of(
    st.none(), WHOLE, st.floats(allow_nan=False), TEXTS, st.binary(max_size=300),
    st.sampled_from(SIZES).map(lambda size: "ä" * size), st.sampled_from(SIZES).map(bytes),
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


def database(path, *statements):
    """Make a new database with our page size."""
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(f"{path}{suffix}"):
            os.unlink(f"{path}{suffix}")
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA page_size={PAGE_BYTES}; PRAGMA synchronous=OFF")
    for statement in statements:
        connection.execute(statement)
    return connection


def records(path):
    """Return the records of a file, those of its schema aside."""
    pages = PageFile(str(path))
    try:
        return [one for one in pages.records() if one.page != 1]
    finally:
        pages.close()


def rows(path):
    return {one.number: one.fields for one in records(path) if one.number is not None}


@given(st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=6))
@settings(max_examples=100)
def test_rows_are_what_was_stored(folder, stored):
    """Every value of every type and size comes back from the pages as SQLite was given it."""
    path = folder / "values.db"
    connection = database(path, "CREATE TABLE one (no INTEGER PRIMARY KEY, a, b, c)")
    connection.executemany("INSERT INTO one (a, b, c) VALUES (?, ?, ?)", stored)
    connection.close()
    assert {number: (None, *values) for number, values in enumerate(stored, 1)} == rows(path)


@given(st.lists(st.tuples(VALUES, WHOLE), min_size=1, max_size=6))
@settings(max_examples=60)
def test_entries_of_indexes_are_what_was_stored(folder, stored):
    """Tables without row numbers and indexes yield their entries, on inner pages too."""
    path = folder / "keyed.db"
    wanted = {number: (number, value, whole) for number, (value, whole) in enumerate(stored)}
    connection = database(path, "CREATE TABLE one (no, a, b, PRIMARY KEY (no)) WITHOUT ROWID")
    connection.executemany("INSERT INTO one VALUES (?, ?, ?)", list(wanted.values()))
    connection.close()
    found = [one.fields for one in records(path)]
    assert (len(wanted), list(wanted.values())) == (len(found), sorted(found, key=lambda fields: fields[0]))


@pytest.mark.parametrize("size", SIZES)
def test_rows_are_read_over_their_overflow_pages(folder, size):
    """A row is whole whether it fits its page, leaves it by a byte, or runs over many."""
    path = folder / "long.db"
    connection = database(
        path, "CREATE TABLE one (no INTEGER PRIMARY KEY, a)", "CREATE TABLE two (a PRIMARY KEY) WITHOUT ROWID"
    )
    value = bytes(n % 251 for n in range(size))
    connection.execute("INSERT INTO one (a) VALUES (?)", (value,))
    connection.execute("INSERT INTO two (a) VALUES (?)", (value,))
    connection.close()
    assert [(1, (None, value)), (None, (value,))] == [(one.number, one.fields) for one in records(path)]


def test_a_large_tree_is_read_leaf_by_leaf(folder):
    """Every row and every entry of a tree with inner pages is found exactly once."""
    path = folder / "tree.db"
    wanted = {number: (None, f"row {number} {'x' * (number % 90)}") for number in range(1, 4000)}
    connection = database(path, "CREATE TABLE one (no INTEGER PRIMARY KEY, a)", "CREATE INDEX by_a ON one (a)", "BEGIN")
    connection.executemany("INSERT INTO one VALUES (?, ?)", [(number, fields[1]) for number, fields in wanted.items()])
    connection.execute("COMMIT")
    connection.close()
    found = records(path)
    assert wanted == {one.number: one.fields for one in found if one.number is not None}
    entries = [one.fields for one in found if one.number is None]
    assert sorted((fields[1], number) for number, fields in wanted.items()) == sorted(entries)


def test_what_was_deleted_is_not_read(folder):
    """Neither deleted rows nor pages that were given back yield a record: our stores overwrite both."""
    path = folder / "freed.db"
    connection = database(path, "PRAGMA secure_delete=ON", "CREATE TABLE one (no INTEGER PRIMARY KEY, a)", "BEGIN")
    connection.executemany("INSERT INTO one VALUES (?, ?)", [(number, "x" * 700) for number in range(1, 400)])
    connection.execute("COMMIT; DELETE FROM one WHERE no > 5")
    assert connection.pragma("freelist_count") > 0
    connection.close()
    assert set(range(1, 6)) == set(rows(path))


def test_a_lost_tree_leaves_its_leaves(folder):
    """Rows are found although the pages above them, and page 1, are gone."""
    path = folder / "headless.db"
    connection = database(path, "CREATE TABLE one (no INTEGER PRIMARY KEY, a)", "BEGIN")
    connection.executemany("INSERT INTO one VALUES (?, ?)", [(number, "x" * 300) for number in range(1, 900)])
    connection.execute("COMMIT")
    inner = connection.execute("SELECT pageno FROM dbstat WHERE name = 'one' AND pagetype = 'internal'").fetchall()
    connection.close()
    with open(path, "r+b") as file:
        for number in (1, *(row[0] for row in inner)):
            file.seek((number - 1) * PAGE_BYTES)
            file.write(bytes(PAGE_BYTES))
    assert set(range(1, 900)) == set(rows(path))


@pytest.fixture
def logged(tmp_path):
    """A database with rows 1 to 3 in its file and rows 4 to 9 in its log alone, copied while it was open."""
    source = tmp_path / "open.db"
    connection = database(source, "PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0")
    connection.execute("CREATE TABLE one (no INTEGER PRIMARY KEY, a)")
    for number in range(1, 10):
        connection.execute("INSERT INTO one VALUES (?, ?)", (number, "y" * 1500))
        if number == 3:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("", "-wal"):
        shutil.copy(f"{source}{suffix}", f"{tmp_path / 'copy.db'}{suffix}")
    connection.close()
    return tmp_path / "copy.db"


def test_the_log_counts(logged):
    """Rows whose transaction stands committed in the log are read, and count before the file's."""
    assert set(range(1, 10)) == set(rows(logged))


def test_a_log_counts_as_far_as_its_checksums_hold(logged):
    """From the first frame that was altered on, the log is not believed, as SQLite does not."""
    log = f"{logged}-wal"
    with open(log, "r+b") as file:
        file.seek(os.path.getsize(log) // 2)
        file.write(b"\xff\x00\xff")
    believed = {one.number for one in records(logged) if one.number is not None and one.page}
    shutil.copy(logged, f"{logged}.2")
    shutil.copy(log, f"{logged}.2-wal")
    connection = apsw.Connection(f"{logged}.2")
    assert {row[0] for row in connection.execute("SELECT no FROM one")} == believed
    connection.close()


def test_frames_behind_a_broken_one_are_still_looked_at(logged):
    """What follows a broken frame is offered without a page number: a digest has to vouch for it."""
    with open(f"{logged}-wal", "r+b") as file:
        file.seek(200)  # in the page of the first frame
        file.write(b"\xff\x00\xff")
    assert {9} <= {one.number for one in records(logged) if one.page == 0}


def test_a_log_of_somebody_else_is_passed_over(logged):
    """A log that does not begin as one is no reason to fail."""
    with open(f"{logged}-wal", "r+b") as file:
        file.write(b"not a log at all")
    assert set(range(1, 4)) == set(rows(logged))


@given(st.binary(max_size=3 * PAGE_BYTES), st.binary(max_size=PAGE_BYTES + 56), st.sampled_from([13, 10, 2, 5, 0]))
@settings(max_examples=200)
def test_garbage_is_read_without_an_error(folder, file, log, kind):
    """Whatever bytes a file and its log hold, reading them ends and raises nothing."""
    path = folder / "garbage.db"
    padded = bytearray(file + bytes(-len(file) % PAGE_BYTES))
    padded[100:101] = bytes([kind])
    padded[PAGE_BYTES : PAGE_BYTES + 1] = bytes([kind])
    path.write_bytes(padded)
    (folder / "garbage.db-wal").write_bytes(log)
    list(records(path))


@given(st.data())
@settings(max_examples=150)
def test_a_spoiled_database_is_read_without_an_error(folder, data):
    """A real file with some bytes altered anywhere is read to its end, records or no records."""
    path = folder / "spoiled.db"
    if not path.exists():
        connection = database(
            path, "CREATE TABLE one (no INTEGER PRIMARY KEY, a, b)", "CREATE INDEX by_b ON one (b)", "BEGIN"
        )
        connection.executemany(
            "INSERT INTO one VALUES (?, ?, ?)", [(n, n / 7, f"{n}" * (n * 40)) for n in range(1, 80)]
        )
        connection.execute("COMMIT")
        connection.close()
    whole = path.read_bytes()
    changes = data.draw(
        st.lists(st.tuples(st.integers(0, len(whole) - 1), st.integers(0, 255)), min_size=1, max_size=40)
    )
    spoiled = bytearray(whole)
    for place, byte in changes:
        spoiled[place] = byte
    copy = folder / "copy.db"
    copy.write_bytes(spoiled)
    list(records(copy))
