"""The laws of finding the workspace of a folder, on real repositories."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.scope.workspace import MAX_CONFIG_BYTES, Root, _remote_urls, find_root
from repositories import git, make_repository

REMOTE = "git@example.org:acme/api.git"
NORMALISED = "example.org/acme/api"


@pytest.fixture
def repository(tmp_path):
    return make_repository(tmp_path / "work" / "api", remote=REMOTE)


def write_config(repository, text):
    (repository / ".git" / "config").write_text(f"[core]\n\trepositoryformatversion = 0\n{text}")


def test_a_repository_is_found_from_any_folder_in_it(repository):
    """The workspace of a folder deep in a repository is the repository."""
    deep = repository / "src" / "deep"
    deep.mkdir(parents=True)
    found = find_root(str(deep))
    git_dir = str(repository / ".git")
    assert Root(path=str(repository), git_dir=git_dir, common_dir=git_dir, remote=NORMALISED) == found


def test_a_worktree_shares_the_common_folder(repository, tmp_path):
    """A worktree has its own path and git folder, and the remote and common folder of its repository."""
    git(repository, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "topic")
    found = find_root(str(tmp_path / "tree"))
    assert (str(tmp_path / "tree"), str(repository / ".git"), NORMALISED) == (
        found.path,
        found.common_dir,
        found.remote,
    )
    assert found.git_dir == str(repository / ".git" / "worktrees" / "tree")


def test_a_submodule_is_its_own_workspace(repository, tmp_path):
    """A submodule is not its parent: it has its own git folder and remote."""
    library = make_repository(tmp_path / "lib")
    git(repository, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "lib")
    git(repository / "lib", "remote", "set-url", "origin", "https://example.org/acme/lib.git")
    found = find_root(str(repository / "lib"))
    assert (str(repository / "lib"), "example.org/acme/lib") == (found.path, found.remote)


def test_a_bare_repository_is_found(repository, tmp_path):
    """A bare repository is a workspace, and so is a worktree that hangs on it."""
    bare = tmp_path / "api.git"
    git(tmp_path, "clone", "-q", "--bare", str(repository), str(bare))
    git(bare, "worktree", "add", "-q", str(tmp_path / "tree"), "main")
    assert (str(bare), str(bare)) == (find_root(str(bare / "refs")).path, find_root(str(bare)).git_dir)
    assert str(bare) == find_root(str(tmp_path / "tree")).common_dir


def test_a_folder_that_looks_bare_inside_a_repository_is_not_believed(repository):
    """A repository's own files cannot pass for another repository."""
    fake = repository / "fake"
    for part in ("objects", "refs"):
        (fake / part).mkdir(parents=True)
    (fake / "HEAD").write_text("ref: refs/heads/main\n")
    (fake / "config").write_text('[remote "origin"]\n\turl = https://example.org/victim/private.git\n')
    assert find_root(str(fake)).remote == NORMALISED


def test_a_symlinked_path_is_resolved(repository, tmp_path):
    """A folder named by a link is the folder it leads to."""
    (tmp_path / "link").symlink_to(repository)
    assert find_root(str(repository)) == find_root(str(tmp_path / "link"))


def test_equal_folder_names_are_different_workspaces(repository, tmp_path):
    """Two repositories in folders of the same name have nothing in common."""
    other = make_repository(tmp_path / "other" / "api", remote="https://example.org/elsewhere/api.git")
    assert find_root(str(repository)).remote != find_root(str(other)).remote
    assert find_root(str(repository)).path != find_root(str(other)).path


def test_without_a_repository_the_project_file_decides(tmp_path):
    """A `.holdfast.toml` marks the workspace of the folders below it."""
    (tmp_path / "notes" / "deep").mkdir(parents=True)
    (tmp_path / "notes" / ".holdfast.toml").touch()
    assert Root(path=str(tmp_path / "notes")) == find_root(str(tmp_path / "notes" / "deep"))


def test_a_repository_goes_before_a_project_file(repository):
    """A project file in a folder of a repository does not make it a workspace of its own."""
    (repository / "src").mkdir()
    (repository / "src" / ".holdfast.toml").touch()
    assert str(repository) == find_root(str(repository / "src")).path


def test_any_other_folder_is_its_own_workspace(tmp_path):
    """Where nothing marks a workspace, the folder itself is one."""
    assert Root(path=str(tmp_path)) == find_root(str(tmp_path))


def test_a_folder_that_is_gone_still_has_its_workspace(repository):
    """An event of a session whose folder was deleted finds the repository it was in."""
    assert str(repository) == find_root(str(repository / "was" / "here")).path


@pytest.mark.parametrize("where", ["", "work", "work/api", "work/api/src"])
def test_a_marker_at_or_above_the_folder_keeps_it_out(repository, tmp_path, where):
    """The ignore marker counts for the whole tree below it, whatever lies between."""
    (repository / "src").mkdir()
    (tmp_path / where / ".holdfastignore").touch()
    assert find_root(str(repository / "src")).ignored


def test_a_marker_beside_the_folder_does_not_count(repository, tmp_path):
    """A marker in a neighbouring or lower folder keeps nothing else out."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / ".holdfastignore").touch()
    (repository / "src").mkdir()
    (repository / "src" / ".holdfastignore").touch()
    assert not find_root(str(repository)).ignored


@pytest.mark.parametrize("side", ["link", "target"])
def test_a_marker_counts_on_both_sides_of_a_link(tmp_path, side):
    """A marker above the link or above its target keeps the folder out."""
    (tmp_path / "target" / "deep").mkdir(parents=True)
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "to").symlink_to(tmp_path / "target" / "deep")
    (tmp_path / side / ".holdfastignore").touch()
    assert find_root(str(tmp_path / "link" / "to")).ignored


@pytest.mark.parametrize("kind", ["folder", "broken link"])
def test_any_kind_of_marker_counts(tmp_path, kind):
    """A marker is a name: a folder or a dangling link of that name keeps out as well."""
    marker = tmp_path / ".holdfastignore"
    marker.mkdir() if kind == "folder" else marker.symlink_to("nowhere")
    assert find_root(str(tmp_path)).ignored


def test_case_of_the_folder_does_not_matter_to_the_remote(tmp_path):
    """Two clones whose addresses differ in case of a host that ignores it agree."""
    one = make_repository(tmp_path / "one", remote="https://github.com/Acme/Api.git")
    two = make_repository(tmp_path / "two", remote="git@github.com:acme/api")
    assert find_root(str(one)).remote == find_root(str(two)).remote


CONFIGS = [
    ('[remote "origin"]\n\turl = "https://example.org/acme/api.git" ; ours\n', NORMALISED),
    ('[REMOTE "origin"]\nURL=https://example.org/acme/api # ours\n', NORMALISED),
    ('[remote "origin"] url = https://example.org/acme/api\n', NORMALISED),
    ("[remote.origin]\n\turl = https://example.org/acme/api\n", NORMALISED),
    ('[remote "origin"]\n\turl = https://example.org/ac\\\nme/api\n', NORMALISED),
    ('[remote "origin"]\r\n\turl = https://example.org/acme/api\r\n', NORMALISED),
    ('[remote "zeta"]\n\turl = https://example.org/z/z\n[remote "beta"]\n\turl = https://example.org/b/b\n', "example.org/b/b"),
    ('[remote "alpha"]\n\turl = https://example.org/a/a\n[remote "origin"]\n\turl = https://example.org/acme/api\n', NORMALISED),
    ('[remote "origin"]\n\turl = /srv/api.git\n[remote "upstream"]\n\turl = https://example.org/acme/api\n', NORMALISED),
    ('[remote "origin"]\n\tpushurl = https://example.org/push/only\n', ""),
    ('[remote "origin"]\n\turl = https://example.org/acme/api\n\turl = https://example.org/second/one\n', NORMALISED),
    ('[url "https://example.org/evil/"]\n\tinsteadOf = https://example.org/acme/\n[remote "origin"]\n\turl = https://example.org/acme/api\n', NORMALISED),
    ('[branch "main"]\n\turl = https://example.org/acme/api\n', ""),
    ("][\n[[remote\nurl\n=\n", ""),
    ("", ""),
]  # fmt: skip


@pytest.mark.parametrize(("config", "remote"), CONFIGS)
def test_the_remote_is_read_as_git_reads_it(repository, config, remote):
    """Origin first, else the first by name that leads over a network; quotes, comments and old forms are understood."""
    write_config(repository, config)
    assert remote == find_root(str(repository)).remote


def test_an_include_is_not_followed(repository, tmp_path):
    """A configuration file cannot make another file be read."""
    (tmp_path / "more").write_text('[remote "origin"]\n\turl = https://example.org/victim/private\n')
    write_config(repository, f"[include]\n\tpath = {tmp_path / 'more'}\n")
    assert find_root(str(repository)).remote == ""


def test_a_huge_configuration_is_cut(repository):
    """What stands behind the first 256 KB is not read."""
    write_config(repository, "#" * MAX_CONFIG_BYTES + f'\n[remote "origin"]\n\turl = {REMOTE}\n')
    assert find_root(str(repository)).remote == ""


@given(st.text(max_size=300))
def test_any_text_is_a_configuration(text):
    """No text breaks the reader of configuration files."""
    assert all(name for name, _ in _remote_urls(text))


@pytest.mark.parametrize(
    "content", [b"", b"gitdir:", b"gitdir: ../gone", b"gitdir: \0", b"\xff\xfe\x00", b"x" * 20000, b"gitdir: .git"]
)
def test_a_broken_pointer_leads_nowhere(repository, content):
    """A `.git` file that is broken never raises, and never makes an enclosing repository ours by mistake when it is one."""
    inner = repository / "inner"
    inner.mkdir()
    (inner / ".git").write_bytes(content)
    found = find_root(str(inner))
    expected = inner if content.startswith(b"gitdir:") else repository
    assert str(expected) == found.path
    assert ("" if expected == inner else NORMALISED) == found.remote


def test_an_empty_git_folder_is_no_repository(repository):
    """A `.git` folder without a HEAD is passed over, as git does."""
    (repository / "inner" / ".git").mkdir(parents=True)
    assert str(repository) == find_root(str(repository / "inner")).path


def test_a_loop_of_links_ends(tmp_path):
    """Links that lead to each other are a folder like any other."""
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / ".git").symlink_to(tmp_path / ".git")
    assert find_root(str(tmp_path / "a")).git_dir == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of POSIX")
@pytest.mark.parametrize("name", [".git", ".git/config", ".git/commondir"])
def test_a_pipe_is_never_waited_for(tmp_path, name):
    """Where a file should be, a pipe that nobody writes to is passed over at once."""
    if name != ".git":
        make_repository(tmp_path)
        (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    program = f"from holdfast.scope.workspace import find_root; print(find_root({str(tmp_path)!r}).remote)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        timeout=30,
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": "src"},
    )
    assert done.stdout.strip() == ""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_repository_planted_above_by_somebody_else_is_not_believed(tmp_path):
    """In a shared folder, another user's `.git` does not become the workspace of what lies below."""
    make_repository(tmp_path, remote="https://example.org/victim/private.git")
    os.chown(tmp_path / ".git", 12345, 12345)
    (tmp_path / "mine").mkdir()
    assert Root(path=str(tmp_path / "mine")) == find_root(str(tmp_path / "mine"))


@pytest.mark.parametrize("cwd", ["\0", "a\0b", "\ud800"])
def test_what_cannot_be_a_path_is_kept_out(cwd):
    """Text that no file system takes for a path counts as ignored."""
    assert Root(path="", ignored=True) == find_root(cwd)


@given(st.text(max_size=80))
def test_any_text_is_a_folder(cwd):
    """No working folder that a host may name raises."""
    assert find_root(cwd).path == "" or os.path.isabs(find_root(cwd).path)


def test_a_very_long_path_ends():
    """A path far beyond what the system takes is answered."""
    assert find_root("/x" * 40_000).remote == ""


def test_nothing_is_executed_and_nothing_written(repository):
    """Finding a workspace starts no program: the module imports nothing that could."""
    program = f"import sys; from holdfast.scope.workspace import find_root; find_root({str(repository)!r}); print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env={"PYTHONPATH": "src"}
    )
    assert "subprocess" not in done.stdout
