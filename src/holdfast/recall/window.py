"""The span of days that a question names: "last week", "in May", "two months ago", "on 3 March". Pure.

A span is taken as a hint by the ranking, never as a filter: people misremember dates. What cannot be understood names
no span. English, and dates in digits. `tests/recall/test_window.py` holds the laws.
"""

from __future__ import annotations

import re
from functools import cache

from holdfast.text.signs import words_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    Span = tuple[date, date]

LOOKED_AT_CHARS = 2000
OLDEST_YEAR = 1970
_MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "a couple of": 2, "a few": 3, "several": 4,
}  # fmt: skip
_DAYS_IN = {"day": 1.0, "week": 7.0, "weekend": 7.0, "month": 30.44, "year": 365.25}
# Every span is named with one of these words or with a year; `tests/recall/test_window.py` checks it.
_SIGNS = frozenset(
    [*_MONTHS, *(name[:3] for name in _MONTHS), "sept", *_DAYS, *_SEASONS, *_DAYS_IN, *(f"{unit}s" for unit in _DAYS_IN),
     "night", "yesterday"]
)  # fmt: skip
_YEAR_DIGITS = 4
# How far off a memory of "n units ago" may be, in days; the longer ago, the further off.
_SLACK = {"day": 1, "week": 3, "weekend": 3, "month": 15, "year": 120}
_MORE_SLACK_FROM = {"day": 7, "week": 4}

_MONTH = "|".join([*_MONTHS, *(f"{name[:3]}" for name in _MONTHS if name != "may"), "sept"])
_NUMBER = (
    r"(?P<number>\d{1,3}|a couple of|a few|several|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
)
_ISO = r"\b(?P<year>\d{4})-(?P<month>\d\d)(?:-(?P<day>\d\d))?\b"
_DAY_MONTH = rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<name>{_MONTH})\b\.?,?(?: (?P<year>\d{{4}}))?"
_MONTH_DAY = rf"\b(?P<name>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,? (?P<year>\d{{4}}))?"
_BETWEEN = rf"\bbetween (?P<name>{_MONTH}) and (?P<until>{_MONTH})\b(?:,? (?P<year>\d{{4}}))?"
_IN_MONTH = (
    rf"\b(?:in|during|since|of|from|by|until|early|late|last|this)[ -](?:early |late |mid[ -])?(?P<name>{_MONTH})\b"
    r"(?:,? (?P<year>\d{4}))?"
)
_MONTH_YEAR = rf"\b(?P<name>{_MONTH}),? (?P<year>\d{{4}})\b"
_AGO = rf"\b{_NUMBER} (?P<unit>day|week|weekend|month|year)s? (?:ago|back)\b"
_PAST = rf"\b(?:last|past|previous) {_NUMBER} (?P<unit>day|week|month|year)s?\b"
_LAST = rf"\b(?P<which>last|past|this|previous) (?P<unit>week|weekend|month|year|night|{'|'.join(_DAYS)}|{'|'.join(_SEASONS)})\b"
_YEAR = r"\b(?:in|during|since|of) (?P<year>(?:19|20)\d\d)\b"
_YESTERDAY = r"\byesterday\b"


def window(question: str, asked_on: str) -> tuple[str, str] | None:
    """Return the first and the last day that a question names, seen from the day it is asked on."""
    low = question[:LOOKED_AT_CHARS].lower()
    if not _may_name_a_span(low):
        return None
    import datetime as dt  # noqa: PLC0415 - 1 ms that only questions about a time pay

    today = dt.date.fromisoformat(asked_on[:10])
    for pattern, read in _READERS:
        for found in _compiled(pattern).finditer(low):
            try:
                span = read(found, today)
            except (ValueError, OverflowError):  # 31 February, or before the calendar begins
                continue
            if span is not None and span[0].year >= OLDEST_YEAR:
                return span[0].isoformat(), span[1].isoformat()
    return None


def _may_name_a_span(low: str) -> bool:
    """Say whether the patterns are worth compiling: most questions name no time."""
    words = words_in(low)
    return not words.isdisjoint(_SIGNS) or any(len(word) == _YEAR_DIGITS and word.isdigit() for word in words)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _iso(found: re.Match[str], today: date) -> Span | None:
    year, month = int(found["year"]), int(found["month"])
    if found["day"]:
        day = today.replace(year=year, month=month, day=int(found["day"]))
        return day, day
    return _month(today, year, month)


def _one_day(found: re.Match[str], today: date) -> Span | None:
    month, day = _month_number(found["name"]), int(found["day"])
    year = int(found["year"]) if found["year"] else today.year - ((month, day) > (today.month, today.day))
    named = today.replace(year=year, month=month, day=day)
    return named, named


def _between(found: re.Match[str], today: date) -> Span | None:
    first, last = _month_number(found["name"]), _month_number(found["until"])
    if first > last:
        return None
    year = int(found["year"]) if found["year"] else today.year - (last > today.month)
    return _month(today, year, first)[0], _month(today, year, last)[1]


def _in_month(found: re.Match[str], today: date) -> Span | None:
    month = _month_number(found["name"])
    return _month(today, int(found["year"]) if found["year"] else today.year - (month > today.month), month)


def _ago(found: re.Match[str], today: date) -> Span | None:
    unit, number = found["unit"], _number(found["number"])
    middle = _back(today, round(_DAYS_IN[unit] * number))
    slack = _SLACK[unit] + (2 if unit == "week" else 1) * (number >= _MORE_SLACK_FROM.get(unit, number + 1))
    return _back(middle, slack), _back(middle, -slack)


def _past(found: re.Match[str], today: date) -> Span | None:
    return _back(today, round(_DAYS_IN[found["unit"]] * _number(found["number"]))), today


def _last(found: re.Match[str], today: date) -> Span | None:
    which, unit = found["which"], found["unit"]
    is_this = which == "this"
    if unit in _DAYS:
        back = (today.weekday() - _DAYS.index(unit)) % 7
        day = _back(today, back if is_this or back else 7)
        return day, day
    if unit in _SEASONS:
        return _season(today, _SEASONS[unit], is_this=is_this)
    match unit:
        case "night":
            return _back(today, 1), today
        case "week":
            return (
                (_back(today, today.weekday()), today)
                if is_this
                else (_back(today, today.weekday() + 7), _back(today, 1))
            )
        case "weekend":
            saturday = _back(today, (today.weekday() - 5) % 7 or (0 if is_this else 7))
            return _back(saturday, 1), _back(saturday, -1)
        case "month":
            if is_this or which == "past":
                return (today.replace(day=1) if is_this else _back(today, 31)), today
            ended = _back(today.replace(day=1), 1)
            return ended.replace(day=1), ended
    year = today.year - (not is_this)
    return today.replace(year=year, month=1, day=1), today.replace(year=year, month=12, day=31)


def _season(today: date, month: int, *, is_this: bool) -> Span:
    """Return the latest season of that kind that has begun, or that is over."""
    last = month + 2
    for year in (today.year, today.year - 1, today.year - 2):
        first, end = _month(today, year, month)[0], _month(today, year + (last > 12), (last - 1) % 12 + 1)[1]  # noqa: PLR2004
        if first <= today and (is_this or end < today):
            break
    return first, end


def _year(found: re.Match[str], today: date) -> Span | None:
    year = int(found["year"])
    return today.replace(year=year, month=1, day=1), today.replace(year=year, month=12, day=31)


def _yesterday(_found: re.Match[str], today: date) -> Span | None:
    return _back(today, 1), _back(today, 1)


# The first that fits answers: what is most exact stands first.
_READERS: tuple[tuple[str, Callable[[re.Match[str], date], Span | None]], ...] = (
    (_ISO, _iso), (_DAY_MONTH, _one_day), (_MONTH_DAY, _one_day), (_BETWEEN, _between), (_IN_MONTH, _in_month),
    (_MONTH_YEAR, _in_month), (_AGO, _ago), (_PAST, _past), (_LAST, _last), (_YESTERDAY, _yesterday), (_YEAR, _year),
)  # fmt: skip


def _month(today: date, year: int, month: int) -> Span:
    first = today.replace(year=year, month=month, day=1)
    following = today.replace(year=year + (month == 12), month=month % 12 + 1, day=1)  # noqa: PLR2004
    return first, _back(following, 1)


def _back(day: date, days: int) -> date:
    return day.fromordinal(day.toordinal() - days)


def _month_number(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text]


def patterns() -> Iterator[str]:
    """Yield what spans are recognised by, for the test of the signs."""
    yield from (pattern for pattern, _ in _READERS)
