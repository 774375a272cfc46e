"""Claude Code's own memory: a folder of Markdown files, one memory each, with `MEMORY.md` as their index.

The index repeats what the files say and is read only where it stands alone, as in earlier versions, for what is listed in it. Other
Markdown, such as a `CLAUDE.md` that is named, is read for its lists as well.

Read: 2.1.327 (the form that it is told to write), and lists of earlier versions.
"""

from __future__ import annotations

import re

from holdfast.kept.kept import Kept, kind_of, sentence
from holdfast.kept.markdown import bullets, one_text, split_front

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

INDEX = "MEMORY.md"
MIN_WORDS = 3
_POINTER = re.compile(r"\[[^\[\]]{1,200}\]\([^()]{1,300}\)")
_LINK = re.compile(r"\[\[([^\[\]]{1,200})\]\]")


def read(text: str) -> Iterator[Kept]:
    """Yield the statements of a file: its body where it has front matter, the items of its lists otherwise."""
    front, body = split_front(text)
    sort = one_text(front.get("metadata.type") or front.get("type"))
    if front.get("name") or front.get("description"):
        content = _LINK.sub(r"\1", body).strip() or sentence(one_text(front.get("description")))
        if content:
            yield Kept(content=content, kind=kind_of(sort), tags=tuple(tag for tag in ("claude-memory", sort) if tag))
        return
    for bullet in bullets(body):
        content = sentence(bullet.text)
        if len(content.split()) >= MIN_WORDS and not _POINTER.match(content):
            heading = next((word for word in reversed(bullet.headings) if word), "")
            yield Kept(content=content, kind=kind_of(heading.removesuffix("s")), tags=("claude-memory",))


def folder_name(folder: str) -> str:
    """Return how Claude Code calls the folder that it keeps for a folder of work."""
    return re.sub(r"[^A-Za-z0-9]", "-", folder)
