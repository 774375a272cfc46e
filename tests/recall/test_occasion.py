"""Which statements were made on one occasion."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall.occasion import SAME_OCCASION_DAYS, occasions

MINUTE = 1 / 24 / 60


def test_statements_within_the_hour_are_of_one_occasion():
    """Each within an hour of the one before, however long the whole takes."""
    assert {1: 1, 2: 1, 5: 1} == occasions([(7, 1, 100.0), (7, 2, 100.0 + 50 * MINUTE), (7, 5, 100.0 + 100 * MINUTE)])


def test_an_hour_apart_is_another_occasion():
    assert {1: 1, 2: 2} == occasions([(7, 1, 100.0), (7, 2, 100.0 + 61 * MINUTE)])


def test_groups_share_no_occasion():
    assert {1: 1, 2: 2, 3: 1} == occasions([(7, 1, 100.0), (8, 2, 100.0), (7, 3, 100.0)])


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 99), st.floats(0, 2)), unique_by=lambda one: one[1]))
def test_every_statement_has_one_occasion_whatever_their_order(statements):
    """An occasion is named by its first statement; neighbours of one occasion are of one group and within the hour."""
    found = occasions(statements)
    assert {number for _, number, _ in statements} == set(found)
    assert found == occasions(statements[::-1])
    ordered = sorted(statements)
    for one, other in itertools.pairwise(ordered):
        together = one[0] == other[0] and abs(one[2] - other[2]) <= SAME_OCCASION_DAYS
        assert together == (found[one[1]] == found[other[1]])
