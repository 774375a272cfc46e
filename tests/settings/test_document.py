"""A settings file as flat pairs, and its lines."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import ConfigError
from holdfast.settings_document import line_of, read_document


@pytest.mark.parametrize(
    "text",
    ["[recall]\nlimit = 3", "recall.limit = 3", "recall = { limit = 3 }", "'recall' . \"limit\" = 3"],
)
def test_every_way_to_write_a_key_is_the_same(text):
    """Table, dotted, inline and quoted keys give one flat name."""
    assert {"recall.limit": 3} == read_document("f", text.encode())


def test_the_line_of_a_key_counts_from_one():
    """Comments, other sections and spaces do not disturb the count."""
    text = "# recall.limit = 1\nmode = 'off'\n[log]\nlimit = 9\n[ recall ] # x\n\n limit=3\n"
    assert (7, 2, 0) == (line_of(text, "recall.limit"), line_of(text, "mode"), line_of(text, "recall.budget"))


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    """Nothing but ConfigError comes out."""
    with contextlib.suppress(ConfigError):
        assert isinstance(read_document("f", data), dict)
