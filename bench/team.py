"""Recall on PostgreSQL: `make bench ARGS="team --rows 100000"`, on a server of its own in a temporary folder.

"Search" is the statement that ranks, with nothing around it. "ts_rank" is what PostgreSQL brings along: the same words of the
same documents in a tsvector under a GIN index, without tenants, filters or a bound. No bar; compare within one run.
"""

from __future__ import annotations

import os
import statistics
import time
from functools import partial

import psycopg

from bench.corpus import Mixed
from bench.scale import HOSTILE, QUERIES, held_of, peak_mb
from bench.stores import fill, make_groups, percentile
from holdfast.flows import recall
from holdfast.flows.gather import gather
from holdfast.opening import open_core
from holdfast.recall.plan import plan
from holdfast.store.search import Filters
from holdfast.testing.postgres import PostgresCluster
from holdfast.text.terms import query_terms

SETTINGS = {"shared_buffers": "512MB", "max_wal_size": "4GB", "maintenance_work_mem": "256MB"}
WARM_UP = 20
PATIENCE_MS = 60_000.0
PLAIN = """
CREATE TABLE plain AS SELECT memory_no, array_to_tsvector(string_to_array(terms, ' ')) AS words FROM holdfast.documents;
CREATE INDEX ON plain USING gin (words); VACUUM ANALYZE plain
"""
RANKED = "SELECT memory_no FROM plain, CAST(%s AS tsquery) AS asked WHERE words @@ asked ORDER BY ts_rank(words, asked) DESC LIMIT 64"


def run(folder: str, rows: int) -> None:
    with PostgresCluster(settings=SETTINGS) as cluster:
        cluster.create_database("team")
        url = cluster.url("team")
        core = _core(folder, url)
        (number,) = make_groups(core, 1)
        corpus = Mixed()
        started = time.perf_counter()
        fill(core, [number], ((at, corpus.statement()) for at in range(rows)))
        built = time.perf_counter() - started
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")
            for statement in PLAIN.split(";"):
                connection.execute(statement)
            size = connection.execute("SELECT pg_database_size('team')").fetchone()[0] / 1e6
            print(
                f"  {rows:,} in one group: built in {built:.0f} s ({rows / built:,.0f} rows/s), {size:,.0f} MB with `plain`"
            )
            _measure(core, number, rows, connection)
            _print_cpu(core, number, rows, connection)
        core.database.close()


def _core(folder: str, url: str):
    work = os.path.join(folder, "work")
    os.makedirs(work, exist_ok=True)
    os.environ["HOLDFAST_HOME"] = os.path.join(folder, "home")
    os.environ["HOLDFAST_CONFIG"] = os.path.join(folder, "config.toml")
    core = open_core(url, folder=work)
    core.settle()
    return core


def _measure(core, number: int, rows: int, connection) -> None:
    held, corpus = held_of(rows), Mixed(seed=11)
    asked = [("usual, six words", corpus.query(held[at % len(held)])) for at in range(QUERIES)]
    asked += [pair for at in range(HOSTILE) for pair in corpus.hostile(at, held).items()]
    standing, samples = core.standing_in(number, ""), {}
    for at, (kind, question) in enumerate([*asked[:WARM_UP], *asked]):
        one = (
            *_timed(_recalled, standing, question),
            _timed(_searched, core, f"1{number}", question)[0],
            _timed(_ranked, connection, f"1{number}", question)[0],
        )
        if at >= WARM_UP:
            samples.setdefault(kind, []).append(one)
    print("    question               n   recall p50    p99   search p50    p99   ts_rank p50    p99    hits")
    for kind, ones in samples.items():
        wall, hits, search, ranked = (list(column) for column in zip(*ones, strict=True))
        print(
            f"    {kind:20} {len(ones):3}   {percentile(wall, 0.5):10.2f} {percentile(wall, 0.99):6.1f}"
            f" {percentile(search, 0.5):12.2f} {percentile(search, 0.99):6.1f}"
            f" {percentile(ranked, 0.5):14.2f} {percentile(ranked, 0.99):6.1f} {statistics.mean(hits):7.1f}"
        )
    print(f"    memory of the process {peak_mb():.0f} MB", flush=True)


def _print_cpu(core, number: int, rows: int, connection) -> None:
    """Print what the usual questions cost here and on the server, which is the figure to look at on a busy machine."""
    held, corpus, standing = held_of(rows), Mixed(seed=11), core.standing_in(number, "")
    asked = [corpus.query(held[at % len(held)]) for at in range(QUERIES)]
    for name, act in (
        ("recall", partial(_recalled, standing)),
        ("search", partial(_searched, core, f"1{number}")),
        ("ts_rank", partial(_ranked, connection, f"1{number}")),
    ):
        here, there = time.process_time(), _backends_s()
        for question in asked:
            act(question)
        here, there = time.process_time() - here, _backends_s() - there
        print(
            f"    CPU of {name:8} {here / QUERIES * 1000:7.2f} ms here, {there / QUERIES * 1000:7.2f} ms on the server"
        )


def _backends_s() -> float:
    """Return the CPU that the processes of the server behind our connections have used."""
    total = 0
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                    fields = stat.read().rpartition(")")
                with open(f"/proc/{name}/cmdline", "rb") as line:
                    is_ours = b"postgres: holdfast_owner team" in line.read()
            except OSError:
                continue
            if is_ours:
                used = fields[2].split()
                total += int(used[11]) + int(used[12])
    return total / os.sysconf("SC_CLK_TCK")


def _timed(act, *given) -> tuple[float, int]:
    started = time.perf_counter()
    found = act(*given)
    return time.perf_counter() - started, found


def _recalled(core, question: str) -> int:
    return len(recall.recall(core, recall.wanted(core, question)).hits)


def _searched(core, shelf: str, question: str) -> int:
    from holdfast.deadline import Deadline

    terms = query_terms(question)
    with core.database.reading() as tx:
        wanted = plan(terms, [shelf], tx.frequencies([shelf], terms))
        deadline = Deadline.after_ms(PATIENCE_MS)
        found = gather(
            lambda some, *, newest: tx.candidates([shelf], some, Filters(), recall.CANDIDATES, deadline, newest=newest),
            wanted,
            recall.CANDIDATES,
        )
    return len(found)


def _ranked(connection, shelf: str, question: str) -> int:
    words = " | ".join("'" + f"{shelf}|{term}".replace("'", "''") + "'" for term in query_terms(question))
    return len(connection.execute(RANKED, (words,)).fetchall())
