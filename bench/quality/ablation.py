"""What each signal earns: the same questions with that signal off, and what is lost.

A signal that loses nothing on any set goes. Off means its weight says nothing: a factor is 1, a share is 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.quality import metrics, ours
from holdfast.flows import journal
from holdfast.recall.signals import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.quality.data import Set
    from holdfast.recall.signals import Weights

OFF: dict[str, dict[str, float]] = {
    "frame": {"frame": 1.0},
    "kin": {"kin": 0.0},
    "speaker": {"speaker": 0.0},
    "phrase": {"phrase": 0.0},
    "coverage": {"coverage": 0.0},
    "beside": {"beside": 0.0},
    "answered": {"answered": 1.0},
    "session": {"session": 0.0},
    "person": {"person": 1.0},
    "named": {"named": 1.0},
    "when": {"when": 1.0},
    "in_span": {"in_span": 1.0, "after_span": 1.0},
    "after_span": {"after_span": 1.0},
    "oneself": {"oneself": 0.0},
    "repeated": {"repeated": 1.0},
    "newest": {"newest": 2.0},
}
SHOWN = ("t@10", "any@1", "s@5", "any@5")


def ablate(sets: Sequence[Set], names: Iterable[str] = OFF) -> dict[str, dict[str, dict[str, float]]]:
    """Return, by set and signal, what every shown metric gains or loses in points when the signal is off."""
    table = {name: WEIGHTS.evolve(**OFF[name]) for name in names}
    found: dict[str, dict[str, dict[str, float]]] = {}
    for made in sets:
        full, *without = _measured(made, [WEIGHTS, *table.values()])
        found[made.name] = {
            name: {metric: off[metric] - full[metric] for metric in SHOWN if metric in full}
            for name, off in zip(table, without, strict=True)
        }
    return found


def _measured(made: Set, tables: Sequence[Weights]) -> list[dict[str, float]]:
    """Return the means of each configuration, one store built for all of them."""
    measured: list[list[dict[str, float | None]]] = [[] for _ in tables]
    for store in made.stores:
        session_of = {turn.id: turn.session for turn in store.turns}
        with ours.opened() as memory:
            names = ours.fill_journal(memory, store)
            for question in store.questions:
                for kept, weights in zip(measured, tables, strict=True):
                    request = journal.HistoryRequest(
                        query=question.text, limit=ours.DEPTH, asked_at=question.date or "", weights=weights
                    )
                    ranked = [names[one.episode.name] for one in journal.search(memory.core, request)]
                    kept.append(metrics.measure(question, ranked, session_of))
    return [{name: mean.percent for name, mean in metrics.means(one).items()} for one in measured]
