"""A state machine that drives a store and a plain dict with the same operations and compares what both say.

An engine's test subclasses `StoreMachine`, returns an empty store from `open_database`, and runs
`Subclass.TestCase`. The dict scores by the published BM25 formula, so that engines also agree on the order.
"""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from holdfast.deadline import Deadline
from holdfast.model import Layer, Scope, Status
from holdfast.store import memories
from holdfast.store.memories import document_terms
from holdfast.store.search import Filters, shelf_of, shelves_for
from holdfast.testing.conformance.index_check import assert_in_step
from holdfast.testing.conformance.samples import furnished, memory
from holdfast.text.terms import query_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.model import StoredMemory
    from holdfast.store.database import Database

K1 = 1.2
B = 0.75
RAREST = 1e-6
ROUNDING = 1e-9
WORDS = ("zebra", "okapi", "quagga", "lemur", "src/app.ts", "naïve", "検索", "\U0001f9e0")

_texts = st.lists(st.sampled_from(WORDS), min_size=0, max_size=6).map(" ".join)
_scopes = st.sampled_from([Scope.SESSION, Scope.WORKSPACE, Scope.USER])
_layers = st.sampled_from(list(Layer))


class Undo(Exception):
    """Ends a transaction that must leave no trace."""


class StoreMachine(RuleBasedStateMachine):
    """Writes and searches in random order."""

    ids: Bundle[str] = Bundle("ids")

    def open_database(self) -> Database:
        """Return an empty store."""
        raise NotImplementedError

    @initialize()
    def start(self) -> None:
        self.database = self.open_database()
        self.reach = furnished(self.database)
        self.known: dict[str, StoredMemory] = {}

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.database.close()

    @rule(target=ids, text=_texts, scope=_scopes, layer=_layers)
    def remember(self, text: str, scope: Scope, layer: Layer) -> str:
        made = memory(self.reach, text, scope=scope, layer=layer)
        self._put(made, None)
        return made.id

    @rule(which=ids, text=_texts, layer=_layers)
    def edit(self, which: str, text: str, layer: Layer) -> None:
        before = self.known[which]
        self._put(before.evolve(content=text, layer=layer, version=before.version + 1), before)

    @rule(target=ids, which=ids, text=_texts)
    def supersede(self, which: str, text: str) -> str:
        before = self.known[which]
        made = memory(self.reach, text, scope=before.scope)
        with self.database.writing() as tx:
            old = memories.put(tx, before.evolve(status=Status.SUPERSEDED, superseded_by=made.id), before)
            new = memories.put(tx, made)
        self.known |= {old.id: old, new.id: new}
        return made.id

    @rule(which=ids, status=st.sampled_from([Status.FORGOTTEN, Status.ACTIVE]))
    def forget_or_restore(self, which: str, status: Status) -> None:
        before = self.known[which]
        self._put(before.evolve(status=status), before)

    @rule(which=consumes(ids))
    def drop(self, which: str) -> None:
        with self.database.writing() as tx:
            memories.drop(tx, self.known.pop(which))

    @rule(which=ids, text=_texts)
    def fail(self, which: str, text: str) -> None:
        with contextlib.suppress(Undo), self.database.writing() as tx:
            memories.put(tx, memory(self.reach, text))
            memories.drop(tx, self.known[which])
            raise Undo

    @rule(text=_texts, scopes=st.sets(_scopes), layers=st.sets(_layers), old=st.booleans(), limit=st.integers(1, 9))
    def search(self, text: str, scopes: set[Scope], layers: set[Layer], *, old: bool, limit: int) -> None:
        shelves = shelves_for(self.reach.numbers(scopes), sorted(layers), with_superseded=old)
        terms = query_terms(text)
        expected = self._expected(shelves, terms)
        with self.database.reading() as tx:
            found = tx.candidates(shelves, terms, Filters(), limit, Deadline.after_ms(60_000))
        numbers = [one.row[0] for one in found]
        assert min(limit, len(expected)) == len(numbers) == len(set(numbers))
        best = sorted(expected.values(), reverse=True)[:limit]
        for number, score in zip(numbers, best, strict=True):
            assert abs(expected[number] - score) < ROUNDING

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "known"):
            return
        with self.database.reading() as tx:
            for one in self.known.values():
                assert one == memories.get(tx, self.reach, one.id)
            assert_in_step(tx, self.reach)

    def _put(self, made: StoredMemory, before: StoredMemory | None) -> None:
        with self.database.writing() as tx:
            self.known[made.id] = memories.put(tx, made, before)

    def _expected(self, shelves: Sequence[str], terms: Sequence[str]) -> dict[int, float]:
        """Return the score of every memory that matches, by its number."""
        documents = [
            (one.no, shelf, document_terms(one))
            for one in self.known.values()
            if (shelf := shelf_of(one.group_no, one.layer, one.status)) is not None
        ]
        average = sum(len(held) for _, _, held in documents) / max(1, len(documents)) or 1.0
        scores: dict[int, float] = {}
        for shelf in shelves:
            here = [(no, held) for no, stood_on, held in documents if stood_on == shelf]
            for term in terms:
                matching = [(no, held) for no, held in here if term in held]
                odds = (len(documents) - len(matching) + 0.5) / (len(matching) + 0.5)
                rarity = max(RAREST, math.log(odds)) if odds > 0 else RAREST
                for no, held in matching:
                    times = held.count(term)
                    part = rarity * times * (K1 + 1) / (times + K1 * (1 - B + B * len(held) / average))
                    scores[no] = scores.get(no, 0.0) + part
        return scores
