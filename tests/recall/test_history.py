"""The laws of asking about history."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall import history
from holdfast.recall.history import asks_about_history


@pytest.mark.parametrize(
    "query",
    ["how did we fix that bug last week?", "Did we already try redis?", "what did I decide about the schema", "yesterday's deploy",
     "two months ago we moved the queue", "wie haben wir das letzte Woche gelöst", "上次怎么修的"],
)  # fmt: skip
def test_questions_about_the_past_are_recognised(query):
    """Words that point back open the archive."""
    assert asks_about_history(query)


@pytest.mark.parametrize(
    "query",
    [
        "fix the failing test",
        "how do we run the tests",
        "add a last name field",
        "rename weeks to sprints",
        "write the history view",
        "",
    ],
)
def test_ordinary_prompts_leave_the_archive_alone(query):
    """Work at hand is not history."""
    assert not asks_about_history(query)


@given(st.from_regex(history._PAST))
def test_every_match_holds_a_cheap_sign(matched):
    """The quick look never misses what the pattern finds."""
    plain = matched.casefold()
    assert history._may_ask(plain) or not re.search(history._PAST, plain)


@given(st.text(max_size=300))
def test_any_text_is_answered(text):
    """No text breaks it."""
    assert asks_about_history(text) in (True, False)
