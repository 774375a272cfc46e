"""The laws of ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast import ids
from holdfast.errors import UsageError


def test_an_id_says_its_noun_and_is_random():
    """A thousand ids have the noun's letter and no two are equal."""
    made = {ids.new_id("m") for _ in range(1000)}
    assert len(made) == 1000
    assert all(one.startswith("m_") and len(one) == 18 and ids.looks_like_id(one, "m") for one in made)


def test_a_prefix_of_four_characters_will_do():
    """Prefixes are taken as typed, in any case, with or without an ellipsis."""
    assert ids.parse_prefix(" M_AB2c… ", "m") == "m_ab2c"


@pytest.mark.parametrize("text", ["m_abc", "e_abcdef", "abcdef", "m_", "", "m_ab c", "m_ab%"])
def test_what_cannot_be_an_id_is_a_usage_error(text):
    """Free text is never taken for an id."""
    with pytest.raises(UsageError):
        ids.parse_prefix(text, "m")


@given(st.text())
def test_no_text_breaks_the_reader(text):
    """Any text is either a well-formed prefix or a usage error."""
    try:
        assert ids.parse_prefix(text, "m").startswith("m_")
    except UsageError:
        assert not (ids.looks_like_id(text, "m") and text == text.strip())
