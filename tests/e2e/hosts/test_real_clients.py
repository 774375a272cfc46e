"""The real clients, offline: what memory puts into the request that the model gets, and what it keeps of a turn.

`make e2e` runs this. Each client is installed from its package at a pinned version and talks to a model server of
ours in a network namespace of its own; the tests look at the request bodies, which is all that a model ever sees.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys

import pytest
from tests.e2e.hosts.clients import CLIENTS
from tests.e2e.hosts.person import Person

from repositories import make_repository

PREFERENCE = "Answer in British English."
FACT = "The staging database is called heron."
RULE = "From now on, always run the tests with make check."
FIRST = f"Which database does staging use? {RULE}"
SECOND = "Please run the tests."
ANSWER = "Staging uses heron, and I will run make check."

# In which role the profile and the fitting memories arrive; what hosts do with them differs.
ROLES = {
    "codex": ("developer", "developer"),
    "claude": ("system", "system"),  # a message of the conversation, behind the prompt
    "copilot": ("user", "user"),
    "gemini": ("user", "user"),
    "opencode": ("system", "user"),
}


@pytest.fixture(params=CLIENTS, ids=[client.name for client in CLIENTS])
def stranger(request, tmp_path):
    """Somebody whose client knows nothing of Holdfast."""
    workspace = make_repository(tmp_path / "work" / "tea-shop", remote="git@example.org:acme/tea-shop.git")
    return Person(request.param, tmp_path, workspace)


@pytest.fixture
def person(stranger):
    """Somebody who set Holdfast up for this client and agreed."""
    stranger.holdfast("setup", stranger.client.name, "--yes")
    stranger.holdfast("consent", "grant", "--yes")
    stranger.holdfast("remember", PREFERENCE, "--layer", "L0", "--scope", "user", "--kind", "preference")
    stranger.holdfast("remember", FACT)
    return stranger


def test_memory_reaches_the_model_once_and_what_is_said_comes_back(person):
    """Two turns in two sessions: the second is told what the person said in the first."""
    first = person.ask(FIRST, ANSWER)
    assert 0 == first.code, first.stderr
    assert ANSWER in first.stdout
    assert (1, 1) == (first.count(PREFERENCE), first.count(FACT))
    role_of_profile, role_of_memories = ROLES[person.client.name]
    assert [role_of_profile] == [role for role, _ in first.holding(PREFERENCE)]
    assert [role_of_memories] == [role for role, _ in first.holding(FACT)]
    person.settle()

    said = _captured(person)
    assert [FIRST, ANSWER] == said  # word for word, and nothing of what we put beside it

    second = person.ask(SECOND)
    assert 0 == second.code, second.stderr
    assert 1 == second.count("always run the tests with make check")
    assert 1 == second.count(PREFERENCE)


def test_nothing_is_told_twice_in_one_conversation(person):
    """A session that goes on is not told again what it was told, so its history holds it once."""
    person.ask(FIRST, ANSWER)
    again = person.ask("And which database does staging use for reports?", resumed=True)
    assert 0 == again.code, again.stderr
    assert 1 == again.count(FACT)
    assert 1 == again.count(PREFERENCE)


def test_without_consent_nothing_happens(stranger):
    """A client that is wired but whose person agreed to nothing sends and keeps nothing of ours."""
    stranger.holdfast("setup", stranger.client.name, "--yes")
    stranger.holdfast("remember", FACT)
    turn = stranger.ask(FIRST, ANSWER)
    assert 0 == turn.code, turn.stderr
    assert 0 == turn.count(FACT)
    assert [] == stranger.data("session", "list")["sessions"]


@pytest.mark.parametrize("damage", ["broken", "locked", "missing"])
def test_a_turn_succeeds_whatever_becomes_of_the_store(person, damage):
    """Memory that cannot work is silent: the client answers as if there were none."""
    store = person.memory_home / "holdfast.db"
    if damage == "broken":
        store.write_bytes(b"not a database at all" * 400)
    if damage == "missing":
        for name in os.listdir(person.memory_home):
            if name.startswith("holdfast.db"):
                (person.memory_home / name).unlink()
    with _hold(store) if damage == "locked" else contextlib.nullcontext():
        turn = person.ask(FIRST, ANSWER)
    assert 0 == turn.code, turn.stderr
    assert ANSWER in turn.stdout


def test_remove_leaves_every_file_as_it_was(stranger):
    """`setup` and `setup --remove` around a real turn leave the client's files as the client wrote them."""
    stranger.ask(FIRST)  # the client makes its folders
    before = _files(stranger)
    stranger.holdfast("setup", stranger.client.name, "--yes")
    assert before != _files(stranger)
    stranger.holdfast("setup", stranger.client.name, "--remove", "--yes")
    assert before == _files(stranger)


def _captured(person) -> list[str]:
    """Return what was kept of the only session, in order."""
    (session,) = person.data("session", "list")["sessions"]
    shown = person.data("session", "show", session["id"])
    return [episode["content"] for episode in shown["episodes"]]


def _files(person) -> dict[str, bytes]:
    kept = {}
    for folder, _, names in os.walk(person.home):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                with open(path, "rb") as file:
                    kept[os.path.relpath(path, person.home)] = file.read()
    return kept


@contextlib.contextmanager
def _hold(store):
    """Let another process hold the store's write lock."""
    code = (
        "import apsw, sys, time; c = apsw.Connection(sys.argv[1]); c.execute('BEGIN EXCLUSIVE');"
        "print('held', flush=True); time.sleep(300)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(store)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline()
        try:
            yield
        finally:
            holder.kill()
