"""Which days a question names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall import window as module
from holdfast.recall.window import window

ASKED = "2026-11-19T10:00:00.000000Z"  # a Thursday


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("what did we change last week", "2026-11-09", "2026-11-18"),
        ("what did we do yesterday?", "2026-11-18", "2026-11-18"),
        ("how did we fix it last Monday", "2026-11-16", "2026-11-16"),
        ("what was decided in May", "2026-05-01", "2026-05-31"),
        ("what was decided in December", "2025-12-01", "2025-12-31"),
        ("the incident on 3 March", "2026-03-03", "2026-03-03"),
        ("the incident on March 3rd, 2025", "2025-03-03", "2025-03-03"),
        ("what broke on 2026-10-02", "2026-10-02", "2026-10-02"),
        ("what shipped in 2026-02", "2026-02-01", "2026-02-28"),
        ("what did I say two weeks ago", "2026-11-02", "2026-11-08"),
        ("in the last 3 months", "2026-08-20", "2026-11-19"),
        ("last month", "2026-10-01", "2026-10-31"),
        ("this month", "2026-11-01", "2026-11-19"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("in 2024", "2024-01-01", "2024-12-31"),
        ("last summer", "2026-06-01", "2026-08-31"),
        ("last winter", "2025-12-01", "2026-02-28"),
        ("between March and May", "2026-03-01", "2026-05-31"),
        ("last weekend", "2026-11-13", "2026-11-15"),
    ],
)
def test_a_span_is_understood(question, first, last):
    """A time named in a question is a span of days, seen from the day it is asked on."""
    assert (first, last) == window(question, ASKED)


@pytest.mark.parametrize(
    "question",
    [
        "may I use tabs?",
        "how do we run the tests",
        "on 31 February",
        "port 2026",
        "the last test",
        "week",
        "9999-99-99",
        "",
    ],
)
def test_what_names_no_time_has_no_span(question):
    """No span is invented: not from a verb, a number, or a day that does not exist."""
    assert window(question, ASKED) is None


@pytest.mark.parametrize("pattern", list(module.patterns()))
@given(st.data())
def test_every_span_shows_one_of_the_signs(pattern, data):
    """The cheap look that spares the patterns overlooks nothing that they would find."""
    low = data.draw(st.from_regex(pattern)).lower()
    assert module._may_name_a_span(low) or not re.search(pattern, low)


@given(st.text(max_size=200), st.dates())
def test_any_question_is_answered(text, day):
    """No text and no day breaks it, and a span begins before it ends."""
    found = window(text + " last month 2 weeks ago", f"{day.isoformat()}T00:00:00.000000Z")
    assert found is None or found[0] <= found[1]
