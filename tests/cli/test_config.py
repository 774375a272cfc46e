"""`holdfast config`."""

from __future__ import annotations

import json

import pytest

from holdfast.cli.config import without_password
from holdfast.cli.main import main
from holdfast.settings import SETTINGS

PASSWORD = "pass" + "word-of-test"


@pytest.fixture
def told(capsys, tmp_path, monkeypatch):
    (tmp_path / "work" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")

    def line(*words):
        status = main(["config", *words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return line


def test_list_shows_every_setting_with_its_origin(told, monkeypatch):
    """Value and origin of each, in text and as JSON."""
    monkeypatch.setenv("HOLDFAST_RECALL_LIMIT", "3")
    listed = json.loads(told("list", "--json")[1])["data"]["settings"]
    row = next(row for row in listed if row["name"] == "recall.limit")
    assert ([s.name for s in SETTINGS], 3, 8, "environment") == (
        [row["name"] for row in listed], row["value"], row["default"], row["origin"],
    )  # fmt: skip
    assert "environment (HOLDFAST_RECALL_LIMIT)" in told("list")[1]


def test_list_can_leave_the_defaults_out(told, tmp_path):
    """Only what somebody changed."""
    assert told("list", "--changed")[1] == "Everything is at its default.\n"
    (tmp_path / "config.toml").write_text("mode = 'eager'")
    out = told("list", "--changed")[1]
    assert (True, False) == ("mode" in out, "recall.limit" in out)


def test_list_says_what_a_workspace_asked_in_vain(told, tmp_path):
    """What a project file may not do is shown with the reason."""
    (tmp_path / "work" / ".holdfast.toml").write_text("store.url = 'x'")
    assert "ignored: store.url in" in told("list")[1]


def test_get_prints_the_bare_value(told):
    """A script can use it."""
    assert (0, "auto\n") == told("get", "recall.scopes")[:2]
    assert (0, "true\n") == told("get", "capture.enabled")[:2]


def test_get_of_an_unknown_name_says_what_was_meant(told):
    """Exit 2 and the closest name."""
    status, _, err = told("get", "recall.limits")
    assert (2, True) == (status, "did you mean 'recall.limit'?" in err)


def test_set_changes_the_file(told, tmp_path):
    """The value is in force afterwards, and unset takes it back."""
    assert 0 == told("set", "recall.limit", "5")[0]
    assert "5\n" == told("get", "recall.limit")[1]
    assert 0 == told("unset", "recall.limit")[0]
    assert ("8\n", "") == (told("get", "recall.limit")[1], (tmp_path / "config.toml").read_text())


def test_set_says_when_something_else_wins(told, monkeypatch):
    """A variable that wins over the file is named instead of a silent no."""
    monkeypatch.setenv("HOLDFAST_RECALL_LIMIT", "3")
    assert "still 3, from the environment" in told("set", "recall.limit", "5")[2]


def test_a_dry_run_shows_the_change(told, tmp_path):
    """A diff, and no file."""
    out = told("set", "mode", "off", "--dry-run")[1]
    assert (True, False) == ('+mode = "off"' in out, (tmp_path / "config.toml").exists())


def test_a_wrong_value_is_refused(told):
    """Exit 2 and the reason."""
    status, _, err = told("set", "mode", "eagre")
    assert (2, True) == (status, "did you mean 'eager'?" in err)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://me:" + PASSWORD + "@db:5432/x?a=1", "postgresql://me:***@db:5432/x?a=1"),
        ("postgresql://db/x?user=me&password=" + PASSWORD, "postgresql://db/x?user=me&password=***"),
        ("postgresql://me:p@" + PASSWORD + "@db/x", "postgresql://me:***@db/x"),
        ("postgresql://me@db/x", "postgresql://me@db/x"),
        ("/data/me:x@y.db", "/data/me:x@y.db"),
    ],
)
def test_a_password_is_masked(url, expected):
    """Wherever an address carries it."""
    assert expected == without_password(url)


def test_no_output_shows_a_password(told, monkeypatch):
    """Neither list, get, set nor a dry run."""
    url = f"postgresql://me:{PASSWORD}@db/x"
    said = [*told("set", "store.url", url, "--dry-run"), *told("set", "store.url", url), *told("get", "store.url"),
            *told("list"), *told("list", "--json"), *told("unset", "store.url", "--dry-run")]  # fmt: skip
    assert [] == [text for text in said if PASSWORD in str(text)]


@pytest.mark.parametrize("pattern", ["(", ".*", "a{1000}{1000}", r"\1"])
def test_a_pattern_that_cannot_be_used_is_not_set(told, tmp_path, pattern):
    """With it nothing could be stored any more; it is refused with the reason, and the file stays as it is."""
    status, _, err = told("set", "secrets.extra_patterns", pattern)
    assert (2, True) == (status, "cannot be used" in err)
    assert not (tmp_path / "config.toml").exists()


def test_a_pattern_is_one_entry_whatever_it_counts(told):
    """A comma in a pattern's braces does not make two patterns of it, neither of which would find anything."""
    assert 0 == told("set", "secrets.extra_patterns", "TEA-[0-9]{2,4}")[0]
    assert ["TEA-[0-9]{2,4}"] == json.loads(told("get", "secrets.extra_patterns", "--json")[1])["data"]["value"]


@pytest.mark.parametrize("address", ["ftp://example.org/x", "mongodb://example.org", "://x"])
def test_an_address_of_no_known_store_is_not_set(told, tmp_path, address):
    """After it no command would work, this one included."""
    status, _, err = told("set", "store.url", address)
    assert (2, True) == (status, "is not known" in err)
    assert not (tmp_path / "config.toml").exists()


@pytest.mark.parametrize("words", [("set", "mode", "eager"), ("unset", "mode")])
def test_a_wrong_value_can_be_corrected_from_here(told, tmp_path, words):
    """A file that stops every command is put right by naming the setting again, and nothing else in it changes."""
    (tmp_path / "config.toml").write_text('# mine\nmode = "bogus"\n[recall]\nlimit = 3\n')
    assert 2 == told("list")[0]
    assert 0 == told(*words)[0]
    assert (0, True) == (told("list")[0], "# mine" in (tmp_path / "config.toml").read_text())
    assert "3\n" == told("get", "recall.limit")[1]


def test_a_file_with_two_wrong_values_is_corrected_by_hand(told, tmp_path):
    """What is written is checked whole: a second mistake is named, and nothing is written."""
    (tmp_path / "config.toml").write_text('mode = "bogus"\n[recall]\nlimit = "x"\n')
    status, _, err = told("set", "mode", "eager")
    assert (2, True) == (status, "recall.limit" in err)
    assert "bogus" in (tmp_path / "config.toml").read_text()


@pytest.mark.parametrize("words", [("set", "user.id", "ann"), ("unset", "user.id")])
def test_becoming_another_person_says_what_that_means(told, tmp_path, words):
    """Everything of one's own is out of sight then; nobody should have to find that out."""
    (tmp_path / "config.toml").write_text('[user]\nid = "bo"\n')
    assert "you do not see what you stored as the former one" in told(*words)[2]
