"""What a command works with."""

from __future__ import annotations

import io

import pytest
from fake_commands import COMMANDS

from holdfast.cli.context import Context
from holdfast.cli.parser import read_line
from holdfast.errors import BadInput, ConfigError, NotFound


def context(*words, stdin=""):
    line = read_line(words, COMMANDS, {})
    return Context(line.command, line.args, stdin=io.StringIO(stdin), stdout=io.StringIO(), stderr=io.StringIO())


def test_settings_are_read_on_first_use(tmp_path):
    """A broken settings file does not stop a command that needs none."""
    (tmp_path / "config.toml").write_text("nonsense")
    made = context("say", "x")
    with pytest.raises(ConfigError):
        _ = made.settings


def test_a_typed_store_is_the_command_lines_word():
    """--store wins over everything and says where it came from."""
    settings = context("say", "x", "--store", "here.db").settings
    assert ("here.db", "command line") == (settings.get("store.url"), settings.origin("store.url"))


def test_the_project_file_of_the_repository_counts(tmp_path, monkeypatch):
    """Deep in a repository its own file narrows."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".holdfast.toml").write_text("recall.limit = 2")
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert context("say", "x").settings.get("recall.limit") == 2


def test_another_workspace_is_never_taken_for_this_one():
    """A workspace that is not there is an error, not the current folder."""
    with pytest.raises(NotFound, match="nowhere"):
        _ = context("say", "x", "--workspace", "nowhere").settings


@pytest.mark.parametrize(("words", "expected"), [("a b", "a b"), ("-", "from stdin")])
def test_a_lone_dash_reads_standard_input(words, expected):
    """Text may come through a pipe."""
    assert expected == context("say", "x", stdin=" from stdin\n").text_of(words)


def test_endless_input_is_refused():
    """Reading stops at the limit."""
    with pytest.raises(BadInput, match="too long"):
        context("say", "x", stdin="x" * 1_000_001).text_of("-")


def test_notes_are_silent_when_quiet():
    """--quiet holds for notes."""
    loud, quiet = context("say", "x"), context("say", "x", "--quiet")
    loud.note("hm")
    quiet.note("hm")
    assert ("hm\n", "") == (loud.stderr.getvalue(), quiet.stderr.getvalue())
