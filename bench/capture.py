"""Durable captures by 8 processes against the bare engine's rate. Bars: 0 lost, 0 busy, ≥ 60 %.

Both are measured in turn, several times: what else the disk has to do changes from one second to the next.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from statistics import median

from bench.stores import make_home
from holdfast.memory import open_memory
from holdfast.store import sqlite_file
from holdfast.store.sqlite import SqliteDatabase

PROCESSES = 8
EACH = 100
ROUNDS = 5
TEXT = "We moved the release branch to trunk and the nightly build to four in the morning. " * 2


def run(folder: str, rows: int) -> None:  # noqa: ARG001 - the shape all measures share
    memory, _, _ = make_home(folder, 0)
    memory.close()
    bare_path = os.path.join(folder, "bare.db")
    sqlite_file.create(bare_path)
    ours, bare, failed = [], [], 0
    for turn in range(ROUNDS):
        bare.append(_race(_bare, bare_path, turn)[0])
        rate, lost = _race(_capture, folder, turn)
        ours.append(rate)
        failed += lost
    with open_memory(workspace=os.path.join(folder, "work")) as again, again.core.database.reading() as tx:
        stored = tx.one("episodes.total")[0]
    acknowledged = ROUNDS * PROCESSES * EACH - failed
    ratios = sorted(one / other for one, other in zip(ours, bare, strict=True))
    print(f"  bare engine      {median(bare):7.0f} transactions/s")
    print(f"  capture          {median(ours):7.0f} turns/s          failed {failed}")
    print(f"  acknowledged {acknowledged}, stored {stored}, lost {acknowledged - stored}")
    print(f"  ratio {median(ratios):.2f}, from {ratios[0]:.2f} to {ratios[-1]:.2f} (bar 0.6)")


def _race(work, where: str, turn: int) -> tuple[float, int]:
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(PROCESSES + 1)
    results = context.Queue()
    racers = [
        context.Process(target=work, args=(where, f"{turn}-{number}", ready, results)) for number in range(PROCESSES)
    ]
    for racer in racers:
        racer.start()
    ready.wait()
    started = time.perf_counter()
    failed = sum(results.get() for _ in racers)
    elapsed = time.perf_counter() - started
    for racer in racers:
        racer.join()
    return PROCESSES * EACH / elapsed, failed


def _capture(folder: str, name: str, ready, results) -> None:
    memory = open_memory(workspace=os.path.join(folder, "work"))
    memory.capture(session=name, turn="warm", system=None)
    ready.wait()
    failed = 0
    for turn in range(EACH):
        try:
            memory.capture(session=name, turn=str(turn), user=f"{turn} {TEXT}")
        except Exception as error:  # noqa: BLE001 - counted and shown
            print("   ", type(error).__name__, error)
            failed += 1
    results.put(failed)
    memory.close()


def _bare(path: str, name: str, ready, results) -> None:
    database = SqliteDatabase(path)
    connection = database.take()
    ready.wait()
    failed = 0
    for turn in range(EACH):
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "INSERT INTO episodes (id, group_no, name, turn, role, origin, host, content, truncated, redacted, occurred_at,"
                " created_at, digest) VALUES (?, ?, ?, '', 'user', 'user-typed', 'bench', ?, 0, 0, '', '', '')",
                (f"e_{name}_{turn}", 1, f"{name}-{turn}", TEXT),
            )
            connection.execute("COMMIT")
        except Exception:  # noqa: BLE001 - counted
            failed += 1
    results.put(failed)
