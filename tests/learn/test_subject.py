"""The laws of subject keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.learn.subject import Subject, contradicts, subject_of


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("Use pnpm, never npm.", "javascript package manager", "pnpm"),
        ("We switched to uv instead of poetry", "python package manager", "uv"),
        ("Indent with tabs", "indentation", "tabs"),
        ("use spaces, not tabs", "indentation", "spaces"),
        ("Always use single quotes", "quotes", "single quotes"),
        ("I prefer neovim over emacs", "editor", "neovim"),
        ("Our staging URL is https://staging.example.org.", "staging url", "https://staging.example.org"),
        ("the default branch is trunk", "default branch", "trunk"),
        ("My timezone is Europe/Berlin", "timezone", "europe/berlin"),
    ],
)
def test_a_plain_statement_has_a_subject(text, key, value):
    """A statement that answers one known question is about that question."""
    assert subject_of(text) == Subject(key=key, value=value)


@pytest.mark.parametrize(
    "text",
    [
        "", "Should we use pnpm?", "If you use npm, run npm ci", "npm and pnpm both work", "maybe switch to yarn",
        "The spaces in this path break the script", "We use npm in the web folder and pnpm in the api folder",
        "The API is slow", "our code is versioned", "avoid npm", "The default branch is not main", "x" * 500,
        "Run the tests with make", "Never use tabs or spaces in names",
    ],
)  # fmt: skip
def test_anything_uncertain_has_none(text):
    """Questions, conditions, several answers and plain talk are about nothing in particular."""
    assert subject_of(text) is None


def test_two_answers_to_one_question_contradict_each_other():
    """Equal keys with different values contradict; equal values do not."""
    tabs, spaces = subject_of("Indent with tabs"), subject_of("Indent with spaces")
    assert contradicts(tabs, spaces)
    assert not contradicts(tabs, subject_of("Always indent with tabs"))


@given(st.text(max_size=400))
def test_no_text_breaks_it(text):
    """Any text has a subject or has none."""
    found = subject_of(text)
    assert found is None or (found.key and found.value)
