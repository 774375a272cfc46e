"""An answer that its host writes only after the turn is kept all the same, once, and without the folders of this machine."""

from __future__ import annotations

import json
import os

import pytest

from holdfast import worker
from holdfast.flows import transcripts
from holdfast.flows.decisions import grant
from holdfast.flows.events import handle
from holdfast.flows.transcripts import keep_late_answer
from holdfast.hosts.host import Event, Moment, Traits
from holdfast.store import queue

LATER = "2030-01-01T00:00:00.000000Z"


def line(kind, content):
    return json.dumps({"type": kind, "data": {"content": content}}) + "\n"


@pytest.fixture
def transcript(tmp_path):
    path = tmp_path / "person" / "events.jsonl"
    path.write_text(line("user.message", "run the tests"))
    return path


@pytest.fixture
def stopped(memory, transcript):
    """A turn that ended while its transcript had only the prompt."""
    grant(memory.core)

    def send(moment, **fields):
        event = Event(moment=moment, session="s1", cwd=memory.core.root.path, **fields)
        return handle(memory.core, event, "copilot", Traits(keeps_start=False))

    send(Moment.PROMPT, prompt="run the tests")
    assert send(Moment.STOP, transcript=str(transcript)).has_work
    return memory


def waiting(memory):
    """Return what the job holds that waits for the answer."""
    with memory.core.database.writing() as tx:
        (job,) = queue.claim(tx, ["answer"], owner="test", at=LATER, until=LATER, number=1)
    return job.payload


def said(memory):
    return [(str(one.role), one.content) for one in memory.episodes("s1")]


def test_the_worker_keeps_what_the_hook_could_not_read(stopped, transcript, workspace):
    with open(transcript, "a") as file:
        file.write(line("assistant.message", f"Done, see {workspace}/README.md"))
    worker.drain(stopped.core)
    assert [("user", "run the tests"), ("assistant", "Done, see README.md")] == said(stopped)
    worker.drain(stopped.core)
    assert 2 == len(said(stopped))


def test_it_waits_for_a_transcript_that_lags_behind(stopped, transcript):
    """The answer is written while the worker looks."""

    def write_then_go_on(_seconds):
        with open(transcript, "a") as file:
            file.write(line("assistant.message", "Done."))

    assert keep_late_answer(stopped.core, waiting(stopped), sleep=write_then_go_on)
    assert ("assistant", "Done.") in said(stopped)


def test_an_answer_that_never_comes_is_given_up(stopped, monkeypatch):
    monkeypatch.setattr(transcripts, "LONGEST_MS", 1.0)
    drained = worker.drain(stopped.core)
    assert (0, 0) == (drained.failed, drained.dead)
    assert [("user", "run the tests")] == said(stopped)


def test_the_queue_does_not_name_the_person(stopped):
    """The way to the transcript is kept from the home on."""
    payload = waiting(stopped)
    assert os.path.expanduser("~") not in json.dumps(payload)
    assert "~/events.jsonl" == payload["transcript"]
