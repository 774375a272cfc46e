"""The full-text index: what matches is found in order, what must not be found is not, and it never drifts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from holdfast.deadline import Deadline
from holdfast.model import Kind, Layer, Scope, Status
from holdfast.store import memories
from holdfast.store.memories import document_terms
from holdfast.store.search import Filters, shelve, shelves_for
from holdfast.testing.conformance.index_check import assert_in_step, measured
from holdfast.testing.conformance.samples import furnished, moment, stored
from holdfast.text.terms import query_terms

if TYPE_CHECKING:
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Database, Transaction

PATIENCE_MS = 60_000
MANY = 3000  # enough that ranking them takes longer than no time
HOSTILE_TERMS = (
    "", " ", '"', "'", "''", "(", ")", "NEAR", "NOT", "AND", "OR", "*", "a*", "-a", "^a", "a:b", "{a}", "a|b", "|", "%", "%s",
    "%(a)s", "$1", "\\", "\0", "\n", "\u3000", "a\u3000b", "\u2028", "😀", "\ufeff", "a" * 5000, "ß", "terms:a", ";", "--", "/*", "${a}",
)  # fmt: skip


class SearchLaws:
    def test_a_better_match_comes_first(self, database: Database) -> None:
        """More of the asked words, the rarer ones, and the same in fewer words come before less."""
        reach = furnished(database)
        texts = [
            "zebra quagga okapi", "zebra quagga", "okapi and some other words that say little about it", "okapi alone",
            *["a crowd of others"] * 9,
        ]  # fmt: skip
        with database.writing() as tx:
            for text in texts:
                stored(tx, reach, text)
            found = _contents(tx, reach, "zebra quagga okapi")
        assert texts[:2] == found[:2]
        assert found.index("okapi alone") < found.index(texts[2])
        assert sorted(texts[:4]) == sorted(found)

    def test_equal_matches_come_oldest_first(self, database: Database) -> None:
        """Memories that match alike keep one order, whichever words were asked first."""
        reach = furnished(database)
        with database.writing() as tx:
            made = [stored(tx, reach, "zebra quagga okapi giraffe").no for _ in range(12)]
            for query in ("zebra okapi quagga", "quagga giraffe zebra okapi"):
                assert made == [row[0] for row in _rows(tx, reach, query)]

    def test_what_no_longer_holds_is_not_found(self, database: Database) -> None:
        """Forgotten and superseded memories are on no active shelf, dropped ones on none."""
        reach = furnished(database)
        with database.writing() as tx:
            kept, old, gone, dropped = (
                stored(tx, reach, f"zebra {name}") for name in ("kept", "old", "gone", "dropped")
            )
            memories.put(tx, old.evolve(status=Status.SUPERSEDED, superseded_by=kept.id), old)
            memories.put(tx, gone.evolve(status=Status.FORGOTTEN), gone)
            memories.drop(tx, dropped)
            assert ["zebra kept"] == _contents(tx, reach, "zebra")
            shelves = shelves_for(reach.numbers(), [Layer.L1], with_superseded=True)
            found = tx.candidates(shelves, ["zebra"], Filters(), 9, Deadline.after_ms(PATIENCE_MS))
        assert {"zebra kept", "zebra old"} == {one.row[8] for one in found}

    def test_a_shelf_never_leaks_into_another(self, database: Database) -> None:
        """A search sees the groups and layers it names; its frequencies count nothing else."""
        reach = furnished(database)
        with database.writing() as tx:
            for scope in (Scope.SESSION, Scope.WORKSPACE, Scope.USER):
                for layer in Layer:
                    stored(tx, reach, f"zebra {scope} {layer}", scope=scope, layer=layer)
            for group in reach.groups:
                for layer in Layer:
                    shelves = shelves_for([group.no], [layer])
                    found = tx.candidates(shelves, ["zebra"], Filters(), 99, Deadline.after_ms(PATIENCE_MS))
                    assert [f"zebra {group.scope} {layer}"] == [one.row[8] for one in found]
                    assert {f"{shelves[0]}|zebra": 1} == tx.frequencies(shelves, ["zebra"])

    def test_candidates_are_whole_memories(self, database: Database) -> None:
        """A candidate carries its terms as indexed and the row that `memories` reads."""
        reach = furnished(database)
        with database.writing() as tx:
            made = stored(
                tx, reach, "Run `make test` first.", tags=("ci",), citations=("Makefile",), anchors=(("a", "b"),)
            )
            (found,) = tx.candidates(_shelves(reach), ["test"], Filters(), 9, Deadline.after_ms(PATIENCE_MS))
        shelf = f"1{made.group_no}"
        assert made == memories.from_row(found.row, reach)
        assert sorted(shelve(shelf, term) for term in document_terms(made)) == sorted(found.terms.split(" "))

    @pytest.mark.parametrize("limit", [1, 2, 7, 8])
    def test_the_limit_is_exact(self, database: Database, limit: int) -> None:
        """As many candidates come back as asked for, or as there are."""
        reach = furnished(database)
        with database.writing() as tx:
            for number in range(7):
                stored(tx, reach, f"zebra {number}")
            found = tx.candidates(_shelves(reach), ["zebra"], Filters(), limit, Deadline.after_ms(PATIENCE_MS))
        assert min(limit, 7) == len(found)

    def test_filters_narrow_a_search(self, database: Database) -> None:
        """Each filter keeps what passes it, and the limit counts only that."""
        reach = furnished(database)
        with database.writing() as tx:
            for number in range(9):
                stored(tx, reach, "zebra", at=100 + number)
            wanted = stored(
                tx, reach, "zebra and more words, so that it ranks last", kind=Kind.DECISION, tags=("a", "b"), project="p",
                at=10, valid_from=moment(5), valid_to=moment(8),
            )  # fmt: skip
            for filters in (
                Filters(kinds=("decision", "procedure")), Filters(tags=("b", "a")), Filters(project="p"),
                Filters(until=moment(11)), Filters(at=moment(6)), Filters(tags=("a",), since=moment(9), at=moment(5)),
            ):  # fmt: skip
                found = tx.candidates(_shelves(reach), ["zebra"], filters, 1, Deadline.after_ms(PATIENCE_MS))
                assert [wanted.no] == [one.row[0] for one in found]
            for filters in (Filters(at=moment(8)), Filters(tags=("a", "c")), Filters(kinds=("summary",))):
                assert [] == tx.candidates(_shelves(reach), ["zebra"], filters, 1, Deadline.after_ms(PATIENCE_MS))

    def test_hostile_terms_never_raise(self, database: Database) -> None:
        """Whatever stands in a term, indexing, searching, counting and taking out work."""
        reach = furnished(database)
        with database.writing() as tx:
            made = stored(tx, reach, "zebra")
            before = measured(tx, _shelves(reach), [])
            shelf = f"1{made.group_no}"
            tx.index(made.no + 1000, shelf, HOSTILE_TERMS)
            for term in HOSTILE_TERMS:
                tx.candidates(_shelves(reach), [term, "zebra"], Filters(), 5, Deadline.after_ms(PATIENCE_MS))
                tx.frequencies(_shelves(reach), [term])
            tx.unindex(made.no + 1000, shelf)
            assert before == measured(tx, _shelves(reach), [])

    def test_long_questions_are_answered(self, database: Database) -> None:
        """Every script and a hundred thousand characters of question find what they name."""
        reach = furnished(database)
        questions = ("src/app.ts fooBar --dry-run", "コードを検索する", "سلام دنیا", "naïve Straße", "C++ && g++")
        with database.writing() as tx:
            for text in questions:
                stored(tx, reach, text)
            for text in questions:
                assert text == _contents(tx, reach, text + " filler" * 15_000)[0]

    def test_nothing_to_ask_finds_nothing(self, database: Database) -> None:
        """Without shelves or terms there are no candidates and no frequencies."""
        reach = furnished(database)
        with database.writing() as tx:
            stored(tx, reach, "zebra")
            for shelves, terms in (
                ([], ["zebra"]),
                (_shelves(reach), []),
                (["1999"], ["zebra"]),
                (_shelves(reach), ["okapi"]),
            ):
                assert [] == tx.candidates(shelves, terms, Filters(), 5, Deadline.after_ms(PATIENCE_MS))
                assert {} == tx.frequencies(shelves, terms)

    def test_the_index_equals_the_table(self, database: Database) -> None:
        """After any sequence of writes the index holds exactly the documents of the memories."""
        reach = furnished(database)
        with database.writing() as tx:
            made = [stored(tx, reach, f"zebra number{n} words words", tags=("stripes",)) for n in range(8)]
            made[0] = memories.put(tx, made[0].evolve(content="okapi", group_no=reach.groups[2].no), made[0])
            made[1] = memories.put(tx, made[1].evolve(layer=Layer.L2), made[1])
            made[2] = memories.put(tx, made[2].evolve(status=Status.SUPERSEDED), made[2])
            made[3] = memories.put(tx, made[3].evolve(status=Status.FORGOTTEN), made[3])
            made[3] = memories.put(tx, made[3].evolve(status=Status.ACTIVE), made[3])
            memories.drop(tx, made.pop())
            tx.unindex(10_000, "11")
            assert_in_step(tx, reach)
        assert [] == database.problems()

    def test_merging_the_index_changes_no_answer(self, database: Database) -> None:
        """The same is found in the same order before and after, also by a transaction that is open meanwhile."""
        reach = furnished(database)
        for number in range(40):
            with database.writing() as tx:
                stored(tx, reach, f"zebra number{number}" + " okapi" * (number % 7))
        with database.reading() as tx:
            before = _contents(tx, reach, "zebra okapi number7")
            database.merge_index()
            database.merge_index()
            assert before == _contents(tx, reach, "zebra okapi number7")
        with database.reading() as tx:
            assert before == _contents(tx, reach, "zebra okapi number7")
            assert_in_step(tx, reach)
        assert [] == database.problems()

    def test_many_at_once_are_indexed_as_one_by_one(self, database: Database) -> None:
        """Documents that are put on their shelves together are found, counted and measured as if each came by itself."""
        reach = furnished(database)
        shelves = shelves_for(reach.numbers()[:2], [Layer.L1])
        documents = [(10_000 + number, shelves[number % 2], ["zebra", f"n{number}", "zebra"]) for number in range(5)]
        terms = ["zebra", *(f"n{number}" for number in range(5))]
        with database.writing() as tx:
            for document in documents:
                tx.index(*document)
            one_by_one = measured(tx, shelves, terms)
            for number, shelf, _ in documents:
                tx.unindex(number, shelf)
            tx.index_many(documents)
            tx.index_many([])
            assert one_by_one == measured(tx, shelves, terms)
            assert 3 == one_by_one[1][f"{shelves[0]}|zebra"]

    def test_the_newest_hold_all_the_words(self, database: Database) -> None:
        """Asked for the newest, a search returns what holds every term, last written first, and no more than wanted."""
        reach = furnished(database)
        with database.writing() as tx:
            made = [stored(tx, reach, "zebra okapi", tags=("even",) if number % 2 else ()).no for number in range(9)]
            stored(tx, reach, "zebra")
            stored(tx, reach, "okapi and quagga")
            stored(tx, reach, "zebra okapi", scope=Scope.USER)
            shelves = shelves_for([reach.groups[1].no], [Layer.L1])
            for terms, filters, limit, wanted in (
                (["zebra", "okapi"], Filters(), 4, made[:-5:-1]),
                (["okapi", "zebra", "zebra"], Filters(), 99, made[::-1]),
                (["zebra", "okapi"], Filters(tags=("even",)), 2, made[-2:-5:-2]),
                (["zebra", "quagga"], Filters(), 9, []),
                ([], Filters(), 9, []),
            ):
                deadline = Deadline.after_ms(PATIENCE_MS)
                found = tx.candidates(shelves, terms, filters, limit, deadline, newest=True)
                assert wanted == [one.row[0] for one in found]
            both = tx.candidates(_shelves(reach), ["zebra", "okapi"], Filters(), 99, deadline, newest=True)
        assert 10 == len({one.row[0] for one in both})

    def test_a_passed_deadline_answers_with_the_newest(self, database: Database) -> None:
        """A search that has no time left still returns matches, none twice, and its transaction goes on."""
        reach = furnished(database)
        with database.writing() as tx:
            long = ["zebra", *["okapi"] * 30]  # ranked below the short ones
            tx.index_many([(-1 - number, _shelves(reach)[1], long) for number in range(MANY)])
            made = [stored(tx, reach, f"zebra {number}").no for number in range(50)]
        with database.reading() as tx:
            for newest in (False, True):
                found = tx.candidates(_shelves(reach), ["zebra"], Filters(), 5, Deadline.after_ms(0), newest=newest)
                assert made[:-6:-1] == [one.row[0] for one in found]
            assert 50 == len(tx.candidates(_shelves(reach), ["zebra"], Filters(), 99, Deadline.after_ms(PATIENCE_MS)))


def _shelves(reach: Reach) -> list[str]:
    return shelves_for(reach.numbers(), [Layer.L1])


def _rows(tx: Transaction, reach: Reach, query: str) -> list[tuple[Any, ...]]:
    found = tx.candidates(_shelves(reach), query_terms(query), Filters(), 99, Deadline.after_ms(PATIENCE_MS))
    return [one.row for one in found]


def _contents(tx: Transaction, reach: Reach, query: str) -> list[str]:
    return [row[8] for row in _rows(tx, reach, query)]
