"""`holdfast session`: what was said, and pausing its capture."""

from __future__ import annotations

import pytest

import holdfast as library

SESSION = {"id": str, "host": str, "state": str, "started_at": str, "seen_at": str, "turn_count": int}


@pytest.fixture
def captured(repository):
    """Two sessions, the later one with two messages."""
    with library.open() as memory:
        memory.capture(session="early-1", turn="1", user="Hello.")
        memory.capture(session="later-2", turn="1", user="Please use tabs.", assistant="Tabs it is.")


def test_every_verb_has_the_documented_shape(holdfast, captured, fits):
    """A session has the same fields wherever it is told."""
    listed = holdfast("session", "list", "--json").data["sessions"]
    assert ["later-2", "early-1"] == [one["id"] for one in listed]
    assert fits(listed[0], {**SESSION, "episodes": int})
    shown = holdfast("session", "show", "later", "--json").data
    assert fits(shown, {"session": dict, "episodes": list, "memories": list})
    assert fits(shown["session"], SESSION)
    assert fits(shown["episodes"][0], {"id": str, "content": str, "role": str, "session": str, "occurred_at": str})
    assert fits(holdfast("session", "pause", "later", "--json").data["session"], SESSION)


def test_the_latest_is_meant_when_none_is_named(holdfast, captured):
    """`session show` shows the latest; its messages stand in order."""
    text = holdfast("session", "show").out
    assert text.index("Please use tabs.") < text.index("Tabs it is.")
    assert "later-2" in text


def test_a_paused_session_is_resumed(holdfast, captured):
    """Pausing and resuming change the state, and each tells the way back."""
    said = holdfast("session", "pause")
    assert "holdfast session resume later-2" in said.out
    assert "paused" == holdfast("session", "show", "--json").data["session"]["state"]
    assert "holdfast session pause later-2" in holdfast("session", "resume").out
    assert "active" == holdfast("session", "show", "--json").data["session"]["state"]


def test_no_session_yet(holdfast):
    """An empty list is an answer; showing or pausing the latest of none is `no such id`."""
    assert 0 == holdfast("session", "list").status
    for verb in ("show", "pause", "resume"):
        assert 3 == holdfast("session", verb).status
        assert 3 == holdfast("session", verb, "zebra").status


def test_sessions_of_another_workspace_are_not_found(holdfast, captured, other_repository, monkeypatch):
    """A session answers only in its workspace."""
    monkeypatch.chdir(other_repository)
    assert [] == holdfast("session", "list", "--json").data["sessions"]
    assert 3 == holdfast("session", "show", "later-2").status


def test_hostile_words_are_spelled_out(holdfast, repository):
    """What an agent printed to the person's terminal once does not do so again."""
    with library.open() as memory:
        memory.capture(session="s", turn="1", user="x", assistant="\x1b[2J\x1b]0;owned\x07 done")
    assert "\x1b" not in holdfast("session", "show").out
