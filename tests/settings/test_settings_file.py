"""Changing the user's settings file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast import settings
from holdfast.errors import ConfigError
from holdfast.settings_file import unset_user_setting, write_user_setting

TEXTS = (
    "",
    "# mine\n[recall]\n# how many\nlimit = 3 # three\n\n[log]\nlevel = 'info'\n",
    "recall.limit = 3\n",
    "recall = { limit = 3 }\n",
    "mode = 'eager'\r\n\r\n[recall]\r\nlimit = 3\r\n",
    "\ufeffmode = 'eager'\n",
    "store.url = 'x'\n[recall]\nlimit = 2",
)
VALUES = (
    ("recall.limit", "5"), ("mode", "off"), ("recall.scopes", "user,session"), ("recall.bar", "0.5"),
    ("secrets.extra_patterns", '["a{2,3}"]'), ("capture.enabled", "no"), ("store.url", "p"),
)  # fmt: skip


def written(folder, text):
    (folder / "config.toml").write_text(text, newline="", encoding="utf-8")
    return {"HOLDFAST_CONFIG": str(folder / "config.toml"), "HOLDFAST_HOME": str(folder / "home")}


@given(st.sampled_from(TEXTS), st.lists(st.sampled_from(VALUES), max_size=6))
def test_what_is_set_is_in_force_and_the_rest_stays(tmp_path_factory, text, changes):
    """After any edits the file loads, with exactly those settings changed."""
    environ = written(tmp_path_factory.mktemp("c"), text)
    expected = dict(settings.load(None, environ).values)
    for name, value in changes:
        write_user_setting(name, value, environ)
        expected[name] = settings.parse_value(settings.find_setting(name), value)
    assert expected == settings.load(None, environ).values


@given(st.sampled_from(TEXTS), st.sampled_from(VALUES))
def test_setting_and_unsetting_restores_the_default(tmp_path_factory, text, change):
    """What is unset has its default again."""
    environ = written(tmp_path_factory.mktemp("c"), text)
    write_user_setting(*change, environ)
    unset_user_setting(change[0], environ)
    assert settings.load(None, environ).origin(change[0]) == "default"


@pytest.mark.parametrize("text", TEXTS)
def test_comments_and_line_ends_survive(tmp_path, text):
    """No comment is lost, and a file has the line ends it had."""
    environ = written(tmp_path, text)
    write_user_setting("log.level", "debug", environ)
    after = (tmp_path / "config.toml").read_bytes().decode()
    comments = [part for line in text.splitlines() if (part := line.partition("#")[2])]
    assert (True, "\r\n" in text) == (all(comment in after for comment in comments), "\r\n" in after)
    assert after.count("\n") == after.count("\r\n") or "\r\n" not in after


def test_unsetting_keeps_a_comment_beside_the_key(tmp_path):
    """A section is dropped only when nothing is left in it."""
    environ = written(tmp_path, TEXTS[1])
    unset_user_setting("recall.limit", environ)
    assert "# how many" in (tmp_path / "config.toml").read_text()


def test_a_wrong_value_changes_nothing(tmp_path):
    """The value is checked before the file is touched."""
    environ = written(tmp_path, "mode = 'off'\n")
    with pytest.raises(ConfigError, match=r"recall\.limit") as caught:
        write_user_setting("recall.limit", "many", environ)
    assert ("mode = 'off'\n", "'many' is not a whole number") == (
        (tmp_path / "config.toml").read_text(),
        caught.value.why,
    )


def test_a_broken_file_is_not_made_worse(tmp_path):
    """A file with a mistake is reported with its line, never rewritten."""
    environ = written(tmp_path, "mod = 'off'\n")
    with pytest.raises(ConfigError, match="line 1"):
        write_user_setting("mode", "off", environ)
    assert (tmp_path / "config.toml").read_text() == "mod = 'off'\n"


def test_a_dry_run_writes_nothing(tmp_path):
    """The change is returned and nothing, not even a folder, is made."""
    environ = {"HOLDFAST_CONFIG": str(tmp_path / "new" / "config.toml")}
    edit = write_user_setting("mode", "off", environ, dry_run=True)
    assert ("", 'mode = "off"\n', []) == (edit.before, edit.after, list(tmp_path.iterdir()))


def test_a_linked_file_stays_a_link(tmp_path):
    """People keep this file among their dotfiles: the target is changed, the link stays."""
    (tmp_path / "dotfile").write_text("")
    (tmp_path / "config.toml").symlink_to(tmp_path / "dotfile")
    write_user_setting("mode", "off", {"HOLDFAST_CONFIG": str(tmp_path / "config.toml")})
    assert (True, 'mode = "off"\n') == ((tmp_path / "config.toml").is_symlink(), (tmp_path / "dotfile").read_text())


def test_a_new_file_is_private(tmp_path):
    """The file may hold the address of a store with its password."""
    target = tmp_path / "a" / "config.toml"
    write_user_setting("mode", "off", {"HOLDFAST_CONFIG": str(target)})
    assert 0o600 == target.stat().st_mode & 0o777
