"""What a question is, beside its words: about a time, a number, what the assistant said, a span of days, somebody.

Pure: a question and the day it is asked on come in as values. `tests/recall/test_asked.py` holds the laws.
"""

from __future__ import annotations

import re
from functools import cache

from holdfast.recall.window import window
from holdfast.text.frames import frame_terms
from holdfast.text.signs import words_in
from holdfast.text.terms import query_terms
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LOOKED_AT_CHARS = 2000
FEWEST_TERMS = 2  # fewer make no sentence that something could be about

_WHEN = (
    r"^\W*when\b|\bwhen (?:did|do|does|was|is|has|have|will|were)\b|\b(?:what|which) (?:date|day|month|year|time)\b"
    r"|\bhow long ago|\bsince when|\bhow (?:long|many (?:days|weeks|months|years))\b"
)
_ASSISTANT = (
    r"\byou (?:\w+ )?(?:told|said|recommended|suggested|mentioned|gave|provided|listed|explained|described|advised|shared"
    r"|created|wrote|came up|helped|talked|referred|made|proposed)\b"
    r"|\b(?:our|the) (?:previous|last|earlier|past) (?:chat|conversation|discussion|exchange)\b"
    r"|\b(?:previous|last|earlier) (?:chat|conversation|discussion)\b"
    r"|\bdid you (?:say|tell|recommend|suggest|mention|give|propose)\b|\bwe (?:discussed|talked|were discussing|spoke)\b|\bremind me\b"
)
_NOW = (
    r"\b(?:current(?:ly)?|now|latest|(?:most )?recent(?:ly)?|newest|these days|at the moment|so far|still|up to date|today"
    r"|last time)\b"
)
_PRESENT = r"\b(?:currently|right now|these days|at the moment|nowadays|(?:the|our|my) (?:latest|newest|current))\b(?!.*\bbefore\b)"
_HOW_MUCH = r"^\W*(?:so |and |hey |ok |okay )?how (?:many|much|often|long|far|old)\b"
_BYGONE = r"\b(?:did|was|were)\b"
# A sum, a distance between two moments or an order is made of several statements; the newest alone does not answer it.
_REACHES_BACK = (
    r"\b(?:had|passed|between|in total|total (?:number|amount|time|cost|distance|weight|money)|total money|altogether|combined|difference"
    r"|percentage|average|order of|earliest|(?:when|before|after|since) i \w+(?:ed|t|ght)\b|left to)\b"
)
_STANDS = r"^\W*(?:what|where|which|who|what's)\b.{0,40}\b(?:do|does|is|are|am)\b (?:i|we|my|our|you|the)\b"
_EARLIER = (
    r"\b(?:initial(?:ly)?|original(?:ly)?|previous(?:ly)?|used to|before|earlier|at first|first|formerly|back then"
    r"|in the beginning)\b"
)

# Every match of a pattern holds one of these words, so that most questions compile none of them, which takes longer than
# the search; `tests/recall/test_asked.py` checks it.
_SIGNS = {
    pattern: frozenset(words.split())
    for pattern, words in (
        (_WHEN, "when since date day month year time long many"),
        (
            _ASSISTANT,
            "told said recommended suggested mentioned gave provided listed explained described advised shared created wrote"
            " came helped talked referred made proposed chat conversation discussion exchange say tell recommend suggest"
            " mention give propose discussed discussing spoke remind",
        ),
        (_NOW, "current currently now latest recent recently newest days moment far still date today last"),
        (_PRESENT, "currently now days moment nowadays latest newest current"),
        (_HOW_MUCH, "many much often long far old"),
        (_BYGONE, "did was were"),
        (
            _REACHES_BACK,
            "had passed between total altogether combined difference percentage average order earliest left when before after"
            " since",
        ),
        (_STANDS, "what where which who"),
        (
            _EARLIER,
            "initial initially original originally previous previously used before earlier first formerly back beginning",
        ),
    )
}


_ENDS = frozenset(".!?…\n。！？")


class Asked(Value):
    """A question as the ranking sees it."""

    terms: tuple[str, ...]
    frames: frozenset[str] = frozenset()  # of its terms, those that only frame a question
    about_when: bool = False
    about_now: bool = False  # how things stand, so that the newest of two statements answers it
    about_past: bool = False  # how things were at a time, so that the newest does not
    about_assistant: bool = False
    span: tuple[str, str] | None = None
    sentences: tuple[frozenset[int], ...] = ()  # where their terms stand, of a question of several sentences


def understand(question: str, asked_on: str) -> Asked:
    """Return what a question asks for."""
    terms = query_terms(question)
    low = question[:LOOKED_AT_CHARS].lower()
    words = words_in(low)
    frames = frame_terms().intersection(terms)
    span, today = window(question, asked_on), asked_on[:10]
    return Asked(
        terms=tuple(terms),
        frames=frozenset() if len(frames) == len(terms) else frozenset(frames),
        about_when=_matches(_WHEN, low, words),
        about_now=_is_about_now(low, words, span, today),
        about_past=not _matches(_PRESENT, low, words) and (_matches(_EARLIER, low, words) or _is_over(span, today)),
        about_assistant=_matches(_ASSISTANT, low, words),
        span=span,
        sentences=_sentences(question, {term: place for place, term in enumerate(terms)}),
    )


def _sentences(question: str, places: Mapping[str, int]) -> tuple[frozenset[int], ...]:
    """Return where the terms of each sentence stand among those of the question; nothing where there is but one."""
    seen = question[:LOOKED_AT_CHARS].rstrip()
    if _ENDS.isdisjoint(seen[:-1]):
        return ()  # one sentence, and no pattern to compile
    parts = _sentence_end().split(seen)
    if len(parts) == 1:
        return ()
    found = (frozenset(places[term] for term in query_terms(part) if term in places) for part in parts)
    telling = dict.fromkeys(one for one in found if len(one) >= FEWEST_TERMS)
    return tuple(telling) if telling.keys() != {frozenset(places.values())} else ()


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"(?<=[.!?…])\s+|\s*\n\s*|(?<=[。！？])")


def _is_over(span: tuple[str, str] | None, today: str) -> bool:
    """Say whether a question names days that are over."""
    return span is not None and span[1] < today


def _is_about_now(low: str, words: frozenset[str], span: tuple[str, str] | None, today: str) -> bool:
    if _is_over(span, today):
        return False
    if _matches(_PRESENT, low, words) and not _matches(_REACHES_BACK, low, words):
        return True
    how_much = _matches(_HOW_MUCH, low, words) and not _matches(_BYGONE, low, words)
    if not (how_much or _matches(_NOW, low, words) or _matches(_STANDS, low, words)):
        return False
    return not (_matches(_EARLIER, low, words) or _matches(_REACHES_BACK, low, words))


def _matches(pattern: str, low: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(_SIGNS[pattern]) and _compiled(pattern).search(low) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
