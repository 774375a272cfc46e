"""Reading JSON as people keep it, with the place of every part: comments, trailing commas, a byte order mark, any line ends.

Nothing is decoded but keys and values that are asked for; every byte that is not named by a part is left to the file.
Takes linear time; raises `Malformed` with line and column. `tests/wiring/test_jsonc.py` compares it with the standard
library's parser.
"""

from __future__ import annotations

import json
import re
from functools import cache

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

MAX_DEPTH = 60
BOM = "\ufeff"


class Malformed(Exception):
    """The text is not JSON, comments and trailing commas allowed."""

    def __init__(self, why: str, line: int, column: int) -> None:
        super().__init__(f"{why} at line {line}, column {column}")
        self.why, self.line, self.column = why, line, column


class Node(Value):
    """One value and where it stands: `text[start:end]`."""

    kind: str  # object, array or scalar
    start: int
    end: int
    value: Any = None  # of a scalar
    members: tuple[Member, ...] = ()  # of an object
    items: tuple[Node, ...] = ()  # of an array
    commas: tuple[int, ...] = ()  # where a comma follows each member or item; one more or less than those tells the end

    def get(self, key: str) -> Node | None:
        """Return the value of a key, the last one where it stands twice, as every parser reads it."""
        return next((member.value for member in reversed(self.members) if member.key == key), None)

    def plain(self) -> Any:
        """Return the value as the standard library would."""
        if self.kind == "object":
            return {member.key: member.value.plain() for member in self.members}
        return [item.plain() for item in self.items] if self.kind == "array" else self.value


class Member(Value):
    """A key with its value."""

    key: str
    start: int
    value: Node


def parse(text: str) -> Node | None:
    """Return the value of a text; None for one that holds nothing but blanks and comments."""
    return _Scanner(text).document()


def comments_end(text: str, position: int) -> int:
    """Return where the comments end that follow on the same line, blanks before them included; the position for none."""
    found = _same_line_comment().match(text, position)
    return found.end() if found else position


def ends_in_line_comment(blank: str) -> bool:
    """Say whether the last comment of a text of blanks and comments is one that ends with its line."""
    return next((one[0].startswith("//") for one in reversed(list(_comment().finditer(blank)))), False)


@cache
def _comment() -> re.Pattern[str]:
    return re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)


@cache
def _blank() -> re.Pattern[str]:
    return re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)+", re.DOTALL)


@cache
def _same_line_comment() -> re.Pattern[str]:
    return re.compile(r"(?:[ \t]*/\*[^\r\n]*?\*/)*[ \t]*//[^\r\n]*|(?:[ \t]*/\*[^\r\n]*?\*/)+")


@cache
def _string() -> re.Pattern[str]:
    return re.compile(r'"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"')


@cache
def _literal() -> re.Pattern[str]:
    return re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.])|(?:true|false|null)(?!\w)")


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = len(BOM) if text.startswith(BOM) else 0

    def document(self) -> Node | None:
        self.skip()
        if self.at == len(self.text):
            return None
        found = self.value(0)
        self.skip()
        if self.at < len(self.text):
            self.fail("something stands after the end")
        return found

    def skip(self) -> None:
        found = _blank().match(self.text, self.at)
        self.at = found.end() if found else self.at

    def value(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            self.fail("nested too deeply")
        sign = self.text[self.at : self.at + 1]
        if sign == "{":
            return self.object(depth)
        if sign == "[":
            return self.array(depth)
        start = self.at
        found = (_string() if sign == '"' else _literal()).match(self.text, start)
        if found is None:
            self.fail("a text that does not end" if sign == '"' else "a value is missing")
        self.at = found.end()
        return Node(kind="scalar", start=start, end=self.at, value=self.decoded(found[0], start))

    def decoded(self, raw: str, start: int) -> Any:
        try:
            return json.loads(raw, strict=False)
        except ValueError:
            self.at = start
            self.fail("a value that cannot be read")

    def object(self, depth: int) -> Node:
        start, members, commas = self.at, list[Member](), list[int]()
        self.at += 1
        while not self.closes("}", members, commas):
            key_at = self.at
            if self.text[key_at : key_at + 1] != '"':
                self.fail("a key is missing")
            key = self.value(depth)
            self.skip()
            if self.text[self.at : self.at + 1] != ":":
                self.fail("a colon is missing")
            self.at += 1
            self.skip()
            members.append(Member(key=key.value, start=key_at, value=self.value(depth + 1)))
        return Node(kind="object", start=start, end=self.at, members=tuple(members), commas=tuple(commas))

    def array(self, depth: int) -> Node:
        start, items, commas = self.at, list[Node](), list[int]()
        self.at += 1
        while not self.closes("]", items, commas):
            items.append(self.value(depth + 1))
        return Node(kind="array", start=start, end=self.at, items=tuple(items), commas=tuple(commas))

    def closes(self, sign: str, parts: list[Any], commas: list[int]) -> bool:
        """Pass the comma after a part, if there is one, and say whether the container ends here."""
        self.skip()
        if parts and self.text[self.at : self.at + 1] == ",":
            commas.append(self.at)
            self.at += 1
            self.skip()
        if self.text[self.at : self.at + 1] == sign:
            self.at += 1
            return True
        if len(commas) < len(parts):
            self.fail(f"a comma or {sign} is missing")
        return False

    def fail(self, why: str) -> NoReturn:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - (self.text.rfind("\n", 0, self.at) + 1) + 1
        raise Malformed(why, line, column)
