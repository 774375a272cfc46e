"""`holdfast task`: beginning, noting and finishing pieces of work."""

from __future__ import annotations

import pytest


@pytest.fixture
def task(holdfast):
    """A task under way."""
    return holdfast("task", "add", "Move to pnpm", "--project", "web", "--json").data["task"]


TASK = {
    "id": str, "title": str, "state": str, "status": str, "project": (str, type(None)), "links": list, "created_at": str,
    "updated_at": str,
}  # fmt: skip


def test_every_verb_has_the_documented_shape(holdfast, fits):
    """A task has the same fields wherever it is told, and a change where it was changed."""
    added = holdfast(
        "task", "add", "Move to pnpm", "--state", "lockfile first", "--link", "https://example.org/1", "--json"
    ).data
    assert fits(added, {"task": dict, "change": str})
    assert fits(added["task"], TASK)
    assert ("lockfile first", ["https://example.org/1"]) == (added["task"]["state"], added["task"]["links"])
    assert fits(holdfast("task", "list", "--json").data["tasks"][0], TASK)
    assert fits(holdfast("task", "show", added["task"]["id"], "--json").data, {"task": dict, "archived": type(None)})
    assert fits(holdfast("task", "note", added["task"]["id"], "halfway", "--json").data, {"task": dict, "change": str})
    done = holdfast("task", "done", added["task"]["id"], "--json").data
    assert fits(done, {"task": dict, "change": str})
    archived = holdfast("task", "show", added["task"]["id"], "--json").data["archived"]
    assert fits(archived, "memory")
    assert "halfway" in archived["content"]


def test_notes_add_up_and_can_replace(holdfast, task):
    """A note is a line more; `--replace` puts it in place of all others."""
    holdfast("task", "note", task["id"], "one")
    holdfast("task", "note", task["id"], "-", stdin="two\n")
    assert "one\ntwo" in holdfast("task", "show", task["id"]).out
    holdfast("task", "note", task["id"], "three", "--replace")
    assert "three" == holdfast("task", "show", task["id"], "--json").data["task"]["state"]


def test_each_change_can_be_taken_back(holdfast, task):
    """The undo line of a note takes just that note back."""
    said = holdfast("task", "note", task["id"], "wrong")
    holdfast("undo", said.out.split()[-1])
    assert "" == holdfast("task", "show", task["id"], "--json").data["task"]["state"]


def test_finished_tasks_leave_the_list(holdfast, task):
    """`list` shows what is under way, `--all` the rest, `--project` one project."""
    other = holdfast("task", "add", "Write docs", "--json").data["task"]
    holdfast("task", "done", other["id"], "--dropped", "--summary", "Not needed.")
    assert [one["id"] for one in holdfast("task", "list", "--json").data["tasks"]] == [task["id"]]
    every = holdfast("task", "list", "--all", "--json").data["tasks"]
    assert {"Move to pnpm": "active", "Write docs": "dropped"} == {one["title"]: one["status"] for one in every}
    assert [] == holdfast("task", "list", "--project", "api", "--json").data["tasks"]


def test_nothing_yet_says_how_to_begin(holdfast):
    """An empty list teaches the first command."""
    assert "holdfast task add" in holdfast("task", "list").out


def test_a_finished_task_takes_no_note(holdfast, task):
    """Noting on, or finishing again, what is done is a conflict."""
    holdfast("task", "done", task["id"])
    assert 5 == holdfast("task", "note", task["id"], "late").status
    assert 5 == holdfast("task", "done", task["id"]).status


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("show", "t_aaaa"), 3),
        (("note", "t_aaaa", "x"), 3),
        (("done", "t_aaaa"), 3),
        (("show", "m_aaaa"), 2),
        (("show", "t_"), 2),
        (("add", " "), 2),
        (("note", "{id}", " "), 2),
        (("note", "{id}"), 2),
        (("add", "x" * 301), 1),
    ],
)
def test_odd_input_has_its_own_status(holdfast, task, words, status):
    """Unknown ids are 3, what cannot be meant is 2, what is too long is 1."""
    assert status == holdfast("task", *(word.format(id=task["id"]) for word in words)).status
