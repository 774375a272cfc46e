"""Ids: a letter for the noun, an underscore, 16 random base32 characters.

Random rather than time-ordered, so that a prefix of four characters tells most memories apart.
"""

from __future__ import annotations

import os
import re

from holdfast.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    NewId = Callable[[str], str]

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # no l, o, 0, 1: they are misread
LENGTH = 16
MIN_PREFIX = 4

_LETTERS = (ALPHABET * (256 // len(ALPHABET))).encode()  # what each byte stands for
_SHAPE = r"([a-z])_([a-z0-9]*)\Z"


def new_id(letter: str) -> str:
    """Return a fresh id for the noun that the letter stands for (`m` memory, `e` episode …)."""
    return f"{letter}_{os.urandom(LENGTH).translate(_LETTERS).decode()}"


def parse_prefix(text: str, letter: str) -> str:
    """Return an id or id prefix that can be looked up; raise `UsageError` for anything else."""
    shape = re.fullmatch(_SHAPE, text.strip().rstrip("…").lower()) if isinstance(text, str) else None
    if shape is None or shape[1] != letter:
        raise UsageError(
            f"{str(text)[:60]!r} is not an id", why=f"an id looks like {letter}_7f3ac9", hint="holdfast list"
        )
    if len(shape[2]) < MIN_PREFIX:
        raise UsageError(f"the id {text!r} is too short", why=f"give at least {MIN_PREFIX} characters after the _")
    return shape[0][: LENGTH + 2]


def looks_like_id(text: str, letter: str) -> bool:
    """Say whether a text has the shape of an id of that noun."""
    shape = re.fullmatch(_SHAPE, text.strip())
    return shape is not None and shape[1] == letter and len(shape[2]) >= MIN_PREFIX
