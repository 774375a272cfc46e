"""`recall` in process against the bare FTS5 statement it needs. Bars: p50 ≤ 5 ms, p99 ≤ 40 ms, ratio ≤ 1.5."""

from __future__ import annotations

import time

from bench.stores import make_home, percentile
from holdfast.flows.recall import CANDIDATES
from holdfast.store.search import shelve
from holdfast.text.terms import query_terms

QUERIES = 400


def run(folder: str, rows: int) -> None:
    memory, corpus, statements = make_home(folder, rows)
    asked = [corpus.query(statements[(number * 37) % rows]) for number in range(QUERIES)]
    connection = memory.core.database.take()
    statement = "SELECT rowid, rank FROM search WHERE search MATCH ? ORDER BY rank LIMIT ?"
    whole, bare = [], []
    for query in asked:
        match = " OR ".join(f'"{shelve("11", term)}"' for term in query_terms(query))
        started = time.perf_counter()
        connection.execute(statement, (match, CANDIDATES)).fetchall()
        bare.append(time.perf_counter() - started)
        started = time.perf_counter()
        memory.recall(query)
        whole.append(time.perf_counter() - started)
    memory.core.database.give(connection)
    memory.close()
    for name, samples in (("bare FTS5 statement", bare), ("recall, logged", whole)):
        print(f"  {name:22} p50 {percentile(samples, 0.5):7.2f} ms   p99 {percentile(samples, 0.99):7.2f} ms")
    ratios = sorted(one / other for one, other in zip(whole, bare, strict=True))
    print(
        f"  ratio of medians {percentile(whole, 0.5) / percentile(bare, 0.5):.2f} (bar 1.5), median ratio {ratios[len(ratios) // 2]:.2f}"
    )
