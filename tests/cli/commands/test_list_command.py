"""`holdfast list` and `undo`: what is there, and taking changes back."""

from __future__ import annotations

import pytest


def test_json_has_the_documented_shape(holdfast, remembered, fits):
    """`list --json` answers `{"memories", "next"}`."""
    remembered("Use tabs.")
    data = holdfast("list", "--json").data
    assert fits(data, {"memories": list, "next": type(None)})
    assert fits(data["memories"][0], "memory")


def test_nothing_yet_says_how_to_begin(holdfast):
    """An empty list teaches the first command."""
    said = holdfast("list")
    assert (0, True) == (said.status, "holdfast remember" in said.out)


def test_filters_narrow(holdfast, remembered):
    """Each filter leaves only what fits, and says so when nothing does."""
    remembered("Deploy on Fridays.", "--kind", "decision", "--tag", "ci", "--project", "web")
    remembered("I like tea.", "--scope", "user", "--kind", "preference")
    for words in (("--kind", "decision"), ("--scope", "workspace"), ("--tag", "ci"), ("--project", "web")):
        found = holdfast("list", *words, "--json").data["memories"]
        assert ["Deploy on Fridays."] == [one["content"] for one in found]
    assert holdfast("list", "--source", "agent").out.startswith("No memory fits.")
    assert [] == [one["status"] for one in holdfast("list", "--status", "forgotten", "--json").data["memories"]]


def test_pages_follow_one_another(holdfast, remembered):
    """`next` goes on where the page ended, and every memory comes once."""
    made = [remembered(f"Statement number {number}.")["id"] for number in range(5)]
    first = holdfast("list", "--limit", "3", "--json").data
    rest = holdfast("list", "--limit", "3", "--after", first["next"], "--json").data
    assert [one["id"] for one in first["memories"] + rest["memories"]] == made[::-1]
    assert None is rest["next"]
    assert f"--after {first['next']}" in holdfast("list", "--limit", "3").err


@pytest.mark.parametrize("words", [("--after", "banana"), ("--limit", "0"), ("--limit", "-1"), ("--layer", "L9")])
def test_what_cannot_be_meant_is_a_usage_error(holdfast, words):
    """A page mark that no page gave, or a number that is none, is refused."""
    assert 2 == holdfast("list", *words).status


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_on_a_terminal_each_memory_is_one_line_that_fits(at_terminal, remembered, columns):
    """However long a memory is, it does not outgrow the terminal."""
    remembered("A very long statement " * 30)
    remembered("两个空格缩进。" * 30)
    said = at_terminal("list", columns=columns)
    from holdfast.cli.layout import cell_width

    lines = said.out.splitlines()
    assert 2 == len(lines)
    assert all(cell_width(line) <= columns for line in lines)


def test_undo_takes_back_the_last_change(holdfast, remembered, fits):
    """`undo` names what it took back, and can itself be taken back."""
    remembered("Use tabs.")
    said = holdfast("undo", "--json")
    assert fits(said.data["change"], {"id": str, "verb": str, "undoes": str, "at": str, "actor": str})
    assert [] == holdfast("list", "--json").data["memories"]
    assert "Use tabs." in holdfast("undo", said.data["change"]["id"]).out
    assert 1 == len(holdfast("list", "--json").data["memories"])


def test_undo_lists_what_can_be_taken_back(holdfast, remembered):
    """`undo --list` shows every change with what it was about."""
    remembered("Use tabs.")
    holdfast("undo")
    listed = holdfast("undo", "--list", "--json").data["changes"]
    assert [("undo", True), ("remember", False)] == [(one["verb"], one["undoable"]) for one in listed]
    assert "Use tabs." in holdfast("undo", "--list").out


def test_undoing_what_changed_since_is_a_conflict(holdfast, remembered):
    """A later change is never lost by undoing an earlier one."""
    memory = remembered("Use tabs.")
    first = holdfast("undo", "--list", "--json").data["changes"][0]["id"]
    holdfast("edit", memory["id"], "Use spaces.")
    assert 5 == holdfast("undo", first).status


@pytest.mark.parametrize(("word", "status"), [("c_aaaa", 3), ("m_aaaa", 2), ("c_a", 2)])
def test_nothing_to_undo(holdfast, remembered, word, status):
    """There is no such change, or it is no id of a change."""
    remembered("Use tabs.")
    assert status == holdfast("undo", word).status


def test_before_anything_was_stored_there_is_nothing_to_undo(holdfast):
    """It says so, and what to do first."""
    said = holdfast("undo", "--json")
    assert (3, "holdfast remember TEXT") == (said.status, said.error["hint"])
