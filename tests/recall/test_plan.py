"""Which of the asked words the index is searched for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall.plan import MOST_TOGETHER, Plan, plan
from holdfast.store.search import shelve

SHELVES = ("11", "17")


def held(**counts: int) -> dict[str, int]:
    return {shelve("11", term): number for term, number in counts.items()}


def test_every_word_that_costs_little_is_searched_for_in_the_order_asked():
    found = plan(["deploy", "server", "friday"], SHELVES, held(deploy=3, server=2, friday=9), 100)
    assert Plan(rare=("deploy", "server", "friday"), common=()) == found


def test_words_that_nobody_holds_are_not_searched_for():
    assert Plan(rare=("deploy",), common=()) == plan(["zanzibar", "deploy"], SHELVES, held(deploy=3), 100)


def test_common_words_are_set_apart_once_the_rare_ones_cost_enough():
    """What would exceed the budget is not searched for by itself."""
    counts = held(a=30, b=60, common=5000, usual=70)
    assert Plan(rare=("b", "a"), common=("usual", "common")) == plan(
        ["common", "b", "usual", "a"], SHELVES, counts, 100
    )


def test_a_question_of_common_words_alone_asks_for_them_together():
    """It is still answered, and first by what holds the most of them."""
    found = plan(["the", "also", "as"], SHELVES, held(the=3000, also=2000, **{"as": 1000}), 100)
    assert () == found.rare
    assert [("as", "also", "the"), ("as",)] == found.together()


def test_a_word_costs_what_it_costs_on_all_shelves():
    counts = {shelve("11", "a"): 60, shelve("17", "a"): 60, shelve("11", "b"): 10}
    assert Plan(rare=("b",), common=("a",)) == plan(["a", "b"], SHELVES, counts, 100)


WORDS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


@given(WORDS, st.lists(st.integers(0, 50), min_size=8, max_size=8), st.integers(1, 120))
def test_the_budget_is_kept(words, numbers, most):
    """Together the rare words cost no more than allowed; none of the others is rarer, and none that is held is lost."""
    counts = held(**dict(zip("abcdefgh", numbers, strict=True)))
    found = plan(words, SHELVES, counts, most)
    costs = [counts[shelve("11", word)] for word in found.rare]
    others = [counts[shelve("11", word)] for word in found.common]
    assert sum(costs) <= most
    assert list(found.rare) == [word for word in words if word in found.rare]
    assert sorted(others) == others
    assert not (costs and others) or max(costs) <= others[0]
    assert {word for word in words if counts[shelve("11", word)]} == {*found.rare, *found.common}


@given(WORDS)
def test_fewer_words_are_asked_for_each_time(words):
    """What is looked for together ends with the rarest alone, in few steps."""
    steps = Plan(rare=(), common=tuple(words)).together()
    assert [len(step) for step in steps] == sorted({len(step) for step in steps}, reverse=True)
    assert not words or tuple(words[:1]) == steps[-1]
    assert len(steps) <= MOST_TOGETHER.bit_length()
