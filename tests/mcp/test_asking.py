"""Asking the person: what they see, what their answer means, and that it counts for one thing only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.mcp.asking import FIELD, Question, Said, form, heard, is_sealed, seal

ASKED = Question(key="approval", message="Keep this?\n\n  Tea.", label="Yes")
CALL = {"method": "tools/call", "params": {"name": "memory_write"}, "folder": "/shop"}
KEY = b"k" * 32


def test_a_form_has_one_box_that_is_not_ticked():
    """Somebody who only presses return has not agreed."""
    shown = form(ASKED, with_mode=True)
    assert {"mode": "form", "message": ASKED.message} == {name: shown[name] for name in ("mode", "message")}
    assert {"type": "boolean", "title": "Yes", "default": False} == shown["requestedSchema"]["properties"][FIELD]
    assert "mode" not in form(ASKED, with_mode=False)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"action": "accept", "content": {FIELD: True}}, Said.YES),
        ({"action": "accept", "content": {FIELD: False}}, Said.NO),
        ({"action": "accept", "content": {FIELD: "true"}}, Said.NO),
        ({"action": "accept", "content": {FIELD: 1}}, Said.NO),
        ({"action": "accept", "content": {}}, Said.NO),
        ({"action": "accept"}, Said.DISMISSED),
        ({"action": "decline", "content": {FIELD: True}}, Said.NO),
        ({"action": "cancel"}, Said.DISMISSED),
        ({}, Said.DISMISSED),
        (None, Said.DISMISSED),
        ([FIELD], Said.DISMISSED),
    ],
)
def test_only_a_ticked_box_that_was_sent_is_a_yes(result, expected):
    """Whatever else a client sends is none."""
    assert expected is heard(result)


def test_an_answer_counts_for_what_was_asked():
    """Not for another call, another question, another key, nor later."""
    state = seal(KEY, CALL, ASKED, 1000)
    assert is_sealed(KEY, CALL, ASKED, state, 1000)
    assert not is_sealed(KEY, CALL, ASKED, state, 1001)
    assert not is_sealed(KEY, {**CALL, "folder": "/other"}, ASKED, state, 1000)
    assert not is_sealed(KEY, CALL, ASKED.evolve(message="Keep that?"), state, 1000)
    assert not is_sealed(KEY, CALL, ASKED.evolve(key="consent"), state, 1000)
    assert not is_sealed(b"l" * 32, CALL, ASKED, state, 1000)
    assert not is_sealed(KEY, CALL, ASKED, state.replace("1000.", "9999."), 1000)


@given(st.none() | st.integers() | st.text(max_size=40) | st.binary(max_size=8))
def test_no_other_state_counts(state):
    """A state is the client's to make up: anything that is not ours is refused, and nothing raises."""
    assert not is_sealed(KEY, CALL, ASKED, state, 0)
