"""Vectors: what it costs to load the embedder, to make vectors, and to compare them. No bar; the hook pays none of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from bench.stores import make_home, percentile
from holdfast.flows import embedding
from holdfast.vectors.embedder import open_embedder

EMBEDDER = "wordllama"
QUERIES = 60
LOADS = 5
LOAD = f"""
import resource, time
started = time.perf_counter()
from holdfast.vectors.embedder import open_embedder
open_embedder({EMBEDDER!r}).embed(["how do the tests run"])
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def run(folder: str, rows: int) -> None:
    loads = [_loaded() for _ in range(LOADS)]
    print(f"  load in a new process     {percentile([one for one, _ in loads], 0.5):7.1f} ms   {loads[0][1]:.0f} MB")
    memory, corpus, statements = make_home(folder, rows)
    asked = [corpus.query(statements[(number * 37) % rows]) for number in range(QUERIES)]
    words = [_took(lambda query=query: memory.recall(query)) for query in asked]
    memory.core.settings.values["recall.vectors"] = EMBEDDER
    open_embedder(EMBEDDER)
    before = os.path.getsize(memory.core.database.path)
    started = time.process_time()
    made = embedding.work(memory.core)
    spent = time.process_time() - started
    memory.core.database.erase_traces()
    grown = os.path.getsize(memory.core.database.path) - before
    print(
        f"  made                      {made / spent:7,.0f} vectors a second of CPU   {grown / made:.0f} bytes each on disk"
    )
    first = _took(lambda: memory.recall(asked[0]))
    both = [_took(lambda query=query: memory.recall(query)) for query in asked]
    memory.close()
    print(f"  first question            {first * 1000:7.1f} ms, {rows:,} vectors read")
    for name, samples in (("by words", words), ("by words and meaning", both)):
        print(f"  {name:25} p50 {percentile(samples, 0.5):7.2f} ms   p99 {percentile(samples, 0.99):7.2f} ms")


def _loaded() -> tuple[float, float]:
    done = subprocess.run([sys.executable, "-c", LOAD], check=True, capture_output=True, text=True)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def _took(action) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started
