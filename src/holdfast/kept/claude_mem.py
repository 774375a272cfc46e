"""claude-mem: the tables `observations` and `session_summaries` of its database.

Of an observation each of its facts is a statement; one without facts is its title and story. What only tells what was
done (features, refactorings, changes) goes to the archive, and so do summaries of sessions. Columns that a version does not have
yet are missing fields.

Read: 13.25.3 (made by its own store).
"""

from __future__ import annotations

from holdfast import errors
from holdfast.kept.kept import MAX_TAGS, Kept, kind_of, sentence
from holdfast.model import Kind, Layer
from holdfast.strict_json import parse
from holdfast.transcripts.said import moment, text_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

OBSERVATIONS = "SELECT * FROM observations ORDER BY id"
SUMMARIES = "SELECT * FROM session_summaries ORDER BY id"
TABLES = {"observations": {"id", "project", "type", "created_at"}}
MAX_LIST_BYTES = 1024 * 1024
MAX_CITATIONS = 8
_DONE = frozenset(("feature", "refactor", "change"))
_PARTS = (
    ("request", "Asked"),
    ("learned", "Learned"),
    ("completed", "Done"),
    ("next_steps", "Next"),
    ("notes", "Notes"),
)


def of_observation(row: dict[str, Any]) -> Iterator[Kept]:
    """Yield the statements of an observation."""
    sort, title = text_in(row, "type"), sentence(text_in(row, "title"))
    facts, story = _texts(row.get("facts")), sentence(text_in(row, "narrative", "text", "subtitle"))
    shared = Kept(
        content="", kind=kind_of(sort), tags=("claude-mem", *_texts(row.get("concepts")))[:MAX_TAGS],
        citations=tuple(_texts(row.get("files_modified"))[:MAX_CITATIONS]), at=moment(row.get("created_at")),
        project=text_in(row, "merged_into_project", "project"),
    )  # fmt: skip
    if sort in _DONE:
        told = ". ".join(part.rstrip(".") for part in (title, story, *facts) if part)
        yield from _said(shared.evolve(layer=Layer.L2, kind=Kind.SUMMARY), told)
    elif facts:
        for fact in facts:
            yield from _said(shared, sentence(fact))
    else:
        yield from _said(shared, ": ".join(part for part in (title, story) if part))


def of_summary(row: dict[str, Any]) -> Iterator[Kept]:
    """Yield the summary of a session."""
    parts = [(name, sentence(text_in(row, field))) for field, name in _PARTS]
    told = "\n".join(f"{name}: {text}" for name, text in parts if text)
    shared = Kept(
        content="", kind=Kind.SUMMARY, layer=Layer.L2, tags=("claude-mem",), at=moment(row.get("created_at")),
        project=text_in(row, "merged_into_project", "project"),
    )  # fmt: skip
    yield from _said(shared, told)


def _said(shared: Kept, content: str) -> Iterator[Kept]:
    if content:
        yield shared.evolve(content=content)


def _texts(column: Any) -> list[str]:
    if not isinstance(column, str) or not column:
        return []
    try:
        found = parse(column, max_bytes=MAX_LIST_BYTES)
    except errors.BadInput:
        return []
    return [one for one in found if isinstance(one, str) and one.strip()] if isinstance(found, list) else []
