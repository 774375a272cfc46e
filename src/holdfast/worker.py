"""The worker: claims queued jobs, does them, goes away. Started on demand, never needed to be running.

One worker per store holds the lease `worker`; a second one leaves at once. A job that fails is put back
with a growing delay and becomes a dead letter in the end; each failure is recorded where `holdfast status`
shows it. Killing a worker at any moment loses nothing: its lease ends and the job is done again.
"""

from __future__ import annotations

import os
import random
import time

from holdfast import errors, times
from holdfast.flows import archive, backups, branches, learning, transcripts
from holdfast.flows.capture import ANSWER, ARCHIVE, LEARN
from holdfast.model import Mode
from holdfast.store import failures, queue
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from holdfast.core import Core
    from holdfast.store.queue import Job

LEASE = "worker"
LEASE_S = 60.0
CLAIMED = 20
IDLE_S = 2.0


class Drained(Value):
    """What a worker did."""

    done: int = 0
    failed: int = 0
    dead: int = 0
    was_alone: bool = True


def drain(core: Core, *, owner: str | None = None) -> Drained:
    """Do every job that is ready, then take a snapshot if one is due; return at once if another worker runs."""
    if not core.exists() or core.mode is Mode.OFF:
        return Drained()
    name = owner or f"{os.getpid()}-{os.urandom(4).hex()}"
    if not _lease(core, name):
        return Drained(was_alone=False)
    done = failed = dead = 0
    try:
        while jobs := _claim(core, name):
            for job in jobs:
                error = run_one(core, job)
                if error is None:
                    done += 1
                elif _give_back(core, job, name, error) == "dead":
                    dead += 1
                else:
                    failed += 1
            _lease(core, name)
        branches.release(core)
        _make_vectors(core, name)
        if backups.is_due(core):
            core.database.merge_index()  # once a day is often enough for this too
            backups.take(core)
    finally:
        with core.database.writing() as tx:
            queue.unlease(tx, LEASE, name)
    core.say("info", "worker.drained", done=done, failed=failed, dead=dead)
    return Drained(done=done, failed=failed, dead=dead)


def serve(core: Core, *, until_idle_s: float | None = None, sleep: Callable[[float], None] = time.sleep) -> Drained:
    """Drain again and again until interrupted, or until nothing came for a while."""
    total, quiet = Drained(), 0.0
    while until_idle_s is None or quiet < until_idle_s:
        last = drain(core)
        total = Drained(done=total.done + last.done, failed=total.failed + last.failed, dead=total.dead + last.dead)
        quiet = 0.0 if last.done else quiet + IDLE_S
        sleep(IDLE_S)
    return total


def run_one(core: Core, job: Job) -> Exception | None:
    """Do one job and return what went wrong, if anything: one bad job must not stop the others."""
    began = time.perf_counter()
    try:
        _DO[job.sink](core, job)
    except Exception as error:  # noqa: BLE001 - the boundary of the worker; recorded by the caller
        return error
    with core.database.writing() as tx:
        queue.acknowledge(tx, job)
    core.say("info", "worker.done", sink=job.sink, ms=(time.perf_counter() - began) * 1000)
    return None


def _make_vectors(core: Core, name: str) -> None:
    """Bring vectors in step with what was just done; what goes wrong is recorded and stops nothing else."""
    from holdfast.flows import embedding  # noqa: PLC0415 - an extra, off by default

    try:
        embedding.work(core, step=lambda: _lease(core, name))
    except errors.HoldfastError as error:
        with core.database.writing() as tx:
            failures.add(tx, at=core.clock(), place="worker:vectors", code=error.code, message=error.message)


def _archive(core: Core, job: Job) -> None:
    if core.settings.get("session.summary"):
        archive.archive_session(_standing_in(core, job), int(job.payload["group_no"]))


def _learn(core: Core, job: Job) -> None:
    learning.learn(_standing_in(core, job), int(job.payload["group_no"]))


def _answer(core: Core, job: Job) -> None:
    transcripts.keep_late_answer(_standing_in(core, job), job.payload)


def _standing_in(core: Core, job: Job) -> Core:
    """Return the core as seen from the workspace a job is about."""
    return core.standing_in(int(job.payload["workspace_no"]), str(job.payload["session"]))


_DO: dict[str, Callable[[Core, Job], None]] = {ANSWER: _answer, ARCHIVE: _archive, LEARN: _learn}


def _lease(core: Core, name: str) -> bool:
    at = time.time()
    with core.database.writing() as tx:
        return queue.lease(tx, LEASE, owner=name, at=times.from_unix(at), until=times.from_unix(at + LEASE_S))


def _claim(core: Core, name: str) -> list[Job]:
    at = time.time()
    with core.database.writing() as tx:
        return queue.claim(
            tx, list(_DO), owner=name, at=times.from_unix(at), until=times.from_unix(at + LEASE_S), number=CLAIMED
        )


def _give_back(core: Core, job: Job, name: str, error: Exception) -> str:
    code = error.code if isinstance(error, errors.HoldfastError) else type(error).__name__
    message = error.message if isinstance(error, errors.HoldfastError) else f"{job.sink} job failed"
    core.say("warning", "worker.failed", sink=job.sink, code=code, attempts=job.attempts)
    delay = queue.delay_s(
        job.attempts, random.random(),  # noqa: S311 - jitter
        first_s=core.setting_int("queue.first_delay_ms") / 1000, longest_s=core.setting_int("queue.longest_delay_ms") / 1000,
    )  # fmt: skip
    later = times.from_unix(time.time() + delay)
    with core.database.writing() as tx:
        failures.add(tx, at=core.clock(), place=f"worker:{job.sink}", code=code, message=core.redact(message).text)
        return queue.release(
            tx, job, owner=name, ready_at=later, error=f"{code}: {message}",
            max_attempts=core.setting_int("queue.max_attempts"),
        )  # fmt: skip


def main(arguments: list[str]) -> int:
    """Drain the store of a home: what the hook starts in the background."""
    from holdfast.opening import open_core  # noqa: PLC0415

    home, store, folder = arguments
    core = open_core(store or None, home=home, folder=home, actor="worker")
    drain(core)
    core.database.close()
    if folder:
        core = open_core(store or None, home=home, folder=folder, actor="worker")
        branches.release(core)
        core.database.close()
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
