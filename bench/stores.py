"""Stores to measure: a home with a trusted workspace and many memories, made through the table modules."""

from __future__ import annotations

import os
from itertools import islice

from bench.corpus import Corpus
from holdfast.flows.workspaces import grant_consent
from holdfast.memory import Memory, open_memory
from holdfast.model import Layer, Scope, Status, StoredMemory
from holdfast.scope.reach import Group
from holdfast.store import groups, memories
from holdfast.store.search import shelf_of

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


def fill(core, numbers: list[int], statements) -> None:
    """Write statements into these groups in turn, a batch a transaction: the same rows and index entries as one by one."""
    last, held = 0, iter(statements)
    while batch := list(islice(held, BATCH)):
        with core.database.writing() as tx:
            tx.many("memories.insert", [memories.columns(_memory(at, text, numbers)) for at, text in batch])
            stored = tx.rows("health.indexed", after=last, limit=BATCH)
            tx.index_many(
                [
                    (
                        row[0],
                        shelf_of(row[2], Layer.L1, Status.ACTIVE),
                        memories.document_terms(_memory(0, row[5], [row[2]])),
                    )
                    for row in stored
                ]
            )
            last = stored[-1][0]


def make_groups(core, number: int) -> list[int]:
    """Return the numbers of that many workspaces."""
    with core.database.writing() as tx:
        wanted = [
            Group(no=0, id=f"workspace:bench{at:06d}", scope=Scope.WORKSPACE, label=f"bench{at}")
            for at in range(number)
        ]
        return [groups.ensure(tx, one, AT).no for one in wanted]


def _memory(at: int, text: str, numbers: list[int]) -> StoredMemory:
    return StoredMemory(
        id=f"m_{at:016d}",
        content=text,
        group_no=numbers[at % len(numbers)],
        created_at=AT,
        updated_at=AT,
        valid_from=AT,
    )


def percentile(samples: list[float], share: float) -> float:
    """Return a percentile in milliseconds of samples in seconds."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000
