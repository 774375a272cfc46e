"""Recall on the labelled sessions does not get worse: floors a little below what was measured, on ranks and never on time.

`make bench-quality` prints the figures in full. Raise a floor when the ranking got better; lower one only with a reason.
"""

from __future__ import annotations

from functools import cache

import pytest
from bench.quality import answers, data, newest, rules

from holdfast.settings import find_setting

FLOORS = {
    answers.JOURNAL: {"t@10": 71.0, "any@1": 67.0, "any@5": 88.0},
    answers.MEMORIES: {"t@10": 62.0, "any@1": 66.0, "any@5": 88.0},
}
CATEGORY_FLOORS = {
    "fact": 97.0,
    "decision": 88.0,
    "error": 92.0,
    "preference": 86.0,
    "procedure": 82.0,
    "assistant": 89.0,
}


@cache
def run(ranker: str):
    return answers.run(data.answerable(data.own()), ranker)


@pytest.mark.parametrize("ranker", FLOORS)
def test_ranks_do_not_fall(ranker):
    means = run(ranker).means()
    assert {} == {name: means[name] for name, least in FLOORS[ranker].items() if means[name].percent < least}


def test_no_category_is_given_up_for_another():
    """The sessions that answer are among the first five, in every category by itself."""
    means = {name: run(answers.JOURNAL).means(name)["any@5"].percent for name in CATEGORY_FLOORS}
    assert {} == {name: means[name] for name, least in CATEGORY_FLOORS.items() if means[name] < least}


def test_plain_full_text_search_is_beaten():
    """On every metric that counts, by what the journal and the memories rank."""
    plain = run(answers.PLAIN).means()
    for ranker, floors in FLOORS.items():
        means = run(ranker).means()
        assert {} == {name: means[name] for name in floors if means[name].percent <= plain[name].percent}


def test_the_newer_of_two_statements_does_not_fall_behind():
    """Of amended decisions; what is asked for in words that neither statement holds stays a matter of luck."""
    found = newest.order(run(answers.JOURNAL).answers)
    assert found.n >= 30
    assert found.newer_first >= 40.0


def test_standing_rules_are_told_at_the_start_of_a_session():
    """Nearly all of each person's, within the limit of the profile."""
    told = rules.told(data.own())
    assert told.told >= 0.98 * told.rules
    assert told.chars <= find_setting("profile.limit").default
