"""A block that is too long loses its last lines, never its frame and never a part of a line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall.fit import fitted
from holdfast.recall.render import render_profile

_profiles = st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=30).map("\n".join)


@given(_profiles, st.integers(0, 2000), st.integers(0, 2000))
def test_neither_limit_is_exceeded(profile, chars, size):
    """Counted in characters and in bytes."""
    block = fitted(render_profile(profile), chars, size)
    assert len(block) <= chars
    assert len(block.encode()) <= size


@given(_profiles, st.integers(0, 2000))
def test_what_is_left_is_a_whole_block(profile, chars):
    """It begins as it began, ends with its fence, and every line is one of the block's lines."""
    whole = render_profile(profile)
    block = fitted(whole, chars, 4 * chars)
    if block:
        assert whole.split("\n")[: len(block.split("\n")) - 1] == block.split("\n")[:-1]
        assert block.endswith("</memory-context>")


def test_what_fits_stays_as_it_is():
    """Byte for byte."""
    block = render_profile("- Answers in British English")
    assert block == fitted(block, len(block), len(block.encode()))
