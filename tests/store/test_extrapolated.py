"""How many documents hold a term of which a sample was seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model import Layer
from holdfast.store import sqlite_transaction
from holdfast.store.search import extrapolated, shelves_for
from holdfast.store.sqlite import SqliteDatabase
from holdfast.testing.conformance.samples import furnished

DOCUMENTS = 10_000
SAMPLE = 100


@given(st.sets(st.integers(1, DOCUMENTS), min_size=1, max_size=SAMPLE - 1))
def test_what_was_seen_whole_is_exact(numbers):
    """Fewer matches than the sample are all of them."""
    ordered = sorted(numbers)
    assert len(ordered) == extrapolated(len(ordered), ordered[0], ordered[-1], ordered[-1], DOCUMENTS, sample=SAMPLE)


@given(st.integers(1, 50), st.integers(0, 40))
def test_even_spacing_is_found_out(step, start):
    """A term that one in so many documents holds is told exactly."""
    numbers = range(start + 1, DOCUMENTS + 1, step)
    seen = numbers[:SAMPLE]
    found = extrapolated(len(seen), seen[0], seen[-1], numbers[-1], DOCUMENTS, sample=SAMPLE)
    assert len(numbers) == pytest.approx(found, rel=0.001)


@given(st.sets(st.integers(1, DOCUMENTS), min_size=SAMPLE, max_size=400))
def test_an_estimate_stays_within_what_there_is(numbers):
    """Never fewer than were seen, never more than there are documents."""
    ordered = sorted(numbers)
    found = extrapolated(SAMPLE, ordered[0], ordered[SAMPLE - 1], ordered[-1], DOCUMENTS, sample=SAMPLE)
    assert SAMPLE <= found <= DOCUMENTS


def test_a_large_shelf_is_sampled(tmp_path, monkeypatch):
    """Beyond a size common terms are estimated, rare ones still counted."""
    monkeypatch.setattr(sqlite_transaction, "COUNTED_DOCUMENTS", 100)
    monkeypatch.setattr(sqlite_transaction, "SAMPLED", 20)
    database = SqliteDatabase(str(tmp_path / "holdfast.db"))
    reach = furnished(database)
    (shelf,) = shelves_for(reach.numbers()[:1], [Layer.L1])
    with database.writing() as tx:
        tx.index_many(
            [
                (number, shelf, ["zebra", *(["okapi"] if number % 4 == 0 else []), f"n{number}"])
                for number in range(1, 401)
            ]
        )
        found = tx.frequencies([shelf], ["zebra", "okapi", "n7", "nobody"])
    database.close()
    assert {f"{shelf}|zebra": 400, f"{shelf}|okapi": 100, f"{shelf}|n7": 1} == found
