"""The known word that was probably meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.nearest import did_you_mean, distance, nearest

WORDS = ("remember", "recall", "forget", "list", "log")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("rememer", "remember"), ("RECALL", "recall"), ("recal", "recall"), ("lsit", "list"), ("xyzzy", ""), ("", "")],
)
def test_a_slip_finds_its_word(typed, expected):
    """One or two wrong letters find the word, nonsense finds nothing."""
    assert expected == nearest(typed, WORDS)


def test_nothing_is_suggested_when_nothing_is_close():
    """The half sentence is empty rather than a guess."""
    assert ("", "did you mean 'log'?") == (did_you_mean("graph-depth", WORDS), did_you_mean("lgo", WORDS))


@given(st.text(max_size=12), st.text(max_size=12))
def test_distance_is_symmetric_and_zero_only_for_equals(left, right):
    """Going there costs as much as coming back, and staying is free."""
    assert (distance(right, left), left == right) == (distance(left, right), distance(left, right) == 0)


@given(st.text(max_size=200))
def test_any_word_has_an_answer(word):
    """Whatever is typed, the answer is a known word or nothing."""
    assert nearest(word, WORDS) in (*WORDS, "")
