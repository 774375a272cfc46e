"""Tables, cells and names in Markdown, the same on every page."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_PLAIN = {
    "str": "text", "int": "whole number", "float": "number", "bool": "true or false", "None": "null",
    "dict[str, float]": "object of numbers", "dict[str, int]": "object of whole numbers", "dict[str, Any]": "object",
    "tuple[str, ...]": "list of texts", "tuple[dict[str, object], ...]": "list of objects",
}  # fmt: skip


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; nothing for no rows."""
    lines = [_row(row) for row in rows]
    return "\n".join([_row(heads), _row(["---"] * len(heads)), *lines]) if lines else ""


def code(text: object) -> str:
    """Return a text as a code span."""
    return f"`{text}`" if str(text) else ""


def blocks(*parts: str) -> str:
    """Return paragraphs, tables and headings parted by empty lines; what is empty is left out."""
    return "\n\n".join(part.strip("\n") for part in parts if part)


def anchor(heading: str) -> str:
    """Return the fragment under which a heading is reached."""
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def type_name(annotation: str, enums: Mapping[str, type[StrEnum]]) -> str:
    """Return the type of a field in words: `text or null`, `list of texts`, one of the names of an enumeration."""
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if annotation in enums:
        return ", ".join(code(name) for name in enums[annotation])
    if annotation.endswith(" | None"):
        return f"{type_name(annotation.removesuffix(' | None'), enums)} or null"
    if annotation.startswith("tuple[") and annotation.endswith(", ...]"):
        return f"list of {annotation[6:-6].lower()}"
    return annotation


def described(what: str, fields: Iterable[str], sentences: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return each field with its sentence; a page cannot be made while a field lacks one or one has no field."""
    fields = list(fields)
    if set(fields) != set(sentences):
        odd = sorted(set(fields) ^ set(sentences))
        raise SystemExit(f"scripts/reference: {what}: the code and the sentences differ in {', '.join(odd)}")
    return [(field, sentences[field]) for field in fields]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(text: str) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")
