"""Running the rules over one reading of a text.

RE2 finds the places, in bytes; here they become characters, the value is read where a rule only announces
it, its shape is judged, and the place is mapped back to the original. Each rule passes over the text once.
`tests/secrets/test_redactor.py` holds the laws.
"""

from __future__ import annotations

from itertools import zip_longest

from holdfast.secrets.names import is_harmless_name
from holdfast.secrets.patterns import pattern
from holdfast.secrets.rules import compiled
from holdfast.secrets.shapes import MIN_TOKEN_CHARS, is_quoted_password, is_token, shape, trim
from holdfast.secrets.words import entropy, is_plain, is_scattered, is_wordlike

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from holdfast.secrets.layers import View
    from holdfast.secrets.rules import Rule

    Place = tuple[int, int]  # start and end
    Reading = tuple[str, int, int, str]  # what announces the value, its start and end, and how it is written

MAX_NAME_CHARS = 24  # of what stands before a matched name, which may turn its meaning
MAX_VALUE_CHARS = 160  # judged of a value; an accepted one then runs on to the end of its token
MAX_QUOTED_CHARS = 400  # of a value in quotes, before they count as unbalanced
MAX_WRAPPED_CHARS = 4000  # looked at in the original to tell a wrapped token from two words

MAX_WORD_CHARS = 24  # of a word on the line after a token that is left there
SURE_NAME_CHARS = 20  # from here on a piece of a token, digits and all, never reads like a name

_BARE, _LITERAL, _LISTED = "bare", "literal", "listed"  # without quotes, in quotes, in quotes after a comma
_JUDGED = frozenset({"token", "password", "named-password"})  # shapes of values that have no form of their own
_MARGIN = " \t\r>|\u2502\u2503\\#*/;"  # around the lines of a wrapped token
_CONTINUATION = bytes(range(0x80, 0xC0))  # bytes of a UTF-8 character after its first
_OPENING = r"(?:[bruf@$]{1,2}(?=[\"'`]))?[*_({\[]{0,3}(?P<quote>[\"'`]{1,3})?"
_QUOTED = {quote: f"[^{quote}\r\n]{{4,{MAX_QUOTED_CHARS}}}(?={quote})" for quote in "\"'`"}
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
        matches = list(compiled(rule).finditer(data))
        for match, following in zip_longest(matches, matches[1:]):
            reading = _read(rule, match, places, view.text)
            until = places.char(following.start()) if following else len(view.text)
            place = _accepted(rule, view, reading, done, until)
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
        return "", places.char(start), places.char(end), _BARE
    name, start = places.char(match.start()), places.char(match.end())
    listed = text[name:start].rstrip().endswith(",")
    return text[max(0, name - MAX_NAME_CHARS) : start], *_following(text, start, listed=listed)


def _following(text: str, start: int, *, listed: bool) -> tuple[int, int, str]:
    opening = pattern(_OPENING).match(text, start)
    if opening is not None:
        start = opening.end()
        quoted = pattern(_QUOTED[opening["quote"][0]]).match(text, start) if opening["quote"] else None
        if quoted is not None:
            return start, quoted.end(), _LISTED if listed else _LITERAL
    bare = pattern(_UNQUOTED).match(text, start)
    return start, start + len(trim(bare[0])) if bare else start, _BARE


def _accepted(rule: Rule, view: View, reading: Reading, done: int, until: int) -> Place | None:
    """Return the place to redact, run on to the end of the token, or None if the value is no secret.

    Only what stands before `until` is judged, where the next value is announced: names that are glued to one another
    would otherwise be judged over and over.
    """
    name, start, end, form = reading
    if start < done or start == end:
        return None
    value = view.text[start:end]
    if rule.shape in _JUDGED:
        value = value[: min(MAX_VALUE_CHARS, max(0, until - start))]
    if not _has_shape(rule, value, form) or (rule.entropy and entropy(value) < rule.entropy):
        return None
    if rule.value_follows and is_harmless_name(name):
        return None
    if view.joined and rule.shape in _JUDGED and not _was_one_token(_pieces(view, start, end)):
        return None
    end = _end_of_token(rule, view.text, end, form, len(value))
    return start, _end_of_line(rule, view, start, end, form) if view.joined else end


def _has_shape(rule: Rule, value: str, form: str) -> bool:
    fits = shape(rule.shape)
    if form != _BARE and " " in value:
        return any(map(fits, value.split()))
    if form == _LITERAL and rule.shape == "named-password":
        return is_quoted_password(value)
    return fits(value)


def _pieces(view: View, start: int, end: int) -> list[str]:
    """Return the lines of the original over which a place goes."""
    first, last = view.span(start, end)
    wrapped = view.original()[first : min(last, first + MAX_WRAPPED_CHARS)]
    return [piece.strip(_MARGIN) for piece in wrapped.replace("\\n", "\n").split("\n")]


def _was_one_token(pieces: list[str]) -> bool:
    """Tell whether a value that crosses a line break was one wrapped token and not two words.

    One of its pieces must look generated by itself and none may be a name; neither `password is set` above
    `2024-01-01` nor a path above a digest is.
    """
    return len(pieces) == 1 or (any(map(is_token, pieces)) and not any(map(_is_name, pieces)))


def _is_name(piece: str) -> bool:
    """Tell whether a piece is too long to read like a name by chance."""
    if len(piece) < MIN_TOKEN_CHARS:
        return False
    return is_wordlike(piece) and not is_scattered(piece) if len(piece) >= SURE_NAME_CHARS else is_plain(piece)


def _end_of_line(rule: Rule, view: View, start: int, end: int, form: str) -> int:
    """Return the end without the words of the next lines, where what stands before them is a secret by itself."""
    first, last = view.span(start, end)
    pieces = _pieces(view, start, end)[1:] if last - first <= MAX_WRAPPED_CHARS else []
    for piece in reversed(pieces):
        cut = end - len(piece)
        is_word = len(piece) <= MAX_WORD_CHARS and is_plain(piece) and view.text.endswith(piece, start, end)
        if not is_word or not _stands_alone(rule, view.text, start, cut, form):
            break
        end = cut
    return end


def _stands_alone(rule: Rule, text: str, start: int, end: int, form: str) -> bool:
    if rule.value_follows:
        return _has_shape(rule, text[start:end][:MAX_VALUE_CHARS], form)
    before = max(0, start - MAX_NAME_CHARS)
    return compiled(rule).search(text[before:end].encode(errors="replace")) is not None


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
