"""The worker: does what is queued once, one at a time, and outlives failures."""

from __future__ import annotations

import multiprocessing
import time

import pytest

import holdfast
from holdfast import times, worker
from holdfast.flows.capture import ARCHIVE, enqueue, open_session
from holdfast.model import Layer, Source
from holdfast.store import failures, queue
from holdfast.times import to_unix


@pytest.fixture
def ended(memory):
    """A memory with one session that has ended and waits for its summary."""
    memory.capture(session="s1", turn="1", user="why is the build red?", assistant="A flag was missing.")
    with memory.core.database.writing() as tx:
        enqueue(tx, memory.core, ARCHIVE, open_session(tx, memory.core, "s1", "generic"), "s1:1")
    return memory


def waiting(memory):
    with memory.core.database.reading() as tx:
        return {row["sink"]: row["jobs"] for row in queue.counts(tx)}


def test_draining_does_every_job_once(ended):
    """After a drain the queue is empty, and a second drain finds nothing."""
    assert worker.drain(ended.core).done == 2
    assert waiting(ended) == {}
    assert worker.drain(ended.core).done == 0
    assert len(ended.list(layers=Layer.L2).memories) == 1


def test_archiving_again_refreshes_the_one_summary(ended):
    """A session that goes on keeps one summary that grows."""
    worker.drain(ended.core)
    ended.capture(session="s1", turn="2", user="and on ARM?", assistant="There too.")
    with ended.core.database.writing() as tx:
        enqueue(tx, ended.core, ARCHIVE, open_session(tx, ended.core, "s1", "generic"), "s1:2")
    worker.drain(ended.core)
    [summary] = ended.list(layers=Layer.L2).memories
    assert "ARM" in summary.content
    assert len(ended.provenance(summary.id).sources) == 4


def test_a_failing_job_is_recorded_retried_later_and_stops_no_other(ended):
    """One bad job is put back with a delay and a line in the failures."""
    with ended.core.database.writing() as tx:
        queue.add(
            tx,
            ARCHIVE,
            "bad",
            {"group_no": 1, "workspace_no": 99_999, "session": "x"},
            group_no=1,
            at=ended.core.clock(),
            limit=10,
        )
    done = worker.drain(ended.core)
    assert (done.done, done.failed) == (2, 1)
    with ended.core.database.reading() as tx:
        [line] = failures.latest(tx, 5)
    assert line["place"] == "worker:archive"
    assert worker.drain(ended.core).failed == 0  # not yet due again


def test_how_long_a_failed_job_waits_is_a_setting(ended, open_here, workspace):
    """The first delay doubles with each failure up to the longest, and is drawn from its upper half."""
    assert (2.0, 8.0, 3600.0) == (queue.delay_s(1, 1.0), queue.delay_s(3, 1.0), queue.delay_s(10**6, 1.0))
    assert (0.05, 0.1) == (
        queue.delay_s(1, 0.0, first_s=0.1, longest_s=9),
        queue.delay_s(9, 1.0, first_s=0.1, longest_s=0.1),
    )
    slow = open_here(workspace, settings={"queue.first_delay_ms": 3_600_000, "queue.longest_delay_ms": 7_200_000})
    payload = {"group_no": 1, "workspace_no": 99_999, "session": "x"}
    with slow.core.database.writing() as tx:
        queue.add(tx, ARCHIVE, "bad", payload, group_no=1, at=slow.core.clock(), limit=10)
    assert 1 == worker.drain(slow.core).failed
    connection = slow.core.database.take()
    ((ready_at,),) = connection.execute("SELECT ready_at FROM queue WHERE name = 'bad'").fetchall()
    slow.core.database.give(connection)
    assert 1700 < to_unix(ready_at) - time.time() < 3700


def test_only_one_worker_runs_at_a_time(ended):
    """A second worker leaves at once and touches nothing."""
    with ended.core.database.writing() as tx:
        now = time.time()
        queue.lease(tx, worker.LEASE, owner="another", at=times.from_unix(now), until=times.from_unix(now + 60))
    assert not worker.drain(ended.core).was_alone
    assert waiting(ended) == {"archive": 1, "learn": 1}


def _drain(workspace, results):
    with holdfast.open(workspace=workspace) as memory:
        results.put(worker.drain(memory.core).done)


def test_workers_of_several_processes_do_each_job_once(ended, workspace):
    """However many start together, every job is done exactly once."""
    ended.close()
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    racers = [context.Process(target=_drain, args=(str(workspace), results)) for _ in range(4)]
    for racer in racers:
        racer.start()
    total = sum(results.get(timeout=60) for _ in racers)
    for racer in racers:
        racer.join()
    worker.drain(ended.core)
    assert total <= 2
    assert waiting(ended) == {}
    assert len(ended.list(layers=Layer.L2).memories) == 1


def test_learned_memories_keep_their_limit_and_what_people_wrote_is_left_alone(memory, open_here, workspace):
    """Pruning archives the surplus of what the system learned, undoably."""
    small = open_here(workspace, settings={"learn.limit_workspace": 3})
    for number in range(6):
        small.remember(f"Learned thing number {number}", source="system")
        small.remember(f"Typed thing number {number}")
    small.capture(session="s1", turn="1", user="x", assistant="y")
    worker.drain(small.core)
    left = small.list(layers="L1", sources=[Source.SYSTEM], limit=100).memories
    assert len(left) == 3
    assert len(small.list(layers="L1", sources=["user"], limit=100).memories) == 6
    small.undo()
    assert len(small.list(layers="L1", sources=["system"], limit=100).memories) == 6


def test_with_memory_off_the_worker_does_nothing(ended, open_here, workspace):
    """Mode off stops background work too."""
    assert worker.drain(open_here(workspace, settings={"mode": "off"}).core).done == 0
