"""The laws of query tokens."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.scope.tokens import BOUNDARY, tokens_of


@pytest.mark.parametrize(
    ("chunk", "shape"),
    [
        ("src/auth/session.py", "<path>"), ("./run", "<path>"), ("core/", "<path>"), ("Makefile", "<path>"), ("api.ts,", "<path>"),
        ("getUserById", "<code>"), ("parse_config()", "<code>"), ("orders.customer_id", "<code>"), ("`x`", "<code>"),
        ("std::vector", "<code>"), ("OrderList", "<camel>"), ("TypeError:", "<error>"), ("TS2345", "<error>"), ("#412", "<issue>"),
        ("ABC-123", "<issue>"), ("--json", "<flag>"), ("-v", "<flag>"), ("42", "<number>"),
        ("https://example.org/acme/api/pull/7", "<path>"), ("https://example.org/", "<url>"),
    ],
)  # fmt: skip
def test_shapes_are_recognised(chunk, shape):
    """Paths, code, errors, issues and flags are known by their form."""
    assert [BOUNDARY, shape, BOUNDARY] == [token for token in tokens_of(f"x {chunk}") if token != "x"]


@pytest.mark.parametrize(
    "word", ["and/or", "they/them", "JavaScript", "Node.js", "SHA-256", "GitHub", "e.g.", "3.13", "well-known"]
)
def test_ordinary_words_have_no_shape(word):
    """Alternatives, names of products and numbers with a point are no code."""
    assert not any(token.startswith("<") and token != "<number>" for token in tokens_of(word))


def test_contractions_are_spelled_out():
    """A contraction is read as the words it stands for, with or without its apostrophe."""
    assert tokens_of("I'm") == tokens_of("I\u2019m") == tokens_of("im") == tokens_of("I am")


def test_politeness_carries_no_weight():
    """A request stands at the start of its clause, however kindly it is put."""
    assert tokens_of("fix it") == tokens_of("Hey, could you please fix it")


def test_a_question_of_ones_own_keeps_its_verb():
    """`can you` asks for something, `can I` asks whether."""
    assert tokens_of("can I merge")[1:3] == ["can", "i"]


@given(st.text())
def test_boundaries_frame_and_never_repeat(text):
    """There is a boundary at both ends and never two in a row, and no token is empty."""
    tokens = tokens_of(text)
    assert BOUNDARY == tokens[0] == tokens[-1]
    assert all(tokens)
    assert not any(one == other == BOUNDARY for one, other in pairwise(tokens))
