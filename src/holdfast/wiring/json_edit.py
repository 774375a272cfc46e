"""Putting members and items into a JSON file, and taking them out, without touching another byte of it.

`additions` compares what is wanted with what is there and returns insertions in the file's own indentation and line
ends. Objects are entered where they exist; items are appended to lists, so that what others put there keeps its place.
`without` removes what a rule calls ours, with the commas and lines that belong to it, and the containers that were made
for it. Pure; `tests/wiring/test_json_edit.py` holds the laws.
"""

from __future__ import annotations

import json

from holdfast.wiring import jsonc
from holdfast.wiring.edits import Insertion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from holdfast.wiring.jsonc import Node

Path = tuple[str, ...]
USUAL_UNIT = "  "


class Clash(Exception):
    """Something else than a container stands where one is needed."""

    def __init__(self, path: Path, kind: str) -> None:
        super().__init__(f"{'.'.join(path) or 'the top level'} is no {kind}")


def additions(text: str, wanted: dict[str, Any], is_there: Callable[[Path, Node, Any], bool]) -> list[Insertion]:
    """Return what must be put in so that the file holds what is wanted; nothing when it does.

    `is_there(path, node, item)` says whether a list holds an item already, or a member its value, in whatever form.
    Raises `Clash`, and `jsonc.Malformed` for a file that is no JSON.
    """
    root = jsonc.parse(text)
    style = _Style(text, root)
    if root is None:
        needs_line = text.strip(jsonc.BOM + " \t\r\n") and not text.endswith("\n")
        return [Insertion(at=len(text), text=style.newline * bool(needs_line) + style.document(wanted))]
    return _into(text, style, root, wanted, (), is_there)


def missing(text: str, wanted: dict[str, Any]) -> list[Path]:
    """Return the paths of the containers that do not exist yet, outermost first."""
    return _missing(jsonc.parse(text), wanted, ())


def without(text: str, is_ours: Callable[[Path, Node], bool], made: Collection[Path]) -> str:
    """Return the text without what is ours, and without the containers of `made` that hold nothing any more."""
    while True:
        root = jsonc.parse(text)
        spans = _first_cut(text, root, (), is_ours, made) if root else ()
        if not spans:
            return text
        for start, end in sorted(spans, reverse=True):
            text = text[:start] + text[end:]


def _into(
    text: str,
    style: _Style,
    node: Node,
    wanted: dict[str, Any],
    path: Path,
    is_there: Callable[[Path, Node, Any], bool],
) -> list[Insertion]:
    if node.kind != "object":
        raise Clash(path, "object")
    found: list[Insertion] = []
    new: dict[str, Any] = {}
    for key, value in wanted.items():
        inner, here = node.get(key), (*path, key)
        if inner is None:
            new[key] = value
        elif is_there(here, inner, value):
            continue
        elif isinstance(value, dict):
            found += _into(text, style, inner, value, here, is_there)
        elif isinstance(value, list):
            if inner.kind != "array":
                raise Clash(here, "list")
            items = [item for item in value if not is_there(here, inner, item)]
            found += style.appended(inner, [style.shown(item, inner) for item in items]) if items else []
    members = [f"{json.dumps(key)}:{style.space}{style.shown(value, node)}" for key, value in new.items()]
    return found + (style.appended(node, members) if members else [])


def _missing(node: Node | None, wanted: dict[str, Any], path: Path) -> list[Path]:
    found: list[Path] = []
    for key, value in wanted.items():
        here = (*path, key)
        inner = node.get(key) if node and node.kind == "object" else None
        if inner is None:
            found.append(here)
        if isinstance(value, dict):
            found += _missing(inner, value, here)
    return found


class _Style:
    """How the file is written: its line ends, its indentation, and whether it is written on one line."""

    def __init__(self, text: str, root: Node | None) -> None:
        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.is_flat = root is not None and bool(root.members) and "\n" not in text[root.start : root.end]
        self.unit = self._unit(root)
        self.space = "" if self.is_flat and '":' in text and '": ' not in text else " "

    def document(self, wanted: dict[str, Any]) -> str:
        return json.dumps(wanted, indent=2, ensure_ascii=False).replace("\n", self.newline) + self.newline

    def shown(self, value: Any, container: Node) -> str:
        """Return a value as the file would write it as a part of this container."""
        if self.is_flat:
            separators = (f",{self.space}", f":{self.space}")
            return json.dumps(value, ensure_ascii=False, separators=separators)
        shown = json.dumps(value, indent=self.unit, ensure_ascii=False)
        return shown.replace("\n", self.newline + self._inner(container))

    def appended(self, container: Node, parts: list[str]) -> list[Insertion]:
        """Return the insertions that append these parts to a container."""
        before = " " * bool(self.space) if self.is_flat else self.newline + self._inner(container)
        children = container.members or container.items
        if not children:
            return [self._first(container, ("" if self.is_flat else before) + f",{before}".join(parts))]
        last = container.members[-1].value if container.members else container.items[-1]
        if len(container.commas) == len(children):  # a trailing comma: go on in that style
            at = jsonc.comments_end(self.text, container.commas[-1] + 1)
            return [Insertion(at=at, text="".join(f"{before}{part}," for part in parts))]
        at = jsonc.comments_end(self.text, last.end)
        text = before + f",{before}".join(parts)
        if at == last.end:
            return [Insertion(at=at, text=f",{text}")]
        return [Insertion(at=last.end, text=","), Insertion(at=at, text=text)]

    def _first(self, container: Node, text: str) -> Insertion:
        inside = self.text[container.start + 1 : container.end - 1]
        at = container.start + 1 + len(inside.rstrip(" \t\r\n"))  # after the comments, if it holds any
        closes_line = (
            "" if self.is_flat or "\n" in self.text[at : container.end] else self.newline + self._outer(container)
        )
        return Insertion(at=at, text=text + closes_line)

    def _inner(self, container: Node) -> str:
        """Return the indentation of the parts of a container: that of its first part, else one more than its own."""
        children = container.members or container.items
        if children:
            start = children[0].start
            line = self.text[self.text.rfind("\n", 0, start) + 1 : start]
            if not line.strip():
                return line
        return self._outer(container) + self.unit

    def _outer(self, container: Node) -> str:
        line = self.text[self.text.rfind("\n", 0, container.start) + 1 : container.start].lstrip(jsonc.BOM)
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _unit(self, root: Node | None) -> str:
        for member in root.members if root else ():
            line = self.text[self.text.rfind("\n", 0, member.start) + 1 : member.start]
            if line and not line.strip():
                return line
        return USUAL_UNIT


def _first_cut(
    text: str, node: Node, path: Path, is_ours: Callable[[Path, Node], bool], made: Collection[Path]
) -> tuple[tuple[int, int], ...]:
    """Return the spans of the first part that must go, with its comma."""
    parts = [(member.start, member.value, (*path, member.key)) for member in node.members]
    parts += [(item.start, item, path) for item in node.items]
    for number, (_, value, here) in enumerate(parts):
        is_empty = value.kind != "scalar" and not (value.members or value.items)
        if is_ours(here, value) or (is_empty and here in made and node.kind == "object"):
            return _with_comma(text, node, number, [(start, one.end) for start, one, _ in parts])
        inner = _first_cut(text, value, here, is_ours, made)
        if inner:
            return inner
    return ()


def _with_comma(text: str, node: Node, number: int, parts: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the spans of a part with one comma and the blanks before it; comments beside it stay."""
    start, end = parts[number]
    has_comma = number < len(node.commas)
    if has_comma:
        end = node.commas[number] + 1
    opening = node.commas[number - 1] + 1 if number else node.start + 1
    before = opening + len(text[opening:start].rstrip(" \t\r\n"))
    if jsonc.ends_in_line_comment(text[opening:before]):
        before = text.find("\n", before) + 1  # what follows must not become a part of that comment
    if len(parts) == 1 and not text[node.start + 1 : before].strip() and not text[end : node.end - 1].strip():
        return ((node.start + 1, node.end - 1),)
    if (
        number == 0
        and len(parts) > 1
        and "\n" not in text[before : parts[1][0]]
        and not text[end : parts[1][0]].strip()
    ):
        return ((start, parts[1][0]),)  # all on one line: no blank is left in front
    if number and not has_comma:
        return ((node.commas[number - 1], node.commas[number - 1] + 1), (before, end))
    return ((before, end),)
