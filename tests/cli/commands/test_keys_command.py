"""`holdfast key`: the install key out of a home and into another one."""

from __future__ import annotations

import os
import stat

import pytest


@pytest.fixture
def foreign_key():
    """A key of another machine."""
    return f"holdfast-key-1 {'ab' * 32} {'c' * 32}\n"


def test_the_key_goes_to_standard_output(holdfast, remembered, fits):
    """Without a file the key is the result, and the warning stands beside it."""
    remembered("Tea.")
    said = holdfast("key", "export")
    assert said.out.startswith("holdfast-key-1 ")
    assert "Keep it safe" in said.err
    data = holdfast("key", "export", "--json").data
    assert fits(data, {"key": str, "file": type(None)})
    assert data["key"] == said.out.strip()


def test_a_key_file_is_private(holdfast, remembered, tmp_path, monkeypatch):
    """The file is readable by the person alone, whatever the umask."""
    remembered("Tea.")
    before = os.umask(0)
    try:
        assert 0 == holdfast("key", "export", str(tmp_path / "k")).status
    finally:
        os.umask(before)
    assert 0o600 == stat.S_IMODE((tmp_path / "k").stat().st_mode)
    assert (tmp_path / "k").read_text() == holdfast("key", "export").out


def test_a_file_is_not_replaced_unasked(holdfast, remembered, tmp_path):
    """An existing file stays until the person says yes; a dry run writes nothing."""
    remembered("Tea.")
    (tmp_path / "k").write_text("mine")
    assert 2 == holdfast("key", "export", str(tmp_path / "k")).status
    assert 0 == holdfast("key", "export", str(tmp_path / "k"), "--dry-run").status
    assert "mine" == (tmp_path / "k").read_text()
    assert 0 == holdfast("key", "export", str(tmp_path / "k"), "--yes").status
    assert (tmp_path / "k").read_text() != "mine"


def test_a_new_home_has_no_key(holdfast, own_home):
    """Exporting makes none."""
    assert 3 == holdfast("key", "export").status
    assert not own_home.exists()


def test_a_new_home_takes_a_key_without_asking(holdfast, foreign_key, own_home, fits):
    """Where nothing is stored yet there is nothing to lose."""
    said = holdfast("key", "import", "-", "--json", stdin=foreign_key)
    assert fits(said.data, {"changed": bool, "groups": int, "kept": type(None)})
    assert foreign_key == holdfast("key", "export").out
    assert 0o600 == stat.S_IMODE((own_home / "key").stat().st_mode)
    assert not holdfast("key", "import", "-", "--json", stdin=foreign_key).data["changed"]


def test_a_store_in_use_asks_and_keeps_the_former_key(holdfast, remembered, foreign_key, tmp_path):
    """Groups made with another key are named; agreed to, the former key stays beside the new one and brings them back."""
    remembered("Tea.", "--scope", "user")
    (tmp_path / "k").write_text(foreign_key)
    said = holdfast("key", "import", str(tmp_path / "k"), "--json")
    assert (2, "add --yes") == (said.status, said.error["hint"])
    assert 1 == len(holdfast("list", "--json").data["memories"])
    data = holdfast("key", "import", str(tmp_path / "k"), "--yes", "--json").data
    assert data["changed"]
    assert [] == holdfast("list", "--json").data["memories"]
    assert 0 == holdfast("key", "import", data["kept"], "--yes").status
    assert 1 == len(holdfast("list", "--json").data["memories"])


def test_a_damaged_key_is_mended_by_an_import(holdfast, remembered, own_home, tmp_path):
    """When the key file is damaged, everything else says so and the import still works."""
    remembered("Tea.", "--scope", "user")
    good = holdfast("key", "export").out
    (own_home / "key").write_bytes(b"\xff\xfe garbage")
    assert 1 == holdfast("list").status
    (tmp_path / "k").write_text(good)
    assert 0 == holdfast("key", "import", str(tmp_path / "k"), "--yes").status
    assert 1 == len(holdfast("list", "--json").data["memories"])


@pytest.mark.parametrize(
    "text", ["", "banana", "holdfast-key-1 zz yy", "holdfast-key-2 " + "ab" * 32 + " x", "\x00" * 99]
)
def test_what_is_no_key_changes_nothing(holdfast, remembered, text):
    """A text that is not a key is refused before anything is touched."""
    remembered("Tea.")
    before = holdfast("key", "export").out
    assert 1 == holdfast("key", "import", "-", "--yes", stdin=text).status
    assert before == holdfast("key", "export").out


def test_a_file_that_is_not_there(holdfast, tmp_path):
    """An absent file is `no such id`; a folder or a device is refused."""
    assert 3 == holdfast("key", "import", str(tmp_path / "none")).status
    assert holdfast("key", "import", str(tmp_path)).status in (1, 2)
    assert holdfast("key", "import", os.devnull).status in (1, 2)
