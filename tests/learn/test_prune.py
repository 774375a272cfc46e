"""The laws of pruning."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.learn.prune import surplus, worth
from holdfast.model import StoredMemory

AT = "2026-11-01T00:00:00.000000Z"


def memory(number: int, day: int = 1, **more) -> StoredMemory:
    return StoredMemory(id=f"m_{number}", content="x", updated_at=f"2026-10-{day:02d}T00:00:00.000000Z", **more)


def test_within_the_limit_nothing_goes():
    """A limit that is not reached prunes nothing."""
    assert surplus([memory(1), memory(2)], 2, AT) == []


def test_the_oldest_unused_goes_first():
    """Recency decides between equals."""
    assert [one.id for one in surplus([memory(1, 20), memory(2, 1)], 1, AT)] == ["m_2"]


def test_use_outweighs_some_age():
    """What is recalled again and again stays."""
    used = memory(1, 1, recall_count=12, last_recalled_at=AT)
    assert worth(used, AT) > worth(memory(2, 20), AT)


@given(st.lists(st.tuples(st.integers(1, 28), st.integers(0, 20), st.floats(0, 1)), max_size=20), st.integers(0, 20))
def test_exactly_the_surplus_goes_and_never_the_best(rows, limit):
    """What stays is worth at least as much as what goes."""
    all_of_them = [memory(i, day, recall_count=used, confidence=sure) for i, (day, used, sure) in enumerate(rows)]
    gone = surplus(all_of_them, limit, AT)
    stay = [one for one in all_of_them if one not in gone]
    assert len(stay) == min(limit, len(all_of_them))
    assert all(worth(left, AT) <= worth(kept, AT) for left in gone for kept in stay)
