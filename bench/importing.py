"""Bulk import of turns. Bar: ≥ 20,000 episodes/s."""

from __future__ import annotations

import time

from bench.stores import make_home
from holdfast.capture.turns import Turn

SESSIONS = 50


def run(folder: str, rows: int) -> None:
    memory, corpus, _ = make_home(folder, 0)
    statements = corpus.statements(rows)
    turns = [
        Turn(
            session=f"s{number % SESSIONS}",
            turn=str(number),
            user=statements[number],
            assistant=statements[-number - 1],
        )
        for number in range(rows // 2)
    ]
    started = time.perf_counter()
    stored = memory.capture_many(turns)
    elapsed = time.perf_counter() - started
    memory.close()
    print(f"  {stored:,} episodes in {elapsed:.2f} s: {stored / elapsed:,.0f} episodes/s (bar 20,000)")
