"""Texts that look alike fold to one form, in linear time."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.fold import MAX_MARKS, fold

ANY_TEXT = st.text(st.characters())


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("cafe\u0301", "café"),
        ("ﬁne", "fine"),
        ("①②", "12"),
        ("ｶﾞ", "ガ"),
        ("zero\u200bwidth", "zerowidth"),
    ],
)
def test_look_alikes_fall_together(written, folded):
    """Width, composition, ligatures and hidden characters make no difference."""
    assert folded == fold(written)


def test_piled_up_marks_are_thinned():
    """A letter keeps a handful of marks: sorting thousands of them takes quadratic time."""
    assert len(fold("a" + "\u0301\u0316" * 100_000)) <= MAX_MARKS + 2


def test_ordinary_marks_stay():
    """Vowel signs and accents are part of the word."""
    assert unicodedata.normalize("NFKC", "हिन्दी ภาษาไทย Việt") == fold("हिन्दी ภาษาไทย Việt")


@given(ANY_TEXT)
def test_folding_twice_changes_nothing_more(text):
    """Folding is idempotent."""
    assert fold(text) == fold(fold(text))


@given(ANY_TEXT)
def test_a_folded_text_is_normal(text):
    """The result is in compatibility form."""
    assert unicodedata.is_normalized("NFKC", fold(text))
