"""`holdfast worker`: doing what waits."""

from __future__ import annotations

import pytest

import holdfast as library
from holdfast import worker


@pytest.fixture
def waiting(repository):
    """A captured turn that waits to be learned from."""
    with library.open() as memory:
        memory.capture(session="s", turn="1", user="Please use tabs.", assistant="Tabs it is.")


def test_one_drain_does_all_that_waits(holdfast, waiting, fits):
    """`--drain` answers how many jobs were done, failed and given up."""
    data = holdfast("worker", "--drain", "--json").data
    assert fits(data, {"done": int, "failed": int, "dead": int, "was_alone": bool})
    assert (1, 0, 0) == (data["done"], data["failed"], data["dead"])
    assert holdfast("worker", "--drain").out.startswith("0 jobs done")


def test_a_home_that_is_not_there_is_not_made(holdfast, own_home):
    """Where nothing was stored there is nothing to do, and nothing is made."""
    assert 0 == holdfast("worker", "--drain").status
    assert not own_home.exists()


def test_a_second_worker_leaves_at_once(holdfast, waiting):
    """While another worker holds the lease, this one says so."""
    with library.open() as memory:
        assert worker._lease(memory.core, "another")
        said = holdfast("worker", "--drain")
    assert (0, "Another worker is at it already.") == (said.status, said.out.strip())


def test_ctrl_c_ends_it_cleanly(holdfast, waiting, monkeypatch):
    """Without `--drain` it works until Ctrl-C and then says what it did."""

    def interrupt(_seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr("holdfast.worker.serve.__kwdefaults__", {"until_idle_s": None, "sleep": interrupt})
    said = holdfast("worker")
    assert (0, True) == (said.status, "Ctrl-C ends" in said.err)
