"""The log of recalls: what was asked, found, scored and injected.

It is a second copy of what the person typed, so it is bounded, purged with what it shows, and can be
kept without text.
"""

from __future__ import annotations

import json

from holdfast import errors
from holdfast.ids import parse_prefix
from holdfast.store.memories import AFTER_ANY_ID
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.store.database import Row, Transaction

TRIM_EVERY = 64


class LoggedHit(Value):
    """One memory that a recall looked at, and what became of it."""

    memory: str
    outcome: str
    score: float
    parts: dict[str, float]


class LoggedRecall(Value):
    """One recall as the log keeps it."""

    id: str
    workspace_no: int
    group_no: int
    turn: str
    at: str
    purpose: str
    query: str
    scopes: tuple[str, ...]
    block: str
    chars: int
    found: int
    timings: dict[str, float]
    hits: tuple[LoggedHit, ...] = ()
    no: int = 0

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of a logged recall."""
        hidden = {"no", "workspace_no", "group_no", "hits", "scopes"}
        shown = {field: value for field, value in self.as_dict().items() if field not in hidden}
        return {**shown, "scopes": list(self.scopes), "hits": [hit.as_dict() for hit in self.hits]}


def add(tx: Transaction, entry: LoggedRecall, owner: str, keep: int) -> None:
    """Log a recall and let the oldest go once in a while."""
    row = tx.one(
        "recalls.insert", id=entry.id, workspace_no=entry.workspace_no, group_no=entry.group_no, owner=owner,
        turn=entry.turn, at=entry.at, purpose=entry.purpose, query=entry.query, scopes=json.dumps(entry.scopes),
        block=entry.block, chars=entry.chars, found=entry.found, timings=json.dumps(entry.timings),
    )  # fmt: skip
    number = row[0]  # type: ignore[index]
    hits = [
        {"recall_no": number, "place": place, **hit.as_dict(), "parts": json.dumps(hit.parts)}
        for place, hit in enumerate(entry.hits)
    ]
    tx.many("recalls.hit", hits)
    if number % TRIM_EVERY == 0:
        old = tx.rows("recalls.trim", owner=owner, workspace_no=entry.workspace_no, keep=keep)
        tx.rows("recalls.drop_hits", numbers=[row[0] for row in old])


def latest(tx: Transaction, workspace_no: int, owner: str, limit: int) -> list[LoggedRecall]:
    """Return the last recalls of a workspace, newest first."""
    rows = tx.rows("recalls.latest", workspace_no=workspace_no, owner=owner, limit=limit)
    return [_recall(tx, row) for row in rows]


def get(tx: Transaction, workspace_no: int, owner: str, id_or_prefix: str) -> LoggedRecall:
    """Return one recall by id or unique prefix."""
    prefix = parse_prefix(id_or_prefix, "r")
    rows = tx.rows("recalls.by_prefix", workspace_no=workspace_no, owner=owner, low=prefix, high=prefix + AFTER_ANY_ID)
    if not rows:
        raise errors.NotFound(f"there is no recall {id_or_prefix!r} here", hint="holdfast log recalls")
    if len(rows) > 1:
        raise errors.Ambiguous(f"{id_or_prefix!r} fits several recalls")
    return _recall(tx, rows[0])


def last_injected(tx: Transaction, group_no: int, turn: str) -> set[str]:
    """Return what the last recall of a session put into the prompt, if it was for this very turn."""
    return {row[0] for row in tx.rows("recalls.last_injected", group_no=group_no, turn=turn)}


def uses_of(tx: Transaction, memory: str, owner: str, limit: int) -> list[dict[str, Any]]:
    """Return the recalls in which a memory played a part, newest first."""
    rows = tx.rows("recalls.of_memory", memory=memory, owner=owner, limit=limit)
    return [{"recall": row[0], "at": row[1], "outcome": row[2], "score": row[3]} for row in rows]


def _recall(tx: Transaction, row: Row) -> LoggedRecall:
    hits = tuple(
        LoggedHit(memory=hit[1], outcome=hit[2], score=hit[3], parts=json.loads(hit[4]))
        for hit in tx.rows("recalls.hits", recall_no=row[0])
    )
    return LoggedRecall(
        no=row[0], id=row[1], workspace_no=row[2], group_no=row[3], turn=row[4], at=row[5], purpose=row[6],
        query=row[7], scopes=tuple(json.loads(row[8])), block=row[9], chars=row[10], found=row[11],
        timings=json.loads(row[12]), hits=hits,
    )  # fmt: skip
