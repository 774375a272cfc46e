"""What cannot be worked on any more says so, and stays as it is."""

from __future__ import annotations

import pytest

import holdfast
from holdfast.flows.promote import promote
from holdfast.model import Scope

ACTS = {
    "correct": lambda memory, one: memory.correct(one, "something else"),
    "edit": lambda memory, one: memory.edit(one, "something else"),
    "promote": lambda memory, one: promote(memory.core, one, Scope.USER),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_forgotten_memory_is_not_worked_on(memory, act):
    """Nothing but undo gives a forgotten memory words again, and nothing takes its place."""
    made = memory.remember("We deploy on Fridays.").memory
    memory.forget(made.id)
    before = memory.get(made.id)
    with pytest.raises(holdfast.Conflict, match="was forgotten"):
        act(memory, made.id)
    assert before == memory.get(made.id)
    assert () == memory.list().memories


def test_tags_of_a_forgotten_memory_stay_gone(memory):
    """Not even its tags can be written."""
    made = memory.remember("We deploy on Fridays.").memory
    memory.forget(made.id)
    with pytest.raises(holdfast.Conflict, match="was forgotten"):
        memory.edit(made.id, tags=["secret"])


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_what_was_replaced_names_what_stands_for_it(memory, act):
    """A superseded statement is neither reworded nor widened: the one that stands for it is named instead."""
    wrong = memory.remember("We deploy on Fridays.").memory
    right = memory.correct(wrong.id, "We deploy on Tuesdays.").memory
    with pytest.raises(holdfast.Conflict) as caught:
        act(memory, wrong.id)
    assert right.id in caught.value.hint
    assert ["We deploy on Tuesdays."] == [one.content for one in memory.list().memories]


def test_forgetting_twice_is_once(memory):
    """The second time nothing happens, and no change is named that does not exist."""
    made = memory.remember("We deploy on Fridays.").memory
    first = memory.forget(made.id)
    second = memory.forget(made.id)
    assert ((made.id,), {"memories": 1}) == (first.ids, first.removed)
    assert ((), {}, None) == (second.ids, second.removed, second.change)
    memory.undo(first.change)
    assert "We deploy on Fridays." == memory.get(made.id).content


def test_forgetting_some_that_are_gone_forgets_the_others(memory):
    """Only what was there is in the receipt."""
    gone, here = (memory.remember(text).memory for text in ("Tea is nice.", "Coffee is strong."))
    memory.forget(gone.id)
    assert (here.id,) == memory.forget(gone.id, here.id).ids


def test_undo_of_a_correction_leaves_a_memory_that_can_be_corrected(memory):
    """What was taken back is as it was, and can be worked on again."""
    wrong = memory.remember("We deploy on Fridays.").memory
    memory.correct(wrong.id, "We deploy on Tuesdays.")
    memory.undo()
    assert "We deploy on Mondays." == memory.correct(wrong.id, "We deploy on Mondays.").memory.content
