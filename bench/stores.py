"""Stores to measure: a home with a trusted workspace and many memories, made through the table modules."""

from __future__ import annotations

import os

from bench.corpus import Corpus
from holdfast.flows.workspaces import grant_consent
from holdfast.memory import Memory, open_memory
from holdfast.model import Scope, StoredMemory
from holdfast.store import memories

AT = "2026-01-01T00:00:00.000000Z"
BATCH = 5000


def make_home(folder: str, rows: int) -> tuple[Memory, Corpus, list[str]]:
    """Return an opened memory whose workspace holds `rows` statements; environment set for child processes."""
    work = os.path.join(folder, "work")
    os.makedirs(work, exist_ok=True)
    os.environ["HOLDFAST_HOME"] = os.path.join(folder, "home")
    os.environ["HOLDFAST_CONFIG"] = os.path.join(folder, "config.toml")
    memory = open_memory(workspace=work)
    core = memory.core
    core.settle()
    with core.database.writing() as tx:
        grant_consent(tx, core)
        group = core.group(tx, Scope.WORKSPACE)
    corpus = Corpus()
    statements = corpus.statements(rows)
    for start in range(0, rows, BATCH):
        with core.database.writing() as tx:
            for number, text in enumerate(statements[start : start + BATCH], start):
                memories.put(
                    tx,
                    StoredMemory(id=f"m_{number:016d}", content=text, group_no=group.no, created_at=AT, updated_at=AT,
                                 valid_from=AT),
                )  # fmt: skip
    return memory, corpus, statements


def percentile(samples: list[float], share: float) -> float:
    """Return a percentile in milliseconds of samples in seconds."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000
