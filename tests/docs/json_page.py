"""Reading `docs/reference/json.md`, and comparing what a command printed with it.

A field may be missing only where its sentence says when it is there ("only", "where"); a field may be added only where the
sentence of what holds it names it in code. Links lead to shapes, which are followed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_LINK = re.compile(r"\[[^\]]+\]\(#([^)]+)\)")
_CODE = re.compile(r"`([^`]+)`")
_PLAIN = {
    "text": str, "whole number": int, "number": (int, float), "true or false": bool, "object": dict,
    "object of numbers": dict, "object of whole numbers": dict, "list of texts": list, "list of objects": list,
    "null": type(None),
}  # fmt: skip


class Field(NamedTuple):
    """One row of a table."""

    kind: str
    sentence: str


class Page:
    """The commands and shapes that the page documents."""

    def __init__(self, text):
        commands, shapes = text.split("\n# Shapes\n")
        self.schemas = dict(re.findall(r"^## (.+)\n\nSchema `([^`]+)`", commands, re.MULTILINE))
        self.answers = {name: _forms(body) for name, body in _sections(commands)}
        self.shapes = {name.replace(" ", "-"): _forms(body)[0][1] for name, body in _sections(shapes)}

    def problems(self, data, fields, where, *, extra=(), said=""):
        """Return where an object is not what its table says; `said` is the sentence of what holds it."""
        if not isinstance(data, dict):
            return [f"{where} is no object"]
        found = [f"{where}.{name} is not documented" for name in data if name not in fields and name not in extra]
        for name, field in fields.items():
            if name in data:
                found += self._value(data[name], field, f"{where}.{name}", extra)
            elif not re.search(r"\b[Oo]nly\b", f"{field.sentence} {said}"):
                found.append(f"{where}.{name} is documented and missing")
        return found

    def _value(self, value, field, where, extra):
        if field.kind == "any":
            return []
        if value is None:
            return [] if "null" in field.kind else [f"{where} is null"]
        shapes = _LINK.findall(field.kind)
        if not shapes:
            return [] if _is_one_of(value, field.kind) else [f"{where} is {value!r}, not {field.kind}"]
        extra = (*extra, *_CODE.findall(field.sentence))
        values = {"": value} if not field.kind.startswith(("list of", "object of")) else _numbered(value)
        tried = [
            [
                problem
                for key, one in values.items()
                for problem in self._shape(one, shape, f"{where}{key}", extra, field)
            ]
            for shape in shapes
        ]
        return min(tried, key=len)

    def _shape(self, value, shape, where, extra, field):
        return self.problems(value, self.shapes[shape], where, extra=extra, said=field.sentence)


def _sections(text):
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def _forms(body):
    """Return each table of a section with the line that says when it holds."""
    forms, when = [], ""
    for block in body.strip().split("\n\n"):
        if block.startswith("| field |"):
            cells = [re.split(r"(?<!\\)\|", line.strip("|")) for line in block.splitlines()[2:]]
            fields = {name.strip(" `"): Field(kind.strip(), sentence.strip()) for name, kind, sentence in cells}
            forms.append((when, fields))
        else:
            when = "" if block.startswith("Schema") else block.rstrip(":").replace("`", "")
    return [(when if len(forms) > 1 else "", fields) for when, fields in forms]


def _numbered(value):
    if isinstance(value, dict):
        return {f".{key}": one for key, one in value.items()}
    return {f"[{number}]": one for number, one in enumerate(value)} if isinstance(value, list) else {"": value}


def _is_one_of(value, kind):
    named = kind.split(" or ") if kind != "true or false" else [kind]
    return any(_is(value, one) for one in named)


def _is(value, kind):
    if kind in _PLAIN:
        is_number = kind in ("whole number", "number")
        return isinstance(value, _PLAIN[kind]) and not (is_number and isinstance(value, bool))
    return value in _CODE.findall(kind)  # the names of an enumeration
