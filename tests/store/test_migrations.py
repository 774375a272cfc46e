"""Schemas: built fresh or by migrations they are the same, and only ever move forward."""

from __future__ import annotations

import os

import apsw
import psycopg
import pytest

from holdfast import errors
from holdfast.store import postgres_schema, sqlite_file, statements
from holdfast.store.postgres import open_postgres
from holdfast.store.sqlite import SqliteDatabase
from holdfast.testing.conformance.samples import in_processes

NEWER = 99
POSTGRES_SHAPE = """
SELECT 'column', table_name, column_name, data_type, collation_name, is_nullable, column_default, identity_generation
FROM information_schema.columns WHERE table_schema = 'holdfast'
UNION ALL SELECT 'index', tablename, indexname, indexdef, '', '', '', '' FROM pg_indexes WHERE schemaname = 'holdfast'
UNION ALL SELECT 'policy', tablename, policyname, qual, with_check, cmd, '', '' FROM pg_policies WHERE schemaname = 'holdfast'
ORDER BY 1, 2, 3
"""
# Tables of the full-text index and of the schema itself are each engine's own.
OWN = {"search", "search_data", "search_idx", "search_content", "search_docsize", "search_config", "search_vocabulary",
       "documents", "postings", "holdfast_schema"}  # fmt: skip


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "holdfast.db")


def test_a_fresh_sqlite_store_is_what_the_migrations_make(path):
    """Creating a store and applying every migration by hand give the same schema."""
    sqlite_file.create(path)
    by_hand = apsw.Connection(":memory:")
    for _, _, script in statements.migrations("sqlite"):
        by_hand.execute(script)
    with_hand, fresh = sqlite_shape(by_hand), sqlite_shape(apsw.Connection(path))
    assert with_hand == fresh


def test_a_fresh_postgres_store_is_what_the_migrations_make(cluster, fresh_url):
    """Opening an empty database and applying every migration by hand give the same schema."""
    by_hand = cluster.create_database("by_hand")
    with psycopg.connect(by_hand, autocommit=True) as connection:
        connection.execute("SET search_path = holdfast, pg_temp")
        for _, _, script in statements.migrations("postgres"):
            connection.execute(script)
    opened(fresh_url)
    assert postgres_shape(by_hand) == postgres_shape(fresh_url)


@pytest.mark.parametrize(
    ("dialect", "version"), [("sqlite", sqlite_file.SCHEMA_VERSION), ("postgres", postgres_schema.SCHEMA_VERSION)]
)
def test_migrations_are_numbered_without_gaps(dialect, version):
    """The migrations of an engine count from one up to the version the code knows."""
    assert list(range(1, version + 1)) == [number for number, _, _ in statements.migrations(dialect)]


def test_both_engines_have_the_same_tables(fresh_url):
    """A table has the same columns on both engines, but for the tenant."""
    connection = apsw.Connection(":memory:")
    sqlite_file.migrate(connection)
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    ours = {
        table: {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        for table in tables
        if table not in OWN
    }
    opened(fresh_url)
    theirs = {}
    for what, table, column, *_ in postgres_shape(fresh_url):
        if what == "column" and table not in OWN:
            theirs.setdefault(table, set()).add(column)
    assert {table: columns | {"tenant"} for table, columns in ours.items()} == theirs


def test_a_newer_sqlite_store_is_left_alone(path):
    """A store of a newer schema is refused, both versions are named, and no byte of it changes."""
    sqlite_file.create(path)
    connection = apsw.Connection(path)
    connection.execute(f"PRAGMA user_version={NEWER}")
    connection.close()
    before = contents(path)
    with pytest.raises(errors.SchemaTooNew) as caught:
        SqliteDatabase(path).describe()
    assert f"the store has schema {NEWER}, this Holdfast knows {sqlite_file.SCHEMA_VERSION}" == caught.value.message
    assert before == contents(path)


def test_a_newer_postgres_store_is_left_alone(fresh_url):
    """A database of a newer schema is refused, both versions are named, and nothing in it changes."""
    opened(fresh_url)
    with psycopg.connect(fresh_url, autocommit=True) as connection:
        connection.execute("INSERT INTO holdfast.holdfast_schema (version) VALUES (%s)", [NEWER])
    before = postgres_shape(fresh_url)
    with pytest.raises(errors.SchemaTooNew) as caught:
        opened(fresh_url)
    assert f"the store has schema {NEWER}, this Holdfast knows {postgres_schema.SCHEMA_VERSION}" == caught.value.message
    assert before == postgres_shape(fresh_url)


def test_a_foreign_file_is_left_alone(path):
    """A database that is not ours is refused and no byte of it changes."""
    connection = apsw.Connection(path)
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = contents(path)
    with pytest.raises(errors.Corrupt):
        SqliteDatabase(path).describe()
    assert before == contents(path)


def test_an_older_store_is_copied_before_it_changes(path):
    """An older store is brought up to date, and a private copy of what it was stays beside it."""
    old = apsw.Connection(path)
    old.execute(f"PRAGMA application_id={sqlite_file.APPLICATION_ID}")
    old.execute("CREATE TABLE kept (x)")
    old.close()
    database = SqliteDatabase(path)
    with database.reading() as tx:
        assert [] == tx.rows("groups.all")
    database.close()
    copy = f"{path}.before-schema-{sqlite_file.SCHEMA_VERSION}"
    assert 0o600 == os.stat(copy).st_mode & 0o777
    assert [("kept",)] == list(apsw.Connection(copy).execute("SELECT name FROM sqlite_schema"))


def test_many_processes_open_a_new_store_together(fresh_url):
    """However many open an empty database at once, one makes the schema and all can use it."""
    assert [0, 0, 0] == in_processes(opened, [(fresh_url, f"tenant {number}") for number in range(3)])


def test_a_role_without_rights_to_change_the_schema_can_use_it(cluster, fresh_url):
    """Who was only granted the application's role reads and writes an up-to-date schema."""
    opened(fresh_url)
    cluster.create_role("guest")
    cluster.run("GRANT holdfast_app TO guest")
    url = cluster.url(fresh_url.rpartition("/")[2], user="guest")
    database = open_postgres(url, "guest")
    with database.writing() as tx:
        tx.rows("groups.set_meta", name="a", value="b")
    assert "guest" == database.describe()["role"]
    database.close()


def test_a_role_that_may_not_make_the_schema_is_told_so(cluster, fresh_url):
    """Without the right to make the schema an empty database is refused with what to grant."""
    cluster.create_role("stranger")
    with pytest.raises(errors.ReadOnly) as caught:
        opened(cluster.url(fresh_url.rpartition("/")[2], user="stranger"))
    assert "GRANT" in caught.value.hint


def test_an_encoding_that_cannot_hold_every_text_is_refused(cluster):
    """A database that is not UTF-8 is refused before anything is made in it."""
    cluster.run("CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    url = cluster.url("latin")
    with pytest.raises(errors.StoreError, match="LATIN1"):
        opened(url)
    assert [] == postgres_shape(url)


def opened(url, tenant="migrations"):
    """Open a store and return how many groups it has."""
    database = open_postgres(url, tenant)
    try:
        with database.reading() as tx:
            return len(tx.rows("groups.all"))
    finally:
        database.close()


def sqlite_shape(connection):
    return sorted(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema"), key=str)


def postgres_shape(url):
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(POSTGRES_SHAPE).fetchall()


def contents(path):
    with open(path, "rb") as file:
        return file.read()
