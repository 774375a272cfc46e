"""The little Markdown and YAML that memory tools write: front matter, headings, bullets.

No YAML is loaded: of front matter only `key: value`, lists and one level of nesting are read, as text. Takes linear time
on any text. `tests/kept/test_markdown.py` holds the laws.
"""

from __future__ import annotations

import re

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FENCE = "---"
MAX_FRONT_LINES = 200
_BULLET = re.compile(r"([ \t]*)[-*+][ \t]+(.*)")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_ENTRY = re.compile(r"([ \t]*)([A-Za-z_][\w.-]{0,60}):[ \t]*(.*)")


class Bullet(Value):
    """One item of a list, with the headings it stands under, from the first level on."""

    text: str
    headings: tuple[str, ...]
    line: int


def split_front(text: str) -> tuple[dict[str, str | tuple[str, ...]], str]:
    """Return the front matter, nested keys joined by a dot, and the rest of the text."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != FENCE:
        return {}, text
    end = next((place for place, line in enumerate(lines[1 : MAX_FRONT_LINES + 1], 1) if line.strip() == FENCE), 0)
    if not end:
        return {}, text
    return dict(_entries(lines[1:end])), "\n".join(lines[end + 1 :])


def bullets(text: str) -> Iterator[Bullet]:
    """Yield the items of all lists, each with its continuation lines; code blocks are passed over."""
    headings: list[str] = []
    item: list[str] = []
    began, in_code = 0, False
    for number, line in enumerate(text.splitlines(), 1):
        heading, bullet = _HEADING.match(line), _BULLET.match(line)
        if line.lstrip().startswith("```"):
            in_code = not in_code
        is_rest = item and not in_code and line[:1] in (" ", "\t") and line.strip() and bullet is None
        if is_rest:
            item.append(line.strip())
            continue
        if item:
            yield Bullet(text=" ".join(item), headings=tuple(headings), line=began)
            item = []
        if in_code:
            continue
        if heading:
            del headings[len(heading[1]) - 1 :]
            headings += [""] * (len(heading[1]) - 1 - len(headings)) + [heading[2].strip(" #")]
        elif bullet and bullet[2].strip():
            item, began = [bullet[2].strip()], number
    if item:
        yield Bullet(text=" ".join(item), headings=tuple(headings), line=began)


def texts(value: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return a field of front matter as a list."""
    if not value:
        return ()
    return value if isinstance(value, tuple) else tuple(part.strip() for part in value.split(",") if part.strip())


def one_text(value: str | tuple[str, ...] | None) -> str:
    """Return a field of front matter as one text."""
    return value if isinstance(value, str) else ", ".join(value or ())


def _entries(lines: list[str]) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    above, listed = "", []
    for line in lines:
        entry, item = _ENTRY.match(line), _BULLET.match(line)
        if item and above:
            listed.append(_unquoted(item[2]))
            yield above, tuple(listed)  # a later one takes the place of this
            continue
        if entry is None:
            continue
        name = f"{above}.{entry[2]}" if entry[1] and above else entry[2]
        if not entry[1]:
            above, listed = entry[2], []
        value = entry[3].strip()
        if value.startswith("[") and value.endswith("]"):
            yield name, tuple(part for part in map(_unquoted, value[1:-1].split(",")) if part)
        elif value:
            yield name, _unquoted(value)


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
