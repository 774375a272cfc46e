"""How soon `holdfast mcp` answers: from its start to `initialize`, to the first tool call, and each call after that.

Bar: `initialize` within 150 ms of the start; a client gives a server about a second before its first turn goes without.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from typing import Self

from bench.stores import make_home

RUNS = 20
CALLS = 20


def run(folder: str, rows: int) -> None:
    memory, corpus, statements = make_home(folder, rows)
    memory.close()
    work = os.path.join(folder, "work")
    program = os.path.join(os.path.dirname(sys.executable), "holdfast")
    command = [program, "mcp"] if os.path.exists(program) else [sys.executable, "-m", "holdfast.cli.main", "mcp"]
    bare, begun, discovered, first, later = [], [], [], [], []
    answers = 0
    for number in range(RUNS):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(time.perf_counter() - started)
        with _Server(command, work) as server:
            server.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "bench"})
            begun.append(server.since_start)
            answers += server.recall(corpus.query(statements[number]))
            first.append(server.since_start)
            for call in range(CALLS):
                asked = time.perf_counter()
                answers += server.recall(corpus.query(statements[call]))
                later.append(time.perf_counter() - asked)
        with _Server(command, work) as server:
            server.ask("server/discover", **STATELESS)
            discovered.append(server.since_start)
    print(f"  answers with memories           {answers} of {RUNS * (CALLS + 1)}")
    _tell("python -c pass", bare)
    _tell("start to initialize (bar 150)", begun)
    _tell("start to server/discover", discovered)
    _tell("start to first tools/call", first)
    _tell("each tools/call after that", later)


STATELESS = {
    "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
}


class _Server:
    def __init__(self, command: list[str], folder: str) -> None:
        self._started = time.perf_counter()
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=30)

    @property
    def since_start(self) -> float:
        return time.perf_counter() - self._started

    def ask(self, method: str, **params: object) -> dict:
        self._count += 1
        message = {"jsonrpc": "2.0", "id": self._count, "method": method, "params": params}
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())["result"]

    def recall(self, query: str) -> bool:
        found = self.ask("tools/call", name="memory_recall", arguments={"query": query})
        return bool(found["structuredContent"]["memories"])


def _tell(what: str, samples: list[float]) -> None:
    ordered = [sample * 1000 for sample in sorted(samples)]
    print(
        f"  {what:<31} min {ordered[0]:6.1f} ms   median {statistics.median(ordered):6.1f} ms   max {ordered[-1]:6.1f} ms"
    )
