"""Telling our own words from new evidence.

Hosts hand our blocks back: inside prompts, in transcripts, wrapped and escaped. `strip_blocks` takes them out and
leaves every other byte as it was; `is_echo` recognises a statement that only repeats what was injected. Both take
linear time on any text. `tests/recall/test_echo.py` holds the laws.
"""

from __future__ import annotations

import re
from functools import cache

from holdfast.recall.render import FLAVOURS
from holdfast.text.fingerprint import alike, claim_terms, covered, normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ECHO = 0.85
# A statement of fewer distinct words can be part of a longer one by chance.
MIN_ECHO_TERMS = 3
# Taking a block out may join the halves of another one that was written around it.
_MAX_ROUNDS = 4
# How far before a block its wrapper may open: the wrapper's name and one line that announces the block.
_WRAPPER_CHARS = 300

_Span = tuple[int, int]


def strip_blocks(text: str) -> str:
    """Return the text without the blocks we injected, and without host wrappers that held nothing else.

    A block that was cut off ends where its paragraph ends; a fence named in passing is not a block.
    """
    for _ in range(_MAX_ROUNDS):
        spans = _merged(text, _blocks(text)) if any(name in text for name in FLAVOURS) else []
        if not spans:
            return text
        text = _without(text, [_with_wrapper(text, span) for span in spans])
    return text


def is_echo(text: str, injected: Iterable[str]) -> bool:
    """Say whether a statement only repeats one of the injected memories, or a part of one."""
    form, terms = normalise(text), claim_terms(text)
    return bool(form) and any(form == normalise(memory) or _repeats(terms, claim_terms(memory)) for memory in injected)


def _repeats(terms: frozenset[str], memory: frozenset[str]) -> bool:
    is_part = len(terms) >= MIN_ECHO_TERMS and covered(terms, memory) >= ECHO
    return is_part or alike(terms, memory) >= ECHO


@cache
def _fence() -> re.Pattern[str]:
    names = "|".join(FLAVOURS)
    styles = (("<", ">"), ("&lt;", "&gt;"), ("&amp;lt;", "&amp;gt;"), (r"\\u003c", r"\\u003e"))
    return re.compile("|".join(f"(?:{left}(/?)({names}){right})" for left, right in styles))


@cache
def _paragraph_end() -> re.Pattern[str]:
    return re.compile(r"\r?\n[ \t\r]*\n|</(?:hook_context|system[-_]reminder)>")


@cache
def _wrapper_before() -> re.Pattern[str]:
    return re.compile(r"<(hook_context|system[-_]reminder)>\s*(?:[^<>\n]{0,200}:)?\s*\Z")


def _blocks(text: str) -> Iterator[_Span]:
    opened: re.Match[str] | None = None
    for fence in _fence().finditer(text):
        closing, name = (group for group in fence.groups() if group is not None)
        if not closing:
            yield from _cut_off(text, opened, fence.start())
            opened = fence
        elif opened and name in opened.groups():
            yield opened.start(), fence.end()
            opened = None
    yield from _cut_off(text, opened, len(text))


def _cut_off(text: str, opened: re.Match[str] | None, until: int) -> Iterator[_Span]:
    """Yield the rest of a block whose end is missing; a real one has its opening fence at the end of a line."""
    if opened and text[opened.end() : opened.end() + 2].lstrip(" \t\r")[:1] in ("", "\n", "\\"):
        end = _paragraph_end().search(text, opened.end(), until)
        yield opened.start(), end.start() if end else until


def _merged(text: str, spans: Iterable[_Span]) -> list[_Span]:
    """Return the spans, those with only white space between them as one."""
    merged: list[_Span] = []
    for start, end in spans:
        if merged and not text[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _with_wrapper(text: str, span: _Span) -> _Span:
    start, end = span
    window = max(0, start - _WRAPPER_CHARS)
    before = _wrapper_before().search(text[window:start])
    after = re.compile(rf"\s*</{before[1]}>").match(text, end) if before else None
    return (window + before.start(), after.end()) if before and after else span


def _without(text: str, spans: list[_Span]) -> str:
    kept = []
    position = 0
    for start, end in spans:
        kept.append(text[position:start])
        position = end
    return "".join([*kept, text[position:]])
