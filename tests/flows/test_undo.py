"""Undo takes back what any verb did, in every table, and can itself be taken back."""

from __future__ import annotations

import json

import pytest

import holdfast
from holdfast import errors, worker
from holdfast.exchange.rows import every_row, source_of
from holdfast.flows import branches, capture
from holdfast.flows.learning import prune
from holdfast.flows.workspaces import grant_consent
from holdfast.model import Scope
from repositories import git

# What undo itself writes, and what stays: a conversation that was had, a workspace that was met.
MOVES_ON = {"change", "change_row", "audit", "recall", "meta", "proof", "session", "episode", "group", "alias"}
SEARCHED = ("deploy", "tea", "tests", "harbour", "archive", "linter", "port")


@pytest.fixture
def full(memory):
    """A memory in which every noun stands already."""
    memory.remember("We deploy on Fridays.", kind="decision", tags=["deploy"])
    memory.remember("Run the tests with make test.", project="web")
    memory.remember("I like tea.", scope="user")
    memory.profile("## Identity\n- I am Ann.\n")
    memory.tasks.add("Move the harbour", project="web", state="begun", links=["https://example.org/1"])
    memory.projects.add("shop", "the tea shop")
    memory.forget(memory.remember("Something that is gone.").memory.id)
    return memory


def state(memory):
    """Return every row that tells what is known, and what is found under each word."""
    with memory.core.database.reading() as tx:
        rows = [dict(row) for row in every_row(tx, memory.core, source_of(tx, memory.core, None))]
    kept = [row for row in rows if row["table"] not in MOVES_ON]
    for row in kept:
        for name in ("version", "recall_count", "last_recalled_at", "at"):
            row.pop(name, None)
    found = {
        word: sorted(hit.memory.id for hit in memory.recall(word, limit=50, layers=["L0", "L1", "L2"]))
        for word in SEARCHED
    }
    return sorted(json.dumps(row, sort_keys=True) for row in kept), found


def difference(wanted, found):
    """Return what is missing and what is too much: rows, and memories found under a word."""
    pairs = [
        (set(rows) | {f"{word}: {one}" for word, ids in index.items() for one in ids})
        for rows, index in (wanted, found)
    ]
    return sorted(pairs[0] - pairs[1]), sorted(pairs[1] - pairs[0])


def of(memory, word):
    return next(one for one in memory.list(limit=100).memories if word in one.content).id


def task(memory):
    return memory.tasks.list()[0].id


def learn(memory):
    memory.core.settle()
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    memory.capture(
        session="s", turn="1", user="From now on always run the linter before you commit.", assistant="Fine."
    )
    worker.drain(memory.core)


def summarise(memory):
    memory.capture(session="s", turn="1", user="How do we archive?", assistant="With tar.")
    core = memory.core
    with core.database.writing() as tx:
        session = capture.open_session(tx, core, "s", "generic")
        capture.enqueue(tx, core, capture.ARCHIVE, session, "archive")
    worker.drain(core)


def fill(memory):
    for number in range(6):
        memory.remember(f"Learned thing {number} about the port.", source="system")


def import_file(memory, path):
    with holdfast.open(home=path / "other", workspace=path) as other:
        other.remember("From elsewhere: the port is 7443.")
        other.tasks.add("A task from elsewhere")
        other.export(path / "other.json")
    memory.import_(path / "other.json")


def bind(memory):
    git(memory.core.root.path, "checkout", "-q", "-b", "feature")
    memory.remember("The port is 7443.", source="agent")
    git(memory.core.root.path, "branch", "-q", "-M", "main")


VERBS = {
    "remember": lambda m, _: m.remember("The port is 7443.", tags=["new"], project="new project"),
    "remember, merged": lambda m, _: m.remember("we deploy on fridays", tags=["again"], project="web"),
    "remember, superseding": lambda m, _: (m.remember("We use npm."), m.remember("We use pnpm.")),
    "remember what was forgotten": lambda m, _: m.remember("Something that is gone."),
    "profile entry": lambda m, _: m.remember("I live by the harbour.", layer="L0"),
    "correct": lambda m, _: m.correct(of(m, "deploy"), "We deploy on Tuesdays."),
    "correct to what is known": lambda m, _: m.correct(of(m, "deploy"), "Run the tests with make test."),
    "edit text": lambda m, _: m.edit(of(m, "deploy"), "We deploy on Mondays.", tags=["x", "y"]),
    "edit the rest": lambda m, _: m.edit(of(m, "tea"), kind="preference", tags=[], project=""),
    "forget": lambda m, _: m.forget(of(m, "deploy"), of(m, "tests"), of(m, "tea")),
    "promote": lambda m, _: m.promote(of(m, "deploy")),
    "profile": lambda m, _: m.profile("## Preferences\n- Tea.\n- Short answers.\n"),
    "empty profile": lambda m, _: m.profile(""),
    "task": lambda m, _: m.tasks.add("Paint the harbour wall", project="a new project"),
    "note": lambda m, _: m.tasks.note(task(m), "half of it is done"),
    "note that replaces": lambda m, _: m.tasks.note(task(m), "all anew", replace=True),
    "done": lambda m, _: m.tasks.done(task(m), summary="the harbour is moved"),
    "dropped": lambda m, _: m.tasks.done(task(m), dropped=True),
    "project": lambda m, _: m.projects.add("garden", "about the garden"),
    "project changed": lambda m, _: m.projects.add("shop", "about something else"),
    "learn": lambda m, _: learn(m),
    "archive": lambda m, _: summarise(m),
    "import": import_file,
}
PREPARED = {
    "prune": (fill, lambda m: prune(m.core, Scope.WORKSPACE)),
    "branch merged": (bind, lambda m: branches.release(m.core)),
}


def last_change(memory):
    return memory.changes(1)[0].id


def check(memory, before, act):
    """Do something, take back all that it did, and do it again by undoing that."""
    first = last_change(memory)
    act()
    done = state(memory)
    assert before != done
    made = [one.id for one in memory.changes(50)]
    made = made[: made.index(first)]
    assert made
    undoing = [memory.undo(change).id for change in made]
    assert ([], []) == difference(before, state(memory))
    for change in reversed(undoing):
        memory.undo(change)
    assert ([], []) == difference(done, state(memory))


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_every_verb_can_be_taken_back_and_done_again(full, tmp_path, verb):
    """Rows, index, tombstones and profile are as before; undoing the undo brings everything back."""
    check(full, state(full), lambda: verb(full, tmp_path))


@pytest.mark.parametrize(("prepare", "act"), PREPARED.values(), ids=PREPARED)
def test_what_the_worker_does_can_be_taken_back(open_here, workspace, prepare, act):
    """Pruning and letting a merged branch's memories hold everywhere are changes like any other."""
    memory = open_here(workspace, settings={"learn.limit_workspace": 3})
    memory.remember("We deploy on Fridays.")
    prepare(memory)
    check(memory, state(memory), lambda: act(memory))


def test_undo_without_a_name_walks_back_in_time(full):
    """Again and again, until nothing is left to take back; then it says so."""
    for _ in full.changes(100):
        full.undo()
    with pytest.raises(holdfast.NotFound, match="nothing to undo"):
        full.undo()
    assert ((), [], "") == (full.list().memories, list(full.tasks.list()), full.profile().text)


def test_what_was_taken_back_is_not_taken_back_twice(full):
    """The second time names what to undo instead."""
    change = last_change(full)
    undoing = full.undo(change).id
    with pytest.raises(holdfast.Conflict) as caught:
        full.undo(change)
    assert undoing in caught.value.hint


def test_what_was_purged_cannot_be_taken_back(full):
    """The change stays in the list, and undo says why it cannot."""
    made = full.remember("The port is 7443.").memory
    change = last_change(full)
    full.purge(made.id)
    with pytest.raises(holdfast.Conflict, match="cannot be undone"):
        full.undo(change)


@pytest.mark.parametrize(
    "later",
    [
        lambda m, one, _: m.edit(one, tags=["later"]),
        lambda m, one, _: m.forget(one),
        lambda m, one, _: m.correct(one, "We deploy on Saturdays."),
        lambda m, one, _: m.remember("We deploy on Mondays.", tags=["again"]),
    ],
    ids=["edit", "forget", "correct", "merge"],
)
def test_a_later_change_is_never_lost(full, later):
    """Undoing an earlier change of the same memory is refused, and nothing is half undone."""
    one = of(full, "deploy")
    full.edit(one, "We deploy on Mondays.")
    change = last_change(full)
    later(full, one, None)
    before = state(full)
    with pytest.raises(holdfast.Conflict, match="changed since"):
        full.undo(change)
    assert before == state(full)


def test_a_change_of_several_is_taken_back_whole_or_not_at_all(full):
    """One memory of three that was said anew since keeps all three as they are."""
    receipt = full.forget(of(full, "deploy"), of(full, "tests"), of(full, "tea"))
    full.remember("We deploy on Fridays.")
    before = state(full)
    with pytest.raises(holdfast.Conflict, match="says the same by now"):
        full.undo(receipt.change)
    assert ([], []) == difference(before, state(full))


def test_a_project_that_is_in_use_by_then_stays(full):
    """Taking back the statement that first named a project does not take the project from others."""
    full.remember("The port is 7443.", project="garden")
    change = last_change(full)
    full.tasks.add("Water the garden", project="garden")
    full.undo(change)
    assert "garden" in [one["name"] for one in full.projects.list()]


def test_undo_reaches_what_was_done_in_another_workspace(full, open_here, tmp_path):
    """A person takes back their last change wherever they stand."""
    elsewhere = open_here(tmp_path)
    undone = elsewhere.undo(last_change(full))
    assert ("undo", "person") == (undone.verb, undone.actor)


def test_nobody_undoes_what_another_person_did(full, open_here, workspace):
    """A change of somebody else is as if it were not there."""
    other = open_here(workspace, settings={"user.id": "bo"})
    with pytest.raises(holdfast.NotFound):
        other.undo(last_change(full))
    with pytest.raises(holdfast.NotFound):
        other.undo()


def test_an_undo_is_in_the_history_and_the_audit_chain(full):
    """What was taken back, and by whom, can be seen; the chain stays whole."""
    from holdfast.store.changes import verify

    one = of(full, "deploy")
    full.edit(one, "We deploy on Mondays.")
    full.undo()
    assert ["remember", "edit", "undo"] == [entry["verb"] for entry in full.history(one)]
    with full.core.database.reading() as tx:
        assert None is verify(tx)


def test_a_later_change_of_a_project_is_never_lost(full):
    """What a project is about now is not overwritten by taking back an earlier change."""
    full.projects.add("shop", "about cups")
    change = last_change(full)
    full.projects.add("shop", "about pots")
    with pytest.raises(holdfast.Conflict, match="changed since"):
        full.undo(change)
    assert ["about pots"] == [one["about"] for one in full.projects.list() if one["name"] == "shop"]


def test_what_was_said_again_and_taken_back_stays_forgotten(full):
    """Taking back the words that lifted a tombstone sets the tombstone again: an agent does not bring them back."""
    full.remember("Something that is gone.")
    full.undo()
    with pytest.raises(errors.Tombstoned):
        full.remember("Something that is gone.", source="agent")
    full.undo()
    assert "Something that is gone." in [one.content for one in full.list().memories]


def test_a_project_that_an_edit_names_is_a_project(full):
    """Like one that was named when the memory was made, and taken back with the edit."""
    full.edit(of(full, "deploy"), project="releases")
    assert "releases" in [one["name"] for one in full.projects.list()]
    full.undo()
    assert "releases" not in [one["name"] for one in full.projects.list()]
