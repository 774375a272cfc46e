"""Tenants share tables and never a row, whoever connects and whatever a statement forgets."""

from __future__ import annotations

import psycopg
import pytest

from holdfast import errors
from holdfast.model import Layer
from holdfast.store import failures, memories
from holdfast.store.memories import ListFilter
from holdfast.store.postgres import open_postgres
from holdfast.store.search import shelves_for
from holdfast.testing.conformance.samples import furnish, furnished, stored

TENANT_NAMES = (
    "t",
    "t ",
    "T",
    "t1",
    "t10",
    "%",
    "_",
    "'; DROP SCHEMA holdfast; --",
    'a"b',
    "\\",
    "ä",
    "a\u0308",
    "🧠",
    "x" * 200,
)


@pytest.fixture
def two(shared_url, tenant):
    """Two tenants; the first has a memory."""
    one, other = open_postgres(shared_url, tenant), open_postgres(shared_url, f"{tenant} other")
    furnished(other)
    with one.writing() as tx:
        one.reach = furnish(tx)
        one.memory = stored(tx, one.reach, "zebra canary", tags=("canary",))
    yield one, other
    one.close()
    other.close()


def test_another_tenant_finds_nothing(two):
    """With the very numbers and ids of another tenant, every way of reading finds nothing."""
    one, other = two
    shelves = shelves_for(one.reach.numbers(), list(Layer))
    with other.reading() as tx:
        with pytest.raises(errors.NotFound):
            memories.get(tx, one.reach, one.memory.id)
        assert () == memories.page(tx, one.reach, ListFilter(), scopes=None, limit=9, after=None).memories
        assert [] == tx.rows("search.shelf_sizes", shelves=shelves)
        assert {} == tx.frequencies(shelves, ["zebra"])
        assert {} == memories.counts(tx, one.reach)


def test_a_forgotten_where_stays_within_the_tenant(two):
    """Statements without any condition read, change and remove the tenant's own rows only."""
    one, other = two
    with other.writing() as tx:
        for table in tables(tx):
            assert [] == [row for row in raw(tx, f"SELECT * FROM {table}").fetchall() if row[0] != other.tenant]
            raw(tx, f"DELETE FROM {table}")
    with other.writing() as tx:
        assert 0 == raw(tx, "UPDATE memories SET content = 'overwritten'").rowcount
    with one.reading() as tx:
        assert one.memory == memories.get(tx, one.reach, one.memory.id)
    assert [] == one.problems()


@pytest.mark.parametrize(
    "statement", ["INSERT INTO meta (tenant, name, value) VALUES (%s, 'a', 'b')", "UPDATE groups SET tenant = %s"]
)
def test_a_row_cannot_be_given_away(two, statement):
    """Writing a row under another tenant's name is refused."""
    one, other = two
    with pytest.raises(psycopg.errors.InsufficientPrivilege), other.writing() as tx:
        tx._connection.execute(statement, [one.tenant])


def test_a_connection_without_a_tenant_has_nothing(two, shared_url):
    """Who sets no tenant, or an empty one, reads nothing and writes nothing."""
    two[0].describe()
    with psycopg.connect(shared_url, autocommit=True) as connection:
        connection.execute("SET ROLE holdfast_app; SET search_path = holdfast")
        with pytest.raises(psycopg.errors.UndefinedObject):
            connection.execute("SELECT * FROM memories")
        connection.execute("SET holdfast.tenant = ''")
        assert [] == connection.execute("SELECT * FROM memories").fetchall()
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("INSERT INTO meta (name, value) VALUES ('a', 'b')")


def test_nothing_of_a_tenant_stays_on_its_connection(two):
    """After a transaction the connection has neither its tenant nor its role."""
    one, _ = two
    connection = one.take()
    tenant, role = connection.execute("SELECT current_setting('holdfast.tenant', true), current_user").fetchone()
    one.give(connection)
    assert ("", "holdfast_owner") == (tenant or "", role)


@pytest.mark.parametrize(
    ("name", "marks", "role"),
    [
        ("above_all", "SUPERUSER", "holdfast_app"),
        ("above_rows", "BYPASSRLS CREATEROLE", "holdfast_app"),
        ("ordinary", "", "ordinary"),
    ],
)
def test_isolation_binds_whoever_connects(cluster, name, marks, role):
    """Superusers and those who bypass row level security work as a role that does not; an ordinary owner is bound."""
    cluster.create_role(name, marks)
    url = cluster.create_database(f"of_{name}", owner=name)
    one, other = open_postgres(url, "one"), open_postgres(url, "other")
    try:
        with one.writing() as tx:
            stored(tx, furnish(tx), "canary")
        with other.reading() as tx:
            assert [] == raw(tx, "SELECT * FROM memories").fetchall()
        assert role == other.describe()["role"]
        assert [] == other.problems()
    finally:
        one.close()
        other.close()


def test_a_role_that_nothing_binds_is_refused(cluster, shared_url):
    """A role that bypasses row level security and may not become another is turned away."""
    open_and_close(shared_url)
    cluster.create_role("above", "BYPASSRLS")
    database = shared_url.rpartition("/")[2]
    cluster.run("GRANT USAGE ON SCHEMA holdfast TO above; GRANT SELECT ON holdfast.holdfast_schema TO above", database)
    with pytest.raises(errors.StoreError, match="nothing keeps tenants apart"):
        open_postgres(cluster.url(database, user="above"), "t").describe()


@pytest.mark.parametrize("name", TENANT_NAMES, ids=range(len(TENANT_NAMES)))
def test_any_name_is_a_tenant_of_its_own(shared_url, name):
    """Tenants whose names differ in anything are different tenants."""
    database = open_postgres(shared_url, name)
    with database.writing() as tx:
        assert None is tx.one("groups.meta", name="who")
        tx.rows("groups.set_meta", name="who", value=name)
    with database.reading() as tx:
        assert (name,) == tx.one("groups.meta", name="who")
    database.close()


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 201])
def test_what_cannot_be_a_tenant_is_refused(shared_url, name):
    """A tenant needs a name that the server can hold."""
    with pytest.raises(errors.ConfigError):
        open_postgres(shared_url, name)


def test_the_log_of_one_tenant_is_not_trimmed_by_another(two):
    """Numbers are shared, limits are not: another tenant's failures push none of ours out."""
    one, other = two
    for database in (one, other):
        with database.writing() as tx:
            for number in range(failures.KEEP if database is other else 3):
                failures.add(tx, at=f"2026-{number:04}", place="hook", code="x", message="m")
    with one.writing() as tx:
        failures.add(tx, at="2027", place="hook", code="x", message="m")
        assert 4 == len(failures.latest(tx, 99))


def test_every_table_can_be_distributed_by_tenant(shared_url):
    """Every table holds its tenant, every key and index starts with it, and nothing refers across tables."""
    open_and_close(shared_url)
    with psycopg.connect(shared_url) as connection:
        shape = connection.execute(
            """
            SELECT c.relname, i.indexrelid::regclass::text, a.attname FROM pg_class AS c
            JOIN pg_index AS i ON i.indrelid = c.oid
            LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
            WHERE c.relnamespace = 'holdfast'::regnamespace AND c.relname <> 'holdfast_schema'
            """
        ).fetchall()
        indexed = {row[0] for row in shape}
        named = {row[0] for row in connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'holdfast'::regnamespace AND relkind = 'r'")}  # fmt: skip
        foreign = connection.execute("SELECT conname FROM pg_constraint WHERE contype = 'f'").fetchall()
    assert [] == [row for row in shape if row[2] != "tenant"]
    assert named - {"holdfast_schema"} == indexed
    assert [] == foreign


def test_every_table_is_under_forced_row_level_security(shared_url):
    """No table with a tenant lacks a policy, and none lets its owner through."""
    open_and_close(shared_url)
    with psycopg.connect(shared_url) as connection:
        open_tables = connection.execute(
            """
            SELECT relname FROM pg_class AS c
            WHERE relnamespace = 'holdfast'::regnamespace AND relkind = 'r' AND relname <> 'holdfast_schema' AND (
              NOT relrowsecurity OR NOT relforcerowsecurity
              OR NOT EXISTS (SELECT FROM pg_policy AS p WHERE p.polrelid = c.oid AND p.polcmd = '*')
              OR NOT EXISTS (
                SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'tenant' AND a.attnotnull AND a.atthasdef))
            """
        ).fetchall()
    assert [] == open_tables


def test_texts_sort_by_code_point(shared_url):
    """Every text column has the collation in which PostgreSQL sorts as SQLite does."""
    open_and_close(shared_url)
    with psycopg.connect(shared_url) as connection:
        others = connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'holdfast' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'"
        ).fetchall()
    assert [] == others


def open_and_close(url):
    database = open_postgres(url, "t")
    database.describe()
    database.close()


def raw(tx, statement):
    """Run a statement that the store itself would never run."""
    return tx._connection.execute(statement)


def tables(tx):
    found = raw(
        tx,
        "SELECT table_name FROM information_schema.columns WHERE table_schema = 'holdfast' AND column_name = 'tenant'",
    )
    return [row[0] for row in found.fetchall()]
