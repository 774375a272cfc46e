"""What a person says in a message, sentence by sentence: no code, no quotations, no logs, no tags.

A `Spoken` sentence has the person's own words and a mask of the same length, in which quoted and code spans are
blanked, so that no cue is found inside them. Linear in the text, whatever it holds: every pattern is bounded.
`tests/learn/test_standing.py` holds the laws.
"""

from __future__ import annotations

import re
from functools import cache

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_SENTENCE = 320
BLANK = "\u00a4"  # no letter, no space: what a quotation leaves behind
MAX_UNCLOSED_TAGS = 20
WRAPPED_FROM = 60  # a line this long without an end goes on in the next one

# Where speech is not the person's own, as whole lines.
_NOT_SPEECH = (
    r"\s*>",  # a quotation
    r"\s*\|",  # a table
    r"\s*(?:\$|%|#!|>>>|\.\.\.|PS [A-Z]:|[\w.-]{1,40}@[\w.-]{1,60}[:~ ])",  # a prompt of a shell
    r"\s*(?:\+\+\+|---|@@|diff --git|index [0-9a-f]{6})",  # a diff
    r"[+-](?![ \t])\S",
    r"\s*\[?\d{4}-\d\d-\d\d[T ]",  # a log
    r"\s*\[?\d\d?:\d\d:\d\d",
    r"\s*\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|CRITICAL|NOTICE|FAIL|FAILED|PASS|PASSED|E|W)\b\]?[ :]",
    r"\s*(?:error|warning|note|hint|info|npm (?:err|warn)!?|fatal|panic|exception)(?:\[\w{1,12}\])?:",
    r"\s*(?:Traceback|Caused by|Exception in|File \"|at \S{1,120}\()",
    r"\s*\S{1,120}:\d{1,7}(?::\d{1,7})?[: ]",
    r"\s*[{}\[\]]\s*$",
    r"\s*\"[\w-]{1,60}\"\s*:",
    r"\s*(?://|/\*|\*/|<!--|;;|--\s)",
    r"\s*(?:assistant|system|tool|agent|bot|claude|codex|copilot|chatgpt|gpt|ai|output|stdout|stderr)\s*:",
    r"\s*(?:def|class|function|const|let|var|import|from|return|public|private|fn|func|package|#include)\s\S{1,200}[({;=:]",
)
# A quotation or a code span; an apostrophe opens none.
_QUOTED = (
    r"`{1,2}[^`\n]{1,200}`{1,2}|\"[^\"\n]{1,240}\"|\u201c[^\u201d\n]{1,240}\u201d|\u201e[^\u201c\u201d\n]{1,240}[\u201c\u201d]"
    r"|\u00ab[^\u00bb\n]{1,240}\u00bb|\u300c[^\u300d\n]{1,240}\u300d|\u300e[^\u300f\n]{1,240}\u300f"
    r"|(?<![\w'])'[^'\n]{2,120}'(?!\w)"
)
_SHORT_FORMS = frozenset(
    [
        "e.g.",
        "i.e.",
        "etc.",
        "vs.",
        "approx.",
        "no.",
        "fig.",
        "z.b.",
        "d.h.",
        "bzw.",
        "usw.",
        "ggf.",
        "p.ej.",
        "ej.",
        "cf.",
        "mr.",
        "dr.",
        "st.",
    ]
)


class Spoken(Value):
    """One sentence as typed, its mask, and the heading of the list it stands in."""

    text: str
    mask: str
    heading: str = ""


def spoken(text: str) -> Iterator[Spoken]:
    """Yield the sentences of a message that are the person's own."""
    heading = ""
    for line, is_item in _paragraphs(text):
        if not is_item:
            heading = line if line.endswith((":", "\uff1a")) else ""
        mask = masked(line)
        for start, end in _sentences(mask):
            if end - start <= LONGEST_SENTENCE:
                yield Spoken(text=line[start:end], mask=mask[start:end], heading=heading if is_item else "")


def masked(line: str) -> str:
    """Return a line with its quotations and code blanked, apostrophes made plain, the same length."""
    plain = line.replace("\u2019", "'").replace("\u02bc", "'")
    return _quoted().sub(lambda found: BLANK * len(found[0]), plain)


def _paragraphs(text: str) -> Iterator[tuple[str, bool]]:
    """Yield what is speech, list items for themselves, hard-wrapped lines joined."""
    waiting, is_item = "", False
    for line in _lines(text):
        item = _item().match(line)
        content = (line[item.end() :] if item else line).strip()
        goes_on = len(waiting) >= WRAPPED_FROM and content[:1].islower() and waiting[-1:] not in ".!?:;"
        if waiting and content and goes_on and not item and len(waiting) < 4 * LONGEST_SENTENCE:
            waiting = f"{waiting} {content}"
            continue
        if waiting:
            yield waiting, is_item
        waiting, is_item = content, bool(item)
    if waiting:
        yield waiting, is_item


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a message outside fences, tags, quotations, logs and indented code; "" for each of those."""
    fence, unclosed, position = "", 0, 0
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        line, start, position = text[position:end].rstrip("\r"), position, end + 1
        opened = _fence().match(line)
        if fence:
            fence = "" if opened and opened[1].startswith(fence) else fence
        elif opened:
            fence = opened[1]
        elif (tag := _tag().match(line)) is not None:
            close = text.find(f"</{tag[1]}", start + 1) if unclosed < MAX_UNCLOSED_TAGS else -1
            unclosed += close < 0
            if close >= 0:
                after = text.find("\n", close)
                position = len(text) if after < 0 else after + 1
        elif len(line) < 20 * LONGEST_SENTENCE and not _not_speech().match(line):
            yield line
            continue
        yield ""


def _sentences(mask: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _sentence_end().finditer(mask):
        before = mask[max(0, found.start() - 12) : found.end()].rstrip().rpartition(" ")[2].casefold()
        if before.lstrip("(") in _SHORT_FORMS:
            continue
        yield from _stripped(mask, start, found.end())
        start = found.end()
    yield from _stripped(mask, start, len(mask))


def _stripped(mask: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and mask[start].isspace():
        start += 1
    while end > start and mask[end - 1].isspace():
        end -= 1
    if end > start:
        yield start, end


@cache
def _not_speech() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(_NOT_SPEECH)}|(?: {{4}}|\t)(?!\s{{0,12}}(?:[-*•]|\d{{1,3}}[.)])\s))")


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(_QUOTED)


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"[.!?…]{1,4}[)\"'\u201d]?(?=\s)|[\u3002\uff01\uff1f\uff1b]|;(?=\s)")


@cache
def _fence() -> re.Pattern[str]:
    return re.compile(r"\s{0,12}(?:[-*]\s)?(`{3,}|~{3,})")


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(r"\s{0,12}<([A-Za-z][\w:-]{0,40})(?:\s[^>\n]{0,300})?>")


@cache
def _item() -> re.Pattern[str]:
    return re.compile(r"\s{0,16}(?:[-*•‣–]|\(?\d{1,3}[.):]|\(?[a-z][.)])\s{1,8}(?:\[[ xX]\]\s)?|\s{0,16}[・●]\s?")
