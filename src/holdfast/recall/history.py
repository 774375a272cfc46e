"""Whether a query asks about history, which is when the archive (L2) is searched. Pure, by words alone."""

from __future__ import annotations

import re

from holdfast.text.signs import words_in

LOOKED_AT_CHARS = 2000
MIN_TERMS = 3  # fewer words than that are too little to call a task "closely matched"
CLOSE_MATCH = 0.8

_PAST = (
    r"\b(?:last|previous|earlier)\s+(?:time|week|month|year|session|task|sprint|release|monday|tuesday|wednesday|thursday|friday|"
    r"saturday|sunday)\b"
    r"|\byesterday\b|\bpreviously\b|\b(?:days?|weeks?|months?|years?)\s+ago\b|\bback\s+(?:in|when)\b|\bhistory\s+of\b"
    r"|\b(?:how|what|why|when|where|who)\s+did\s+(?:we|i|you)\b|\bdid\s+(?:we|i|you)\s+(?:ever|already|fix|do|try|decide|discuss|finish)\b"
    r"|\bwhat\s+(?:have|had)\s+(?:we|i|you)\b|\bhave\s+(?:we|i|you)\s+(?:ever|already)\b|\b(?:we|i)\s+(?:worked|talked)\s+(?:on|about)\b"
    r"|\bremember\s+when\b|\bletzte[nrs]?\s+(?:woche|mal|monat)\b|\bgestern\b|\bdamals\b|\bla\s+semana\s+pasada\b|\bayer\b"
    r"|上次|上周|上个月|昨天|之前|先週|前回|昨日|以前"
)
# Every match of the pattern holds one of these words or characters; `tests/recall/test_history.py` checks it.
_SIGNS = frozenset(
    {
        "last", "previous", "earlier", "yesterday", "previously", "ago", "back", "history", "did", "have", "had", "worked",
        "talked", "remember", "letzte", "letzten", "letzter", "letztes", "gestern", "damals", "semana", "ayer",
    }
)  # fmt: skip
_UNSPACED_SIGNS = frozenset("上昨之先前以")


def asks_about_history(query: str) -> bool:
    """Say whether a person asks how something was done or decided before."""
    plain = query[:LOOKED_AT_CHARS].casefold()
    return _may_ask(plain) and re.search(_PAST, plain) is not None


def _may_ask(plain: str) -> bool:
    """Say whether the pattern is worth compiling, which costs the hook a millisecond."""
    return not _SIGNS.isdisjoint(words_in(plain)) or not _UNSPACED_SIGNS.isdisjoint(plain)


def is_close(coverage: float, terms: int) -> bool:
    """Say whether an archived task is matched so closely that it helps without being asked for."""
    return terms >= MIN_TERMS and coverage >= CLOSE_MATCH
