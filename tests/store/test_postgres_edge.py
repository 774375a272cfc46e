"""What can go wrong between us and a PostgreSQL server, and what we say then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import psycopg
import pytest

from holdfast import errors
from holdfast.model import Layer
from holdfast.store import memories
from holdfast.store.postgres import open_postgres
from holdfast.store.postgres_errors import wrapped
from holdfast.store.search import shelves_for
from holdfast.testing.conformance.samples import furnish, in_processes, stored
from holdfast.testing.postgres import PostgresCluster

PASSWORD = "s3" + "cret-" + "word"


class Alarm(Exception):
    """Raised by a signal, in the middle of whatever is going on."""


@pytest.fixture
def database(shared_url, tenant):
    opened = open_postgres(shared_url, tenant)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("url", "endpoint"),
    [
        (
            f"postgresql://me:{PASSWORD}@Db.Example.org:6000/team?sslmode=require",
            "postgresql://db.example.org:6000/team",
        ),
        (f"postgres://me:{PASSWORD}@db.example.org/team", "postgresql://db.example.org:5432/team"),
        ("postgresql:///team?host=/run/pg&port=6001", "postgresql://%2Frun%2Fpg:6001/team"),
        ("postgresql://me@[::1]/team", "postgresql://[::1]:5432/team"),
        ("postgresql://a,b:5433/team", "postgresql://a,b:,5433/team"),
        ("postgresql://me@db", "postgresql://db:5432/me"),
    ],
)
def test_an_endpoint_is_canonical_and_without_credentials(monkeypatch, url, endpoint):
    """The endpoint names host, port and database in one spelling and nothing secret."""
    for name in ("PGHOST", "PGPORT", "PGDATABASE"):
        monkeypatch.delenv(name, raising=False)
    assert endpoint == open_postgres(url, "t").endpoint


def test_a_url_that_cannot_be_read_is_not_repeated():
    """The error about a broken URL does not quote it, because it may hold a password."""
    with pytest.raises(errors.ConfigError) as caught:
        open_postgres(f"postgresql://me:{PASSWORD}@host:notaport:x/y?z=%zz", "t")
    assert PASSWORD not in repr(caught.value.as_dict())
    assert caught.value.__cause__ is None


def test_opening_does_not_connect():
    """A store is opened without a word to its server, so that a deadline can cover the first one."""
    assert "postgresql://127.0.0.1:1/x" == open_postgres("postgresql://127.0.0.1:1/x", "t").endpoint


def test_a_server_that_is_not_there_is_named():
    """The error says which store cannot be reached."""
    with pytest.raises(errors.StoreError, match=r"127\.0\.0\.1:1/x' cannot be reached") as caught:
        open_postgres(f"postgresql://me:{PASSWORD}@127.0.0.1:1/x", "t").describe()
    assert PASSWORD not in repr(caught.value.as_dict())


def test_a_wrong_password_is_an_error_of_the_store(cluster):
    """Being turned away is told without the password that was tried."""
    host = cluster.url().partition("@")[2]
    with pytest.raises(errors.StoreError, match="cannot be reached") as caught:
        open_postgres(f"postgresql://holdfast_owner:{PASSWORD}@{host}", "t").describe()
    assert "password authentication failed" in caught.value.why
    assert PASSWORD not in repr(caught.value.as_dict())


def test_a_socket_serves_as_well(cluster, shared_url, tenant):
    """A URL may name the folder of a Unix socket instead of a host."""
    database = open_postgres(cluster.url("shared", by_socket=True), tenant)
    assert database.describe()["endpoint"].startswith("postgresql://%2F")
    database.close()


@pytest.mark.parametrize(
    ("setting", "statement", "ours"),
    [
        ("SET lock_timeout = 1", "SELECT FROM held", errors.Busy),
        ("SET statement_timeout = 10", "SELECT pg_sleep(9)", errors.TooSlow),
        ("SET default_transaction_read_only = on", "CREATE TABLE x ()", errors.ReadOnly),
        ("SET ROLE pg_monitor", "CREATE TABLE public.x ()", errors.ReadOnly),
        ("", "DO $$ BEGIN RAISE disk_full; END $$", errors.DiskFull),
        ("", "DO $$ BEGIN RAISE index_corrupted; END $$", errors.Corrupt),
        ("", "DO $$ BEGIN RAISE deadlock_detected; END $$", errors.Busy),
        ("", "DO $$ BEGIN RAISE too_many_connections; END $$", errors.Busy),
        ("", "DO $$ BEGIN RAISE admin_shutdown; END $$", errors.StoreError),
        ("", "SELECT 1 / 0", errors.BadInput),
        ("", "SELECT nonsense", errors.StoreError),
    ],
)
def test_each_kind_of_error_is_one_of_ours(cluster, setting, statement, ours):
    """What the server says becomes the error of our tree that stands for it."""
    with psycopg.connect(cluster.url()) as holder, psycopg.connect(cluster.url(), autocommit=True) as asker:
        asker.execute("CREATE TABLE IF NOT EXISTS held ()")
        holder.execute("LOCK TABLE held")
        asker.execute(setting)
        with pytest.raises(psycopg.Error) as caught:
            asker.execute(statement)
    assert ours is type(wrapped(caught.value, "the store"))


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_text_the_server_cannot_hold_is_bad_input(database, text):
    """A NUL or half a surrogate pair is refused as what it is."""
    with pytest.raises(errors.BadInput), database.writing() as tx:
        tx.rows("groups.set_meta", name="a", value=text)


def test_an_error_quotes_no_value(database):
    """What a statement was about does not stand in the error it ends with."""
    with database.writing() as tx:
        reach = furnish(tx)
        made = stored(tx, reach, "x", id=f"m_{PASSWORD}")
    with pytest.raises(errors.StoreError) as caught, database.writing() as tx:
        memories.put(tx, made)
    assert PASSWORD not in repr(caught.value.as_dict())


def test_swallowing_an_error_does_not_hide_that_nothing_was_written(database):
    """A transaction whose statement failed ends with an error even when the statement's was caught."""
    with pytest.raises(errors.StoreError, match="nothing was written"), database.writing() as tx:  # noqa: PT012 - it is the transaction that ends with it
        tx.rows("groups.set_meta", name="a", value="b")
        with pytest.raises(errors.StoreError):
            tx.rows("changes.audit_add", audit_no=None, at="", actor="", verb="", subjects="", hash="")
    with database.reading() as tx:
        assert None is tx.one("groups.meta", name="a")


def test_connections_that_died_while_idle_are_replaced(cluster, database, tenant):
    """After the server dropped every connection the next transactions work."""
    use_at_once(database, 4)
    cluster.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'holdfast'")
    use_at_once(database, 4)
    with database.writing() as tx:
        tx.rows("groups.set_meta", name="a", value="b")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the platform has no interval timers")
def test_a_deadline_that_strikes_in_a_statement_costs_one_connection(database):
    """When a signal interrupts a statement, its error comes through and the store goes on."""

    def strike(*_):
        raise Alarm

    before = signal.signal(signal.SIGALRM, strike)
    try:
        with pytest.raises(Alarm), database.writing() as tx:  # noqa: PT012 - it is the transaction that ends with it
            tx.rows("groups.set_meta", name="a", value="b")
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            tx._connection.execute("SELECT pg_sleep(60)")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    with database.writing() as tx:
        assert None is tx.one("groups.meta", name="a")


def test_waiting_for_a_writer_ends(database, shared_url, tenant):
    """A second writer of a tenant gives up after its time; another tenant's does not wait."""
    impatient = open_postgres(shared_url, tenant)
    impatient.busy_timeout_ms = 50
    other = open_postgres(shared_url, f"{tenant} other")
    with database.writing():
        with other.writing() as tx:
            tx.rows("groups.set_meta", name="a", value="b")
        with pytest.raises(errors.Busy), impatient.writing():
            raise AssertionError("two writers at once")
    with impatient.writing() as tx:
        tx.rows("groups.set_meta", name="a", value="b")
    impatient.close()
    other.close()


@pytest.mark.parametrize("durable", [True, False])
def test_only_what_nobody_was_promised_may_reach_the_disk_later(database, durable):
    """A transaction is synchronous unless it was begun as one that need not be."""
    with database.writing(durable=durable) as tx:
        assert [("on" if durable else "off",)] == tx._connection.execute("SHOW synchronous_commit").fetchall()


def test_limits_of_a_search_end_with_it(database):
    """The time and memory a search is given are not those of the statements after it."""
    from holdfast.deadline import Deadline
    from holdfast.store.search import Filters

    with database.reading() as tx:
        tx.candidates(["11"], ["a"], Filters(), 1, Deadline.after_ms(1234))
        limits = "SELECT current_setting('statement_timeout'), current_setting('jit')"
        assert [("0", "on")] == tx._connection.execute(limits).fetchall()


def test_nothing_is_copied_to_a_file(database, tmp_path):
    """A snapshot is refused with the tool that makes one."""
    with pytest.raises(errors.StoreError) as caught:
        database.snapshot(str(tmp_path / "copy"))
    assert caught.value.hint.startswith("pg_dump")


def test_an_index_out_of_step_is_a_problem(database):
    """Postings, documents and sizes that disagree are found."""
    with database.writing() as tx:
        made = stored(tx, furnish(tx), "zebra quagga")
    with database.writing() as tx:
        tx._connection.execute("DELETE FROM postings WHERE term = 'zebra'")
        tx._connection.execute("UPDATE shelves SET length = 99")
    shelf = shelves_for([made.group_no], [Layer.L1])[0]
    assert [
        f"full-text index: shelf {shelf} has a wrong size", f"full-text index: memory number {made.no} is out of step",
    ] == database.problems()  # fmt: skip


def test_processes_share_a_tenant(shared_url, tenant, database):
    """What one process wrote another reads."""
    in_processes(write_mark, [(shared_url, tenant, "here")])
    with database.reading() as tx:
        assert ("here",) == tx.one("groups.meta", name="mark")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_connects_by_itself(database, shared_url, tenant):
    """A child does not speak on its parent's connection, and the parent's still works."""
    with database.writing() as tx:
        tx.rows("groups.set_meta", name="a", value="parent")
    child = os.fork()
    if child == 0:
        try:
            with database.writing() as tx:
                tx.rows("groups.set_meta", name="a", value="child")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    with database.reading() as tx:
        assert ("child",) == tx.one("groups.meta", name="a")


def test_what_was_acknowledged_survives_a_crash():
    """After the server is stopped without a chance to tidy up, every acknowledged row is there."""
    with PostgresCluster() as cluster:
        database = open_postgres(cluster.create_database("crash"), "t")
        for number in range(20):
            with database.writing() as tx:
                tx.rows("groups.set_meta", name="last", value=str(number))
        cluster.stop()
        with pytest.raises(errors.StoreError):
            database.describe()
        cluster.start()
        with database.reading() as tx:
            assert ("19",) == tx.one("groups.meta", name="last")
        database.close()


def test_a_missing_driver_is_named_with_its_remedy():
    """Without psycopg the error says what to install."""
    script = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from holdfast.errors import MissingExtra\n"
        "try: import holdfast.store.postgres\n"
        "except MissingExtra as error: print(error.hint)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "pip install 'holdfast-memory[postgres]'\n" == ran.stdout


def use_at_once(database, number):
    """Hold that many transactions at the same time."""
    together = threading.Barrier(number)
    failed = []

    def hold():
        try:
            with database.reading() as tx:
                together.wait(30)
                tx.rows("groups.all")
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=hold) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [] == failed


def write_mark(url, tenant, mark):
    database = open_postgres(url, tenant)
    with database.writing() as tx:
        tx.rows("groups.set_meta", name="mark", value=mark)
    database.close()
