"""CPU of one prompt event against `python -c pass`. Bar: ≤ 5.

The modules are compiled first, as installing them does; a checkout where Python may not write bytecode is no measure.
"""

from __future__ import annotations

import compileall
import json
import os
import resource
import statistics
import subprocess
import sys
import time

import holdfast
from bench.stores import make_home

RUNS = 40


def run(folder: str, rows: int) -> None:
    memory, corpus, statements = make_home(folder, rows)
    memory.close()
    compileall.compile_dir(os.path.dirname(holdfast.__file__), quiet=2)
    work = os.path.join(folder, "work")
    command = [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event", "UserPromptSubmit"]
    program = os.path.join(os.path.dirname(sys.executable), "holdfast-hook")
    if os.path.exists(program):
        command = [program, *command[3:]]
    answers = 0
    bare, hooked, walls = [], [], []
    for number in range(RUNS):
        event = {"session_id": "bench", "turn_id": str(number), "cwd": work, "prompt": corpus.query(statements[number])}
        bare.append(_cpu([sys.executable, "-c", "pass"], b"")[0])
        cpu, wall, out = _cpu(command, json.dumps(event).encode())
        hooked.append(cpu)
        walls.append(wall)
        answers += bool(out)
    print(f"  answers with context     {answers} of {RUNS}")
    print(
        f"  python -c pass, CPU      min {min(bare) * 1000:6.1f} ms   median {statistics.median(bare) * 1000:6.1f} ms"
    )
    print(
        f"  holdfast-hook, CPU       min {min(hooked) * 1000:6.1f} ms   median {statistics.median(hooked) * 1000:6.1f} ms"
    )
    print(
        f"  holdfast-hook, wall      min {min(walls) * 1000:6.1f} ms   median {statistics.median(walls) * 1000:6.1f} ms"
    )
    print(
        f"  ratio of minima {min(hooked) / min(bare):.2f}, of medians {statistics.median(hooked) / statistics.median(bare):.2f} (bar 5)"
    )


def _cpu(command: list[str], given: bytes) -> tuple[float, float, bytes]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run(command, input=given, capture_output=True, check=True)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, done.stdout
