"""What ranking knows of a text beside its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.store.search import shelve
from holdfast.text.marks import ASKS, ASSISTANT, DAY, LOOKED_AT_CHARS, MARK, episode_terms, marks_of, memory_terms
from holdfast.text.terms import index_terms, query_terms

DAY_IN_MARCH = "2026-03-09T10:00:00.000000Z"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Run the tests with make test.", []),
        ("How do we run the tests?", ["^i1", "^q"]),
        ("How do we run the tests? \n", ["^i1", "^q"]),
        ("Is it safe? Yes.", []),
        ("The release went out yesterday.", ["^t"]),
        ("It broke last Tuesday and in May.", ["^t"]),
        ("We moved it two weeks ago.", ["^i1", "^t"]),
        ("Since 2024 the port is fixed.", ["^t"]),
        ("Maybe the marching band is free.", []),
        ("I think my team owns it.", ["^i2"]),
        ("I and my and our and we.", ["^i2"]),
        ("Iron weather.", []),
        ("Caroline: the demo is ready.", ["^by:carolin"]),
        ("Mary Ann: the demo is ready.", ["^by:mari"]),
        ("note: the demo is ready.", []),
        ("", []),
    ],
)
def test_a_text_is_marked_for_what_it_is(text, marks):
    """A question, a time, the speaker's own affairs and a speaker's name are each noticed, and nothing else is."""
    assert marks == sorted(marks_of(text))


def test_a_memory_stands_under_its_words_its_marks_and_its_day():
    """The terms of a memory are those of its text, its marks, and the day it holds from."""
    text = "I deploy on Fridays."
    assert memory_terms(text, DAY_IN_MARCH) == [*index_terms(text), *marks_of(text), f"{DAY}2026-03-09"]


@pytest.mark.parametrize(("role", "by_assistant"), [("user", False), ("assistant", True), ("system", False)])
def test_an_episode_is_marked_when_the_agent_said_it(role, by_assistant):
    """What the agent said can be told from what the person said."""
    terms = episode_terms("the build is green", role, DAY_IN_MARCH)
    assert by_assistant == (ASSISTANT in terms)
    assert f"{DAY}2026-03-09" in terms


@given(st.text(max_size=300))
def test_no_question_asks_for_a_mark(text):
    """No text, used as a query, gives a term that begins like a mark: marks are found by nobody's words."""
    assert [] == [term for term in query_terms(text) if term.startswith(MARK)]


@given(st.text(max_size=300))
def test_marks_survive_the_index(text):
    """Every mark of any text stands in the index as it was made."""
    assert marks_of(text) == [shelve("x", mark).partition("|")[2] for mark in marks_of(text)]


@given(st.text(max_size=200), st.sampled_from(["user", "assistant", "system"]))
def test_marks_never_take_the_place_of_words(text, role):
    """The words of a text come first and whole, whatever its marks are."""
    words = index_terms(text)
    assert words == memory_terms(text, DAY_IN_MARCH)[: len(words)]
    assert words == episode_terms(text, role, DAY_IN_MARCH)[: len(words)]


def test_only_the_beginning_of_a_long_text_is_read_for_marks():
    """A megabyte is marked by its first characters; that it ends as a question is seen all the same."""
    text = "x " * LOOKED_AT_CHARS + "yesterday I " * 100_000 + "?"
    assert [ASKS] == marks_of(text)
