"""What is learned on a branch is offered on that branch, and everywhere once it is merged."""

from __future__ import annotations

import pytest

import holdfast
from holdfast import worker
from holdfast.flows import branches
from repositories import git, make_repository

LEARNED = "The gateway speaks gRPC on port 7443."
QUESTION = "which port does the gateway speak on?"


@pytest.fixture
def here(workspace, open_here):
    """The memory of the workspace, opened anew each time, as the processes of an agent do."""
    return lambda: open_here(workspace)


@pytest.fixture
def learned(workspace, here):
    """Have an agent write something down on a branch with a commit of its own; return the memory."""
    git(workspace, "checkout", "-q", "-b", "feature/grpc")
    git(workspace, "commit", "-q", "--allow-empty", "-m", "speak gRPC")
    return here().remember(LEARNED, source="agent").memory


def test_on_its_branch_it_is_offered(learned, here):
    """Where it was learned it is an ordinary memory."""
    assert "feature/grpc" == learned.branch
    assert LEARNED in here().block(QUESTION)
    assert "branch" not in here().block(QUESTION)


def test_on_another_branch_it_is_not_injected(learned, here, workspace):
    """An agent on another branch is not told what does not hold there, and the log says why."""
    git(workspace, "checkout", "-q", "main")
    memory = here()
    assert "" == memory.block(QUESTION)
    assert "it was learned on the branch feature/grpc" == memory.why(not_=learned.id)["reason"]


def test_whoever_searches_finds_it_marked(learned, here, workspace):
    """A search is not kept from it; the block that it would give says what to make of it."""
    git(workspace, "checkout", "-q", "main")
    found = here().recall(QUESTION)
    assert [LEARNED] == [hit.memory.content for hit in found]
    assert "from a branch that is not merged" in found.block


def test_once_merged_it_holds_everywhere(learned, here, workspace):
    """When the commit it was learned at is in the main line, a worker lets it hold on every branch, for good."""
    git(workspace, "checkout", "-q", "main")
    git(workspace, "merge", "-q", "--no-ff", "-m", "merge", "feature/grpc")
    git(workspace, "branch", "-q", "-D", "feature/grpc")
    assert 1 == branches.release(here().core)
    assert LEARNED in here().block(QUESTION)
    assert "branch" not in here().block(QUESTION)
    assert (None, 0) == (here().get(learned.id).branch, branches.release(here().core))


def test_commits_that_came_later_do_not_hold_it_back(learned, here, workspace):
    """What counts is the commit it was learned at: a part of a branch may be merged before the rest."""
    git(workspace, "tag", "merged")
    git(workspace, "commit", "-q", "--allow-empty", "-m", "more")
    git(workspace, "checkout", "-q", "main")
    git(workspace, "merge", "-q", "--ff-only", "merged")
    assert 1 == branches.release(here().core)


def test_a_merge_on_the_remote_counts(learned, here, workspace):
    """What the remote's main line was seen to hold is merged, although the local one is behind."""
    git(workspace, "update-ref", "refs/remotes/origin/main", "feature/grpc")
    git(workspace, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    assert 1 == branches.release(here().core)


def test_before_it_is_merged_nothing_is_released(learned, here, workspace):
    """A worker that looks too early changes nothing."""
    git(workspace, "commit", "-q", "--allow-empty", "-m", "more")
    assert 0 == branches.release(here().core)
    git(workspace, "checkout", "-q", "main")
    assert 0 == worker.drain(here().core).done
    assert "feature/grpc" == here().get(learned.id).branch


def test_a_branch_that_is_gone_leaves_a_marked_hint(learned, here, workspace):
    """Squashed or given up, nobody can tell: what was learned there is offered everywhere, and says so."""
    git(workspace, "checkout", "-q", "main")
    git(workspace, "branch", "-q", "-D", "feature/grpc")
    assert "from a branch that is gone" in here().block(QUESTION)


def test_a_branch_that_only_the_remote_has_is_not_gone(learned, here, workspace):
    """A colleague's branch is still a branch."""
    git(workspace, "checkout", "-q", "main")
    git(workspace, "update-ref", "refs/remotes/origin/feature/grpc", "feature/grpc")
    git(workspace, "branch", "-q", "-D", "feature/grpc")
    git(workspace, "pack-refs", "--all")
    assert "" == here().block(QUESTION)


def test_each_worktree_stands_on_its_own_branch(learned, here, workspace, open_here, tmp_path):
    """Two worktrees of one repository are offered different things at the same time."""
    git(workspace, "worktree", "add", "-q", str(tmp_path / "tree"), "main")
    assert ("", True) == (open_here(tmp_path / "tree").block(QUESTION), LEARNED in here().block(QUESTION))


def test_a_detached_head_at_the_commit_counts_as_its_branch(learned, here, workspace):
    """Looking at the very commit is being there; anywhere else is not."""
    git(workspace, "checkout", "-q", "--detach")
    assert LEARNED in here().block(QUESTION)
    git(workspace, "checkout", "-q", "--detach", "main")
    assert "" == here().block(QUESTION)


@pytest.mark.parametrize(
    "said",
    [
        {"source": "user"},
        {"source": "agent", "kind": "preference"},
        {"source": "user", "scope": "user"},
        {"source": "agent", "on_branch": False},
    ],
)
def test_what_holds_anyway_is_bound_to_nothing(workspace, here, said):
    """What a person says, what somebody likes, and what was said to hold everywhere, holds everywhere."""
    git(workspace, "checkout", "-q", "-b", "feature/grpc")
    made = here().remember(LEARNED, **said).memory
    git(workspace, "checkout", "-q", "main")
    assert (None, True) == (made.branch, LEARNED in [hit.memory.content for hit in here().recall(QUESTION)])


@pytest.mark.parametrize("main", ["main", "master", "trunk"])
def test_on_a_main_line_nothing_is_bound(tmp_path, open_here, main):
    """Whatever the main line is called, what is learned there holds on every branch."""
    folder = make_repository(tmp_path / "repo")
    git(folder, "branch", "-q", "-m", main)
    assert None is open_here(folder).remember(LEARNED, source="agent").memory.branch


def test_the_only_branch_and_the_remotes_first_one_are_main_lines(tmp_path, open_here):
    """A project may call its main line as it likes."""
    alone = make_repository(tmp_path / "alone")
    git(alone, "branch", "-q", "-m", "work")
    assert None is open_here(alone).remember(LEARNED, source="agent").memory.branch
    git(alone, "branch", "-q", "other")
    git(alone, "update-ref", "refs/remotes/origin/work", "work")
    git(alone, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/work")
    assert None is open_here(alone).remember("Another thing.", source="agent").memory.branch


def test_a_person_may_bind_what_they_say(workspace, here):
    """Said to hold on the branch, a person's statement does; in another scope there is no branch to hold on."""
    git(workspace, "checkout", "-q", "-b", "feature/grpc")
    assert "feature/grpc" == here().remember(LEARNED, on_branch=True).memory.branch
    with pytest.raises(holdfast.UsageError, match="branches"):
        here().remember(LEARNED, scope="user", on_branch=True)


def test_said_elsewhere_too_it_holds_everywhere(learned, here, workspace):
    """What is said again beyond its branch is no longer bound to it; said again on it, it stays."""
    here().remember(LEARNED, source="agent")
    assert "feature/grpc" == here().get(learned.id).branch
    git(workspace, "checkout", "-q", "main")
    here().remember(LEARNED, source="agent")
    assert (None, True) == (here().get(learned.id).branch, LEARNED in here().block(QUESTION))


def test_what_the_person_confirms_or_corrects_holds_everywhere(learned, here, workspace):
    """The person's word reaches beyond a branch."""
    git(workspace, "checkout", "-q", "main")
    here().edit(learned.id, confirm=True)
    assert LEARNED in here().block(QUESTION)
    here().undo()
    assert "" == here().block(QUESTION)
    here().correct(learned.id, "The gateway speaks gRPC on port 9443.")
    assert "9443" in here().block(QUESTION)


def test_release_is_a_change_that_can_be_undone(learned, here, workspace):
    """It stands in the history, and undo binds the memory again."""
    git(workspace, "checkout", "-q", "main")
    git(workspace, "merge", "-q", "feature/grpc")
    branches.release(here().core)
    assert ["remember", "branch-merged"] == [entry["verb"] for entry in here().history(learned.id)]
    here().undo()
    assert "feature/grpc" == here().get(learned.id).branch


def test_switched_off_nothing_is_bound(workspace, open_here):
    """Who does not want branches noted gets memories that hold everywhere."""
    git(workspace, "checkout", "-q", "-b", "feature/grpc")
    memory = open_here(workspace, settings={"git.metadata": False})
    assert None is memory.remember(LEARNED, source="agent").memory.branch


def test_without_a_repository_nothing_is_withheld(learned, here, workspace, tmp_path):
    """Where no branch can be told, what is known is offered."""
    (workspace / ".git").rename(tmp_path / "git")
    core = here().core
    assert branches.Place.HERE is branches.Standing(core)(learned)


def test_a_cited_file_that_is_called_like_a_branch_is_a_file(workspace, here):
    """An anchor is a branch by the commit beside its name, never by its name alone."""
    (workspace / "refs" / "heads").mkdir(parents=True)
    (workspace / "refs" / "heads" / "x").write_text("content")
    made = here().remember("It is about a file.", cite=["refs/heads/x"]).memory
    assert (None, "refs/heads/x") == (made.branch, made.anchors[0][0])
    (workspace / "refs" / "heads" / "x").write_text("other content")
    assert "stale" in here().recall("what is the file about").block


def test_an_export_brings_the_branch_along(learned, here, workspace, open_here, tmp_path, monkeypatch):
    """In another home it is as bound as it was here."""
    here().export(tmp_path / "all.json")
    monkeypatch.setenv("HOLDFAST_HOME", str(tmp_path / "other"))
    there = open_here(workspace)
    there.import_(tmp_path / "all.json")
    assert "feature/grpc" == there.get(learned.id).branch
