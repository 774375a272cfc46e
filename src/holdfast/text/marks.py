"""What ranking wants to know of a text beside its words, found once when it is written.

Marks stand in the index after the words of a document, as terms that begin with `^`; no question ever asks for one.
They cost a search nothing, where reading the text again for every candidate would cost more than the search itself.
`tests/text/test_marks.py` holds the laws.
"""

from __future__ import annotations

import re
from functools import cache

from holdfast.text.terms import index_terms

MARK = "^"
ASKS, TELLS_TIME, ASSISTANT = "^q", "^t", "^a"
SELF, SPEAKER, DAY = "^i", "^by:", "^d"  # followed by how often, by whom, on which day
LOOKED_AT_CHARS = 4000
MOST_SELF = 2

_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = r"(?:january|february|march|april|june|july|august|september|october|november|december)"
_SPAN = r"(?:week|month|year|night|summer|winter|spring|fall|autumn|weekend|morning|evening|afternoon)"
_TIME = (
    rf"\b(?:yesterday|today|tonight|tomorrow|ago|recently|the other day|(?:last|next|this|past) (?:few )?(?:{_SPAN}|day|{_WEEKDAY})s?"
    rf"|few (?:days|weeks|months|years)|{_MONTH}|{_WEEKDAY}s?|(?:in|since|by|of) may|may \d|since \w+"
    r"|(?:for|about|over) (?:\w+ )?(?:days|weeks|months|years)|just (?:got|had|went|started|finished|did|bought|came)"
    r"|\d{4}|\d(?:st|nd|rd|th))\b"
)
_SELF = r"\b(?:i|i'm|i've|i'll|i'd|my|we|our)\b"
_SPEAKER = r"([A-Z][\w'-]{1,20})(?: [A-Z][\w'-]{1,20})?: "


def memory_terms(text: str, valid_from: str) -> list[str]:
    """Return the terms and marks under which a memory stands in the index."""
    return [*index_terms(text), *marks_of(text), f"{DAY}{valid_from[:10]}"]


def episode_terms(content: str, role: str, occurred_at: str) -> list[str]:
    """Return the terms and marks under which an episode stands in the index."""
    said_by = [ASSISTANT] if role == "assistant" else []
    return [*index_terms(content), *marks_of(content), *said_by, f"{DAY}{occurred_at[:10]}"]


def marks_of(text: str) -> list[str]:
    """Return what a text is: a question, something with a time, about the speaker, said by somebody."""
    seen = text[:LOOKED_AT_CHARS]
    low = seen.lower()
    found = [TELLS_TIME] if _pattern(_TIME).search(low) else []
    if text.rstrip().endswith("?"):
        found.append(ASKS)
    times = sum(1 for _, _ in zip(_pattern(_SELF).finditer(low), range(MOST_SELF), strict=False))
    if times:
        found.append(f"{SELF}{times}")
    speaker = re.match(_SPEAKER, seen)
    if speaker:
        found.append(f"{SPEAKER}{index_terms(speaker[1])[0] if index_terms(speaker[1]) else ''}")
    return found


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
