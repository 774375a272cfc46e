"""Clocks that jump: whatever time it is said to be, order is kept, nothing crashes, nothing is older than new."""

from __future__ import annotations

import re

import pytest
from tests.faults.soundness import problems

from holdfast import worker
from holdfast.flows import backups, doctor, status
from holdfast.flows.repair import is_sound
from holdfast.model import Status
from holdfast.store import queue
from holdfast.times import age_days, day_number

EPOCH, NOW, LATER, FAR = (f"{day}T10:00:00.000000Z" for day in ("1970-01-01", "2026-06-15", "2038-01-19", "9999-12-30"))
JUMPS = {"back to 1970": (NOW, EPOCH), "to 2038 and back": (LATER, NOW), "to the end of time and back": (FAR, NOW),
         "forward for good": (NOW, FAR), "from 1970 on": (EPOCH, NOW)}  # fmt: skip


class JumpingClock:
    """Shows the time it was set to, a second later each time it is asked."""

    def __init__(self, at):
        self.set(at)

    def set(self, at):
        self.at, self.seconds = at, 0

    def __call__(self):
        self.seconds += 1
        return f"{self.at[:14]}{self.seconds // 60 % 60:02d}:{self.seconds % 60:02d}.000000Z"


@pytest.fixture(params=JUMPS, ids=str)
def jump(request):
    """The time before and after a jump."""
    return JUMPS[request.param]


@pytest.fixture
def jumping(open_here, workspace, jump):
    """A memory whose clock can be set, at the time before the jump."""
    memory = open_here(workspace)
    memory.core.clock = JumpingClock(jump[0])
    return memory


def test_order_is_that_of_what_happened(jumping, jump, home):
    """Messages, changes and history are told in the order in which they came, whatever their times say."""
    first = jumping.remember("The default branch is alder").memory
    jumping.capture(session="s1", turn="1", user="first message", assistant="first answer")
    jumping.core.clock.set(jump[1])
    right = jumping.correct(first.id, "The default branch is birch").memory
    jumping.capture(session="s1", turn="2", user="second message", assistant="second answer")
    jumping.edit(right.id, "The default branch is cedar")
    assert ["first message", "first answer", "second message", "second answer"] == [
        one.content for one in jumping.episodes("s1")
    ]
    assert ["edit", "correct", "remember"] == [one.verb for one in jumping.changes()]
    assert ["correct", "edit"] == [one["verb"] for one in jumping.history(right.id)]
    assert (Status.SUPERSEDED, Status.ACTIVE) == (jumping.get(first.id).status, jumping.get(right.id).status)
    assert "edit" == jumping.changes()[0].verb
    jumping.undo()
    assert "The default branch is birch" == jumping.get(right.id).content
    jumping.close()
    assert [] == problems(home)


def test_what_was_said_last_holds(jumping, jump):
    """Of two statements that contradict each other the later one is current, even when its time is earlier."""
    old = jumping.remember("The default branch is alder").memory
    jumping.core.clock.set(jump[1])
    new = jumping.remember("The default branch is birch").memory
    assert (Status.SUPERSEDED, new.id) == (jumping.get(old.id).status, jumping.get(old.id).superseded_by)
    assert [new.id] == [hit.memory.id for hit in jumping.recall("which is the default branch")]
    for at in (EPOCH, NOW, FAR):
        assert all(hit.memory.id in (old.id, new.id) for hit in jumping.recall("default branch", at=at[:10]))


def test_no_age_is_negative_and_no_score_beyond_one(jumping, jump):
    """What is dated in the future is as new as what was said today, and no newer."""
    jumping.remember("The harbour freezes in January")
    jumping.core.clock.set(jump[1])
    found = jumping.recall("does the harbour freeze")
    assert all(0 <= value <= 1 for value in (found.hits[0].score, found.hits[0].parts["decay"]))
    [line] = [line for line in found.block.splitlines() if "The harbour" in line]
    assert re.search(r"· (today|yesterday|\d+ (day|week|month|year)s?( ago)?) ·", line), line
    assert age_days(*jump) >= 0
    assert (age_days(*jump) == 0) == (day_number(jump[0]) > day_number(jump[1]))


def test_every_view_answers(jumping, jump, workspace):
    """Status, doctor, report, log and export answer at any time; the doctor says what is dated in the future."""
    jumping.remember("The harbour freezes in January")
    task = jumping.tasks.add("Paint the harbour wall")
    jumping.capture(session="s1", turn="1", user="is it frozen?", assistant="it is")
    jumping.core.clock.set(jump[1])
    jumping.tasks.done(task.id)
    list(jumping.recall("harbour"))
    assert not [area for area in status.status(jumping.core).values() if "problem" in area]
    found = {area.name: [problem.what for problem in area.problems] for area in doctor.examine(jumping.core)}
    was_ahead = jump[0] > jump[1]
    assert was_ahead == any("dated in the future" in what for what in found.pop("links"))
    assert set() == {name for name, what in found.items() if what}
    assert jumping.report(since="1970-01-01")
    assert jumping.recalls()
    assert sum(jumping.export(workspace.parent / "all.json").values())


def test_waiting_work_is_done(jumping, jump):
    """A job that waits since a time to come is done by the next worker, and a worker of that time keeps nobody out."""
    jumping.capture(session="s1", turn="1", user="why is the build red?", assistant="A flag was missing.")
    with jumping.core.database.writing() as tx:
        assert queue.lease(tx, worker.LEASE, owner="of another time", at=FAR, until=FAR)
    jumping.core.clock.set(jump[1])
    assert (1, True) == ((done := worker.drain(jumping.core)).done, done.was_alone)


def test_snapshots_are_taken_and_kept(jumping, jump):
    """A snapshot of a time to come neither keeps the next from being taken nor the newest from staying."""
    core = jumping.core
    jumping.remember("The harbour freezes in January")
    backups.take(core)
    core.clock.set(jump[1])
    assert backups.is_due(core)
    newest = backups.take(core)
    assert not backups.is_due(core)
    assert newest == backups.listed(core)[-1]
    for _ in range(core.setting_int("backup.keep") + 1):
        newest = backups.take(core)
        assert newest in backups.listed(core)
    assert core.setting_int("backup.keep") == len(backups.listed(core))
    assert all(map(is_sound, backups.listed(core)))
