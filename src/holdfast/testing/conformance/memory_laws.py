"""Memories: what goes in comes out, within reach only, page after page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from holdfast import errors
from holdfast.model import Kind, Layer, Origin, Scope, Source, Status
from holdfast.scope.reach import Reach
from holdfast.store import memories, purge
from holdfast.store.memories import ListFilter
from holdfast.testing.conformance.samples import AWKWARD_TEXTS, furnished, moment, stored

if TYPE_CHECKING:
    from holdfast.model import StoredMemory
    from holdfast.store.database import Database


class MemoryLaws:
    @pytest.mark.parametrize("text", AWKWARD_TEXTS, ids=range(len(AWKWARD_TEXTS)))
    def test_any_text_survives(self, database: Database, text: str) -> None:
        """Every character of any text comes back, in content, tags, citations and reason."""
        reach = furnished(database)
        short = text[:1000]
        with database.writing() as tx:
            made = stored(tx, reach, text, tags=(short, "b"), citations=(short,), reason=short, subject=short)
        with database.reading() as tx:
            assert made == memories.get(tx, reach, made.id)

    def test_every_field_survives(self, database: Database) -> None:
        """Every field of a memory comes back as it was."""
        reach = furnished(database)
        with database.writing() as tx:
            made = stored(
                tx, reach, "all of it", layer=Layer.L0, kind=Kind.DECISION, source=Source.AGENT, origin=Origin.AGENT,
                status=Status.SUPERSEDED, tags=("b", "a", "b"), citations=("src/z.py:3", "src/a.py"), confidence=0.1 + 0.2,
                valid_to=moment(5), project="p", task="t", subject="s", reason="r", superseded_by="m_x",
                conflicts_with="m_y", version=7, recall_count=3, last_recalled_at=moment(4),
            )  # fmt: skip
        with database.reading() as tx:
            assert made == memories.get(tx, reach, made.id)

    def test_an_update_replaces_and_keeps_the_row(self, database: Database) -> None:
        """An update changes what it names and neither the row's number nor its use count."""
        reach = furnished(database)
        with database.writing() as tx:
            made = stored(tx, reach, "first")
            memories.touch(tx, [made], moment(1))
            changed = memories.put(tx, made.evolve(content="second", tags=("x",), version=2), made)
        with database.reading() as tx:
            found = memories.get(tx, reach, made.id)
        assert ("second", ("x",), 2, made.no) == (found.content, found.tags, found.version, changed.no)
        assert (1, moment(1)) == (found.recall_count, found.last_recalled_at)

    def test_updating_a_vanished_row_is_a_conflict(self, database: Database) -> None:
        """A row that somebody removed in between cannot be updated."""
        reach = furnished(database)
        with database.writing() as tx:
            made = stored(tx, reach, "here")
            memories.drop(tx, made)
        with pytest.raises(errors.Conflict), database.writing() as tx:
            memories.put(tx, made.evolve(content="there"), made)

    def test_a_prefix_finds_one_memory(self, database: Database) -> None:
        """A unique prefix finds its memory, one that fits several says which."""
        reach = furnished(database)
        with database.writing() as tx:
            for letter in "ab":
                stored(tx, reach, letter, id=f"m_aaaa{letter}aaaaaaaaaaa")
        with database.reading() as tx:
            assert "b" == memories.get(tx, reach, "m_aaaab").content
            with pytest.raises(errors.Ambiguous, match="m_aaaa"):
                memories.get(tx, reach, "m_aaaa")

    def test_a_foreign_id_answers_like_a_missing_one(self, database: Database) -> None:
        """What lies outside the reach and what does not exist give the same answer."""
        reach = furnished(database)
        narrow = Reach(groups=reach.groups[:1])
        with database.writing() as tx:
            made = stored(tx, reach, "mine")
        with database.reading() as tx:
            for wanted in (made.id, "m_zzzzzzzz"):
                with pytest.raises(errors.NotFound) as caught:
                    memories.get(tx, narrow, wanted)
                assert f"there is no memory {wanted!r} here" == caught.value.message

    def test_pages_have_no_gaps_and_no_repeats(self, database: Database) -> None:
        """Following the page marks yields every memory once, newest first, whatever shares a time."""
        reach = furnished(database)
        scopes = [Scope.WORKSPACE, Scope.USER]
        with database.writing() as tx:
            made = [stored(tx, reach, str(n), at=n // 4, scope=scopes[n % 2]) for n in range(30)]
        seen: list[StoredMemory] = []
        after = None
        with database.reading() as tx:
            while True:
                shown = memories.page(tx, reach, ListFilter(), scopes=None, limit=7, after=after)
                seen += shown.memories
                if (after := shown.next) is None:
                    break
        assert sorted(made, key=lambda one: (one.updated_at, one.no), reverse=True) == seen

    def test_filters_combine(self, database: Database) -> None:
        """A listing shows what passes every filter and nothing else."""
        reach = furnished(database)
        with database.writing() as tx:
            wanted = stored(tx, reach, "yes", tags=("a", "b"), kind=Kind.FACT, project="p", task="t", at=5)
            for off in (
                {"tags": ("a",)}, {"kind": Kind.LESSON_LEARNED}, {"project": "q"}, {"task": None}, {"at": 1},
                {"status": Status.SUPERSEDED}, {"layer": Layer.L2}, {"source": Source.SYSTEM},
            ):  # fmt: skip
                stored(tx, reach, "no", **{**_passing(), **off})
        listing = ListFilter(
            layers=(Layer.L1,), kinds=(Kind.FACT,), sources=(Source.USER,), tags=("b", "a"), project="p", task="t",
            since=moment(4), until=moment(6),
        )  # fmt: skip
        with database.reading() as tx:
            shown = memories.page(tx, reach, listing, scopes=None, limit=9, after=None)
        assert [wanted.id] == [one.id for one in shown.memories]

    def test_a_layer_comes_oldest_first(self, database: Database) -> None:
        """L0 of a scope is read oldest first and without what no longer holds."""
        reach = furnished(database)
        with database.writing() as tx:
            for at, status in ((3, Status.ACTIVE), (1, Status.ACTIVE), (2, Status.SUPERSEDED)):
                stored(tx, reach, str(at), at=at, layer=Layer.L0, status=status)
        with database.reading() as tx:
            found = memories.of_layer(tx, reach, Layer.L0, Scope.WORKSPACE)
        assert ["1", "3"] == [one.content for one in found]

    def test_twins_and_subjects_are_active_ones(self, database: Database) -> None:
        """Only active memories of the same group count as twins or as others on a subject."""
        reach = furnished(database)
        with database.writing() as tx:
            made = stored(tx, reach, "Use tabs.", subject="indent")
            stored(tx, reach, "Use tabs.", subject="indent", status=Status.SUPERSEDED)
            stored(tx, reach, "Use tabs.", subject="indent", scope=Scope.USER)
            assert made == memories.twin(tx, reach, made.group_no, Layer.L1, "use  tabs")
            assert [made] == memories.on_subject(tx, reach, made.group_no, "indent")
            assert None is memories.twin(tx, reach, made.group_no, Layer.L0, "Use tabs.")

    def test_counts_go_by_layer_and_status(self, database: Database) -> None:
        """Counts name each layer and status that occurs."""
        reach = furnished(database)
        with database.writing() as tx:
            for status in (Status.ACTIVE, Status.ACTIVE, Status.SUPERSEDED):
                stored(tx, reach, "x", status=status)
        with database.reading() as tx:
            assert {"L1": {"active": 2, "superseded": 1}} == memories.counts(tx, reach)

    def test_a_purge_leaves_nothing_of_a_group(self, database: Database) -> None:
        """A purged group has no memory, no index entry and no size left; others keep theirs."""
        reach = furnished(database)
        with database.writing() as tx:
            gone = stored(tx, reach, "zebra gone")
            kept = stored(tx, reach, "zebra kept", scope=Scope.USER)
            purge.groups(tx, [reach.groups[1]])
        database.erase_traces()
        with database.reading() as tx:
            shelves = [f"1{group.no}" for group in reach.groups]
            assert {f"1{kept.group_no}|zebra": 1} == tx.frequencies(shelves, ["zebra", "gone"])
            with pytest.raises(errors.NotFound):
                memories.get(tx, reach, gone.id)
        assert [] == database.problems()

    def test_an_empty_group_lists_nothing(self, database: Database) -> None:
        """Reading within a reach of no groups finds nothing and raises nothing."""
        furnished(database)
        nobody = Reach(groups=())
        with database.reading() as tx:
            shown = memories.page(tx, nobody, ListFilter(), scopes=None, limit=5, after=None)
            assert ((), {}) == (shown.memories, memories.counts(tx, nobody))


def _passing() -> dict[str, object]:
    return {"tags": ("a", "b"), "kind": Kind.FACT, "project": "p", "task": "t", "at": 5}
