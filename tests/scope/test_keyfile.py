"""The file of the install key: made once, private, and never taken from a place that somebody else could steer."""

from __future__ import annotations

import os
import stat
import threading

import pytest

from holdfast import errors, places
from holdfast.scope import keyfile


@pytest.fixture
def folder(tmp_path):
    """A home, private as every home is."""
    return places.make_home(str(tmp_path / "home"))


def test_a_home_without_a_key_has_none(folder):
    """Nothing is made by looking."""
    assert keyfile.read(folder) is None
    assert [] == os.listdir(folder)


def test_a_key_is_kept_as_it_was_made(folder):
    """The next process reads what the first one made; nothing is left beside it."""
    assert keyfile.create(folder) == keyfile.read(folder)
    assert ["key"] == os.listdir(folder)


def test_the_key_is_private(folder):
    """Only its owner reads it."""
    keyfile.create(folder)
    assert 0o600 == stat.S_IMODE(os.stat(os.path.join(folder, "key")).st_mode)


def test_two_homes_have_two_keys(tmp_path):
    """Neither the key nor the person's own key is ever the same."""
    first, second = (keyfile.create(places.make_home(str(tmp_path / name))) for name in "ab")
    assert first.key != second.key
    assert first.user != second.user


def test_all_who_come_first_agree(folder):
    """Processes that begin at the same moment get one key."""
    found = []
    several = [threading.Thread(target=lambda: found.append(keyfile.create(folder))) for _ in range(8)]
    for one in several:
        one.start()
    for one in several:
        one.join()
    assert 1 == len({keys.key for keys in found})


def test_a_file_system_without_hard_links_holds_a_key(folder, monkeypatch):
    """The key is then renamed into its place."""

    def refuse(*_words):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    assert keyfile.create(folder) == keyfile.read(folder)
    assert ["key"] == os.listdir(folder)


def test_a_linked_key_is_refused(folder, tmp_path):
    """Whoever owns the link could exchange the key."""
    (tmp_path / "elsewhere").write_text(keyfile.Keys(key=bytes(32), user="me").dump())
    os.symlink(tmp_path / "elsewhere", os.path.join(folder, "key"))
    with pytest.raises(errors.ConfigError, match="cannot read"):
        keyfile.read(folder)


def test_a_fifo_in_its_place_is_refused_at_once(folder):
    """Nobody waits for a writer."""
    os.mkfifo(os.path.join(folder, "key"))
    with pytest.raises(errors.ConfigError):
        keyfile.read(folder)


def test_a_home_that_is_a_file_is_an_error_of_its_own(tmp_path):
    """It says what is wrong with the path."""
    (tmp_path / "file").write_text("")
    with pytest.raises(errors.ConfigError, match="cannot read") as caught:
        keyfile.read(str(tmp_path / "file"))
    assert "a part of the path is not a folder" == caught.value.why


@pytest.mark.parametrize(
    "text", ["", "holdfast-key-1", "holdfast-key-1 00 me", "holdfast-key-1 " + "zz" * 32 + " me", "\xff"]
)
def test_a_damaged_key_is_named_as_such(folder, text):
    """It is never replaced in silence: everything stored would be out of reach."""
    with open(os.path.join(folder, "key"), "w", encoding="latin-1") as file:
        file.write(text)
    with pytest.raises(errors.BadInput, match="key"):
        keyfile.read(folder)
