"""What went wrong where nobody was watching: bounded, without text, shown by `holdfast status`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.store.database import Transaction

KEEP = 500
MESSAGE_CHARS = 300


def add(tx: Transaction, *, at: str, place: str, code: str, message: str, hint: str = "") -> None:
    """Record a failure and let the oldest go."""
    tx.rows("changes.fail", at=at, place=place, code=code, message=message[:MESSAGE_CHARS], hint=hint[:MESSAGE_CHARS])
    tx.rows("changes.trim_failures", keep=KEEP)


def latest(tx: Transaction, limit: int) -> list[dict[str, Any]]:
    """Return the last failures, newest first."""
    fields = ("at", "place", "code", "message", "hint")
    return [dict(zip(fields, row, strict=True)) for row in tx.rows("changes.failures", limit=limit)]


def count_since(tx: Transaction, since: str) -> int:
    """Return how many failures there were since a moment."""
    row = tx.one("changes.failure_count", since=since)
    return row[0] if row else 0
