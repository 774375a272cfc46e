"""The last answer is found at the end of a transcript, or nothing is."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from holdfast.hosts.transcript import answer_in


def line(kind, content):
    return json.dumps({"type": kind, "data": {"content": content}, "id": "1"}).encode()


def test_the_last_answer_counts():
    """Lines of tools and of other kinds stand between."""
    tail = [line("user.message", "q"), line("assistant.message", "first"), line("tool.execution_complete", "x"),
            line("assistant.message", "Run make test."), line("assistant.turn_end", ""), b""]  # fmt: skip
    assert "Run make test." == answer_in(b"\n".join(tail))


def test_an_answer_before_the_last_prompt_does_not_count():
    """Where this turn's answer is not written yet, the one before is not taken for it."""
    assert "" == answer_in(b"\n".join([line("assistant.message", "old"), line("user.message", "q")]))


def test_an_empty_answer_is_passed_over():
    """A message that only calls tools has no text."""
    assert "text" == answer_in(b"\n".join([line("assistant.message", "text"), line("assistant.message", " ")]))


@given(st.binary(max_size=300))
def test_any_bytes_are_read(tail):
    """Cut lines, other formats and garbage are passed over."""
    assert isinstance(answer_in(tail + b'\n{"type": "assistant.message", "data"'), str)
