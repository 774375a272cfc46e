"""Running the rules over one reading of a text.

RE2 finds the places, in bytes; here they become characters, the value is read where a rule only announces
it, its shape is judged, and the place is mapped back to the original. Each rule passes over the text once.
`tests/secrets/test_redactor.py` holds the laws.
"""

from __future__ import annotations

from holdfast.secrets.names import is_harmless_name
from holdfast.secrets.patterns import pattern
from holdfast.secrets.rules import compiled
from holdfast.secrets.shapes import is_quoted_password, is_token, shape, trim
from holdfast.secrets.words import entropy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from holdfast.secrets.layers import View
    from holdfast.secrets.rules import Rule

    Place = tuple[int, int]  # start and end
    Reading = tuple[int, int, str]  # start, end and how the value is written

MAX_NAME_CHARS = 24  # of what stands before a matched name, which may turn its meaning
MAX_VALUE_CHARS = 400  # judged of a value; an accepted one then runs on to the end of its token
MAX_WRAPPED_CHARS = 4000  # looked at in the original to tell a wrapped token from two words

_BARE, _LITERAL, _LISTED = "bare", "literal", "listed"  # without quotes, in quotes, in quotes after a comma
_JUDGED = frozenset({"token", "password", "named-password"})  # shapes of values that have no form of their own
_CONTINUATION = bytes(range(0x80, 0xC0))  # bytes of a UTF-8 character after its first
_OPENING = r"(?:[bruf@$]{1,2}(?=[\"'`]))?[*_({\[]{0,3}(?P<quote>[\"'`]{1,3})?"
_QUOTED = {quote: f"[^{quote}\r\n]{{4,{MAX_VALUE_CHARS}}}(?={quote})" for quote in "\"'`"}
_UNQUOTED = rf"[^\s\"'`<>]{{4,{MAX_VALUE_CHARS}}}"
_WORD_TAIL = r"[A-Za-z0-9_-]*"
_VALUE_TAIL = r"[^\s\"'`<>]*"


def scan(view: View, rules: tuple[Rule, ...]) -> Iterator[tuple[int, Rule, Place]]:
    """Yield every accepted place in the original text, with its rule and that rule's rank."""
    lowered = view.text.lower()
    data = view.text.encode(errors="replace")
    for rank, rule in enumerate(rules):
        if not _has_keyword(rule, view.text, lowered):
            continue
        places = _Places(data)
        done = 0
        for match in compiled(rule).finditer(data):
            place = _accepted(rule, view, _read(rule, match, places, view.text), done)
            if place is not None:
                done = place[1]
                yield rank, rule, view.span(*place)


def _has_keyword(rule: Rule, text: str, lowered: str) -> bool:
    searched = lowered if rule.pattern.startswith("(?i)") else text
    return not rule.keywords or any(keyword in searched for keyword in rule.keywords)


class _Places:
    """Turns byte places into character places; ascending ones cost one pass in all."""

    def __init__(self, data: bytes) -> None:
        self._data = None if data.isascii() else data
        self._byte = self._char = 0

    def char(self, byte: int) -> int:
        if self._data is None:
            return byte
        if byte < self._byte:
            self._byte = self._char = 0
        self._char += len(self._data[self._byte : byte].translate(None, _CONTINUATION))
        self._byte = byte
        return self._char


def _read(rule: Rule, match: Any, places: _Places, text: str) -> Reading:
    """Return where the value stands and how it is written; an empty place for none."""
    if not rule.value_follows:
        start, end = match.span(rule.secret_group)
        start, end = match.span() if start < 0 else (start, end)
        return places.char(start), places.char(end), _BARE
    name, start = places.char(match.start()), places.char(match.end())
    if is_harmless_name(text[max(0, name - MAX_NAME_CHARS) : start]):
        return start, start, _BARE
    return _following(text, start, listed=text[name:start].rstrip().endswith(","))


def _following(text: str, start: int, *, listed: bool) -> Reading:
    opening = pattern(_OPENING).match(text, start)
    if opening is not None:
        start = opening.end()
        quoted = pattern(_QUOTED[opening["quote"][0]]).match(text, start) if opening["quote"] else None
        if quoted is not None:
            return start, quoted.end(), _LISTED if listed else _LITERAL
    bare = pattern(_UNQUOTED).match(text, start)
    return start, start + len(trim(bare[0])) if bare else start, _BARE


def _accepted(rule: Rule, view: View, reading: Reading, done: int) -> Place | None:
    """Return the place to redact, run on to the end of the token, or None if the value is no secret."""
    start, end, form = reading
    if start < done or start == end:
        return None
    value = view.text[start : min(end, start + MAX_VALUE_CHARS)] if rule.shape in _JUDGED else view.text[start:end]
    if not _has_shape(rule, value, form) or (rule.entropy and entropy(value) < rule.entropy):
        return None
    if view.joined and rule.shape in _JUDGED and not _was_one_token(view, start, end):
        return None
    return start, _end_of_token(rule, view.text, end, form, len(value))


def _has_shape(rule: Rule, value: str, form: str) -> bool:
    fits = shape(rule.shape)
    if form != _BARE and " " in value:
        return any(map(fits, value.split()))
    if form == _LITERAL and rule.shape == "named-password":
        return is_quoted_password(value)
    return fits(value)


def _was_one_token(view: View, start: int, end: int) -> bool:
    """Tell whether a value that crosses a line break was one wrapped token and not two words.

    One of its parts must look generated by itself; `password is set` above `2024-01-01` does not.
    """
    first, last = view.span(start, end)
    wrapped = view.original()[first : min(last, first + MAX_WRAPPED_CHARS)]
    parts = wrapped.replace("\\n", "\n").split("\n")
    return len(parts) == 1 or any(is_token(part.strip(" \t\r>|\\")) for part in parts)


def _end_of_token(rule: Rule, text: str, end: int, form: str, size: int) -> int:
    """No piece of an accepted token stays behind because its pattern or its reading was too short."""
    if form != _BARE or rule.from_user:
        return end
    tail = ""
    if rule.value_follows:
        tail = _VALUE_TAIL if size >= MAX_VALUE_CHARS else ""
    elif rule.shape in {"", "token"} and text[end - 1].isalnum():
        tail = _WORD_TAIL
    rest = pattern(tail).match(text, end)
    return rest.end() if rest is not None else end
