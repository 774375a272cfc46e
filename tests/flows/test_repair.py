"""The full-text index made anew: as the schema makes it, with the same answers, from any state of the old one."""

from __future__ import annotations

import itertools
import re
from importlib.resources import files

import apsw
import pytest

from holdfast import errors
from holdfast.flows import integrity
from holdfast.flows.repair import rebuild_index, repair
from holdfast.store.sqlite_transaction import STATEMENTS
from holdfast.testing.postgres import PostgresCluster

SAID = (
    "Run the tests with make test", "Deploys go out on Tuesdays", "The staging server is called darjeeling",
    "Émile keeps the server keys", "Tests on ARM are slow", "Indent with tabs",
)  # fmt: skip
ASKED = ("how do we run the tests", "server", "which day are deploys", "ÉMILE", "darjeeling staging", "nothing fits")
PAGE = 4096

_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def cluster():
    with PostgresCluster() as running:
        yield running


@pytest.fixture
def open_on(request, open_here, workspace):
    """Open a memory on a new store of either engine, with statements on several shelves."""

    def opener(engine):
        if engine == "sqlite":
            return fill(open_here(workspace))
        return fill(
            open_here(workspace, store=request.getfixturevalue("cluster").create_database(f"db{next(_numbers)}"))
        )

    return opener


@pytest.fixture(params=["sqlite", "postgres"])
def memory(request, open_on):
    return open_on(request.param)


def fill(memory):
    for text in SAID:
        memory.remember(text, tags=["work"], cite=["src/server.py"])
    memory.remember("I like tea on the server", scope="user")
    memory.remember("Indent with spaces")  # takes the place of another, which moves to a shelf of its own
    memory.forget(memory.remember("The server is haunted").memory.id)
    memory.tasks.done(memory.tasks.add("Move the server").id)
    return memory


def answers(memory):
    return {query: [(hit.memory.id, hit.parts["relevance"]) for hit in memory.recall(query)] for query in ASKED}


def problems(memory):
    with memory.core.database.reading() as tx:
        return integrity.index_problems(tx)


def run(memory, *statements):
    """Change the store behind its back."""
    with memory.core.database.writing() as tx:
        for statement in statements:
            tx._connection.execute(statement)


def statements(sql):
    """Return the statements of a script, each in one spelling."""
    return [" ".join(one.split()) for one in re.sub(r"(?m)^--.*$", "", sql).split(";")]


def test_the_index_is_made_by_the_schemas_own_statements():
    """What a repair makes is, word for word, what the first migration makes."""
    made = statements(STATEMENTS["health.make_index"].replace("IF NOT EXISTS ", ""))
    schema = files("holdfast.store") / "migrations" / "sqlite" / "0001_first.sql"
    wanted = [
        one for one in statements(schema.read_text()) if re.match(r"(CREATE VIRTUAL TABLE|INSERT INTO) search ", one)
    ]
    assert (2, wanted) == (len(made), made)


def definition(path):
    connection = apsw.Connection(path)
    tables = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE name LIKE 'search%' ORDER BY name"
    ).fetchall()
    settings = dict(connection.execute("SELECT k, v FROM search_config"))
    connection.close()
    return {name: sql.replace("IF NOT EXISTS ", "") for name, sql in tables}, settings["secure-delete"]


def test_a_new_index_is_defined_as_the_old_one_was(open_on):
    """Tokenizer, tables and secure deletion are those of a new store."""
    memory = open_on("sqlite")
    before = definition(memory.core.database.path)
    rebuild_index(memory.core)
    assert before == definition(memory.core.database.path)
    assert 1 == before[1]


def test_a_new_index_answers_as_the_old_one_did(memory):
    """Every query finds the same memories with the same scores, and the count is that of what can be found."""
    before = answers(memory)
    assert any(before.values())
    assert len(SAID) + 3 == rebuild_index(memory.core)
    assert (before, [], []) == (answers(memory), problems(memory), memory.core.database.problems())


@pytest.mark.parametrize(
    ("engine", "damage"),
    [
        ("sqlite", "DELETE FROM search"),
        ("sqlite", "UPDATE search SET terms = '11|wrong' WHERE rowid = 1"),
        ("sqlite", "INSERT INTO search (rowid, terms) VALUES (4242, '11|nobody')"),
        ("sqlite", "UPDATE shelves SET documents = 99"),
        ("sqlite", "DELETE FROM shelves"),
        ("postgres", "DELETE FROM documents; DELETE FROM postings"),
        ("postgres", "UPDATE documents SET terms = 'wrong' WHERE memory_no = 1"),
        ("postgres", "INSERT INTO documents (memory_no, shelf, terms, length) VALUES (4242, '11', 'nobody', 1)"),
        ("postgres", "UPDATE shelves SET length = length + 1"),
        ("postgres", "DELETE FROM shelves"),
    ],
)
def test_a_damaged_index_is_found_and_made_anew(open_on, engine, damage):
    """Whatever is missing from the index, wrong or too many is told, and is right after it was made anew."""
    memory = open_on(engine)
    before = answers(memory)
    run(memory, *damage.split("; "))
    assert [] != problems(memory)
    rebuild_index(memory.core)
    assert (before, []) == (answers(memory), problems(memory))


def test_an_index_whose_pages_are_gone_is_made_anew(open_on):
    """An index that the engine itself cannot read any more comes back with the store's repair."""
    memory = open_on("sqlite")
    before = answers(memory)
    path = memory.core.database.path
    memory.core.database.erase_traces()
    memory.close()
    connection = apsw.Connection(path)
    pages = connection.execute("SELECT pageno FROM dbstat WHERE name IN ('search_data', 'search_content')").fetchall()
    connection.close()
    with open(path, "r+b") as file:
        for (number,) in pages:
            file.seek((number - 1) * PAGE)
            file.write(bytes(PAGE))
    assert [] != memory.core.database.problems()
    repair(memory.core)
    assert (before, [], []) == (answers(memory), problems(memory), memory.core.database.problems())


def test_another_tenants_index_is_left_alone(cluster, open_here, workspace):
    """On a shared server a tenant makes its own part of the index anew and touches no other's."""
    url = cluster.create_database("tenants")
    mine, theirs = (fill(open_here(workspace, store=url, settings={"store.tenant": one})) for one in ("mine", "theirs"))
    before = answers(theirs)
    run(mine, "DELETE FROM documents")
    rebuild_index(mine.core)
    assert (before, [], []) == (answers(theirs), problems(theirs), problems(mine))


def test_a_servers_store_is_not_repaired_by_us(open_on):
    """Replacing a file is no way to repair a server's database: usage error, nothing changed."""
    memory = open_on("postgres")
    before = answers(memory)
    with pytest.raises(errors.UsageError):
        repair(memory.core)
    assert before == answers(memory)
