"""The durable queue towards learning and sinks: bounded, leased, at least once.

Adding the same name twice is one job. A full queue lets its oldest waiting job go and counts it. A job
whose attempts are used up is kept as a dead letter until the person retries it. What is dated further ahead than
anybody waits was dated by a clock that stood wrong, and holds nobody up.
"""

from __future__ import annotations

import json

from holdfast import times
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.store.database import Transaction

FIRST_DELAY_S = 2.0
LONGEST_DELAY_S = 3600.0
# Dated further ahead than that, it was dated by a clock that stood wrong: no delay may be set longer than a day, no
# lease is longer than minutes, and clocks of several machines differ by less than the rest.
READY_WITHIN_S, LEASED_WITHIN_S = 2 * 86_400.0, 3600.0


class Job(Value):
    """One piece of work that a worker has claimed."""

    no: int
    sink: str
    name: str
    payload: dict[str, Any]
    attempts: int
    created_at: str


def delay_s(
    attempts: int, jitter: float, *, first_s: float = FIRST_DELAY_S, longest_s: float = LONGEST_DELAY_S
) -> float:
    """Return how long to wait after that many failed attempts; `jitter` is drawn from [0, 1)."""
    longest: float = min(longest_s, first_s * 2 ** min(60, max(0, attempts - 1)))
    return longest * (0.5 + jitter / 2)


def add(tx: Transaction, sink: str, name: str, payload: dict[str, Any], *, group_no: int, at: str, limit: int) -> bool:
    """Add a job unless one of that name waits already; drop and count the oldest when the queue is full."""
    made = tx.one("queue.add", sink=sink, name=name, group_no=group_no, payload=json.dumps(payload), at=at)
    if made is None:
        return False
    waiting = tx.one("queue.waiting", sink=sink)
    surplus = (waiting[0] if waiting else 0) - limit
    if surplus > 0:
        dropped = len(tx.rows("queue.drop_oldest", sink=sink, number=surplus))
        tx.rows("queue.count_up", name=f"dropped:{sink}", by=dropped)
    return True


def claim(tx: Transaction, sinks: Sequence[str], *, owner: str, at: str, until: str, number: int) -> list[Job]:
    """Take the oldest ready jobs for one worker until its lease ends."""
    rows = tx.rows(
        "queue.claim", sinks=list(sinks), owner=owner, at=at, until=until, number=number,
        beyond=_beyond(at, READY_WITHIN_S), lease_beyond=_beyond(at, LEASED_WITHIN_S),
    )  # fmt: skip
    jobs = [
        Job(no=row[0], sink=row[1], name=row[2], payload=json.loads(row[3]), attempts=row[4], created_at=row[5])
        for row in rows
    ]
    return sorted(jobs, key=lambda job: job.no)


def acknowledge(tx: Transaction, job: Job) -> None:
    """Remove a job that is done; harmless when it is gone."""
    tx.rows("queue.acknowledge", job_no=job.no)


def release(tx: Transaction, job: Job, *, owner: str, ready_at: str, error: str, max_attempts: int) -> str:
    """Give a failed job back for a later attempt, or keep it as a dead letter; return its new state."""
    state = "dead" if job.attempts >= max_attempts else "ready"
    tx.rows("queue.release", job_no=job.no, owner=owner, ready_at=ready_at, state=state, error=error[:500])
    return state


def counts(tx: Transaction) -> list[dict[str, Any]]:
    """Return how many jobs wait or are dead, by sink."""
    rows = tx.rows("queue.counts")
    return [{"sink": row[0], "state": row[1], "jobs": row[2], "oldest": row[3]} for row in rows]


def counters(tx: Transaction) -> dict[str, int]:
    """Return every counter, such as `dropped:<sink>`."""
    return {row[0]: row[1] for row in tx.rows("queue.counters")}


def dead(tx: Transaction, limit: int = 100) -> list[dict[str, Any]]:
    """Return the dead letters, oldest first, without their payloads."""
    fields = ("no", "sink", "name", "attempts", "error", "created_at")
    return [dict(zip(fields, row, strict=True)) for row in tx.rows("queue.dead", limit=limit)]


def revive(tx: Transaction, at: str) -> int:
    """Make every dead letter ready again and return how many there were."""
    return len(tx.rows("queue.revive", at=at))


def lease(tx: Transaction, name: str, *, owner: str, at: str, until: str) -> bool:
    """Take or renew a named lease; return False while somebody else holds it."""
    return (
        tx.one("queue.lease", name=name, owner=owner, at=at, until=until, beyond=_beyond(at, LEASED_WITHIN_S))
        is not None
    )


def unlease(tx: Transaction, name: str, owner: str) -> None:
    """Give a lease back early."""
    tx.rows("queue.unlease", name=name, owner=owner)


def _beyond(at: str, within_s: float) -> str:
    return times.from_unix(times.to_unix(at) + within_s)
