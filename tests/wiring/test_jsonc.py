"""The tolerant reader agrees with the strict one on JSON, and says where everything stands."""

from __future__ import annotations

import contextlib
import json
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.wiring import jsonc

values = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4), max_leaves=12,
)  # fmt: skip


def nodes(node):
    yield node
    for inner in [member.value for member in node.members] + list(node.items):
        yield from nodes(inner)


@given(values, st.sampled_from([None, 0, 2, 4, "\t"]), st.booleans())
def test_json_is_read_as_the_standard_library_reads_it(value, indent, ascii_only):
    """Whatever its layout."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert value == jsonc.parse(text).plain()


@given(values, st.sampled_from([0, 2, "\t"]))
def test_every_part_stands_where_it_says(value, indent):
    """The text of a node, read alone, is the node."""
    text = json.dumps(value, indent=indent)
    for node in nodes(jsonc.parse(text)):
        assert node.plain() == json.loads(text[node.start : node.end])


def test_comments_trailing_commas_and_a_byte_order_mark_are_passed_over():
    """As editors allow them."""
    text = '\ufeff// head\r\n{ /* a */ "a" /* b */ : [1, 2,], // c\n "b": {"x": null,},\n}\n/* tail */'
    assert {"a": [1, 2], "b": {"x": None}} == jsonc.parse(text).plain()


@pytest.mark.parametrize("text", ["", "  \n", "\ufeff", "// nothing\n", "/* nothing */"])
def test_blank_files_hold_nothing(text):
    """Neither a value nor an error."""
    assert jsonc.parse(text) is None


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("{", 1, 2), ('{"a"}', 1, 5), ('{"a": 1 "b": 2}', 1, 9), ('{\n"a": ,\n}', 2, 6), ("[1 2]", 1, 4), ('{"a": 1}\n{', 2, 1),
     ('{"a": "x\n"}', 1, 7), ("[,]", 1, 2), ("{,}", 1, 2), ("[1,,2]", 1, 4), ("/* open", 1, 1), ("[tru]", 1, 2), ("[01]", 1, 2),
     ("{'a': 1}", 1, 2), ("{a: 1}", 1, 2), ("[" * 100, 1, 62), ('["\\x"]', 1, 2), ("[1.]", 1, 2)],
)  # fmt: skip
def test_what_is_no_json_is_refused_with_line_and_column(text, line, column):
    """So that the person finds it."""
    with pytest.raises(jsonc.Malformed) as raised:
        jsonc.parse(text)
    assert (line, column) == (raised.value.line, raised.value.column)


@given(st.text(alphabet='{}[]",:/*\\ \n1atrue', max_size=60))
def test_any_text_is_read_or_refused(text):
    """Nothing else is raised; what the standard library reads, we read."""
    try:
        expected = json.loads(text)
    except ValueError:
        expected = None
    try:
        found = jsonc.parse(text)
    except jsonc.Malformed:
        assert expected is None
        return
    if expected is not None:
        assert expected == found.plain()


def test_the_last_of_two_equal_keys_counts():
    """As every parser has it."""
    assert 2 == jsonc.parse('{"a": 1, "a": 2}').get("a").value


@pytest.mark.parametrize(
    "text", ['"' + "\\" * 300_000, "/*" * 300_000, "[" + "1," * 200_000 + "]", '{"a":' * 50_000, "//" * 300_000]
)
def test_large_texts_take_linear_time(text):
    """The bound is far above what it takes."""
    begun = time.process_time()
    with contextlib.suppress(jsonc.Malformed):
        jsonc.parse(text)
    assert time.process_time() - begun < 30


def test_comments_of_a_line_end_with_it():
    """What follows a value on its line belongs to it."""
    text = "1, // a\n  // b\n"
    assert text.index("\n") == jsonc.comments_end(text, 2)
    assert 1 == jsonc.comments_end(text, 1)
    assert re.match(r"\s*/\* x \*/", " /* x */ 2").end() == jsonc.comments_end(" /* x */ 2", 0)
