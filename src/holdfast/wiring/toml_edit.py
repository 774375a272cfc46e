"""One table of ours at the end of a TOML file, and out again, without touching another byte.

Nothing is rewritten: the table is appended as text, in the file's line ends, and the result is parsed before it counts.
Pure; `tests/wiring/test_toml_edit.py` holds the laws.
"""

from __future__ import annotations

import json
import re
import tomllib

from holdfast.wiring.edits import Insertion
from holdfast.wiring.jsonc import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Taken(Exception):
    """A table of that name stands there already, or cannot be added to."""


def parse(text: str) -> dict[str, Any]:
    """Return what a TOML text holds; raises `Malformed` with line and column."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = (int(where[1]), int(where[2])) if where else (text.count("\n") + 1, 1)
        raise Malformed(str(error).partition(" (at")[0], line, column) from None
    except RecursionError:
        raise Malformed("nested too deeply", 1, 1) from None


def addition(text: str, path: tuple[str, str], values: dict[str, object]) -> list[Insertion]:
    """Return the insertion that appends a table; raises `Taken` where it cannot be appended, or would change others."""
    before = parse(text)
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [
        f"[{'.'.join(path)}]",
        *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()),
    ]
    lead = ("" if not text or text.endswith("\n") else newline) + (newline if text.strip() else "")
    added = lead + newline.join(lines) + newline
    try:
        after = parse(text + added)
    except Malformed:
        raise Taken from None
    outer, inner = path
    others = before.get(outer, {})
    if not isinstance(others, dict) or after != {**before, outer: {**others, inner: values}}:
        raise Taken
    return [Insertion(at=len(text), text=added)]


def without(text: str, path: tuple[str, str]) -> str:
    """Return the text without the table and its own tables, and without the empty line that stood before it."""
    outer, inner = map(re.escape, path)
    header = re.compile(
        rf"^[ \t]*\[[ \t]*\"?{outer}\"?[ \t]*\.[ \t]*\"?{inner}\"?[ \t]*(?:\.[^\]\r\n]*)?\][^\n]*\n?", re.MULTILINE
    )
    while found := header.search(text):
        rest = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, found.end())
        end = rest.start() if rest else len(text)
        kept = _comments_of_next(text[found.end() : end])
        start = found.start()
        if not kept and text[:start].endswith(("\n\n", "\n\r\n")):
            start -= 2 if text[:start].endswith("\r\n") else 1
        text = text[:start] + kept + text[end:]
    return text


def _comments_of_next(body: str) -> str:
    """Return the comments and empty lines at the end of a table, which belong to what follows."""
    lines = body.splitlines(keepends=True)
    number = next(
        (place for place, line in enumerate(reversed(lines)) if line.strip() and not line.lstrip().startswith("#")),
        len(lines),
    )
    tail = lines[len(lines) - number :]
    return "".join(tail) if any(line.strip() for line in tail) else ""
