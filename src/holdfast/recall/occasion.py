"""Which statements were made on one occasion: one after the other, within the hour. Pure.

Statements of one occasion lend each other weight, as messages of one conversation do.
Laws: `tests/recall/test_occasion.py`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SAME_OCCASION_DAYS = 1 / 24


def occasions(statements: Iterable[tuple[int, int, float]]) -> dict[int, int]:
    """Return the occasion of each statement, given as (group, number, day): the number of the first one made on it."""
    found: dict[int, int] = {}
    before_group, before_day, occasion = -1, 0.0, -1
    for group, number, day in sorted(statements):
        if group != before_group or abs(day - before_day) > SAME_OCCASION_DAYS:
            occasion = number
        found[number] = occasion
        before_group, before_day = group, day
    return found
