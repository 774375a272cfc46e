"""What a question asks for beside its words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall import asked as module
from holdfast.recall.asked import understand

ASKED_ON = "2026-11-19T10:00:00.000000Z"


@pytest.mark.parametrize(
    "question",
    [
        "When did we move to trunk?",
        "what year was the first release",
        "how long ago did we drop Python 3.10",
        "How many weeks did it take?",
    ],
)
def test_a_question_about_a_time_is_one(question):
    """It asks when, or for how long."""
    assert understand(question, ASKED_ON).about_when


@pytest.mark.parametrize(
    "question",
    [
        "what did you recommend for caching",
        "in our last conversation about ports",
        "we discussed the gateway, remind me",
    ],
)
def test_a_question_about_the_assistant_is_one(question):
    """It asks for what the assistant said."""
    assert understand(question, ASKED_ON).about_assistant


@pytest.mark.parametrize(
    "question",
    ["which database do we use", "what is the current port", "how many replicas run", "Where is my key kept?"],
)
def test_a_question_about_how_things_stand_is_one(question):
    """It asks for what holds now."""
    assert understand(question, ASKED_ON).about_now


@pytest.mark.parametrize(
    "question",
    [
        "which database did we use originally",
        "what is the total time we had",
        "how many replicas were there",
        "run the tests",
    ],
)
def test_a_question_about_the_past_is_not_about_now(question):
    """Whatever asks for an earlier state, a sum or a distance wants more than the newest."""
    assert not understand(question, ASKED_ON).about_now


def test_words_that_frame_a_question_are_told_apart():
    """They count for less, unless there is nothing else."""
    assert {"recommend"} == understand("recommend a linter", ASKED_ON).frames
    assert frozenset() == understand("recommend", ASKED_ON).frames


@pytest.mark.parametrize("pattern", module._SIGNS)
@given(st.data())
def test_every_match_holds_one_of_the_signs(pattern, data):
    """The cheap look that spares a pattern overlooks nothing that it would find."""
    low = data.draw(st.from_regex(pattern)).lower()
    assert not re.search(pattern, low) or not module._SIGNS[pattern].isdisjoint(module.words_in(low))


@given(st.text(max_size=300))
def test_any_question_is_understood(text):
    """No text breaks it."""
    assert isinstance(understand(text, ASKED_ON).terms, tuple)


def test_a_question_of_framing_words_alone_has_none():
    """Where nothing else is asked for they are the topic."""
    found = understand("suggest an example", ASKED_ON)
    assert found.terms
    assert frozenset() == found.frames


def test_each_sentence_of_a_question_is_told_apart():
    """Several sentences that say something are known by their words; one sentence, however it ends, by none."""
    assert 2 == len(understand("The deploy server is down. Which release branch did we tag?", ASKED_ON).sentences)
    for question in ("which release branch did we tag", "Which release branch did we tag?", "Which branch? ", ""):
        assert () == understand(question, ASKED_ON).sentences
