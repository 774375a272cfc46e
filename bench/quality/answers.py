"""What a ranker answers to every question of a set, with the time it takes and the size of what it returns."""

from __future__ import annotations

import contextlib
import importlib.util
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.quality import baseline, metrics, ours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bench.quality.data import Question, Set, Store
    from bench.quality.metrics import Mean

PLAIN, JOURNAL, MEMORIES = "plain FTS5", "journal", "memories"
BY_MEANING = " + vectors"  # the same with the extra
WORDS = (PLAIN, JOURNAL, MEMORIES)
RANKERS = (*WORDS, JOURNAL + BY_MEANING, MEMORIES + BY_MEANING)
CHARS_A_TOKEN = 4  # no tokenizer is asked: four characters are about a token of English
TOKENS = 1000
WITHIN = "t within 1,000 tokens"
RETURNED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    store: Store
    question: Question
    ranked: Sequence[str]
    measured: Mapping[str, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One ranker over one set."""

    ranker: str
    answers: tuple[Answer, ...]
    ms: float  # of CPU a question, mean
    tokens: float  # of the first ten turns, mean

    def means(self, category: str | None = None) -> dict[str, Mean]:
        return metrics.means(one.measured for one in self.answers if category in {None, one.question.category})

    def categories(self) -> list[str]:
        return list(dict.fromkeys(one.question.category for one in self.answers))


def rankers() -> tuple[str, ...]:
    """Return what can be measured here: without the extra a search by meaning would quietly be one by words."""
    return RANKERS if importlib.util.find_spec(ours.EMBEDDER) else WORDS


def run(made: Set, ranker: str) -> Run:
    """Ask every question of a set, a store of its own for each corpus."""
    answers: list[Answer] = []
    spent = tokens = 0.0
    for store in made.stores:
        costs = {turn.id: len(ours.text_of(turn)) / CHARS_A_TOKEN for turn in store.turns}
        session_of = {turn.id: turn.session for turn in store.turns}
        with _asking(ranker, store) as ask:
            for question in store.questions:
                started = time.process_time()
                ranked = ask(question)
                spent += time.process_time() - started
                tokens += sum(costs[turn] for turn in ranked[:RETURNED])
                measured = metrics.measure(question, ranked, session_of)
                measured[WITHIN] = metrics.turns_within(ranked, question.gold_turns, costs, TOKENS)
                answers.append(Answer(store=store, question=question, ranked=ranked, measured=measured))
    number = len(answers) or 1
    return Run(ranker=ranker, answers=tuple(answers), ms=spent * 1000 / number, tokens=tokens / number)


@contextlib.contextmanager
def _asking(ranker: str, store: Store) -> Iterator[Callable[[Question], list[str]]]:
    """Give what answers the questions of a store."""
    if ranker == PLAIN:
        yield baseline.rank(store)
        return
    with ours.opened(vectors=ranker.endswith(BY_MEANING)) as memory:
        yield (ours.journal if ranker.startswith(JOURNAL) else ours.memories)(memory, store)
