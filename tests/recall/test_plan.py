"""Which of the asked words the index is searched for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall.plan import affordable
from holdfast.store.search import shelve

SHELVES = ("11", "17")


def held(**counts: int) -> dict[str, int]:
    return {shelve("11", term): number for term, number in counts.items()}


def test_every_word_that_costs_little_is_searched_for_in_the_order_asked():
    assert ["deploy", "server", "friday"] == affordable(
        ["deploy", "server", "friday"], SHELVES, held(deploy=3, server=2, friday=9), 100
    )


def test_words_that_nobody_holds_are_not_searched_for():
    assert ["deploy"] == affordable(["zanzibar", "deploy"], SHELVES, held(deploy=3), 100)


def test_common_words_are_left_out_once_the_rare_ones_bring_enough():
    """The rarest are kept; what would exceed the budget is not searched for."""
    assert ["b", "a"] == affordable(["b", "common", "a"], SHELVES, held(a=30, b=60, common=5000), 100)


def test_the_rarest_word_is_searched_for_whatever_it_costs():
    """A question of nothing but common words is still answered."""
    assert ["the"] == affordable(["the", "also"], SHELVES, held(the=1000, also=2000), 100)


def test_a_word_costs_what_it_costs_on_all_shelves():
    counts = {shelve("11", "a"): 60, shelve("17", "a"): 60, shelve("11", "b"): 10}
    assert ["b"] == affordable(["a", "b"], SHELVES, counts, 100)


WORDS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


@given(WORDS, st.lists(st.integers(0, 50), min_size=8, max_size=8), st.integers(1, 120))
def test_the_budget_is_kept(words, numbers, most):
    """Together the words cost no more than allowed, unless one alone does; the kept are the rarest, in order."""
    counts = held(**dict(zip("abcdefgh", numbers, strict=True)))
    kept = affordable(words, SHELVES, counts, most)
    costs = [counts[shelve("11", word)] for word in kept]
    assert kept == [word for word in words if word in kept]
    assert sum(costs) <= most or len(kept) == 1
    left_out = [counts[shelve("11", word)] for word in words if word not in kept and counts[shelve("11", word)]]
    assert not (left_out and costs) or max(costs) <= min(left_out)
