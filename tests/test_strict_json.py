"""The laws of the one reader of foreign JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import BadInput
from holdfast.strict_json import parse, parse_object

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_strict_json_is_read_as_it_is(value):
    """What the standard writer writes comes back equal."""
    assert parse(json.dumps(value).encode(), max_bytes=10**6) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[1,]", "{'a': 1}", "NaN", "[Infinity]", "-Infinity", '{"scope": "session", "scope": "user"}',
        "[" * 40 + "]" * 40, '{"a":' * 100_000, "1" * 60, "[1e" + "9" * 60 + "]", "\x00",
    ],
)  # fmt: skip
def test_everything_else_is_refused(text):
    """Malformed, ambiguous, endless or deep input is a BadInput, not a surprise."""
    with pytest.raises(BadInput):
        parse(text, max_bytes=10**6)


def test_bytes_that_are_not_utf8_are_refused():
    """Another encoding is named, not guessed."""
    with pytest.raises(BadInput, match="UTF-8"):
        parse(b"\xff\xfe{\x00}\x00", max_bytes=100)


def test_too_many_bytes_are_refused_before_parsing():
    """The cap counts bytes as they came."""
    with pytest.raises(BadInput, match="larger"):
        parse(b"[" + b" " * 100 + b"]", max_bytes=50)


def test_a_lone_surrogate_becomes_a_replacement_character():
    """What no store can hold is replaced at the door."""
    assert parse(rb'{"a": "x\ud800y"}', max_bytes=100) == {"a": "x\ufffdy"}


def test_a_list_is_not_an_object():
    """A payload must be an object."""
    with pytest.raises(BadInput, match="list"):
        parse_object("[]", max_bytes=10)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(raw):
    """Any bytes are read or refused."""
    try:
        parse(raw, max_bytes=1000)
    except BadInput:
        assert True
