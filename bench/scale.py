"""Recall where there is much to search: `make bench ARGS="scale --rows 1000000"`.

Three stores: a tenth of the rows in one group, all rows in a thousand groups, all rows in one group. Each is built once
and measured in a process of its own, so that the memory shown is that of searching, not of building. "Needed" is the bare
FTS5 statement with the words that a recall searches for, "all words" the same with every word of the question.

Bars at a million rows, p50 / p99: 5 / 40 ms, 2 / 10 ms, 15 / 80 ms; at most twice what is needed; at most 150 MB.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import time

from bench.corpus import Mixed
from bench.stores import fill, make_groups, make_home, percentile

QUERIES = 400
HOSTILE = 40  # of each kind
GROUPS = 1000
ASKED_GROUPS = 50  # of the thousand, in turn
WARM_UP = 10


def run(folder: str, rows: int) -> None:
    shapes = (
        (f"{rows // 10:,} in one group", rows // 10, 1, (5, 40)),
        (f"{rows:,} in {GROUPS:,} groups", rows, GROUPS, (2, 10)),
        (f"{rows:,} in one group", rows, 1, (15, 80)),
    )
    for name, number, groups, bars in shapes:
        where = os.path.join(folder, f"{number}-{groups}")
        os.makedirs(where)
        started = time.perf_counter()
        _alone(build, where, number, groups)
        built = time.perf_counter() - started
        size = os.path.getsize(os.path.join(where, "home", "holdfast.db")) / 1e6
        print(f"\n  {name}: built in {built:.0f} s ({number / built:,.0f} rows/s), {size:,.0f} MB on disk", flush=True)
        _print(_alone(measure, where, number, groups), bars)
        for left in ("holdfast.db", "holdfast.db-wal", "holdfast.db-shm"):
            if os.path.exists(os.path.join(where, "home", left)):
                os.unlink(os.path.join(where, "home", left))


def build(where: str, rows: int, groups: int) -> None:
    """Make a home and fill its store."""
    memory, _, _ = make_home(where, 0)
    numbers = make_groups(memory.core, groups)
    corpus = Mixed()
    fill(memory.core, numbers, ((at, corpus.statement()) for at in range(rows)))
    memory.core.database.merge_index()  # as the worker does once a day
    memory.close()


def measure(where: str, rows: int, groups: int):
    """Ask the store in `where` and return the samples by kind of question, and the memory this process needed."""
    from bench.bare import bare_s

    memory, _, _ = make_home(where, 0)
    core = memory.core
    numbers = make_groups(core, groups)
    held, corpus = held_of(rows), Mixed(seed=11)
    cores = {number: core.standing_in(number, "") for number in numbers[:: max(1, groups // ASKED_GROUPS)]}
    asked = [("usual, six words", corpus.query(held[at % len(held)])) for at in range(QUERIES)]
    asked += [pair for at in range(HOSTILE) for pair in corpus.hostile(at, held).items()]
    samples: dict[str, list[tuple[float, ...]]] = {}
    for at, (kind, question) in enumerate([*asked[:WARM_UP], *asked]):
        number = list(cores)[at % len(cores)]
        needed, every = bare_s(core.database, number, question)
        one = (*_recall(cores[number], question), needed, every)
        if at >= WARM_UP:
            samples.setdefault(kind, []).append(one)
    memory.close()
    return samples, peak_mb()


def held_of(rows: int) -> list[str]:
    """Return some of the statements that `build` wrote."""
    corpus = Mixed()
    return [corpus.statement() for _ in range(min(rows, 2000))]


def _recall(core, question: str) -> tuple[float, float, int]:
    from holdfast.flows import recall

    cpu, started = time.process_time(), time.perf_counter()
    found = recall.recall(core, recall.wanted(core, question))
    return time.perf_counter() - started, time.process_time() - cpu, len(found.hits)


def _print(measured, bars: tuple[float, float]) -> None:
    samples, peak_mb = measured
    print(
        "    question               n   recall p50    p99   CPU p50    p99 |   needed p50    p99   all words p50 | ratio    hits"
    )
    for kind, ones in samples.items():
        wall, cpu, hits, needed, every = (list(column) for column in zip(*ones, strict=True))
        print(
            f"    {kind:20} {len(ones):3}   {percentile(wall, 0.5):10.2f} {percentile(wall, 0.99):6.1f}"
            f"  {percentile(cpu, 0.5):8.2f} {percentile(cpu, 0.99):6.1f} | {percentile(needed, 0.5):12.2f} {percentile(needed, 0.99):6.1f}"
            f" {percentile(every, 0.5):15.2f} | {percentile(wall, 0.5) / max(0.001, percentile(needed, 0.5)):5.1f}"
            f" {statistics.mean(hits):7.1f}"
        )
    print(
        f"    bars: p50 ≤ {bars[0]} ms, p99 ≤ {bars[1]} ms, ratio ≤ 2; memory of the process {peak_mb:.0f} MB (bar 150)",
        flush=True,
    )


def peak_mb() -> float:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def _alone(work, *given):
    """Run a function in a process of its own and return what it returns."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, given)
