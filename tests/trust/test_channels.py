"""Through whatever door a credential comes, no file of the home holds it afterwards."""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
import sys

import pytest
from tests.secrets.canaries import PROVIDERS

import holdfast
from holdfast.flows import decisions, failures
from holdfast.flows.workspaces import grant_consent
from repositories import git

SECRET = PROVIDERS["github-classic"](random.Random(7))[1]

REFUSED = {
    "content": lambda m: m.remember(f"use {SECRET}"),
    "tag": lambda m: m.remember("x", tags=[SECRET]),
    "citation": lambda m: m.remember("x", cite=[f"src/{SECRET}.py"]),
    "project of a memory": lambda m: m.remember("x", project=SECRET),
    "reason": lambda m: m.remember("x", reason=SECRET),
    "profile": lambda m: m.profile(f"- {SECRET}"),
    "correction": lambda m: m.correct(m.remember("y").memory.id, SECRET),
    "edited text": lambda m: m.edit(m.remember("y").memory.id, SECRET),
    "edited tags": lambda m: m.edit(m.remember("y").memory.id, tags=[SECRET]),
    "edited citations": lambda m: m.edit(m.remember("y").memory.id, cite=[SECRET]),
    "edited project": lambda m: m.edit(m.remember("y").memory.id, project=SECRET),
    "task": lambda m: m.tasks.add(SECRET),
    "state of a task": lambda m: m.tasks.add("t", state=SECRET),
    "link of a task": lambda m: m.tasks.add("t", links=[f"https://example.org/{SECRET}"]),
    "project of a task": lambda m: m.tasks.add("t", project=SECRET),
    "note on a task": lambda m: m.tasks.note(m.tasks.add("t").id, SECRET),
    "summary of a task": lambda m: m.tasks.done(m.tasks.add("t").id, summary=SECRET),
    "project": lambda m: m.projects.add(SECRET),
    "what a project is about": lambda m: m.projects.add("p", SECRET),
    "label of a workspace": lambda m: decisions.rename(m.core, decisions.label_here(m.core), SECRET),
}
MASKED = {
    "query": lambda m: list(m.recall(f"what is {SECRET}")),
    "filters": lambda m: list(m.recall("tea", tags=[SECRET], project=SECRET)),
    "search of the journal": lambda m: m.history_search(SECRET),
    "message of the person": lambda m: m.capture(session="s", turn="1", user=f"it is {SECRET}", assistant="fine"),
    "message of the agent": lambda m: m.capture(session="s", turn="1", user="q", assistant=f"it is {SECRET}"),
    "system message": lambda m: m.capture(session="s", turn="1", system=f"it is {SECRET}"),
    "session": lambda m: m.capture(session=SECRET, turn="1", user="q"),
    "turn": lambda m: m.capture(session="s", turn=SECRET, user="q"),
    "host": lambda m: m.capture(session="s", turn="1", user="q", host=SECRET),
    "list": lambda m: m.list(project=SECRET, tags=[SECRET]),
}


def left_in(home):
    """Return the files of a home that hold the secret, or a good part of it, in any spelling."""
    pieces = [SECRET[at : at + 12] for at in range(0, len(SECRET) - 12, 4)]
    sought = [one for piece in pieces for one in (piece.encode(), piece.lower().encode(), piece.encode("utf-16-le"))]
    sought.append(base64.b64encode(SECRET.encode())[:32])
    found = []
    for folder, _, names in os.walk(home):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            found += [name for one in sought if one in data][:1]
    return found


@pytest.fixture
def consented(memory):
    memory.remember("Tea is nice.")
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    return memory


@pytest.mark.parametrize("act", REFUSED.values(), ids=REFUSED)
def test_what_would_be_stored_as_it_is_is_refused(consented, home, act):
    """Whatever a person or an agent writes down in which a credential stands is refused, by name."""
    with pytest.raises(holdfast.SecretFound):
        act(consented)
    assert [] == left_in(home)


@pytest.mark.parametrize("act", MASKED.values(), ids=MASKED)
def test_what_is_kept_for_the_record_is_masked(consented, home, act):
    """What is asked, said, or called so by a host is kept without it."""
    act(consented)
    assert [] == left_in(home)


def test_a_masked_name_is_still_one_name(consented):
    """A session whose id looks like a credential is one session, however often it comes."""
    for turn in ("1", "2"):
        consented.capture(session=SECRET, turn=turn, user=f"question {turn}")
    with consented.core.database.reading() as tx:
        assert (1, 2) == (len(tx.rows("sessions.groups_of", workspace_no=consented.core.workspace(tx).no,
                                      owner=consented.core.owner)), tx.one("episodes.total")[0])  # fmt: skip


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        ("UserPromptSubmit", {"session_id": "s", "turn_id": "1", "prompt": SECRET}),
        ("Stop", {"session_id": "s", "turn_id": "1", "last_assistant_message": SECRET}),
        ("UserPromptSubmit", {"session_id": SECRET, "turn_id": "1", "prompt": "x"}),
        ("UserPromptSubmit", {"session_id": "s", "turn_id": SECRET, "prompt": "x"}),
        (SECRET, {"session_id": "s"}),
        ("Stop", {"session_id": "s", "prompt": [SECRET]}),
        ("Stop", f'{{"{SECRET}": 1, "{SECRET}": 2}}'),
        ("Stop", "{" + SECRET),
    ],
    ids=["prompt", "answer", "session", "turn", "event", "wrong type", "key twice", "no json"],
)
def test_the_hook_keeps_none_of_it(consented, home, workspace, event, payload):
    """Neither the journal nor the log of what failed holds it, whatever a host sends."""
    given = payload if isinstance(payload, str) else json.dumps(payload)
    words = [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event", event]
    done = subprocess.run(words, input=given.encode(), cwd=workspace, capture_output=True, timeout=60)
    assert (0, b"") == (done.returncode, done.stderr)
    assert [] == left_in(home)
    assert SECRET not in json.dumps(failures.of_hook(str(home)))


def test_a_branch_is_not_noted_under_such_a_name(consented, home, workspace):
    """What git calls a branch is the person's text too."""
    git(workspace, "checkout", "-q", "-b", SECRET)
    consented.remember("The port is 7443.", source="agent")
    consented.capture(session="s", turn="1", user="q")
    assert [] == left_in(home)


def test_the_check_itself_finds_it(home):
    """A leak would be noticed, in clear and in base64."""
    home.mkdir()
    for content in (SECRET.encode(), base64.b64encode(SECRET.encode()), SECRET.encode("utf-16-le")):
        (home / "file").write_bytes(
            b"before" + content + b"after" if content != base64.b64encode(SECRET.encode()) else content
        )
        assert ["file"] == left_in(home)
