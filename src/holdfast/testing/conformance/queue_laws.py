"""The queue: in order, to one worker at a time, bounded, at least once."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING, Any

from holdfast.store import queue
from holdfast.testing.conformance.samples import in_processes, meet, moment

if TYPE_CHECKING:
    from collections.abc import Callable

    from holdfast.store.database import Database, Transaction
    from holdfast.store.queue import Job
    from holdfast.testing.conformance.samples import Reopen

SINK = "learn"
JOBS = 40
WORKERS = 3
NO_LIMIT = 1000
YEAR_S = 365 * 86_400


class QueueLaws:
    def test_jobs_are_claimed_in_order(self, database: Database) -> None:
        """The oldest ready jobs come first, as many as asked for, with what they carry."""
        with database.writing() as tx:
            _add(tx, 5)
            assert [("job0", {"n": 0}, 1), ("job1", {"n": 1}, 1)] == [
                (job.name, job.payload, job.attempts) for job in _claim(tx, number=2)
            ]
            assert ["job2", "job3", "job4"] == [job.name for job in _claim(tx)]

    def test_a_worker_gets_only_its_sinks(self, database: Database) -> None:
        """Jobs of other sinks stay where they are."""
        with database.writing() as tx:
            _add(tx, 1, sink="other")
            assert [] == _claim(tx)

    def test_a_name_is_one_job_while_it_waits(self, database: Database) -> None:
        """A second job of a name is not added until the first is done."""
        with database.writing() as tx:
            assert [True, False] == [_add_one(tx, "same"), _add_one(tx, "same")]
            queue.acknowledge(tx, _claim(tx)[0])
            assert _add_one(tx, "same")

    def test_a_full_queue_drops_its_oldest_and_counts_it(self, database: Database) -> None:
        """Beyond the limit the oldest waiting jobs go, and the counter tells how many."""
        with database.writing() as tx:
            _add(tx, 8, limit=5)
            assert [f"job{n}" for n in range(3, 8)] == [job.name for job in _claim(tx)]
            assert {f"dropped:{SINK}": 3} == queue.counters(tx)

    def test_a_claimed_job_is_nobody_elses(self, database: Database) -> None:
        """Until its lease ends a job is not claimed again; then it is, as another attempt."""
        with database.writing() as tx:
            _add(tx, 1)
            _claim(tx, at=0, until=60)
            assert [] == _claim(tx, at=60)
            assert [2] == [job.attempts for job in _claim(tx, at=61)]

    def test_threads_never_share_a_job(self, database: Database) -> None:
        """Every job goes to exactly one of several threads."""
        with database.writing() as tx:
            _add(tx, JOBS)
        got: list[str] = []
        threads = [threading.Thread(target=lambda: got.extend(_drain(database))) for _ in range(WORKERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert _each_once() == Counter(got)

    def test_processes_never_share_a_job(self, database: Database, reopen: Reopen) -> None:
        """Every job goes to exactly one of several processes."""
        with database.writing() as tx:
            _add(tx, JOBS)
        got = in_processes(_drain_elsewhere, [(*reopen, name) for name in range(WORKERS)])
        assert _each_once() == Counter(name for names in got for name in names)

    def test_acknowledging_twice_is_harmless(self, database: Database) -> None:
        """A job that is done can be acknowledged again, and only it is gone."""
        with database.writing() as tx:
            _add(tx, 2)
            done, _ = _claim(tx)
            queue.acknowledge(tx, done)
            queue.acknowledge(tx, done)
            assert [1] == [row["jobs"] for row in queue.counts(tx)]

    def test_a_failed_job_waits_for_its_time(self, database: Database) -> None:
        """A released job is ready again at the moment it was released for."""
        with database.writing() as tx:
            _add(tx, 1)
            (job,) = _claim(tx)
            assert "ready" == _release(tx, job, ready_at=30)
            assert [] == _claim(tx, at=29)
            assert 1 == len(_claim(tx, at=30))

    def test_only_the_lease_holder_releases(self, database: Database) -> None:
        """A worker that lost its lease changes nothing by releasing."""
        with database.writing() as tx:
            _add(tx, 1)
            (job,) = _claim(tx, until=60)
            _release(tx, job, ready_at=0, owner="somebody else")
            assert [] == _claim(tx, at=1)

    def test_a_job_out_of_attempts_is_a_dead_letter(self, database: Database) -> None:
        """A dead letter is listed with its error, is not claimed, and lives again when revived."""
        with database.writing() as tx:
            _add(tx, 1)
            (job,) = _claim(tx)
            assert "dead" == _release(tx, job, ready_at=0, max_attempts=1)
            assert [] == _claim(tx, at=90)
            assert [("job0", "broke")] == [(row["name"], row["error"]) for row in queue.dead(tx)]
            assert 1 == queue.revive(tx, moment(90))
            assert ([], [1]) == (queue.dead(tx), [again.attempts for again in _claim(tx, at=90)])

    def test_a_lease_has_one_holder(self, database: Database) -> None:
        """A named lease is refused to others until it ends or is given back; its holder may renew it."""
        with database.writing() as tx:
            assert [True, False, True, False, True] == [
                queue.lease(tx, "worker", owner=owner, at=moment(at), until=moment(until))
                for owner, at, until in (("a", 0, 10), ("b", 5, 15), ("a", 9, 20), ("b", 20, 30), ("b", 21, 30))
            ]
            queue.unlease(tx, "worker", "a")
            assert not queue.lease(tx, "worker", owner="a", at=moment(22), until=moment(40))
            queue.unlease(tx, "worker", "b")
            assert queue.lease(tx, "worker", owner="a", at=moment(22), until=moment(40))

    def test_a_clock_that_stood_wrong_holds_nobody_up(self, database: Database) -> None:
        """A job or a lease that is dated years ahead is free for whoever comes when the clock is right again."""
        far = 10 * YEAR_S
        with database.writing() as tx:
            queue.add(tx, SINK, "dated ahead", {}, group_no=1, at=moment(far), limit=NO_LIMIT)
            assert 1 == len(_claim(tx, at=far, until=far + 60))
            assert 1 == len(_claim(tx, at=0, until=60))
            assert [] == _claim(tx, at=1, until=61)
            assert queue.lease(tx, "worker", owner="a", at=moment(far), until=moment(far + 60))
            assert queue.lease(tx, "worker", owner="b", at=moment(0), until=moment(60))
            assert not queue.lease(tx, "worker", owner="a", at=moment(1), until=moment(61))


def _add(tx: Transaction, number: int, *, sink: str = SINK, limit: int = NO_LIMIT) -> None:
    for place in range(number):
        queue.add(tx, sink, f"job{place}", {"n": place}, group_no=1, at=moment(0), limit=limit)


def _add_one(tx: Transaction, name: str) -> bool:
    return queue.add(tx, SINK, name, {}, group_no=1, at=moment(0), limit=NO_LIMIT)


def _claim(tx: Transaction, *, at: float = 0, until: float = 60, number: int = 99, owner: str = "me") -> list[Job]:
    return queue.claim(tx, [SINK], owner=owner, at=moment(at), until=moment(until), number=number)


def _release(tx: Transaction, job: Job, *, ready_at: float, owner: str = "me", max_attempts: int = 5) -> str:
    return queue.release(tx, job, owner=owner, ready_at=moment(ready_at), error="broke", max_attempts=max_attempts)


def _drain(database: Database) -> list[str]:
    got: list[str] = []
    for _ in range(JOBS + 1):  # no more than that, even where jobs are handed out for ever
        with database.writing() as tx:
            jobs = _claim(tx, number=2, owner=str(threading.get_ident()))
        if not jobs:
            break
        got += [job.name for job in jobs]
    return got


def _drain_elsewhere(open_again: Callable[..., Database], arguments: tuple[Any, ...], name: int) -> list[str]:
    database = open_again(*arguments)
    meet(database, name, WORKERS)
    got = _drain(database)
    database.close()
    return got


def _each_once() -> Counter[str]:
    return Counter({f"job{place}": 1 for place in range(JOBS)})
