"""The laws of asking git, on real and on hostile repositories."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from holdfast.scope.git import GitMetadata, metadata, root_commit
from holdfast.scope.identity import workspace_identity
from holdfast.scope.workspace import Root, find_root
from repositories import git, make_repository

REMOTE = "git@example.org:acme/api.git"


@pytest.fixture
def repository(tmp_path):
    return make_repository(tmp_path / "work" / "api", remote=REMOTE)


def root_of(folder):
    return root_commit(find_root(str(folder)))


def identity_of(folder):
    root = find_root(str(folder))
    return workspace_identity(root.remote, root_commit(root), root.path)


def commit(folder, name):
    (folder / name).write_text(name)
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", name)


def first_commit(folder):
    return git(folder, "rev-list", "--max-parents=0", "main")


def test_the_root_is_the_first_commit(repository):
    """Later commits do not change what a repository is."""
    first = first_commit(repository)
    commit(repository, "second")
    assert first == root_of(repository)


def test_two_clones_agree(repository, tmp_path):
    """Clones of one remote in different folders have one identity."""
    for name in ("one", "two"):
        git(tmp_path, "clone", "-q", str(repository), name)
        git(tmp_path / name, "remote", "set-url", "origin", "https://example.org/acme/api")
    assert identity_of(tmp_path / "one") == identity_of(tmp_path / "two") == identity_of(repository)


def test_a_local_clone_agrees_by_its_root(repository, tmp_path):
    """Where a clone's only remote is a path, the root commit alone is the identity, of the original as well."""
    git(repository, "remote", "remove", "origin")
    git(tmp_path, "clone", "-q", str(repository), "copy")
    assert identity_of(repository) == identity_of(tmp_path / "copy")


def test_all_worktrees_agree(repository, tmp_path):
    """Every worktree has the identity of its repository, even one of a branch without common history."""
    git(repository, "worktree", "add", "-q", str(tmp_path / "topic"), "-b", "topic")
    git(repository, "worktree", "add", "-q", "--detach", str(tmp_path / "pages"))
    git(tmp_path / "pages", "checkout", "-q", "--orphan", "pages")
    commit(tmp_path / "pages", "index.html")
    assert identity_of(repository) == identity_of(tmp_path / "topic") == identity_of(tmp_path / "pages")


def test_what_is_checked_out_does_not_matter(repository, tmp_path):
    """A clone that stands on an orphan branch answers like one on the default branch."""
    git(tmp_path, "clone", "-q", str(repository), "copy")
    git(tmp_path / "copy", "checkout", "-q", "--orphan", "other")
    commit(tmp_path / "copy", "other")
    assert first_commit(repository) == root_of(tmp_path / "copy")


def test_a_merged_history_does_not_matter(repository, tmp_path):
    """Another project's history that is merged in later leaves the root as it was, even an older one."""
    older = make_repository(tmp_path / "older")
    first = root_of(repository)
    git(repository, "fetch", "-q", str(older), "main")
    git(repository, "merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "take in", "FETCH_HEAD")
    assert first == root_of(repository)


def test_equal_folder_names_never_collide(repository, tmp_path):
    """Two repositories without remote in folders of one name are two workspaces."""
    other = make_repository(tmp_path / "other" / "api")
    git(repository, "remote", "remove", "origin")
    assert identity_of(repository) != identity_of(other)


def test_a_repository_without_commits_is_its_folder(tmp_path):
    """Before its first commit a repository without remote is known by its path."""
    folder = tmp_path / "new"
    folder.mkdir()
    git(folder, "init", "-q")
    assert root_of(folder) == ""
    assert workspace_identity("", "", str(folder)) == identity_of(folder)


def test_a_shallow_clone_does_not_know_its_root(repository, tmp_path):
    """The oldest commit of a shallow clone is not the first commit, and is not taken for it."""
    commit(repository, "second")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    assert root_of(tmp_path / "shallow") == ""


def test_a_bare_repository_knows_its_root(repository, tmp_path):
    """A bare repository and its worktrees answer like the original."""
    git(tmp_path, "clone", "-q", "--bare", str(repository), "api.git")
    git(tmp_path / "api.git", "worktree", "add", "-q", str(tmp_path / "tree"), "main")
    assert root_of(repository) == root_of(tmp_path / "api.git") == root_of(tmp_path / "tree")


def test_a_submodule_has_its_own_root(repository, tmp_path):
    """A submodule is the repository it comes from."""
    library = make_repository(tmp_path / "lib")
    git(repository, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "lib")
    assert root_of(library) == root_of(repository / "lib")


def test_a_folder_without_repository_has_no_root(tmp_path):
    """Outside a repository nothing is asked."""
    assert root_of(tmp_path) == ""
    assert GitMetadata(repository=tmp_path.name) == metadata(find_root(str(tmp_path)))


def test_a_replaced_commit_does_not_change_the_root(repository):
    """A replacement object cannot forge another root."""
    first = first_commit(repository)
    commit(repository, "second")
    git(repository, "replace", "--graft", "HEAD")
    assert first == root_of(repository)


def test_metadata_names_branch_commit_and_state(repository):
    """What is worth remembering is told without any path."""
    root = find_root(str(repository))
    head = git(repository, "rev-parse", "HEAD")
    assert GitMetadata(repository="acme/api", branch="main", commit=head, dirty=False) == metadata(root, 10)
    (repository / "README.md").write_text("changed")
    assert metadata(root, 10).dirty


def test_untracked_files_are_not_dirt(repository):
    """Only tracked files make a state dirty: listing the rest could take long."""
    (repository / "new.txt").touch()
    assert not metadata(find_root(str(repository)), 10).dirty


def test_a_detached_head_has_no_branch(repository):
    """Without a branch the commit is still told."""
    git(repository, "checkout", "-q", "--detach")
    found = metadata(find_root(str(repository)), 10)
    assert ("", git(repository, "rev-parse", "HEAD")) == (found.branch, found.commit)


def test_a_new_repository_has_a_branch_and_no_commit(tmp_path):
    """Before the first commit there is only the name of the branch."""
    git(tmp_path, "init", "-q", "-b", "trunk")
    found = metadata(find_root(str(tmp_path)), 10)
    assert (found.branch, found.commit) == ("trunk", "")


def test_metadata_holds_no_path(repository):
    """Nothing that is remembered of a repository leads to it."""
    shown = repr(metadata(find_root(str(repository)), 10))
    assert str(repository.parent) not in shown
    assert os.sep + repository.name not in shown.replace("acme/api", "")


def test_the_index_is_not_written(repository):
    """Asking for the state takes no lock and refreshes no index."""
    index = repository / ".git" / "index"
    os.utime(repository / "README.md", (1, 1))
    before = (index.read_bytes(), index.stat().st_mtime_ns)
    metadata(find_root(str(repository)), 10)
    assert before == (index.read_bytes(), index.stat().st_mtime_ns)


def test_no_time_means_no_answer(repository):
    """Within no time nothing is told, and nothing raises."""
    root = find_root(str(repository))
    assert root_commit(root, 0) == ""
    assert GitMetadata(repository="acme/api") == metadata(root, 0)


def test_git_is_not_needed(repository, monkeypatch):
    """Without git on the search path nothing is told, and nothing raises."""
    monkeypatch.setenv("PATH", "")
    assert root_of(repository) == ""


def test_a_program_in_the_repository_is_not_started(repository, monkeypatch, canary):
    """A search path that leads into the repository, or is relative, starts nothing."""
    (repository / "git").write_text(f"#!/bin/sh\n{canary.command}\n")
    (repository / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    for path in (str(repository), "."):
        monkeypatch.setenv("PATH", path)
        assert root_of(repository) == ""
    assert not canary.sang()


class Canary:
    """A command that leaves a trace when anything runs it."""

    def __init__(self, folder) -> None:
        self.script, self.trace = folder / "canary.sh", folder / "trace"
        self.script.write_text(f'#!/bin/sh\necho "$0 $@" >> {self.trace}\n[ $# -gt 0 ] || cat\n')
        self.script.chmod(0o755)
        self.command = str(self.script)

    def sang(self) -> bool:
        return self.trace.exists()


@pytest.fixture
def canary(tmp_path):
    (tmp_path / "cage").mkdir()
    return Canary(tmp_path / "cage")


# Every one of these makes some git command start a program; none may through us.
HOSTILE = [
    "[core]\n\tfsmonitor = {0}\n",
    "[core]\n\tfsmonitor = true\n",
    "[core]\n\tsshCommand = {0}\n\tgitProxy = {0}\n\tpager = {0}\n\teditor = {0}\n\taskPass = {0}\n\talternateRefsCommand = {0}\n",
    "[core]\n\thooksPath = hooks\n",
    '[filter "evil"]\n\tclean = {0}\n\tsmudge = {0}\n\trequired = true\n',
    '[filter "evil"]\n\tprocess = {0}\n\trequired = true\n',
    '[filter "evil.with=odd name"]\n\tclean = {0}\n[filter "evil"]\n\tclean = {0}\n',
    '[diff "evil"]\n\ttextconv = {0}\n\tcommand = {0}\n[diff]\n\texternal = {0}\n',
    '[merge "evil"]\n\tdriver = {0}\n',
    "[alias]\n\tstatus = !{0}\n\trev-list = !{0}\n\tfor-each-ref = !{0}\n\tconfig = !{0}\n",
    "[pager]\n\tstatus = {0}\n\tconfig = {0}\n\tfor-each-ref = {0}\n[credential]\n\thelper = !{0}\n",
    "[gpg]\n\tprogram = {0}\n[log]\n\tshowSignature = true\n",
    "[status]\n\tsubmoduleSummary = true\n[submodule]\n\trecurse = true\n[diff]\n\tsubmodule = diff\n",
    '[extensions]\n\tpartialClone = evil\n[remote "evil"]\n\turl = ext::{0} x\n\tpromisor = true\n\tuploadpack = {0}\n[protocol "ext"]\n\tallow = always\n',
    '[extensions]\n\tpartialClone = evil\n[core]\n\tsshCommand = {0}\n[remote "evil"]\n\turl = ssh://example.org/x\n\tpromisor = true\n',
]  # fmt: skip


def make_hostile(repository, config, canary, *, loses=False):
    (repository / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
    git(repository, "add", ".gitattributes")
    git(repository, "commit", "-q", "-m", "attributes")
    if loses:
        lose_objects(repository)
    for place in (repository / ".git" / "hooks", repository / "hooks"):
        place.mkdir(exist_ok=True)
        for name in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"):
            shutil.copy(canary.script, place / name)
    with (repository / ".git" / "config").open("a") as file:
        file.write(config.format(canary.command))


def lose_objects(repository):
    """Remove files and trees, so that a partial clone would fetch them."""
    for line in git(repository, "rev-list", "--objects", "--all").splitlines():
        name, is_no_commit, _ = line.partition(" ")
        if is_no_commit:
            (repository / ".git" / "objects" / name[:2] / name[2:]).unlink(missing_ok=True)


@pytest.mark.parametrize("loses", [False, True], ids=["whole", "with missing objects"])
@pytest.mark.parametrize("config", HOSTILE)
def test_a_hostile_configuration_executes_nothing(repository, config, loses, canary):
    """No program that a repository's configuration names is started, not even for a file that looks changed."""
    make_hostile(repository, config, canary, loses=loses)
    (repository / "README.md").write_text("x" * (repository / "README.md").stat().st_size)
    os.utime(repository / "README.md", (1, 1))
    root = find_root(str(repository))
    root_commit(root)
    metadata(root, 10)
    assert not canary.sang(), canary.trace.read_text()


@pytest.mark.parametrize("config", [HOSTILE[0], HOSTILE[4], HOSTILE[5], *HOSTILE[-2:]])
def test_the_canary_does_sing(repository, config, canary):
    """The same repositories do run the program for an unguarded `git status`: the test above tests something."""
    make_hostile(repository, config, canary, loses="partialClone" in config)
    (repository / "README.md").write_text("x" * (repository / "README.md").stat().st_size)
    subprocess.run(
        ["git", "status"], cwd=repository, check=False, capture_output=True, timeout=30, stdin=subprocess.DEVNULL
    )
    assert canary.sang()


def test_a_hostile_submodule_executes_nothing(repository, tmp_path, canary):
    """The configuration of a submodule is not obeyed either."""
    library = make_repository(tmp_path / "lib")
    git(repository, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "lib")
    git(repository / "lib", "config", "core.fsmonitor", canary.command)
    git(repository / "lib", "config", "filter.evil.clean", canary.command)
    (repository / "lib" / "README.md").write_text("changed")
    metadata(find_root(str(repository)), 10)
    assert not canary.sang()


def test_the_environment_cannot_redirect_git(repository, tmp_path, monkeypatch):
    """Variables such as GIT_DIR, left over from a hook that started us, do not lead to another repository."""
    other = make_repository(tmp_path / "other")
    expected = root_of(repository)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'core.fsmonitor=true'")
    assert expected == root_of(repository)


def test_an_endless_configuration_ends(repository):
    """A configuration that includes a pipe nobody writes to costs the time limit and no more."""
    os.mkfifo(repository / ".git" / "pipe")
    git(repository, "config", "include.path", "pipe")
    assert root_commit(find_root(str(repository)), 0.2) == ""


def test_a_broken_repository_is_not_its_parent(repository):
    """Where git finds nothing to read, it does not go on to an enclosing repository."""
    inner = repository / "inner"
    for part in ("objects", "refs"):
        (inner / ".git" / part).mkdir(parents=True)
    (inner / ".git" / "HEAD").write_text("nonsense")
    assert Root(path=str(inner), git_dir=str(inner / ".git"), common_dir=str(inner / ".git")) == find_root(str(inner))
    assert root_of(inner) == ""
    assert GitMetadata(repository="inner") == metadata(find_root(str(inner)), 10)
