"""basic-memory: a folder of Markdown notes.

An observation, `- [category] text #tag (context)`, is a statement about its note. A note's other text goes to the archive with
its title. Of the time that may stand before an observation, days written as such are understood: one that has ended is left
out, and the day it began is kept.

Read: 0.24.1 (from its source).
"""

from __future__ import annotations

import re

from holdfast.kept.kept import MAX_TAGS, Kept, kind_of, sentence
from holdfast.kept.markdown import bullets, one_text, split_front, texts
from holdfast.model import Kind, Layer
from holdfast.transcripts.said import moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MIN_NOTE_CHARS = 40
_OBSERVATION = re.compile(r"\[([^\[\]()]{1,60})\]\s+(\S.*)")
_CLOCK = re.compile(r"\d{1,3}:\d{2}")
_RELATION = re.compile(r"[^\[\]]{1,80}\[\[[^\[\]]+\]\].*")
_DAY = r"(\d{4}-\d\d-\d\d)"
_POINT = re.compile(rf"@(?:[a-z]+:)?{_DAY}(?=\s)\s+")
_RANGE = re.compile(rf"@[a-z]*[\[(]{_DAY}?,{_DAY}?[\])]\s+")
_CONTEXT = re.compile(r"\s*\([^()]{1,200}\)\Z")
_TAG = re.compile(r"(?:\A|\s)#([\w/-]{1,60})")


def read(text: str, name: str, *, today: str) -> Iterator[Kept]:
    """Yield the statements of a note; `name` stands in for a title, and `today` is a day as `2026-03-01`."""
    front, body = split_front(text)
    title = sentence(one_text(front.get("title"))) or name
    shared = tuple(dict.fromkeys(("basic-memory", *texts(front.get("tags")))))
    at = moment(one_text(front.get("modified")) or one_text(front.get("created")))
    told = set()
    for bullet in bullets(body):
        observation = _OBSERVATION.fullmatch(bullet.text)
        if observation and not _is_mark(observation[1]):
            told.add(bullet.line)
            yield from _observed(title, observation[1].strip(), observation[2], shared, at, today)
        elif _RELATION.fullmatch(bullet.text):
            told.add(bullet.line)
    rest = [line for number, line in enumerate(body.splitlines(), 1) if number not in told]
    prose = "\n".join(line for line in rest if line.strip() and not line.lstrip().startswith("#"))
    if len(prose) >= MIN_NOTE_CHARS:
        yield Kept(content=f"{title}\n{prose}", kind=Kind.SUMMARY, layer=Layer.L2, tags=shared[:MAX_TAGS], at=at)


def _observed(title: str, category: str, text: str, shared: tuple[str, ...], at: str, today: str) -> Iterator[Kept]:
    ranged, point = _RANGE.match(text), _POINT.match(text)
    since = (ranged[1] if ranged else point[1] if point else "") or ""
    if ranged and ranged[2] and ranged[2] <= today:
        return
    text = text[(ranged or point).end() :] if ranged or point else text  # type: ignore[union-attr]
    tags = tuple(_TAG.findall(text))
    content = sentence(_TAG.sub(" ", _CONTEXT.sub("", text)))
    if content:
        is_told = content.casefold().startswith(title.casefold())
        yield Kept(
            content=content if is_told else f"{title}: {content}", kind=kind_of(category),
            tags=tuple(dict.fromkeys((*shared, category, *tags)))[:MAX_TAGS], at=moment(since) or at,
        )  # fmt: skip


def _is_mark(category: str) -> bool:
    """Say whether brackets hold a tick box or a time rather than a category."""
    return category in "xX" or (len(category) == 1 and not category.isalnum()) or bool(_CLOCK.match(category))
