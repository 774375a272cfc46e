"""Files of other programs are replaced as their owner would, or not at all."""

from __future__ import annotations

import os
import stat

import pytest

from holdfast import foreign
from holdfast.errors import ConfigError, Conflict, ReadOnly


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path):
    """Whatever the mode is."""
    for mode in (0o600, 0o640, 0o644, 0o755):
        path = tmp_path / f"{mode:o}"
        path.write_bytes(b"before")
        path.chmod(mode)
        foreign.replace(foreign.look(str(path)), b"after")
        assert (b"after", mode) == (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
    assert 4 == len(list(tmp_path.iterdir()))


def test_a_new_file_is_private_and_so_are_its_folders(tmp_path):
    """What was made is told, so that it can be unmade."""
    path = tmp_path / "a" / "b" / "new.json"
    made = foreign.replace(foreign.look(str(path)), b"x")
    assert [str(tmp_path / "a"), str(tmp_path / "a" / "b")] == made
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert 0o700 == stat.S_IMODE(path.parent.stat().st_mode)
    foreign.remove(foreign.look(str(path)))
    assert [] == foreign.remove_empty(made)
    assert [] == list(tmp_path.iterdir())


def test_a_folder_that_holds_something_else_stays(tmp_path):
    """Only what is empty goes."""
    path = tmp_path / "a" / "new.json"
    made = foreign.replace(foreign.look(str(path)), b"x")
    (tmp_path / "a" / "theirs").write_text("y")
    foreign.remove(foreign.look(str(path)))
    assert made == foreign.remove_empty(made)
    assert ["theirs"] == os.listdir(tmp_path / "a")


def test_a_link_of_the_persons_own_is_followed(tmp_path):
    """Settings that are kept elsewhere: the link stays a link, also through a linked folder."""
    (tmp_path / "dotfiles").mkdir()
    real = tmp_path / "dotfiles" / "settings.json"
    real.write_bytes(b"before")
    (tmp_path / "link.json").symlink_to("dotfiles/settings.json")
    (tmp_path / "folder").symlink_to(tmp_path / "dotfiles")
    foreign.replace(foreign.look(str(tmp_path / "link.json")), b"1")
    assert b"1" == real.read_bytes()
    foreign.replace(foreign.look(str(tmp_path / "folder" / "settings.json")), b"2")
    assert (b"2", True, True) == (
        real.read_bytes(),
        (tmp_path / "link.json").is_symlink(),
        (tmp_path / "folder").is_symlink(),
    )


def test_a_link_to_nothing_makes_its_target(tmp_path):
    """And taking the file away leaves the link as it was."""
    (tmp_path / "link.json").symlink_to(tmp_path / "x" / "target.json")
    made = foreign.replace(foreign.look(str(tmp_path / "link.json")), b"1")
    assert b"1" == (tmp_path / "x" / "target.json").read_bytes()
    foreign.remove(foreign.look(str(tmp_path / "link.json")))
    foreign.remove_empty(made)
    assert ["link.json"] == os.listdir(tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_link_or_a_file_of_somebody_else_is_refused(tmp_path):
    """Whoever owns the link could move it."""
    target = tmp_path / "target"
    target.write_bytes(b"x")
    link = tmp_path / "link"
    link.symlink_to(target)
    os.lchown(link, 12345, 12345)
    with pytest.raises(ConfigError):
        foreign.look(str(link))
    os.chown(target, 12345, 12345)
    with pytest.raises(ConfigError):
        foreign.look(str(target))


def test_a_folder_that_everybody_may_write_is_refused(tmp_path):
    """Unless only owners may take things away there."""
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(ConfigError):
        foreign.look(str(folder / "x"))
    folder.chmod(0o1777)
    assert foreign.look(str(folder / "x")).data is None


@pytest.mark.parametrize("kind", ["folder", "fifo", "circle"])
def test_what_is_no_file_is_refused(tmp_path, kind):
    """Without waiting on it."""
    path = tmp_path / "x"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / "y")
        (tmp_path / "y").symlink_to(path)
    with pytest.raises(ConfigError):
        foreign.look(str(path))


def test_a_file_that_the_person_protected_is_refused(tmp_path):
    """Replacing it would go around the mode."""
    path = tmp_path / "x"
    path.write_bytes(b"before")
    path.chmod(0o444)
    with pytest.raises(ReadOnly):
        foreign.replace(foreign.look(str(path)), b"after")
    assert b"before" == path.read_bytes()


@pytest.mark.parametrize("change", ["content", "gone", "new", "link"])
def test_a_file_that_changed_in_between_is_left_alone(tmp_path, change):
    """Somebody else's write is not lost, and no draft stays behind."""
    path = tmp_path / "x"
    if change != "new":
        path.write_bytes(b"before")
    found = foreign.look(str(path))
    if change in {"gone", "link"}:
        path.unlink()
    if change == "link":
        (tmp_path / "z").write_bytes(b"before")
        path.symlink_to(tmp_path / "z")
    if change in {"content", "new"}:
        path.write_bytes(b"theirs")
    with pytest.raises(Conflict):
        foreign.replace(found, b"after")
    assert {"content": b"theirs", "new": b"theirs", "link": b"before"}.get(change) == (
        path.read_bytes() if path.exists() else None
    )
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".tmp")]
