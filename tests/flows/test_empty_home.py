"""On a machine where nothing is stored yet, only storing makes a home."""

from __future__ import annotations

import pytest

import holdfast
from holdfast.flows import doctor, scrub, sessions, status, tasks
from holdfast.flows.decisions import revoke
from holdfast.flows.merge import merge
from holdfast.worker import drain

CHANGES = {
    "undo": lambda memory: memory.undo(),
    "undo a change": lambda memory: memory.undo("c_abcd"),
    "correct": lambda memory: memory.correct("m_abcd", "x"),
    "edit": lambda memory: memory.edit("m_abcd", "x"),
    "forget": lambda memory: memory.forget("m_abcd"),
    "purge": lambda memory: memory.purge("m_abcd"),
    "promote": lambda memory: memory.promote("m_abcd"),
    "note": lambda memory: memory.tasks.note("t_abcd", "x"),
    "done": lambda memory: memory.tasks.done("t_abcd"),
    "merge": lambda memory: merge(memory.core, "gw_a", "gw_b"),
    "pause": lambda memory: sessions.set_paused(memory.core, "s1", paused=True),
}
LOOKS = {
    "list": lambda memory: memory.list().memories,
    "recall": lambda memory: memory.recall("anything").hits,
    "block": lambda memory: memory.block("anything"),
    "history search": lambda memory: memory.history_search("anything"),
    "tasks": lambda memory: memory.tasks.list(),
    "projects": lambda memory: memory.projects.list(),
    "changes": lambda memory: memory.changes(),
    "recalls": lambda memory: memory.recalls(),
    "profile": lambda memory: memory.profile().text,
    "report": lambda memory: memory.report(since="2026-01-01")["projects"],
    "purge of a scope": lambda memory: memory.purge(scope="workspace").removed,
    "revoke": lambda memory: revoke(memory.core),
    "scrub": lambda memory: scrub.scrub(memory.core),
    "worker": lambda memory: drain(memory.core).done,
    "doctor": lambda memory: [one for area in doctor.examine(memory.core) for one in area.problems],
    "task list": lambda memory: tasks.listed(memory.core),
}


@pytest.mark.parametrize("act", CHANGES.values(), ids=CHANGES)
def test_changing_what_is_not_there_makes_no_home(memory, home, act):
    """There is nothing to change, and that is all that happens."""
    with pytest.raises(holdfast.NotFound):
        act(memory)
    assert not home.exists()


@pytest.mark.parametrize("act", LOOKS.values(), ids=LOOKS)
def test_looking_finds_nothing_and_makes_no_home(memory, home, act):
    """Every look answers with nothing."""
    assert not act(memory)
    assert not home.exists()


def test_the_status_says_that_there_is_nothing(memory, home):
    """The one screen works before anything was stored."""
    assert (False, False) == (status.status(memory.core)["program"]["home_exists"], home.exists())


@pytest.mark.parametrize("act", ["remember", "capture", "task", "project", "profile"])
def test_with_memory_off_nothing_is_written(open_here, workspace, home, act):
    """In the mode `off` no verb stores, and none makes a home."""
    memory = open_here(workspace, settings={"mode": "off"})
    acts = {
        "remember": lambda: memory.remember("x"),
        "capture": lambda: memory.capture(session="s", turn="1", user="x"),
        "task": lambda: memory.tasks.add("x"),
        "project": lambda: memory.projects.add("x"),
        "profile": lambda: memory.profile("- x"),
    }
    with pytest.raises(holdfast.Disabled):
        acts[act]()
    assert not home.exists()


def test_with_memory_off_a_recall_is_not_logged(memory, open_here, workspace):
    """What is stored can be looked at, and the look leaves no trace: neither in the log nor in what was used."""
    memory.remember("Run tests with make test.")
    off = open_here(workspace, settings={"mode": "off"})
    assert 1 == len(off.recall("how do the tests run"))
    assert ([], 0) == (list(memory.recalls()), memory.list().memories[0].recall_count)
