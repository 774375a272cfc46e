"""Vectors: beside the documents they belong to, and gone with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdfast.model import Layer, Scope, Status
from holdfast.store import episodes, journal, memories, sessions, vectors
from holdfast.store.search import shelf_of
from holdfast.store.sessions import Session
from holdfast.testing.conformance.samples import OWNER, episode, furnished, moment, stored

if TYPE_CHECKING:
    from holdfast.model import StoredMemory
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Database, Row, Transaction
    from holdfast.store.vectors import Place

EMBEDDER = "one-2"
VECTOR = bytes(range(256)) + b"\x00'\\%"


class VectorLaws:
    def test_any_bytes_come_back(self, database: Database) -> None:
        """A vector comes back byte for byte, under its document's number."""
        reach = furnished(database)
        with database.writing() as tx:
            made = _with_vector(tx, reach, "zebra")
            assert [(made.no, VECTOR)] == _kept(tx, made)

    def test_a_document_that_leaves_takes_its_vectors_along(self, database: Database) -> None:
        """Edited, moved to another shelf, forgotten or dropped: no vector of what was stays behind, of no embedder."""
        reach = furnished(database)
        with database.writing() as tx:
            edited, old, gone, dropped, stays = (_with_vector(tx, reach, f"zebra {number}") for number in range(5))
            for one in (edited, old, gone, dropped):
                _put(tx, one, "another-2")
            memories.put(tx, edited.evolve(content="okapi"), edited)
            memories.put(tx, old.evolve(status=Status.SUPERSEDED), old)
            memories.put(tx, gone.evolve(status=Status.FORGOTTEN, content=""), gone)
            memories.drop(tx, dropped)
            assert [(EMBEDDER, 1)] == tx.rows("vectors.counts")
            assert [(stays.no, VECTOR)] == _kept(tx, stays)

    def test_an_episode_takes_its_vector_along(self, database: Database) -> None:
        """A message that is masked, or taken out with its session, leaves none."""
        reach = furnished(database)
        with database.writing() as tx:
            group_no = _session(tx, reach)
            place = _said(tx, group_no)
            answers = _answers(tx, place)
            assert 2 == vectors.put(tx, place, EMBEDDER, answers)
            newer, older = (one[0] for one in answers)
            journal.reindex(tx, -older, "masked")
            assert [newer] == [row[0] for row in vectors.of_shelf(tx, place.shelf, EMBEDDER, 9)]
            journal.unindex_group(tx, group_no)
            assert [] == tx.rows("vectors.counts")

    def test_what_changed_meanwhile_gets_no_vector(self, database: Database) -> None:
        """A vector made from a row as it was is not stored for the row as it is, nor for one that moved or went."""
        reach = furnished(database)
        with database.writing() as tx:
            rows = [stored(tx, reach, f"zebra {number}") for number in range(4)]
            place = _place(rows[0])
            answers = _answers(tx, place)
            changed, moved, gone, same = rows
            memories.put(tx, changed.evolve(content="okapi"), changed)
            user = reach.in_scope(Scope.USER)
            assert user is not None
            memories.put(tx, moved.evolve(group=user.id, group_no=user.no), moved)
            memories.drop(tx, gone)
            assert 1 == vectors.put(tx, place, EMBEDDER, answers)
            assert [same.no] == [row[0] for row in vectors.of_shelf(tx, place.shelf, EMBEDDER, 9)]

    def test_what_is_missing_is_known(self, database: Database) -> None:
        """Each shelf says how many vectors it lacks and for which rows, those changed last first."""
        reach = furnished(database)
        with database.writing() as tx:
            rows = [stored(tx, reach, f"zebra {number}", at=number) for number in range(3)]
            stored(tx, reach, "elsewhere", scope=Scope.USER, layer=Layer.L2)
            place = _place(rows[0])
            assert 3 == vectors.behind(tx, place, EMBEDDER)
            assert [row.no for row in reversed(rows)] == [row[0] for row in vectors.missing(tx, place, EMBEDDER, 9)]
            _put(tx, rows[2])
            assert (2, 3) == (vectors.behind(tx, place, EMBEDDER), vectors.behind(tx, place, "another-2"))
            assert [rows[1].no] == [row[0] for row in vectors.missing(tx, place, EMBEDDER, 1)]

    def test_the_newest_come_first_when_there_are_too_many(self, database: Database) -> None:
        """A bound keeps the newest memories of a shelf, and the newest messages."""
        reach = furnished(database)
        with database.writing() as tx:
            rows = [_with_vector(tx, reach, f"zebra {number}") for number in range(3)]
            assert [rows[2].no, rows[1].no] == [row[0] for row in vectors.of_shelf(tx, _shelf(rows[0]), EMBEDDER, 2)]
            place = _said(tx, _session(tx, reach))
            answers = _answers(tx, place)
            vectors.put(tx, place, EMBEDDER, answers)
            assert [answers[0][0]] == [row[0] for row in vectors.of_shelf(tx, place.shelf, EMBEDDER, 1)]

    def test_every_change_shows(self, database: Database) -> None:
        """Whoever keeps vectors in memory can tell that some were added or went; where none did, nothing changes."""
        reach = furnished(database)
        with database.writing() as tx:
            seen = [vectors.changes(tx)]
            made = _with_vector(tx, reach, "zebra")
            seen.append(vectors.changes(tx))
            other = stored(tx, reach, "okapi")
            memories.drop(tx, other)
            assert seen[-1] == vectors.changes(tx)
            memories.drop(tx, made)
            seen.append(vectors.changes(tx))
            assert len(seen) == len(set(seen))

    def test_other_embedders_go(self, database: Database) -> None:
        """The vectors of every embedder but one are dropped at once."""
        reach = furnished(database)
        with database.writing() as tx:
            made = _with_vector(tx, reach, "zebra")
            _put(tx, made, "another-2")
            assert (1, 0) == (vectors.drop_others(tx, EMBEDDER), vectors.drop_others(tx, EMBEDDER))
            assert [(EMBEDDER, 1)] == tx.rows("vectors.counts")

    def test_a_stray_is_found(self, database: Database) -> None:
        """A vector whose document stands on another shelf, or on none, is told; all others are not."""
        reach = furnished(database)
        with database.writing() as tx:
            made = _with_vector(tx, reach, "zebra")
            old = stored(tx, reach, "okapi", status=Status.SUPERSEDED)
            _put(tx, old)
            place = _said(tx, _session(tx, reach))
            vectors.put(tx, place, EMBEDDER, _answers(tx, place))
            assert [] == tx.rows("vectors.strays", limit=9)
            for shelf, no in (("199", made.no), (_shelf(made), 999), ("h99", -1)):
                tx.rows("vectors.put", shelf=shelf, no=no, embedder=EMBEDDER, vector=VECTOR)
            assert sorted([(_shelf(made), 999), ("199", made.no), ("h99", -1)]) == sorted(
                tx.rows("vectors.strays", limit=9)
            )


def _with_vector(tx: Transaction, reach: Reach, content: str, **fields: Any) -> StoredMemory:
    made = stored(tx, reach, content, **fields)
    _put(tx, made)
    return made


def _put(tx: Transaction, memory: StoredMemory, embedder: str = EMBEDDER) -> None:
    place = _place(memory)
    answers = [one for one in _answers(tx, place, embedder) if one[0] == memory.no]
    assert 1 == vectors.put(tx, place, embedder, answers)


def _answers(tx: Transaction, place: Place, embedder: str = EMBEDDER) -> list[tuple[int, str, bytes]]:
    """Return a vector for each row that lacks one."""
    return [(row[0], row[1], VECTOR) for row in vectors.missing(tx, place, embedder, 99)]


def _kept(tx: Transaction, memory: StoredMemory) -> list[Row]:
    return [(row[0], bytes(row[1])) for row in vectors.of_shelf(tx, _shelf(memory), EMBEDDER, 9)]


def _place(memory: StoredMemory) -> Place:
    return vectors.memory_place(_shelf(memory))


def _shelf(memory: StoredMemory) -> str:
    shelf = shelf_of(memory.group_no, memory.layer, memory.status)
    assert shelf is not None
    return shelf


def _session(tx: Transaction, reach: Reach) -> int:
    session, workspace = reach.in_scope(Scope.SESSION), reach.in_scope(Scope.WORKSPACE)
    assert session is not None
    assert workspace is not None
    found = Session(id="s", group_no=session.no, workspace_no=workspace.no, owner=OWNER)
    return sessions.ensure(tx, found, moment(0)).group_no


def _said(tx: Transaction, group_no: int) -> Place:
    """Say two things in a session and return their shelf, indexed."""
    for number in range(2):
        episodes.add(tx, episode(group_no, f"n{number}", f"said {number}"))
    journal.index_next(tx, 9)
    session = sessions.of_group(tx, group_no)
    assert session is not None
    return vectors.journal_place(session.workspace_no, session.owner)
