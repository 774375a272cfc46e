"""Durable captures by 8 processes against the bare engine's rate. Bars: 0 lost, 0 busy, ≥ 60 %."""

from __future__ import annotations

import multiprocessing
import os
import time

from bench.stores import make_home
from holdfast.memory import open_memory
from holdfast.store import sqlite_file
from holdfast.store.sqlite import SqliteDatabase

PROCESSES = 8
EACH = 250
TEXT = "We moved the release branch to trunk and the nightly build to four in the morning. " * 2


def run(folder: str, rows: int) -> None:  # noqa: ARG001 - the shape all measures share
    memory, _, _ = make_home(folder, 0)
    memory.close()
    ours_rate, ours_failed = _race(_capture, folder)
    with open_memory(workspace=os.path.join(folder, "work")) as again, again.core.database.reading() as tx:
        stored = tx.one("episodes.total")[0]
    bare_path = os.path.join(folder, "bare.db")
    sqlite_file.create(bare_path)
    bare_rate, bare_failed = _race(_bare, bare_path)
    print(f"  bare engine      {bare_rate:7.0f} transactions/s   failed {bare_failed}")
    print(f"  capture          {ours_rate:7.0f} turns/s          failed {ours_failed}")
    print(
        f"  acknowledged {PROCESSES * EACH - ours_failed}, stored {stored}, lost {PROCESSES * EACH - ours_failed - stored}"
    )
    print(f"  ratio {ours_rate / bare_rate:.2f} (bar 0.6)")


def _race(work, where: str) -> tuple[float, int]:
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(PROCESSES + 1)
    results = context.Queue()
    racers = [context.Process(target=work, args=(where, number, ready, results)) for number in range(PROCESSES)]
    for racer in racers:
        racer.start()
    ready.wait()
    started = time.perf_counter()
    failed = sum(results.get() for _ in racers)
    elapsed = time.perf_counter() - started
    for racer in racers:
        racer.join()
    return PROCESSES * EACH / elapsed, failed


def _capture(folder: str, number: int, ready, results) -> None:
    memory = open_memory(workspace=os.path.join(folder, "work"))
    memory.capture(session=f"s{number}", turn="warm", system=None)
    ready.wait()
    failed = 0
    for turn in range(EACH):
        try:
            memory.capture(session=f"s{number}", turn=str(turn), user=f"{turn} {TEXT}")
        except Exception as error:  # noqa: BLE001 - counted and shown
            print("   ", type(error).__name__, error)
            failed += 1
    results.put(failed)
    memory.close()


def _bare(path: str, number: int, ready, results) -> None:
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
                (f"e_{number}_{turn}", number, str(turn), TEXT),
            )
            connection.execute("COMMIT")
        except Exception:  # noqa: BLE001 - counted
            failed += 1
    results.put(failed)
