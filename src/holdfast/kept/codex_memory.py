"""Codex's own memories: `MEMORY.md`, `memory_summary.md` and `rollout_summaries/` in its folder `memories`.

`MEMORY.md` is blocks that begin with `# Task Group:`; each says the folder it applies to, and has lists of preferences,
knowledge and failures. The summary has preferences and tips for all folders. Tasks, keywords and pointers are for Codex's own
search and are left out. Recaps of single sessions go to the archive.

Read: 0.169.0 (the forms that its instructions fix).
"""

from __future__ import annotations

import re

from holdfast.kept.kept import Kept, sentence
from holdfast.kept.markdown import bullets
from holdfast.model import Kind, Layer
from holdfast.transcripts.said import moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HANDBOOK, SUMMARY, RECAPS = "MEMORY.md", "memory_summary.md", "rollout_summaries"
VERSION = "v1"
_SECTIONS = {
    "user preferences": Kind.PREFERENCE,
    "reusable knowledge": Kind.FACT,
    "failures and how to do differently": Kind.LESSON_LEARNED,
    "general tips": Kind.PROCEDURE,
}
_GROUP = re.compile(r"^# Task Group:", re.MULTILINE)
_APPLIES = re.compile(r"^applies_to:\s*cwd=([^;\n]+)", re.MULTILINE)
_TASKS = re.compile(r"(?:\s*\[Task \d+\])+\s*\Z")
_HEAD = re.compile(r"(thread_id|updated_at|rollout_path|cwd|git_branch): ?(.*)")


def of_handbook(text: str) -> Iterator[Kept]:
    """Yield the statements of `MEMORY.md`."""
    starts = [found.start() for found in _GROUP.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        block = text[start:end]
        applies = _APPLIES.search(block)
        folder = applies[1].strip() if applies else ""
        yield from _listed(block, folder if folder.startswith(("/", "~")) or folder[1:3] == ":\\" else "")


def of_summary(text: str) -> Iterator[Kept]:
    """Yield the statements of `memory_summary.md`, when it has the form that is known."""
    if text.partition("\n")[0].strip() == VERSION:
        yield from _listed(text, "")


def of_recap(text: str) -> Iterator[Kept]:
    """Yield the recap of a session."""
    fields: dict[str, str] = {}
    lines = text.splitlines()
    while lines and (head := _HEAD.fullmatch(lines[0])):
        fields[head[1]] = head[2].strip()
        del lines[0]
    told = "\n".join(lines).strip()
    if told and fields:
        yield Kept(
            content=told, kind=Kind.SUMMARY, layer=Layer.L2, tags=("codex-memory",), at=moment(fields.get("updated_at")),
            folder=fields.get("cwd", ""),
        )  # fmt: skip


def _listed(text: str, folder: str) -> Iterator[Kept]:
    for bullet in bullets(text):
        heading = next((word for word in reversed(bullet.headings) if word), "")
        kind = _SECTIONS.get(heading.casefold())
        content = sentence(_TASKS.sub("", bullet.text))
        if kind is not None and content:
            yield Kept(content=content, kind=kind, tags=("codex-memory",), folder=folder)
