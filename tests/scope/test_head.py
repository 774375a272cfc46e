"""Branch and commit, read from files, against what git says."""

from __future__ import annotations

import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.scope.head import MAX_REFS, has_branch, is_main_line, local_branches, read_head
from holdfast.scope.workspace import Root, find_root
from repositories import git, make_repository

ODD = ["feature/deep/er", "fix-1.2", "a+b", "issue#7", "user@host", "UPPER", "snake_case"]


@pytest.fixture
def repository(tmp_path):
    return make_repository(tmp_path / "repo")


def head_of(folder):
    return read_head(find_root(str(folder)))


def as_git_says(folder):
    branch = subprocess.run(["git", "symbolic-ref", "--short", "HEAD"], cwd=folder, capture_output=True, text=True)
    said = {"branch": branch.stdout.strip()} if branch.returncode == 0 else {}
    return {**said, "commit": git(folder, "rev-parse", "HEAD")}


@pytest.mark.parametrize("packed", [False, True], ids=["loose", "packed"])
@pytest.mark.parametrize("branch", ODD)
def test_branch_and_commit_are_what_git_says(repository, branch, packed):
    """Loose or packed, whatever the branch is called."""
    git(repository, "checkout", "-q", "-b", branch)
    git(repository, "commit", "-q", "--allow-empty", "-m", branch)
    if packed:
        git(repository, "pack-refs", "--all")
    assert as_git_says(repository) == head_of(repository)


def test_a_worktree_has_a_head_of_its_own(repository, tmp_path):
    """Each worktree says what is checked out in it."""
    git(repository, "worktree", "add", "-q", "-b", "other", str(tmp_path / "tree"))
    assert ("main", "other") == (head_of(repository)["branch"], head_of(tmp_path / "tree")["branch"])


def test_a_detached_head_has_a_commit_only(repository):
    """No branch is made up."""
    git(repository, "checkout", "-q", "--detach")
    assert as_git_says(repository) == head_of(repository)


def test_a_new_repository_has_a_branch_only(tmp_path):
    """Before the first commit there is none to name."""
    git(tmp_path, "init", "-q", "young")
    assert {"branch": "main"} == head_of(tmp_path / "young")


@pytest.mark.parametrize("packed", [False, True], ids=["loose", "packed"])
def test_branches_are_listed_as_git_lists_them(repository, packed):
    """All of them, and no tag or remote among them."""
    for branch in ODD:
        git(repository, "branch", branch)
    git(repository, "tag", "v1")
    git(repository, "update-ref", "refs/remotes/origin/theirs", "main")
    if packed:
        git(repository, "pack-refs", "--all")
        git(repository, "branch", "later")
    listed = git(repository, "for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads").splitlines()
    assert sorted(listed) == local_branches(find_root(str(repository)))


def test_a_branch_is_there_while_anybody_has_it(repository):
    """Here, or as a remote had it; then it is gone."""
    root = find_root(str(repository))
    git(repository, "branch", "feature/x")
    assert has_branch(root, "feature/x")
    git(repository, "update-ref", "refs/remotes/fork/feature/x", "main")
    git(repository, "branch", "-q", "-D", "feature/x")
    assert has_branch(root, "feature/x")
    git(repository, "update-ref", "-d", "refs/remotes/fork/feature/x")
    assert not has_branch(root, "feature/x")


def test_the_main_line_is_known_by_name_by_the_remote_or_by_being_alone(repository):
    """What the others are merged into, whatever it is called."""
    root = find_root(str(repository))
    assert is_main_line(root, "main")
    git(repository, "branch", "-q", "-m", "production")
    assert is_main_line(root, "production")
    git(repository, "branch", "feature")
    assert not is_main_line(root, "production")
    git(repository, "update-ref", "refs/remotes/origin/production", "production")
    git(repository, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/production")
    assert (True, False) == (is_main_line(root, "production"), is_main_line(root, "feature"))


@pytest.mark.parametrize("name", ["HEAD", "packed-refs", "refs/heads/main"])
def test_a_pipe_is_never_waited_for(repository, name):
    """A repository that somebody else made cannot hold a process up."""
    path = repository / ".git" / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    root = Root(path=str(repository), git_dir=str(repository / ".git"), common_dir=str(repository / ".git"))
    assert set(read_head(root)) <= {"branch", "commit"}
    assert has_branch(root, "nowhere") is False


@pytest.mark.parametrize(
    "head", ["ref: refs/heads/../../../etc/passwd", "ref: /etc/passwd", "ref: refs/tags/v1", "x" * 5000, ""]
)
def test_a_head_that_leads_elsewhere_says_nothing(repository, head):
    """No file outside the branches is looked at."""
    (repository / ".git" / "HEAD").write_text(head)
    root = Root(path=str(repository), git_dir=str(repository / ".git"), common_dir=str(repository / ".git"))
    assert {} == read_head(root)


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_any_bytes_are_a_head(tmp_path_factory, head, packed):
    """Nothing in these files raises."""
    folder = tmp_path_factory.mktemp("any")
    (folder / "HEAD").write_bytes(head)
    (folder / "packed-refs").write_bytes(packed)
    root = Root(path=str(folder), git_dir=str(folder), common_dir=str(folder))
    assert set(read_head(root)) <= {"branch", "commit"}
    assert local_branches(root) == sorted(local_branches(root))


def test_a_flood_of_branches_is_cut(repository):
    """Thousands of folders of references are not all looked into."""
    for at in range(40):
        folder = repository / ".git" / "refs" / "heads" / f"f{at}"
        folder.mkdir()
        for number in range(200):
            (folder / str(number)).write_text("x")
    assert MAX_REFS <= len(local_branches(find_root(str(repository)))) < MAX_REFS + 400
