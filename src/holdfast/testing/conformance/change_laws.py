"""History, the audit chain, tombstones and failures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from holdfast import errors
from holdfast.ids import new_id
from holdfast.store import changes, failures, tombstones
from holdfast.store.changes import Change, Recorder
from holdfast.testing.conformance.samples import OWNER, furnished, in_processes, meet, memory, moment, stored

if TYPE_CHECKING:
    from collections.abc import Callable

    from holdfast.store.database import Database, Transaction
    from holdfast.testing.conformance.samples import Reopen

WRITERS = 3
LINKS_EACH = 10
KEY = b"a key of the tests, long enough to be one"


class ChangeLaws:
    def test_a_change_tells_what_was_and_what_is(self, database: Database) -> None:
        """A recorded change comes back with its rows in order, before and after."""
        reach = furnished(database)
        with database.writing() as tx:
            before = stored(tx, reach, "before 🧠", tags=("a",))
            after = before.evolve(content="after")
            made = _recorded(tx, "correct", (before, after), (None, before))
            rows = changes.rows_of(tx, changes.get(tx, OWNER, made.id))
        assert [(before.id, "before 🧠", "after"), (before.id, None, "before 🧠")] == [
            (row.row_id, row.before and row.before["content"], row.after and row.after["content"]) for row in rows
        ]

    def test_a_change_without_rows_is_not_written(self, database: Database) -> None:
        """What changed nothing leaves no trace."""
        with database.writing() as tx:
            _recorded(tx, "nothing")
            assert ([], None) == (changes.latest(tx, OWNER, 9), changes.last_undoable(tx, OWNER))

    def test_history_is_oldest_first(self, database: Database) -> None:
        """The history of a row holds every change of it and of nothing else."""
        reach = furnished(database)
        with database.writing() as tx:
            one, other = (memory(reach, name) for name in ("one", "other"))
            for verb in ("remember", "edit"):
                _recorded(tx, verb, (None, one))
            _recorded(tx, "remember", (None, other))
            assert ["remember", "edit"] == [step["verb"] for step in changes.history(tx, "memory", one.id)]

    def test_changes_belong_to_their_owner(self, database: Database) -> None:
        """Another owner neither sees nor undoes a change."""
        reach = furnished(database)
        with database.writing() as tx:
            made = _recorded(tx, "remember", (None, memory(reach, "x")))
            assert None is changes.last_undoable(tx, "other")
            with pytest.raises(errors.NotFound):
                changes.get(tx, "other", made.id)

    def test_the_audit_chain_is_whole(self, database: Database) -> None:
        """Links written one after the other verify."""
        with database.writing() as tx:
            _links(tx, 3)
            assert None is changes.verify(tx)

    def test_an_altered_link_is_found(self, database: Database) -> None:
        """A link that says something else than it did breaks the chain at its place."""
        with database.writing() as tx:
            _links(tx, 3)
            rows = tx.rows("changes.audit_after", after=1, limit=1)
            _, at, _, verb, subjects, link = rows[0]
            tx.rows("changes.audit_add", audit_no=4, at=at, actor="forger", verb=verb, subjects=subjects, hash=link)
            assert "link 4 was altered" == changes.verify(tx)

    def test_a_missing_link_is_found(self, database: Database) -> None:
        """A gap in the chain shows where a link was taken out."""
        with database.writing() as tx:
            _links(tx, 2)
            tx.rows("changes.audit_add", audit_no=4, at=moment(0), actor="a", verb="v", subjects="[]", hash="0" * 64)
            assert "link 3 is missing" == changes.verify(tx)

    def test_processes_write_one_chain(self, database: Database, reopen: Reopen) -> None:
        """Links written by several processes at once form one whole chain."""
        furnished(database)
        in_processes(_links_elsewhere, [(*reopen, name) for name in range(WRITERS)])
        with database.reading() as tx:
            assert None is changes.verify(tx)
            assert WRITERS * LINKS_EACH == len(tx.rows("changes.audit_after", after=0, limit=999))

    def test_a_tombstone_knows_its_text_again(self, database: Database) -> None:
        """A buried text is recognised in its group, however it is spaced, until it is lifted."""
        reach = furnished(database)
        gone = memory(reach, "Use tabs.")
        with database.writing() as tx:
            tombstones.bury(tx, KEY, gone, moment(0))
            tombstones.bury(tx, KEY, gone, moment(1))
            here, elsewhere = reach.groups[1].no, reach.groups[2].no
            assert [True, False, False] == [
                tombstones.is_buried(tx, KEY, here, "use  tabs"), tombstones.is_buried(tx, KEY, elsewhere, "Use tabs."),
                tombstones.is_buried(tx, KEY[::-1], here, "Use tabs."),
            ]  # fmt: skip
            tombstones.unbury(tx, KEY, here, "Use tabs.")
            assert not tombstones.is_buried(tx, KEY, here, "Use tabs.")

    def test_failures_are_bounded(self, database: Database) -> None:
        """Only the last failures are kept, newest first, with messages of bounded length."""
        number = failures.KEEP + 3
        with database.writing() as tx:
            for place in range(number):
                failures.add(tx, at=moment(place), place="hook", code=str(place), message="x" * 1000)
            shown = failures.latest(tx, number)
            assert failures.KEEP == len(shown)
            assert (str(number - 1), failures.MESSAGE_CHARS) == (shown[0]["code"], len(shown[0]["message"]))
            assert 2 == failures.count_since(tx, moment(number - 2))


def _recorded(tx: Transaction, verb: str, *rows: tuple[Any, Any]) -> Change:
    recorder = Recorder(tx, Change(id=new_id("c"), at=moment(0), actor="person", verb=verb), OWNER)
    for before, after in rows:
        recorder.note("memory", (after or before).id, before, after)
    return recorder.close()


def _links(tx: Transaction, number: int) -> None:
    for place in range(number):
        changes.audit(tx, moment(place), "person", "remember", [f"m_{place}"])


def _links_elsewhere(open_again: Callable[..., Database], arguments: tuple[Any, ...], name: int) -> None:
    database = open_again(*arguments)
    meet(database, name, WRITERS)
    for _ in range(LINKS_EACH):
        with database.writing() as tx:
            _links(tx, 1)
    database.close()
