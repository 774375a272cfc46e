"""Knowing when to inject nothing: a store's own questions against those that belong to another store.

Every store is filled as memories and asked as a turn would ask it. What decides is the `closeness` of the answer; a bar is put
where 95 % of a store's own questions pass, and what passes of the foreign ones is counted. Beside it stands what the bar
that ships lets through.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.quality import ours
from holdfast.flows import recall
from holdfast.settings import find_setting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.quality.data import Question, Set, Store
    from holdfast.memory import Memory

KEPT = 0.95
OWN_OF_A_STORE = 200
FOREIGN_OF_A_STORE = 40
SEED = 20250101


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Shares in percent; `bar` is where 95 % of the store's own questions pass."""

    asked_in: str
    asked_from: str
    own: int
    foreign: int
    bar: float
    foreign_at_bar: float
    kept_as_shipped: float
    foreign_as_shipped: float


def silences(sets: Sequence[Set]) -> list[Silence]:
    """Return a row for each set that is asked and each that the foreign questions come from."""
    return [row for made in sets for row in _of_set(made, sets)]


def unanswerable(made: Set) -> Silence:
    """Return the same for the questions of a set that nothing in its own stores answers: the hardest foreign ones."""
    own, foreign = [], []
    for store in made.stores:
        with ours.opened() as memory:
            ours.fill_memories(memory, store)
            own += _fits(memory, _own(store))
            foreign += _fits(memory, [one for one in store.questions if not one.answerable])
    return _row(made.name, "the same projects, never discussed", own, foreign)


def _of_set(made: Set, sets: Sequence[Set]) -> list[Silence]:
    chance = random.Random(SEED)
    own: list[float] = []
    foreign: dict[str, list[float]] = {}
    for store in made.stores:
        with ours.opened() as memory:
            ours.fill_memories(memory, store)
            own += _fits(memory, _sampled(chance, _own(store), OWN_OF_A_STORE))
            for other in sets:
                for asked in other.stores:
                    if asked is not store:
                        questions = _sampled(chance, _own(asked), FOREIGN_OF_A_STORE)
                        foreign.setdefault(other.name, []).extend(_fits(memory, questions))
    return [_row(made.name, name, own, values) for name, values in foreign.items()]


def _row(asked_in: str, asked_from: str, own: Sequence[float], foreign: Sequence[float]) -> Silence:
    bar = sorted(own)[round(len(own) * (1 - KEPT))]
    shipped = float(str(find_setting("recall.bar").default))
    return Silence(
        asked_in=asked_in, asked_from=asked_from, own=len(own), foreign=len(foreign), bar=bar,
        foreign_at_bar=_passing(foreign, bar), kept_as_shipped=_passing(own, shipped),
        foreign_as_shipped=_passing(foreign, shipped),
    )  # fmt: skip


def _passing(values: Sequence[float], bar: float) -> float:
    return 100 * sum(value >= bar and value > 0 for value in values) / len(values) if values else 0.0


def _fits(memory: Memory, questions: Iterable[Question]) -> list[float]:
    found = []
    for question in questions:
        request = recall.wanted(memory.core, question.text, purpose=recall.INJECT)
        with memory.core.database.reading() as tx:
            found.append(recall.search(tx, memory.core, request, question.text).closeness)
    return found


def _own(store: Store) -> list[Question]:
    return [one for one in store.questions if one.answerable]


def _sampled(chance: random.Random, questions: list[Question], number: int) -> list[Question]:
    return chance.sample(questions, min(number, len(questions)))
