"""The words of a text at a glance, for telling cheaply that a costly pattern cannot match it. Pure.

A pattern whose every match holds one of a few words is worth compiling only for texts that hold one of them. Where
words end is decided as patterns decide it, so that nothing is overlooked. `tests/text/test_signs.py` holds the law.
"""

from __future__ import annotations

_SPACES = {code: " " for code in range(128) if not chr(code).isalnum()}


def words_in(low: str) -> frozenset[str]:
    """Return the runs of letters and digits in a text that is in small letters already."""
    if not low.isascii():
        low = "".join(character if character.isalnum() else " " for character in low)
    return frozenset(low.translate(_SPACES).split())
