"""The words of a text at a glance."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.signs import words_in


@given(st.text(max_size=100))
def test_no_word_is_overlooked(text):
    """What stands between the edges that a pattern sees as ends of words is among them, or apart at its underscores."""
    low = text.lower()
    words = words_in(low)
    for found in re.findall(r"\b\w+\b", low):
        assert all(part in words for part in found.split("_") if part)


def test_words_end_where_patterns_end_them():
    """Signs of every script part words, letters of every script do not."""
    assert words_in("«when»—did we, über_all 3rd") == {"when", "did", "we", "über", "all", "3rd"}
