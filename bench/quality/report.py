"""The page that a run becomes: plain Markdown tables, with date, commit, machine and the hashes of the data."""

from __future__ import annotations

import datetime as dt
import os
import platform
from typing import TYPE_CHECKING

from bench.quality.ablation import SHOWN
from bench.quality.answers import CHARS_A_TOKEN, WITHIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bench.quality.answers import Run
    from bench.quality.data import Set
    from bench.quality.newest import Order
    from bench.quality.rules import Told
    from bench.quality.silence import Silence

METRICS = ("t@5", "t@10", "t@20", "any@1", "s@5", "any@5", "all@5", "all@10", WITHIN)
MATTERS = 0.05  # less than that is nothing, in points


def head(sets: Sequence[Set], commit: str) -> str:
    """Return what a figure needs to be compared: when, what, where, on which data."""
    lines = [
        f"Measured on {dt.datetime.now(dt.UTC).date()} at commit `{commit}`, {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}.",
        "",
        *_table(
            ("set", "stores", "turns", "questions", "SHA-256 begins"),
            (
                (
                    made.name, len(made.stores), sum(len(one.turns) for one in made.stores),
                    sum(len(one.questions) for one in made.stores), f"`{made.sha256[:16]}`",
                )
                for made in sets
            ),
        ),
    ]  # fmt: skip
    return "\n".join(lines)


def ranking(name: str, runs: Sequence[Run]) -> str:
    """Return every ranker over one set, then each category of ours."""
    shown = [metric for metric in METRICS if any(metric in run.means() for run in runs)]
    every = [(run.ranker, len(run.answers), *_cells(run, shown), f"{run.ms:.1f}", round(run.tokens)) for run in runs]
    lines = [f"### {name}", "", *_table(("ranker", "n", *map(_name, shown), "CPU ms", "tokens"), every), ""]
    for run in runs:
        rows = [
            (category, sum(one.question.category == category for one in run.answers), *_cells(run, shown, category))
            for category in run.categories()
        ]
        if len(rows) > 1 and run.ranker != runs[0].ranker:
            lines += [f"By category, {run.ranker}:", "", *_table(("category", "n", *map(_name, shown)), rows), ""]
    return "\n".join(lines)


def ablation(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    """Return what is lost when a signal is off, a column for each set and metric."""
    columns = [(name, metric) for name, signals in found.items() for metric in SHOWN if metric in _any(signals)]
    rows = [(signal, *(_change(found[name][signal].get(metric)) for name, metric in columns)) for signal in _any(found)]
    return "\n".join(_table(("signal off", *(f"{name} {_name(metric)}" for name, metric in columns)), rows))


def newest(found: Mapping[str, Order]) -> str:
    """Return how often the newer of two statements comes first."""
    rows = [
        (name, one.n, f"{one.newer_first:.1f}", f"{one.both:.1f}", f"{one.newer_first_of_both:.1f}")
        for name, one in found.items()
    ]
    return "\n".join(
        _table(("questions", "n", "newer first", "both in the first 5", "newer first, of those with both"), rows)
    )


def silence(found: Iterable[Silence]) -> str:
    """Return what passes the bar."""
    rows = [
        (
            one.asked_in, one.asked_from, one.own, one.foreign, f"{one.bar:.2f}", f"{one.foreign_at_bar:.1f}",
            f"{one.kept_as_shipped:.1f}", f"{one.foreign_as_shipped:.1f}",
        )
        for one in found
    ]  # fmt: skip
    heads = (
        "store", "foreign questions from", "n own", "n foreign", "bar at 95 % kept", "foreign that pass it",
        "own kept by the shipped bar", "foreign that pass the shipped bar",
    )  # fmt: skip
    return "\n".join(_table(heads, rows))


def rules(one: Told) -> str:
    """Return how many standing rules reach the first block."""
    return (
        f"{one.rules} labelled rules; {one.learned} learned; {one.told} ({100 * one.told / max(1, one.rules):.1f} %) told "
        f"at the start of a session, in at most {one.chars} characters."
    )


def scopes(rows: Iterable[Sequence[object]]) -> str:
    """Return precision and recall of each scope."""
    cells = [(*one[:4], f"{one[4]:.3f}", f"{one[5]:.3f}") for one in rows]
    return "\n".join(_table(("part", "scope", "n", "needed", "precision", "recall"), cells))


def _name(metric: str) -> str:
    return {"any@1": "R@1", WITHIN: "t in 1,000 tokens"}.get(metric, metric)


def _cells(run: Run, shown: Iterable[str], category: str | None = None) -> list[str]:
    means = run.means(category)
    return [f"{means[metric].percent:.1f}" if metric in means else "" for metric in shown]


def _change(points: float | None) -> str:
    if points is None:
        return ""
    return "0" if abs(points) < MATTERS else f"{points:+.1f}"


def _any(found: Mapping[str, Mapping]) -> Mapping:
    return next(iter(found.values()))


def _table(names: Sequence[object], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [names, ["---"] * len(names), *rows]
    return [f"| {' | '.join(str(cell) for cell in line)} |" for line in lines]


READING = f"""*t@k* is the mean share of the turns that answer a question among the first k turns, *s@k* the same of sessions (a session
ranks by its best turn), *any@k* at least one such session, *all@k* every one; R@1 is any@1. *t in 1,000 tokens*: the turns are
taken in order, those too long for what is left are passed over. A token is counted as {CHARS_A_TOKEN} characters. *CPU ms* is the
mean of one question, *tokens* the mean size of the first ten turns. These are figures of retrieval; they compare with no figure of
answered questions.

*journal* searches messages, *memories* recalls statements; *+ vectors* is the same with the extra, which is off by default."""

SILENCE = """Every store is asked its own questions and those of other stores, as a turn would ask them. The bar of each row is put where
95 % of the own questions pass; the shipped bar, `recall.bar`, is one for all."""

ABLATION = """Points gained or lost when one signal is off and all others stay, on the journal. Signals of memories alone (trust, decay,
scope, staleness) are rules of the product; these sets have nothing to measure them with."""
