"""What is counted, as pure functions of a ranking and the gold; every name is the one in the data's README.

*t@k*: share of the gold turns among the first k turns. *s@k*: share of the gold sessions among the first k
sessions, a session ranking by its best turn. *any@k*: at least one gold session; *all@k*: every one. R@1 is any@1.
A metric without gold is None and is left out of the mean, so that each mean has its own n.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bench.quality.data import Question, Store

    Ranker = Callable[[Store], Callable[[Question], Sequence[str]]]

TURN_DEPTHS = (5, 10, 20)
SESSION_DEPTHS = (1, 5, 10)


def turns_at(ranked: Sequence[str], gold: frozenset[str], k: int) -> float | None:
    """Return t@k."""
    return len(gold.intersection(ranked[:k])) / len(gold) if gold else None


def sessions_at(sessions: Sequence[str], gold: frozenset[str], k: int) -> float | None:
    """Return s@k of sessions in order."""
    return len(gold.intersection(sessions[:k])) / len(gold) if gold else None


def any_at(sessions: Sequence[str], gold: frozenset[str], k: int) -> float | None:
    """Return any@k; with k = 1 it is R@1."""
    return float(not gold.isdisjoint(sessions[:k])) if gold else None


def all_at(sessions: Sequence[str], gold: frozenset[str], k: int) -> float | None:
    """Return all@k, which LongMemEval publishes as its recall."""
    return float(gold.issubset(sessions[:k])) if gold else None


def sessions_of(ranked: Iterable[str], session_of: Mapping[str, str]) -> list[str]:
    """Return the sessions of ranked turns, each where its best turn stands."""
    return list(dict.fromkeys(session_of[turn] for turn in ranked))


def turns_within(
    ranked: Sequence[str], gold: frozenset[str], cost_of: Mapping[str, float], budget: float
) -> float | None:
    """Return the share of the gold turns that fit a budget when turns are taken in order, too dear ones passed over."""
    if not gold:
        return None
    left, held = budget, 0
    for turn in ranked:
        if cost_of[turn] <= left:
            left -= cost_of[turn]
            held += turn in gold
    return held / len(gold)


def newest_first(ranked: Sequence[str], day_of: Mapping[str, str], gold: frozenset[str]) -> float | None:
    """Return 1 when a gold turn of the last day comes before every earlier one; None when all are of one day.

    A turn that was not found stands behind all that were; nothing found at all is a failure.
    """
    last = max((day_of[turn] for turn in gold), default="")
    newest = {turn for turn in gold if day_of[turn] == last}
    if newest == gold:
        return None
    first = next((turn for turn in ranked if turn in gold), None)
    return float(first in newest)


def measure(question: Question, ranked: Sequence[str], session_of: Mapping[str, str]) -> dict[str, float | None]:
    """Return every metric of one ranking by name."""
    sessions = sessions_of(ranked, session_of)
    found = {f"t@{k}": turns_at(ranked, question.gold_turns, k) for k in TURN_DEPTHS}
    for name, counted in (("s", sessions_at), ("any", any_at), ("all", all_at)):
        found |= {f"{name}@{k}": counted(sessions, question.gold_sessions, k) for k in SESSION_DEPTHS}
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean as a percentage, and over how many questions."""

    percent: float
    n: int


def means(measured: Iterable[Mapping[str, float | None]]) -> dict[str, Mean]:
    """Return the mean of each metric over the questions that have it."""
    values: dict[str, list[float]] = {}
    for one in measured:
        for name, value in one.items():
            if value is not None:
                values.setdefault(name, []).append(value)
    return {name: Mean(percent=100 * sum(found) / len(found), n=len(found)) for name, found in values.items()}
