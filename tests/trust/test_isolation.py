"""No read crosses a person, an agent or a workspace, whatever the filter says."""

from __future__ import annotations

import itertools
import re

import pytest

import holdfast
from holdfast.flows import sessions, tasks
from repositories import git, make_repository

PEOPLE = ("ada", "bo", "cy")
AGENTS = ("", "helper")
HOSTILE = ("*", "%", "' OR 1=1 --", "", "m_", "test_user", "\0", "../..", "canary", "NOT canary", '"', "_")


@pytest.fixture
def places(tmp_path):
    """Four workspaces: two with one base name, a worktree of the first, and a link to it."""
    first = make_repository(tmp_path / "a" / "api")
    second = make_repository(tmp_path / "b" / "api")
    third = make_repository(tmp_path / "c" / "web")
    git(first, "worktree", "add", "-q", str(tmp_path / "tree"))
    (tmp_path / "link").symlink_to(first)
    return {"first": first, "second": second, "third": third, "tree": tmp_path / "tree", "link": tmp_path / "link"}


def cell_name(person, agent, place):
    return f"canary {person} {agent or 'none'} {place}"


@pytest.fixture
def opened(home, places):
    """A memory per person, agent and place, all on one store, each holding canaries of its own."""
    cells = {}
    for person, agent, place in itertools.product(PEOPLE, AGENTS, ("first", "second", "third")):
        memory = holdfast.open(workspace=places[place], agent=agent, session="s", settings={"user.id": person})
        text = cell_name(person, agent, place)
        memory.remember(f"{text} workspace", scope="workspace", tags=["t"], project="p")
        memory.remember(f"{text} session", scope="session")
        memory.capture(session="s", turn="1", user=f"{text} episode")
        memory.tasks.add(f"{text} task")
        memory.recall(f"{text}")
        cells[person, agent, place] = memory
    for (person, agent, place), memory in cells.items():
        if place == "first":
            memory.remember(f"canary {person} {agent or 'none'} user", scope="user")
    yield cells
    for memory in cells.values():
        memory.close()


def everything_readable(memory, query):
    """Return every text that any read surface gives for a hostile filter."""
    texts = [hit.memory.content for hit in memory.recall(query, limit=100, budget=100_000, layers=["L0", "L1", "L2"])]
    texts += [
        hit.memory.content for hit in memory.recall("canary", limit=100, budget=100_000, tags=[query] if query else ())
    ]
    texts += [one.content for one in memory.list(limit=1000, project=query or None).memories]
    texts += [one.content for one in memory.list(limit=1000).memories]
    texts += [memory.block(query), memory.profile().text]
    texts += [entry.block + entry.query for entry in memory.recalls(100)]
    texts += [task.title for task in memory.tasks.list(statuses=("active", "done", "dropped"))]
    texts += [one.content for one in memory.episodes("s")]
    texts += [str(memory.why())]
    return texts


def foreign_to(texts, person, agent, place):
    """Return what is not this cell's: the people of one store share a workspace's memories and tasks, nothing else."""
    own = (cell_name(person, agent, place), f"canary {person} {agent or 'none'} user")
    shared = re.compile(rf"canary \w+ {agent or 'none'} {place} (workspace|task)")
    lines = [line for text in texts for line in text.splitlines()]
    return [
        found[0]
        for line in lines
        for found in re.finditer(r"canary \w+ (?:none|helper) \w+(?: \w+)?", line)
        if not found[0].startswith(own) and not shared.match(found[0])
    ]


@pytest.mark.parametrize("query", HOSTILE)
def test_no_surface_shows_a_foreign_canary(opened, query):
    """Eighteen cells, every read surface, every hostile filter: nothing foreign."""
    for (person, agent, place), memory in opened.items():
        assert foreign_to(everything_readable(memory, query), person, agent, place) == []


def test_the_check_itself_sees_foreign_text():
    """A leak would be noticed."""
    assert foreign_to(["- x canary bo none first session"], "ada", "", "first")
    assert foreign_to(["canary ada helper first workspace"], "ada", "", "first")
    assert not foreign_to(["canary bo none first workspace, canary ada none user"], "ada", "", "first")


def test_worktrees_and_links_share_and_equal_names_do_not(opened, places, home):
    """A worktree and a symbolic link are the same workspace; another repository of the same name is not."""
    first = opened["ada", "", "first"]
    made = first.remember("shared along the tree").memory
    for name in ("tree", "link"):
        with holdfast.open(workspace=places[name], settings={"user.id": "ada"}) as same:
            assert same.get(made.id).content == "shared along the tree"
    with pytest.raises(holdfast.NotFound):
        opened["ada", "", "second"].get(made.id)


def test_ids_of_other_cells_do_not_exist_here(opened):
    """Every id of another workspace or agent answers as if it had never been."""
    for key, memory in opened.items():
        ids = {one.id for one in memory.list(limit=1000).memories}
        for other_key, other in opened.items():
            if other_key[1:] == key[1:]:  # the same workspace and agent
                continue
            for one in other.list(limit=1000, scopes=["workspace", "session"]).memories:
                if one.id in ids:
                    continue
                for read in (memory.get, memory.history, memory.provenance, memory.forget, memory.why):
                    with pytest.raises(holdfast.NotFound):
                        read(one.id)


def test_tasks_and_sessions_of_other_workspaces_do_not_exist_here(opened):
    """The same holds for tasks and sessions."""
    here, there = opened["ada", "", "first"], opened["ada", "", "third"]
    task = there.tasks.list()[0]
    with pytest.raises(holdfast.NotFound):
        tasks.show(here.core, task.id)
    assert all("third" not in str(one) for one in sessions.listed(here.core))
