"""Rows against their digests and the index against the rows, on stores that were changed behind Holdfast's back."""

from __future__ import annotations

import apsw
import pytest
from tests.faults.damage import PAGE, furnish

from holdfast.flows import integrity


@pytest.fixture
def stored(memory):
    """A store that has used every verb, closed."""
    furnish(memory)
    memory.close()
    return memory


def change(memory, statement):
    connection = apsw.Connection(memory.core.database.path)
    connection.execute(statement)
    connection.close()


def damage(memory):
    with memory.core.database.reading() as tx:
        return [(one.table, one.id) for one in integrity.damaged_rows(tx)]


def index_problems(memory):
    with memory.core.database.reading() as tx:
        return integrity.index_problems(tx)


def test_what_was_written_is_whole(stored):
    """Nothing is found in a store that nobody touched."""
    assert ([], []) == (damage(stored), index_problems(stored))


@pytest.mark.parametrize(
    ("table", "column", "key"),
    [
        ("memories", "content", "id"), ("memories", "tags", "id"), ("memories", "status", "id"),
        ("memories", "anchors", "id"), ("memories", "superseded_by", "id"), ("episodes", "content", "id"),
        ("episodes", "role", "id"), ("tasks", "state", "id"), ("tasks", "done_at", "id"), ("projects", "about", "name"),
    ],
)  # fmt: skip
def test_an_altered_column_is_found_in_its_row(stored, table, column, key):
    """Every column that a digest covers gives its row away, and only that row."""
    row = apsw.Connection(stored.core.database.path).execute(f"SELECT {key} FROM {table} LIMIT 1").get
    change(stored, f"UPDATE {table} SET {column} = coalesce({column}, '') || 'x' WHERE {key} = '{row}'")
    assert [(table, row)] == damage(stored)


@pytest.mark.parametrize("column", ["before", "after", "row_id", "noun"])
def test_an_altered_image_of_the_history_is_found(stored, column):
    """What undo would bring back is covered too; the row and its change are named."""
    change(stored, f"UPDATE change_rows SET {column} = coalesce({column}, '') || 'x' WHERE change_no = 5 AND place = 0")
    ((table, name),) = damage(stored)
    assert ("change_rows", True) == (table, name.endswith(" in change 5"))


def test_counting_uses_is_no_damage(stored):
    """How often a memory was shown may change without its digest."""
    change(stored, "UPDATE memories SET recall_count = recall_count + 1, last_recalled_at = 'now'")
    assert ([], []) == (damage(stored), index_problems(stored))


@pytest.mark.parametrize(
    "statement", ["layer = NULL", "status = 'gone'", "tags = 'no JSON'", "content = 7", "citations = 9"]
)
def test_a_row_that_cannot_be_indexed_is_a_problem_and_no_crash(stored, statement):
    """Values that no memory can have are told, and every row beside them is still looked at."""
    change(stored, "DROP TABLE IF EXISTS loose; CREATE TABLE loose AS SELECT * FROM memories")
    change(stored, "DROP TABLE memories; ALTER TABLE loose RENAME TO memories")  # without NOT NULL
    change(stored, f"UPDATE memories SET {statement} WHERE memory_no = 1; DELETE FROM search WHERE rowid = 5")
    found = index_problems(stored)
    assert {1, 5} <= {
        number for number in (1, 5) for problem in found if f"memory {name_of(stored, number)} " in problem
    }


def name_of(memory, number):
    return (
        apsw.Connection(memory.core.database.path).execute("SELECT id FROM memories WHERE memory_no = ?", (number,)).get
    )


@pytest.mark.parametrize("table", ["memories", "episodes"])
def test_rows_out_of_order_are_damage_and_no_endless_loop(stored, table):
    """When two pages of a table have changed places, reading it ends and says so."""
    path = stored.core.database.path
    connection = apsw.Connection(path)
    pages = connection.execute("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path", (table,))
    numbers = [row[0] for row in pages]
    connection.close()
    with open(path, "rb") as file:
        data = file.read()
    spoiled = bytearray(data)
    for here, there in ((numbers[0], numbers[-1]), (numbers[-1], numbers[0])):
        spoiled[(here - 1) * PAGE : here * PAGE] = data[(there - 1) * PAGE : there * PAGE]
    with open(path, "wb") as file:
        file.write(spoiled)
    assert table in {found[0] for found in damage(stored)}
    assert table != "memories" or index_problems(stored)
