"""Whether a repository holds a commit: our lookup in its files against what git itself says."""

from __future__ import annotations

import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.scope import objects
from holdfast.scope.objects import MAX_ALTERNATES, holds_any
from repositories import git, make_repository


def commit_all(folder, number):
    """Make some commits and return their names."""
    for at in range(number):
        git(folder, "commit", "-q", "--allow-empty", "-m", f"commit {at} of {folder}")
    return git(folder, "rev-list", "--all").split()


def git_has(folder, name):
    done = subprocess.run(["git", "cat-file", "-e", name], cwd=folder, capture_output=True, check=False)
    return done.returncode == 0


def common_dir(folder):
    return os.path.join(folder, ".git")


@pytest.fixture
def repository(tmp_path):
    return make_repository(tmp_path / "one")


@pytest.fixture
def stranger(tmp_path):
    """A commit that only another repository has."""
    return git(make_repository(tmp_path / "other"), "rev-parse", "HEAD")


@pytest.mark.parametrize("how", ["loose", "packed", "several packs", "packed refs too"])
def test_every_commit_is_found_however_git_keeps_it(repository, stranger, how):
    """Loose or in one of several packs: each commit is found, and one of another repository is not."""
    found = commit_all(repository, 40)
    if how == "several packs":
        git(repository, "repack", "-q")
        found = commit_all(repository, 40)
    if how != "loose":
        git(repository, "repack", "-q", "-d")
    if how == "packed refs too":
        git(repository, "gc", "-q", "--prune=now")
    assert all(holds_any(common_dir(repository), [name]) for name in found)
    assert not holds_any(common_dir(repository), [stranger])


def test_names_that_no_object_bears_are_told_as_git_tells_them(repository):
    """The first and last byte, and neighbours of real names, are the places where halving goes wrong."""
    found = commit_all(repository, 60)
    git(repository, "repack", "-q", "-d")
    beside = [f"{int(name, 16) + step:040x}"[-40:] for name in found for step in (-1, 1)]
    for name in [*found, *beside, "0" * 40, "f" * 40, "00" + "f" * 38, "ff" + "0" * 38]:
        assert git_has(repository, name) == holds_any(common_dir(repository), [name]), name


def test_one_of_several_is_enough(repository, stranger):
    """A workspace may stand for several repositories; any of their commits tells that it is one of them."""
    here = git(repository, "rev-parse", "HEAD")
    assert holds_any(common_dir(repository), [stranger, here])


@pytest.mark.parametrize("names", [[], ["", "main", "HEAD", "../../etc/passwd", "A" * 40, "g" * 40, "0" * 39]])
def test_where_no_commit_is_named_nothing_can_be_told(repository, names):
    """Names that are no commit are passed over, and then the answer is yes: nothing speaks against the repository."""
    assert holds_any(common_dir(repository), names)


def test_a_clone_that_borrows_objects_holds_them(repository, tmp_path):
    """A shared clone has no objects of its own; they are found where it points to."""
    found = commit_all(repository, 3)
    git(tmp_path, "clone", "-q", "--shared", str(repository), "borrower")
    assert all(holds_any(common_dir(tmp_path / "borrower"), [name]) for name in found)


def test_only_some_places_to_borrow_from_are_looked_at(repository, tmp_path):
    """A file that names thousands of folders does not send us to all of them."""
    name = git(repository, "rev-parse", "HEAD")
    pointing = make_repository(tmp_path / "pointing")
    lines = [str(tmp_path / f"none{at}") for at in range(MAX_ALTERNATES)] + [str(repository / ".git" / "objects")]
    (pointing / ".git" / "objects" / "info" / "alternates").write_text("\n".join(lines))
    assert not holds_any(common_dir(pointing), [name])


def test_a_repository_of_sha256_is_read_too(tmp_path):
    """Names of 64 digits are looked up like those of 40."""
    folder = tmp_path / "modern"
    folder.mkdir()
    git(folder, "init", "-q", "--object-format=sha256")
    (name,) = commit_all(folder, 1)
    assert 64 == len(name)
    assert holds_any(common_dir(folder), [name])
    git(folder, "repack", "-q", "-a", "-d")
    assert holds_any(common_dir(folder), [name])
    assert not holds_any(common_dir(folder), ["f" * 64])


@pytest.mark.parametrize(
    "damage", ["emptied", "cut", "another version", "a folder", "a pipe", "a table that leads far"]
)
def test_a_damaged_pack_holds_nothing_and_ends(repository, damage):
    """Whatever stands in the place of an index, the answer is no, at once."""
    (name,) = git(repository, "rev-list", "--all").split()
    git(repository, "repack", "-q", "-a", "-d")
    (index,) = (repository / ".git" / "objects" / "pack").glob("*.idx")
    content = index.read_bytes()
    index.unlink()
    match damage:
        case "emptied":
            index.write_bytes(b"")
        case "cut":
            index.write_bytes(content[: objects._NAMES])
        case "another version":
            index.write_bytes(b"\0" * 8 + content[8:])
        case "a folder":
            index.mkdir()
        case "a pipe":
            os.mkfifo(index)
        case "a table that leads far":
            index.write_bytes(content[:8] + b"\xff\xff\xff\xff" * 256)
    assert not holds_any(common_dir(repository), [name])


@given(st.binary(max_size=3000))
def test_any_bytes_are_an_index(tmp_path_factory, content):
    """No file in the place of an index raises or keeps us."""
    folder = tmp_path_factory.mktemp("any")
    (folder / "objects" / "pack").mkdir(parents=True)
    (folder / "objects" / "pack" / "x.idx").write_bytes(objects._MAGIC + content)
    assert holds_any(str(folder), ["1" * 40]) in (True, False)


def test_a_folder_without_objects_holds_nothing(tmp_path):
    """A repository that is gone holds no commit."""
    assert not holds_any(str(tmp_path / "gone"), ["1" * 40])
