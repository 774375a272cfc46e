"""Every statement of every file prepares on both engines and means the same columns."""

from __future__ import annotations

import os
import re
from pathlib import Path

import apsw
import psycopg
import pytest

import holdfast
from holdfast.store import sqlite_file, statements
from holdfast.store.postgres import open_postgres
from holdfast.store.postgres_transaction import STATEMENTS as POSTGRES
from holdfast.store.sqlite_transaction import STATEMENTS as SQLITE

NAMES = {
    dialect: [name for file in statements.files() for name in known.names(file)]
    for dialect, known in (("sqlite", SQLITE), ("postgres", POSTGRES))
}


@pytest.fixture(scope="module")
def sqlite_connection():
    connection = apsw.Connection(":memory:")
    sqlite_file.migrate(connection)
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def postgres_connection(shared_url):
    database = open_postgres(shared_url, "statements")
    database.describe()
    database.close()
    with psycopg.connect(shared_url, autocommit=True) as connection:
        connection.execute("SET search_path = holdfast, pg_temp")
        yield connection


@pytest.mark.parametrize("name", NAMES["sqlite"])
def test_statement_prepares_on_sqlite(sqlite_connection, name):
    """SQLite accepts the statement with its tables and columns."""
    assert sqlite_columns(sqlite_connection, name) >= 0


@pytest.mark.parametrize("name", NAMES["postgres"])
def test_statement_prepares_on_postgres(postgres_connection, name):
    """PostgreSQL accepts the statement with its tables, columns and types."""
    assert postgres_columns(postgres_connection, name) >= 0


@pytest.mark.parametrize("name", sorted({*NAMES["sqlite"]} & {*NAMES["postgres"]} - {"search.drop", "search.counts"}))
def test_both_engines_return_the_same_columns(sqlite_connection, postgres_connection, name):
    """A statement that both engines have returns as many columns on each."""
    assert sqlite_columns(sqlite_connection, name) == postgres_columns(postgres_connection, name)


def test_what_the_code_runs_exists_on_both_engines():
    """Every statement named in code above the seam is there for either engine."""
    named = re.compile(r'\b(?:tx|_tx)\.(?:rows|one|many)\(\s*"(\w+\.\w+)"')
    folder = os.path.dirname(holdfast.__file__)
    found = set()
    for where, _, files in os.walk(folder):
        for file in files:
            if file.endswith(".py") and not file.startswith(("sqlite", "postgres")):
                with open(os.path.join(where, file), encoding="utf-8") as source:
                    found |= set(named.findall(source.read()))
    assert len(found) > 50
    assert set() == found - ({*NAMES["sqlite"]} & {*NAMES["postgres"]})


@pytest.mark.parametrize("known", [SQLITE, POSTGRES], ids=["sqlite", "postgres"])
def test_an_unknown_statement_is_an_error(known):
    """Asking for a statement that no file has fails at once."""
    with pytest.raises(KeyError):
        known["memories.nonsense"]


def test_text_that_looks_like_a_parameter_is_not_bound():
    """A cast and a percent sign in SQL stay what they are."""
    assert "a::text %% 2 = %(b)s" == POSTGRES._bind("a::text % 2 = :b")


def sqlite_columns(connection, name):
    """Compile a statement without running it and count its columns."""
    names = dict.fromkeys(re.findall(r":(\w+)", SQLITE[name]))
    connection.execute(f"EXPLAIN {SQLITE[name]}", names)
    counted = []
    connection.exec_trace = lambda cursor, _, __: counted.append(len(cursor.description)) or False
    try:
        connection.execute(SQLITE[name], names)
    except (apsw.ExecTraceAbort, apsw.ExecutionCompleteError):
        pass
    finally:
        connection.exec_trace = None
    return counted[0] if counted else 0


def postgres_columns(connection, name):
    """Let the server parse and analyse a statement and count its columns."""
    places: dict[str, int] = {}
    text = re.sub(r"%\((\w+)\)s", lambda found: f"${places.setdefault(found[1], len(places) + 1)}", POSTGRES[name])
    prepared = connection.pgconn.prepare(b"", text.replace("%%", "%").encode())
    assert prepared.status == psycopg.pq.ExecStatus.COMMAND_OK, prepared.error_message.decode()
    return connection.pgconn.describe_prepared(b"").nfields


def test_no_name_stands_twice_in_a_file():
    """The second of two would silently take the place of the first, and be run with other values."""
    twice = []
    for path in sorted(Path(statements.__file__).parent.glob("sql/**/*.sql")):
        names = re.findall(r"^-- name: (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        twice += [f"{path.name}: {name}" for name in names if names.count(name) > 1]
    assert [] == twice
