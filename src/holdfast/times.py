"""Times as fixed-width ISO 8601 UTC text, which sorts as text and needs no `datetime` in the hook.

`from_unix` and `to_unix` are inverse to the microsecond; `tests/test_times.py` checks it.
"""

from __future__ import annotations

import time
from functools import lru_cache

from holdfast.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    Clock = Callable[[], str]

DAY_S = 86_400.0
MOST_KNOWN = 4096


def now() -> str:
    """Return the present moment."""
    return from_unix(time.time())


def from_unix(seconds: float) -> str:
    """Return the ISO text of a Unix time."""
    micros = round(seconds * 1_000_000)
    whole, rest = divmod(micros, 1_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole)) + f".{rest:06d}Z"


def to_unix(iso: str) -> float:
    """Return the Unix time of an ISO text made by this module."""
    import calendar  # noqa: PLC0415 - the hook never turns times back

    whole = calendar.timegm(time.strptime(iso[:19], "%Y-%m-%dT%H:%M:%S"))
    return whole + int(iso[20:26] or 0) / 1_000_000


def age_days(then: str, at: str) -> float:
    """Return how many days lie between two moments; never negative, whatever the clocks did."""
    return max(0.0, day_number(at) - day_number(then))


def parse_when(text: str, *, name: str = "date", end_of_day: bool = False) -> str:
    """Return the moment a person named: a date, or an ISO time with any zone (UTC when it has none)."""
    import datetime as dt  # noqa: PLC0415 - 1 ms that only commands with a date pay

    cleaned = text.strip()
    try:
        moment = dt.datetime.fromisoformat(cleaned)
    except ValueError:
        raise UsageError(
            f"{name} {text!r} is not a date", why="write 2026-03-01 or 2026-03-01T12:00:00Z", hint="holdfast help"
        ) from None
    if end_of_day and len(cleaned) <= 10:  # noqa: PLR2004 - a bare date has ten characters
        moment += dt.timedelta(days=1, microseconds=-1)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=dt.UTC)
    try:
        return moment.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")
    except OverflowError:
        raise UsageError(f"{name} {text!r} is not a date", why="it lies outside the calendar") from None


def to_datetime(iso: str) -> datetime:
    """Return the aware UTC datetime of a stored time."""
    import datetime as dt  # noqa: PLC0415

    return dt.datetime.fromisoformat(iso)


def day_number(iso: str) -> float:
    """Return a moment as days of the calendar and a share of one; only differences mean anything."""
    return _days_to(iso[:10]) + (int(iso[11:13]) * 3600 + int(iso[14:16]) * 60 + int(iso[17:19])) / DAY_S


@lru_cache(maxsize=MOST_KNOWN)
def _days_to(date: str) -> int:
    year, month, day = int(date[0:4]), int(date[5:7]), int(date[8:10])
    shifted = (month + 9) % 12
    years = year - (month <= 2)  # noqa: PLR2004 - March begins the counting year
    return 365 * years + years // 4 - years // 100 + years // 400 + (shifted * 306 + 5) // 10 + day
