"""The reference memory server of the Model Context Protocol: one entity or relation on a line.

What is observed of an entity is a statement about it, and so is a relation.

Read: 2026.8.31 (made by itself).
"""

from __future__ import annotations

from holdfast import errors
from holdfast.kept.kept import Kept, kind_of, sentence
from holdfast.strict_json import parse_object
from holdfast.transcripts.said import MAX_LINE_BYTES, list_in, text_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from holdfast.kept.kept import Note


def read(lines: Iterable[tuple[int, bytes]], note: Note) -> Iterator[Kept]:
    """Yield the statements of a graph."""
    for number, raw in lines:
        try:
            line = parse_object(raw, max_bytes=MAX_LINE_BYTES)
        except errors.BadInput as error:
            note(number, error.why or error.message)
            continue
        match line.get("type"):
            case "entity":
                name, sort = sentence(text_in(line, "name")), sentence(text_in(line, "entityType"))
                for observed in list_in(line, "observations"):
                    if isinstance(observed, str) and observed.strip():
                        yield _about(name, sort, sentence(observed))
            case "relation":
                parts = [sentence(text_in(line, field)) for field in ("from", "relationType", "to")]
                if all(parts):
                    parts[1] = parts[1].replace("_", " ")
                    yield Kept(content=" ".join(parts), tags=("mcp-memory", "relation"))
            case _:
                note(number, "the line is neither an entity nor a relation")


def _about(name: str, sort: str, observed: str) -> Kept:
    is_told = not name or observed.casefold().startswith(name.casefold())
    content = observed if is_told else f"{name}: {observed}"
    return Kept(content=content, kind=kind_of(sort), tags=tuple(tag for tag in ("mcp-memory", sort) if tag))
