"""Limits on what the system learned by itself: the least worth keeping is archived, never lost.

What a person or an agent wrote is never pruned. Pure: `tests/learn/test_prune.py` holds the laws.
"""

from __future__ import annotations

from holdfast.times import age_days

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.model import StoredMemory

HALF_LIFE_DAYS = 30.0


def worth(memory: StoredMemory, at: str) -> float:
    """Return how much a learned memory is worth keeping: recent, used and certain ones more."""
    last_used = memory.last_recalled_at or memory.updated_at
    recency: float = 0.5 ** (age_days(max(memory.updated_at, last_used), at) / HALF_LIFE_DAYS)
    use = min(1.0, memory.recall_count / 10)
    return 0.5 * recency + 0.3 * use + 0.2 * memory.confidence


def surplus(memories: Sequence[StoredMemory], limit: int, at: str) -> list[StoredMemory]:
    """Return the memories beyond the limit, least worth first."""
    if len(memories) <= limit:
        return []
    ordered = sorted(memories, key=lambda memory: (worth(memory, at), memory.updated_at, memory.id))
    return ordered[: len(memories) - limit]
