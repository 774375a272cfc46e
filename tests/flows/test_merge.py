"""Merging workspaces: everything moves, nothing widens, nothing is lost."""

from __future__ import annotations

import pytest

from holdfast import errors
from holdfast.flows import decisions
from holdfast.flows.merge import merge
from holdfast.model import Status
from repositories import make_repository


@pytest.fixture
def two(open_here, tmp_path):
    """Two workspaces of one person: the old one with everything in it, and the one that stays."""
    old = open_here(make_repository(tmp_path / "work" / "old"))
    new = open_here(make_repository(tmp_path / "work" / "new"))
    old.remember("The shop sells tea.", tags=["shop"])
    new.remember("The blog runs on Hugo.")
    return old, new


def joined(old, new):
    with old.core.database.reading() as tx:
        numbers = old.core.known_workspace(tx).id, new.core.known_workspace(tx).id
    return merge(new.core, *numbers)


def contents(memory):
    return sorted(one.content for one in memory.list().memories)


def test_memories_are_found_from_both_folders(two):
    """After a merge both folders see everything, by list and by recall."""
    old, new = two
    assert 1 == joined(old, new)["memories"]
    old.core.forget_workspace()
    assert ["The blog runs on Hugo.", "The shop sells tea."] == contents(new) == contents(old)
    assert ["The shop sells tea."] == [hit.memory.content for hit in new.recall("tea in the shop")]


def test_a_memory_of_both_is_kept_once(two):
    """The copy that goes is superseded by the one that stays."""
    old, new = two
    kept = new.remember("The shop sells tea.").memory
    joined(old, new)
    assert ["The blog runs on Hugo.", "The shop sells tea."] == contents(new)
    (copy,) = new.list(statuses=["superseded"]).memories
    assert (Status.SUPERSEDED, kept.id) == (copy.status, copy.superseded_by)


def test_consent_does_not_widen(two):
    """What was agreed for the workspace that goes is not agreed for the one that stays."""
    old, new = two
    decisions.grant(old.core)
    joined(old, new)
    (found,) = decisions.listed(new.core)
    assert not found["consent"]


def test_sessions_go_on_in_the_workspace_that_stays(two):
    """A session of the old workspace is found from the new one, with its turns, tasks and recalls."""
    old, new = two
    old.capture(session="s1", turn="1", user="hello tea", assistant="hi")
    old.tasks.add("Sell more tea")
    old.recall("tea")
    moved = joined(old, new)
    assert (1, 1, 1) == (moved["sessions"], moved["tasks"], moved["recalls"])
    assert ["hello tea", "hi"] == [one.content for one in new.episodes("s1")]
    new.capture(session="s1", turn="2", user="more", assistant="yes")
    assert 4 == len(new.episodes("s1"))


def test_changes_made_before_can_still_be_undone(two):
    """History follows the rows, so that an earlier change is taken back where the memory stands now."""
    old, new = two
    wrong = old.list().memories[0]
    change = old.correct(wrong.id, "The shop sells coffee.")
    joined(old, new)
    assert "The shop sells coffee." in contents(new)
    new.undo(new.history(change.memory.id)[-1]["change"])
    assert ["The blog runs on Hugo.", "The shop sells tea."] == contents(new)


def test_what_was_forgotten_stays_forgotten(two):
    """Tombstones move too: an agent cannot bring back there what the person forgot here."""
    old, new = two
    old.forget(old.list().memories[0].id)
    joined(old, new)
    with pytest.raises(errors.Tombstoned):
        new.remember("The shop sells tea.", source="agent", origin="agent")


def test_an_export_of_a_merged_store_comes_back_whole(two, tmp_path):
    """Export, import, export of a merged store is byte-equal."""
    old, new = two
    old.capture(session="s1", turn="1", user="hello", assistant="hi")
    joined(old, new)
    new.export(tmp_path / "one.json")
    again = new.import_(tmp_path / "one.json")
    new.export(tmp_path / "two.json")
    assert again
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_a_workspace_is_not_merged_with_itself_or_a_stranger(two):
    """What cannot be meant is said so, and nothing moves."""
    old, new = two
    with old.core.database.reading() as tx:
        known = old.core.known_workspace(tx).id
    with pytest.raises(errors.UsageError):
        merge(new.core, known, known)
    with pytest.raises(errors.NotFound):
        merge(new.core, "gw_nobody", known)
    joined(old, new)
    with pytest.raises(errors.NotFound):
        merge(new.core, known, new.list().memories[0].group)
