"""Which of two statements on one subject comes first: the newer should, and both should be among the first five."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.quality import metrics

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.quality.answers import Answer

UPDATES = "knowledge-update"
AMENDED = "amended"
DEPTH = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Shares in percent, over `n` questions that have a newer and an older statement."""

    newer_first: float
    both: float  # among the first five
    newer_first_of_both: float
    n: int


def order(answers: Iterable[Answer]) -> Order:
    """Return how often the newer comes first."""
    judged = [found for one in answers for found in [_judged(one)] if found is not None]
    both = [first for first, has_both in judged if has_both]
    return Order(
        newer_first=_percent([first for first, _ in judged]),
        both=_percent([has_both for _, has_both in judged]),
        newer_first_of_both=_percent(both),
        n=len(judged),
    )


def _judged(one: Answer) -> tuple[bool, bool] | None:
    question = one.question
    newer, older = question.gold_turns, question.older
    if not older:
        if question.category != UPDATES:
            return None
        day_of = {turn.id: turn.date or "" for turn in one.store.turns}
        if metrics.newest_first([], day_of, newer) is None:
            return None
        last = max(day_of[turn] for turn in newer)
        older = frozenset(turn for turn in newer if day_of[turn] < last)
        newer -= older
    first = next((turn for turn in one.ranked if turn in newer or turn in older), None)
    top = one.ranked[:DEPTH]
    return first in newer, not newer.isdisjoint(top) and not older.isdisjoint(top)


def _percent(values: list[bool]) -> float:
    return 100 * sum(values) / len(values) if values else 0.0
