"""The laws of the profile's text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import UsageError
from holdfast.profile import SECTIONS, Entry, parse, render, usage

CONTENT = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=40)
ENTRIES = st.lists(st.builds(lambda s, c: Entry(section=s, content=c), st.sampled_from(SECTIONS), CONTENT), max_size=10)


@given(ENTRIES)
def test_parsing_undoes_rendering(entries):
    """What is shown can be edited and taken back without loss."""
    expected = [entry for section in SECTIONS for entry in entries if entry.section == section]
    assert parse(render(entries)) == expected


@given(st.text(max_size=200))
def test_any_text_is_parsed_or_refused(text):
    """A person may type anything into the editor."""
    try:
        assert all(entry.section in SECTIONS for entry in parse(text))
    except UsageError as error:
        assert "section" in error.message


def test_a_heading_that_is_no_section_is_refused():
    """A typo in a heading does not silently move entries."""
    with pytest.raises(UsageError, match="hobbies"):
        parse("## Hobbies\n- chess")


def test_usage_is_rounded_up_to_full():
    """One hundred per cent means that nothing more fits."""
    assert usage([Entry(section="identity", content="x" * 100)], 1000).percent == 12
    assert usage([], 1000).percent == 0
