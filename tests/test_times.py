"""The laws of stored times."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast import times
from holdfast.errors import UsageError

MOMENTS = st.datetimes(dt.datetime(1970, 1, 2), dt.datetime(9998, 1, 1))


def iso(moment: dt.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@given(st.integers(0, 4_000_000_000_000_000))
def test_unix_times_survive_to_the_microsecond(micros):
    """`to_unix` undoes `from_unix`."""
    assert round(times.to_unix(times.from_unix(micros / 1_000_000)) * 1_000_000) == round(
        micros / 1_000_000 * 1_000_000
    )


@given(MOMENTS, MOMENTS)
def test_texts_sort_as_the_moments_do(one, other):
    """Fixed width makes text order time order."""
    assert (one < other) == (iso(one) < iso(other))


@given(MOMENTS, MOMENTS)
def test_age_is_the_difference_and_never_negative(then, at):
    """A clock that was set back makes nothing younger than new."""
    expected = max(0.0, (at - then).total_seconds() / 86_400)
    assert times.age_days(iso(then), iso(at)) == pytest.approx(expected, abs=2e-5)


def test_now_is_aware_utc_text():
    """`now` gives what `to_datetime` reads back as UTC."""
    assert times.to_datetime(times.now()).tzinfo == dt.UTC


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01", "2026-03-01T00:00:00.000000Z"),
        ("2026-03-01T12:00:00Z", "2026-03-01T12:00:00.000000Z"),
        ("2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00.000000Z"),
        (" 2026-03-01T12:00 ", "2026-03-01T12:00:00.000000Z"),
    ],
)
def test_dates_are_read_as_people_write_them(text, expected):
    """Dates and ISO times of any zone are understood as UTC moments."""
    assert times.parse_when(text) == expected


def test_the_end_of_a_day_is_its_last_microsecond():
    """A bare date as an upper bound includes the day."""
    assert times.parse_when("2026-03-01", end_of_day=True) == "2026-03-01T23:59:59.999999Z"


@given(st.text(max_size=40))
def test_anything_else_is_a_usage_error(text):
    """No text breaks the reader of dates."""
    try:
        assert len(times.parse_when(text)) == 27
    except UsageError as error:
        assert "date" in error.message or "calendar" in error.message
