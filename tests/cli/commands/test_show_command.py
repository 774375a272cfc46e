"""`holdfast show` and `history`: everything about one thing."""

from __future__ import annotations

import pytest


def test_a_memory_has_the_documented_shape(holdfast, remembered, fits):
    """`show --json` answers `{"memory", "history", "provenance"}`."""
    memory = remembered("Use tabs.")
    data = holdfast("show", memory["id"], "--json").data
    assert fits(data, {"memory": dict, "history": list, "provenance": dict})
    assert fits(data["memory"], "memory")
    assert fits(data["provenance"], {"origin": str, "source": str, "sources": list, "derived": list})
    assert fits(data["history"][0], {"change": str, "at": str, "actor": str, "verb": str, "after": dict})


def test_nothing_internal_is_shown(holdfast, remembered):
    """Row numbers of the store are nobody's business."""
    memory = remembered("Use tabs.")
    holdfast("edit", memory["id"], "--tag", "x")
    found = holdfast("show", memory["id"], "--json").out + holdfast("history", memory["id"], "--json").out
    assert not [name for name in ("group_no", '"no"') if name in found]


def test_the_sheet_tells_all(holdfast, remembered):
    """Text output has the full text, what is noted, and each change with its id."""
    memory = remembered("Use tabs.\nEverywhere.", "--tag", "style", "--cite", "Makefile")
    said = holdfast("show", memory["id"])
    for part in ("Use tabs.\nEverywhere.", "style", "Makefile", "user-typed", "remember", "c_"):
        assert part in said.out


def test_the_history_tells_each_text(holdfast, remembered, fits):
    """Every text a memory had is in its history, oldest first."""
    memory = remembered("Use tabs.")
    holdfast("edit", memory["id"], "Use spaces.")
    data = holdfast("history", memory["id"], "--json").data
    assert fits(data, {"memory": str, "history": list})
    assert ["Use tabs.", "Use spaces."] == [entry["after"]["content"] for entry in data["history"]]
    assert "Use tabs." in holdfast("history", memory["id"]).out


def test_a_forgotten_memory_shows_its_status(holdfast, remembered):
    """What was forgotten is shown without text, and says what it is."""
    memory = remembered("Use tabs.")
    holdfast("forget", memory["id"])
    assert "(forgotten)" in holdfast("show", memory["id"]).out


def test_other_ids_are_shown_too(holdfast, remembered, fits):
    """An id of a change, a recall or a task shows that."""
    remembered("Use tabs.")
    change = holdfast("undo", "--list", "--json").data["changes"][0]["id"]
    assert fits(holdfast("show", change, "--json").data, {"change": dict, "rows": list})
    assert "Use tabs." in holdfast("show", change).out
    recall = holdfast("recall", "tabs", "--json").data["recall"]["id"]
    assert fits(holdfast("show", recall, "--json").data, {"recall": dict})
    task = holdfast("task", "add", "Move", "--json").data["task"]["id"]
    assert fits(holdfast("show", task, "--json").data, {"task": dict, "archived": type(None)})


def test_an_episode_is_shown_with_its_session(holdfast, repository, fits):
    """An episode shows who said it, in which session, verbatim."""
    import holdfast as library

    with library.open() as memory:
        (episode,) = memory.capture(session="s1", turn="1", user="Please use tabs.")
    data = holdfast("show", episode.id, "--json").data
    assert fits(data, {"episode": dict, "memories": list})
    assert ("s1", "Please use tabs.") == (data["episode"]["session"], data["episode"]["content"])
    assert "Please use tabs." in holdfast("show", episode.id).out


@pytest.mark.parametrize("id_", ["m_aaaa", "e_aaaa", "r_aaaa", "c_aaaa", "t_aaaa"])
def test_an_unknown_id_is_status_3(holdfast, id_):
    """What is not there, whatever it would be, is `no such id`."""
    said = holdfast("show", id_, "--json")
    assert (3, "not_found", "") == (said.status, said.error["code"], said.out)


@pytest.mark.parametrize("id_", ["m_", "m_a", "banana", "x_aaaa", "", " ", "m_äöü", "m_aaaa;--", "%", "m_aaaa\n"])
def test_what_is_no_id_is_a_usage_error(holdfast, id_):
    """Free text is never taken for an id."""
    assert holdfast("show", id_).status in (2, 3)


def test_another_workspaces_memory_is_not_found(holdfast, remembered, other_repository, monkeypatch):
    """A memory of another workspace answers like one that does not exist."""
    memory = remembered("Use tabs.")
    monkeypatch.chdir(other_repository)
    assert 3 == holdfast("show", memory["id"]).status
    assert 3 == holdfast("history", memory["id"]).status
