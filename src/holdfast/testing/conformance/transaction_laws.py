"""Transactions: all or nothing, one consistent view, nothing lost between writers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from holdfast import errors
from holdfast.store import memories
from holdfast.store.memories import ListFilter
from holdfast.testing.conformance.samples import furnished, in_processes, meet, memory, stored

if TYPE_CHECKING:
    from collections.abc import Callable

    from holdfast.scope.reach import Reach
    from holdfast.store.database import Database, Transaction
    from holdfast.testing.conformance.samples import Reopen

WRITERS = 3
WRITES_EACH = 15
COUNTER = "conformance"


class Oops(Exception):
    """What a test raises in the middle of a transaction."""


class TransactionLaws:
    def test_what_was_committed_is_there_after_reopening(self, database: Database, reopen: Reopen) -> None:
        """A committed row is read by whoever opens the store next."""
        reach = furnished(database)
        with database.writing() as tx:
            made = stored(tx, reach, "kept")
        again = reopen[0](*reopen[1])
        try:
            with again.reading() as tx:
                assert made == memories.get(tx, reach, made.id)
        finally:
            again.close()

    def test_an_exception_takes_everything_back(self, database: Database) -> None:
        """After an exception neither rows nor index nor sizes show any of the transaction."""
        reach = furnished(database)
        with database.writing() as tx:
            kept = stored(tx, reach, "zebra kept")
        before = _state(database, reach)
        with pytest.raises(Oops), database.writing() as tx:  # noqa: PT012 - it is the transaction that ends with it
            stored(tx, reach, "zebra new")
            memories.put(tx, kept.evolve(content="zebra altered"), kept)
            raise Oops
        assert before == _state(database, reach)

    def test_a_statement_that_fails_writes_nothing(self, database: Database) -> None:
        """When a statement fails, its whole transaction is undone."""
        reach = furnished(database)
        with database.writing() as tx:
            made = stored(tx, reach, "one")
        before = _state(database, reach)
        with pytest.raises(errors.StoreError), database.writing() as tx:  # noqa: PT012 - it is the transaction that ends with it
            stored(tx, reach, "two")
            memories.put(tx, made)
        assert before == _state(database, reach)

    def test_a_reader_sees_one_state(self, database: Database) -> None:
        """A reading transaction does not see what others commit while it lasts."""
        reach = furnished(database)
        with database.reading() as reader:
            first = _listed(reader, reach)
            with database.writing() as writer:
                stored(writer, reach, "later")
            assert first == _listed(reader, reach)
        with database.reading() as reader:
            assert [*first, "later"] == _listed(reader, reach)

    def test_a_reader_does_not_wait_for_a_writer(self, database: Database) -> None:
        """Reading goes on while a transaction writes, and sees nothing of it."""
        reach = furnished(database)
        with database.writing() as writer:
            stored(writer, reach, "not yet")
            with database.reading() as reader:
                assert [] == _listed(reader, reach)

    def test_transactions_can_be_left_in_any_order(self, database: Database) -> None:
        """A transaction's connection serves again whatever the one before ended with."""
        reach = furnished(database)
        for _ in range(3):
            with pytest.raises(Oops), database.writing() as tx:  # noqa: PT012 - it is the transaction that ends with it
                stored(tx, reach, "undone")
                raise Oops
            with database.reading() as tx:
                assert [] == _listed(tx, reach)

    def test_threads_lose_no_write(self, database: Database) -> None:
        """Writers in several threads that read before they write lose no update."""
        furnished(database)
        threads = [threading.Thread(target=_count_up, args=(database, WRITES_EACH)) for _ in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert WRITERS * WRITES_EACH == _count(database)

    def test_processes_lose_no_write(self, database: Database, reopen: Reopen) -> None:
        """Writers in several processes that read before they write lose no update and no row."""
        reach = furnished(database)
        in_processes(_write_elsewhere, [(*reopen, reach, name) for name in range(WRITERS)])
        assert WRITERS * WRITES_EACH == _count(database)
        with database.reading() as tx:
            assert WRITERS * WRITES_EACH == len(_listed(tx, reach))
        assert [] == database.problems()

    def test_a_fresh_store_has_no_problems(self, database: Database) -> None:
        """The engine's own checks find nothing wrong with an untouched store."""
        furnished(database)
        assert [] == database.problems()

    def test_description_is_plain(self, database: Database) -> None:
        """A description names engine and schema and nothing secret."""
        furnished(database)
        shown = database.describe()
        assert {"engine", "schema", "bytes", "read_only"} <= shown.keys()
        assert "password" not in repr(shown)


def _state(database: Database, reach: Reach) -> tuple[Any, ...]:
    shelf = f"1{reach.groups[1].no}"
    with database.reading() as tx:
        sizes = sorted(tx.rows("search.shelf_sizes", shelves=[shelf]))
        return _listed(tx, reach), tx.frequencies([shelf], ["zebra", "new", "alter"]), sizes


def _listed(tx: Transaction, reach: Reach) -> list[str]:
    shown = memories.page(tx, reach, ListFilter(), scopes=None, limit=1000, after=None)
    return sorted(one.content for one in shown.memories)


def _count_up(database: Database, times: int) -> None:
    for _ in range(times):
        with database.writing() as tx:
            row = tx.one("groups.meta", name=COUNTER)
            tx.rows("groups.set_meta", name=COUNTER, value=str(int(row[0]) + 1 if row else 1))


def _count(database: Database) -> int:
    with database.reading() as tx:
        row = tx.one("groups.meta", name=COUNTER)
    return int(row[0]) if row else 0


def _write_elsewhere(open_again: Callable[..., Database], arguments: tuple[Any, ...], reach: Reach, name: int) -> None:
    database = open_again(*arguments)
    meet(database, name, WRITERS)
    for number in range(WRITES_EACH):
        with database.writing() as tx:
            memories.put(tx, memory(reach, f"writer {name} row {number}"))
    _count_up(database, WRITES_EACH)
    database.close()
