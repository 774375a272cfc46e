"""Finding files without going in circles."""

from __future__ import annotations

import os

from holdfast.intake.walk import by_age, files_below


def found(folder, **more):
    return [
        os.path.relpath(path, folder) for path in files_below(str(folder), lambda name: name.endswith(".x"), **more)
    ]


def test_files_are_found_by_name_in_a_fixed_order(tmp_path):
    """Folder by folder, each in the order of names."""
    for name in ("b/2.x", "b/1.x", "a/3.x", "0.x", "0.y"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert ["0.x", "a/3.x", "b/1.x", "b/2.x"] == found(tmp_path)
    assert ["0.x"] == found(tmp_path, depth=0)


def test_links_inside_are_not_followed(tmp_path):
    """Neither to folders, which could be a circle, nor to files, which could be anywhere."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.x").write_text("")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "2.x").symlink_to("/etc/hostname")
    (tmp_path / "a" / "3.x").symlink_to("3.x")
    os.mkfifo(tmp_path / "a" / "4.x")
    assert ["a/1.x"] == found(tmp_path)


def test_the_folder_itself_may_be_a_link(tmp_path):
    """People keep such folders elsewhere."""
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "1.x").write_text("")
    (tmp_path / "link").symlink_to("real")
    assert ["1.x"] == found(tmp_path / "link")


def test_what_is_not_there_holds_nothing(tmp_path):
    """No folder, a file, a loop."""
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("")
    assert [[], [], []] == [found(tmp_path / name) for name in ("gone", "loop", "file")]


def test_depth_is_bounded(tmp_path):
    """A tree that somebody made endless is left where it stops being one."""
    deep = tmp_path.joinpath(*["d"] * 30)
    deep.mkdir(parents=True)
    (deep / "1.x").write_text("")
    assert [] == found(tmp_path)


def test_the_longest_untouched_comes_first(tmp_path):
    """What was copied from a session comes after it."""
    for name, age in (("new.x", 10), ("old.x", 1000)):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (10**9 - age, 10**9 - age))
    paths = by_age(files_below(str(tmp_path), lambda name: name.endswith(".x")))
    assert ["old.x", "new.x"] == [os.path.basename(path) for path in paths]
