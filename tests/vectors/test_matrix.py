"""Vectors packed into bytes, compared at once: as near as they were, and never nearer than 1."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.vectors.matrix import ALIKE, LEAST_ALIKE, Near, packed, unpacked

WIDE = 16
NUMBERS = st.lists(st.floats(-1, 1, width=32), min_size=WIDE, max_size=WIDE)


def unit(rows):
    rows = np.asarray(rows, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.where(lengths > 1e-3, rows / np.where(lengths > 1e-3, lengths, 1), 0).astype(np.float32)


def near(*values):
    return Near([(np.arange(len(values), dtype=np.int64), np.array(values, dtype=np.float32))])


@given(st.lists(NUMBERS, min_size=1, max_size=20), NUMBERS)
def test_packing_keeps_similarities(rows, asked):
    """What comes back of packed rows is as similar to anything as they were, to a hundredth."""
    rows, [vector] = unit(rows), unit([asked])
    matrix = unpacked([(no, one) for no, one in enumerate(packed(rows))], WIDE)
    assert matrix.similarities(vector) == pytest.approx(rows @ vector, abs=0.01)
    assert {4 + WIDE} == {len(one) for one in packed(rows)}


def test_nothing_is_kept_of_nothing():
    """No rows and rows of zeros are packed and compared like any others."""
    assert [] == packed(np.zeros((0, WIDE), dtype=np.float32))
    assert 0 == len(unpacked([], WIDE).similarities(np.ones(WIDE, dtype=np.float32)))
    matrix = unpacked([(1, packed(np.zeros((1, WIDE), dtype=np.float32))[0])], WIDE)
    assert [0.0] == matrix.similarities(np.ones(WIDE, dtype=np.float32)).tolist()


def test_a_vector_of_another_length_is_left_out():
    """A row that was damaged, or made by something else, spoils no other."""
    whole = packed(unit([[1.0] * WIDE]))[0]
    assert [7] == unpacked([(5, whole[:-1]), (7, whole), (9, b"")], WIDE).numbers.tolist()


def test_more_rows_than_a_block_are_compared_alike():
    rows = unit(np.random.default_rng(1).normal(size=(5000, WIDE)))
    matrix = unpacked(list(enumerate(packed(rows))), WIDE)
    assert matrix.similarities(rows[4999]) == pytest.approx(rows @ rows[4999], abs=0.01)


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=30))
def test_nearness_is_a_share_of_the_best(values):
    """It lies between 0 and 1, follows similarity, and is nothing for a document without a vector."""
    found = near(*values)
    shares = [found.of(no) for no in range(len(values))]
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert sorted(values) == pytest.approx([values[at] for at in np.argsort(values, kind="stable")])
    for one, share in zip(values, shares, strict=True):
        assert share == pytest.approx(max(0.0, one) / max(ALIKE, *values, 0.0), abs=1e-6)
    assert 0.0 == found.of(-1) == found.of(len(values))


def test_the_nearest_come_first():
    """As many as asked for, nearest first, equal ones in the order of their numbers, and none that is not near."""
    found = near(0.2, 0.9, -1.0, 0.5, 0.9, LEAST_ALIKE / 2)
    assert [1, 4, 3, 0] == found.first(9)
    assert [1, 4] == found.first(2)
    assert [] == Near([]).first(3)


def test_what_is_only_the_least_far_is_not_near():
    """Where even the best is not alike it does not count as near."""
    assert near(ALIKE / 3, 0.0).of(0) == pytest.approx(1 / 3)


def test_shelves_are_looked_up_apart():
    """Each shelf has its own numbers; the best of all of them is the measure."""
    found = Near([(np.array([-9, -3]), np.array([0.4, 0.8], dtype=np.float32)),
                  (np.array([2]), np.array([0.6], dtype=np.float32)), (np.array([], dtype=np.int64), np.array([], dtype=np.float32))])  # fmt: skip
    assert [0.5, 1.0, 0.75] == pytest.approx([found.of(no) for no in (-9, -3, 2)])
    assert [-3, 2, -9] == found.first(9)
