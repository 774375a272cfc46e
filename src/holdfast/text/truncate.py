"""Cutting text without cutting characters.

What a reader takes for one character may be several code points: a letter with its accents, a flag, a family
joined by zero-width joiners, a syllable of Hangul letters. `truncate` never leaves a part of one behind and never
exceeds its limit; `tests/text/test_truncate.py` holds the laws.
"""

from __future__ import annotations

import unicodedata

ELLIPSIS = "…"
_JOINER = "\u200d"
_DANGLING = " \t\r\n" + _JOINER


def truncate(text: str, max_chars: int) -> str:
    """Return the text, cut to at most `max_chars` code points; a cut text ends with an ellipsis."""
    if len(text) <= max_chars:
        return text
    if max_chars < 1:
        return ""
    end = max_chars - 1
    while end > 0 and not _is_boundary(text, end):
        end -= 1
    return text[:end].rstrip(_DANGLING) + ELLIPSIS


def _is_boundary(text: str, at: int) -> bool:
    before, after = text[at - 1], text[at]
    if after < "\u0300":
        return before != _JOINER and not (before == "\r" and after == "\n")
    if before == _JOINER or _extends(after) or _is_hangul_letter(before, after):
        return False
    return not (_is_regional(before) and _is_regional(after) and _regionals_before(text, at) % 2)


def _extends(character: str) -> bool:
    """Say whether a character hangs on the one before it: marks, joiners, selectors, skin tones, tags."""
    return (
        unicodedata.category(character)[0] == "M"
        or "\u200b" <= character <= "\u200f"
        or "\uff9e" <= character <= "\uff9f"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _is_hangul_letter(before: str, after: str) -> bool:
    """Say whether two conjoining letters, or a syllable and its last letters, are written as one."""
    starts = "\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3"
    return starts and ("\u1160" <= after <= "\u11ff" or ("\u1100" <= after <= "\u115f" and before <= "\u115f"))


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _regionals_before(text: str, at: int) -> int:
    start = at
    while start > 0 and _is_regional(text[start - 1]):
        start -= 1
    return at - start
