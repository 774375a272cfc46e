"""Consent holds in every copy of a repository, trust in the folder that was decided about."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time

import pytest

from holdfast.flows.sessions import listed
from holdfast.flows.workspaces import grant_consent, revoke_consent, set_trust
from holdfast.gate.policy import Trust
from repositories import git, make_repository

REMOTE = "git@example.org:acme/api.git"
STATEMENT = "Run tests with `make test`."


def prompt(folder, session="s1"):
    """Send a prompt from a folder, as a host would, and return what is injected."""
    event = {"session_id": session, "turn_id": "1", "cwd": str(folder), "prompt": "how do we run the tests?"}
    words = [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event", "UserPromptSubmit"]
    done = subprocess.run(words, input=json.dumps(event).encode(), capture_output=True, check=False, timeout=60)
    assert (0, b"") == (done.returncode, done.stderr)
    return json.loads(done.stdout)["context"] if done.stdout else ""


@pytest.fixture
def decide(open_here):
    """Let the person decide about a folder: consent, trust, distrust, revocation."""

    def decided(folder, act):
        memory = open_here(folder)
        memory.core.settle()
        with memory.core.database.writing() as tx:
            act(tx, memory.core)

    return decided


def trust(tx, core):
    set_trust(tx, core, Trust.TRUSTED)


def distrust(tx, core):
    set_trust(tx, core, Trust.UNTRUSTED)


@pytest.fixture(params=[REMOTE, None], ids=["remote", "no remote"])
def original(request, tmp_path, open_here, decide):
    """A repository in use, with a remote or without."""
    folder = make_repository(tmp_path / "work" / "api", remote=request.param)
    open_here(folder).remember(STATEMENT, kind="procedure")
    decide(folder, grant_consent)
    assert STATEMENT in prompt(folder)
    return folder


def copies(original, tmp_path):
    """Make a clone and a worktree of a repository."""
    git(tmp_path, "clone", "-q", str(original), "clone")
    if git(original, "remote"):
        git(tmp_path / "clone", "remote", "set-url", "origin", REMOTE)
    git(original, "worktree", "add", "-q", str(tmp_path / "tree"))
    return [tmp_path / "clone", tmp_path / "tree"]


def test_a_new_copy_is_silent_until_somebody_decides(original, tmp_path, decide):
    """In a clone and in a worktree nothing is injected or captured before the folder is trusted; then all is there."""
    for copy in copies(original, tmp_path):
        assert "" == prompt(copy, session=copy.name)
        decide(copy, trust)
        assert STATEMENT in prompt(copy, session=copy.name)


def test_what_is_said_in_a_silent_copy_is_not_kept(original, tmp_path, open_here):
    """A copy nobody decided about leaves no message in the journal, and no session."""
    for copy in copies(original, tmp_path):
        prompt(copy, session=copy.name)
    with open_here(original).core.database.reading() as tx:
        assert (1,) == tx.one("episodes.total")
    assert ["s1"] == [one["id"] for one in listed(open_here(original).core)]


def test_distrust_of_a_copy_silences_it_alone(original, tmp_path, decide):
    """The other copies go on."""
    copy, _ = copies(original, tmp_path)
    decide(copy, distrust)
    assert "" == prompt(copy, session="s2")
    assert STATEMENT in prompt(original, session="s2")


def test_a_revoked_consent_silences_every_copy(original, tmp_path, decide):
    """Consent is about the workspace: taken back in one copy, it is taken back in all."""
    here, there = copies(original, tmp_path)
    decide(here, trust)
    decide(there, trust)
    decide(here, revoke_consent)
    assert ["", "", ""] == [prompt(folder, session="after") for folder in (original, here, there)]


def test_another_repository_in_a_trusted_folder_gets_nothing(original, tmp_path, request):
    """Neither memory nor capture for what was put in place of the repository that was trusted."""
    remote = "git@example.org:acme/other.git" if git(original, "remote") else None
    shutil.rmtree(original)
    shutil.move(make_repository(tmp_path / "another", remote=remote), original)
    assert "" == prompt(original, session="after")


def test_a_moved_repository_is_silent_until_it_is_trusted_again(original, tmp_path, decide):
    """The same repository in another folder is a new folder."""
    moved = shutil.move(original, tmp_path / "moved")
    assert "" == prompt(moved, session="after")
    decide(moved, trust)
    assert STATEMENT in prompt(moved, session="after")


def test_the_hook_starts_no_git(original, tmp_path, monkeypatch):
    """A workspace is found from files alone: what the hook costs does not depend on git, nor whether it works."""
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    assert STATEMENT in prompt(original, session="s2")
    assert not (tmp_path / "started").exists()


def test_rewritten_history_keeps_the_workspace(original):
    """Later commits, an amended head and another branch change nothing."""
    git(original, "commit", "-q", "--allow-empty", "-m", "second")
    git(original, "commit", "-q", "--amend", "--allow-empty", "-m", "second again")
    git(original, "checkout", "-q", "-b", "feature")
    git(original, "gc", "-q", "--prune=now")
    assert STATEMENT in prompt(original, session="s2")


def test_what_was_learned_on_a_merged_branch_is_told_after_the_next_turn(original, open_here):
    """The worker that a turn starts looks into the repository of that turn, whose path is stored nowhere."""
    git(original, "checkout", "-q", "-b", "feature")
    git(original, "commit", "-q", "--allow-empty", "-m", "feature")
    open_here(original).remember("Run tests with tox on Windows.", source="agent")
    git(original, "checkout", "-q", "main")
    assert "tox" not in prompt(original, session="before")
    git(original, "merge", "-q", "--no-ff", "-m", "merge", "feature")
    event = {"session_id": "before", "turn_id": "1", "cwd": str(original), "last_assistant_message": "done"}
    words = [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event", "Stop"]
    subprocess.run(words, input=json.dumps(event).encode(), check=True, timeout=60)
    until = time.monotonic() + 60
    while "tox" not in prompt(original, session="after") and time.monotonic() < until:
        time.sleep(0.2)
    assert "tox" in prompt(original, session="later")
