"""The readings of a text: what a person, a terminal or a decoder would see, with an exact way back.

`views` yields the text without invisible characters and terminal colours, in compatibility form, with wrapped
tokens joined, with escapes resolved (up to four times over) and with base64 texts decoded. `View.span` maps a
place in a view to the place in the original that it came from. Work is bounded by `MAX_VIEWS`, and every pass
is linear. `tests/secrets/test_secret_layers.py` holds the laws.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right

from holdfast.secrets.escapes import base64_texts, escapes
from holdfast.secrets.patterns import pattern
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from holdfast.secrets.escapes import Edit

MAX_VIEWS = 24
MAX_DEPTH = 4  # escapes within escapes; JSON in JSON in a log line is three
PLACEHOLDER = r"\[secret:[a-z][a-z0-9]{0,15}(?:-[a-z0-9]{1,15}){0,5}\]"

_GAP = "\n()\n"  # between decoded texts; no rule reaches across it
_KEPT_CONTROLS = "\t\n\r"
_CONTROLS = bytes(byte for byte in (*range(32), 127) if chr(byte) not in _KEPT_CONTROLS)
# Of an operating system command only the introducer goes: its payload (a link, a clipboard) is text like any other.
_TERMINAL = r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][0-9]{0,4};?|\x1b[ -/]*[0-~]"
# Default-ignorable code points whose category alone does not say so: fillers, variation selectors, reserved ones.
_IGNORED = frozenset("\u115f\u1160\u2065\u3164\uffa0")
_IGNORED_RANGES = ((0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF))
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Mn", "Me"})
_FOLDS = {
    **dict.fromkeys("\u2028\u2029\u0085\x0b\x0c", "\n"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d", '"'),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a", "'"),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
}
_JOINING = r"[A-Za-z0-9+/=_.~%@:!$&*#;-]"
_BREAK = rf"\n[ \t]*(?:[>|\u2502][ \t]?)?(?={_JOINING})"
_NEW_ITEM = (
    r"[-*+.#:] |[0-9]{1,3}[.)] |[A-Za-z_][\w.-]{0,60}: "
    r"|[A-Za-z_][\w.-]{0,60}[ \t]{0,2}(?:[=:]|[=:<>~!]=)(?![=\s\"'&;,)]|$)"
)


class View(Value):
    """One reading of a text. `starts` and `origins` mark where runs begin here and in `parent`."""

    text: str
    parent: View | None = None
    starts: tuple[int, ...] = ()
    origins: tuple[tuple[int, int, bool], ...] = ()  # start, end, copied character by character
    joined: bool = False  # a line break was taken out

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the part of the original text that `text[start:end]` came from."""
        if self.parent is None:
            return start, end
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, max(start, end - 1)) - 1
        origin, _, copied = self.origins[first]
        from_ = origin + start - self.starts[first] if copied else origin
        origin, until, copied = self.origins[last]
        to = origin + end - self.starts[last] if copied else until
        return self.parent.span(from_, to)

    def original(self) -> str:
        """Return the text that all this is a reading of."""
        return self.text if self.parent is None else self.parent.original()


def views(text: str) -> Iterator[View]:
    """Yield every reading of a text, the plainest first."""
    seen: set[str] = set()
    waiting: list[tuple[View, int]] = [(View(text=text), 0)]
    while waiting:
        raw, depth = waiting.pop(0)
        for view in _cleaned(raw):
            if view.text in seen or len(seen) == MAX_VIEWS:
                continue
            seen.add(view.text)
            yield view
            waiting.extend(_deeper(view, depth))


def _deeper(view: View, depth: int) -> Iterator[tuple[View, int]]:
    joins = _joins(view.text)
    if joins:
        yield _edited(view, joins, joined=True), depth
    if depth == MAX_DEPTH:
        return
    escaped = escapes(view.text)
    if escaped:
        yield _edited(view, escaped), depth + 1
    texts = base64_texts(view.text)
    if texts:
        yield _picked(view, texts), depth + 1


def _joins(text: str) -> list[Edit]:
    """Return the line breaks that may stand inside one long token."""
    edits: list[Edit] = []
    for match in pattern(_BREAK).finditer(text):
        start, end = match.span()
        for before in "\r\\":
            start -= text[start - 1 : start] == before
        if start and pattern(_JOINING).match(text, start - 1) and not pattern(_NEW_ITEM).match(text, end):
            edits.append((start, end, ""))
    return edits


def _edited(parent: View, edits: Iterable[Edit], *, joined: bool = False) -> View:
    """Return the parent's text with each edit made; edits come in order and do not overlap."""
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[tuple[int, int, bool]] = []
    size = done = 0
    for start, end, instead in (*edits, (len(parent.text), len(parent.text), "")):
        for piece, origin in ((parent.text[done:start], (done, start, True)), (instead, (start, end, False))):
            if piece:
                pieces.append(piece)
                starts.append(size)
                origins.append(origin)
                size += len(piece)
        done = end
    return View(
        text="".join(pieces),
        parent=parent,
        starts=tuple(starts),
        origins=tuple(origins),
        joined=joined or parent.joined,
    )


def _picked(parent: View, texts: list[Edit]) -> View:
    """Return only the decoded texts, each opaque: whatever is found inside stands for the whole token."""
    pieces = [decoded + _GAP for _, _, decoded in texts]
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece))
    return View(
        text="".join(pieces),
        parent=parent,
        starts=tuple(starts[:-1]),
        origins=tuple((start, end, False) for start, end, _ in texts),
        joined=parent.joined,
    )


def _cleaned(view: View) -> Iterator[View]:
    """Yield the text in compatibility form, invisible characters once as spaces and once gone.

    Both, because between two words a zero-width space is a boundary and inside a token it is a disguise.
    """
    text = view.text
    if "[secret:" in text:
        text = pattern(PLACEHOLDER).sub(_blanked, text)
    if text.isascii() and len(text) == len(text.encode().translate(None, _CONTROLS)):
        yield view if text is view.text else _same_length(view, text)
        return
    folds, drops = _folds_and_drops(text)
    for char, fold in folds.items():
        if len(fold) == 1:
            text = text.replace(char, fold)
    plain = _same_length(view, text)
    wide = [(at, at + 1, folds[char]) for char in folds if len(folds[char]) != 1 for at in _places(text, char)]
    hidden = _hidden(text, drops)
    if not wide and not hidden:
        yield plain
        return
    for stand_in in (" ", "") if hidden else ("",):
        yield _edited(plain, _disjoint([*wide, *((start, end, stand_in) for start, end in hidden)]))


def _blanked(match: re.Match[str]) -> str:
    """A placeholder is no secret, whatever its words: only its brackets remain."""
    return "[" + "_" * (len(match[0]) - 2) + "]"


def _same_length(view: View, text: str) -> View:
    return View(text=text, parent=view, starts=(0,), origins=((0, len(text), True),), joined=view.joined)


def _folds_and_drops(text: str) -> tuple[dict[str, str], set[str]]:
    folds: dict[str, str] = {}
    drops: set[str] = set()
    for char in set(text):
        if char in _FOLDS:
            folds[char] = _FOLDS[char]
        elif _is_invisible(char):
            drops.add(char)
        elif not char.isascii() and (fold := unicodedata.normalize("NFKC", char)) != char:
            folds[char] = fold
    return folds, drops


def _is_invisible(char: str) -> bool:
    """Tell whether nothing is seen where this stands: controls, formats, fillers, marks, half surrogates."""
    if char in _KEPT_CONTROLS:
        return False
    if unicodedata.category(char) in _INVISIBLE or char in _IGNORED:
        return True
    return any(first <= ord(char) <= last for first, last in _IGNORED_RANGES)


def _hidden(text: str, drops: set[str]) -> list[tuple[int, int]]:
    """Return the places of terminal sequences and invisible characters, if any could split or hide a token.

    Secrets are ASCII: what stands among emoji or other scripts, as variation selectors do, is let be.
    """
    places = [(at, at + 1) for char in drops for at in _places(text, char)]
    if not any(_is_visible_ascii(text[at - 1 : at]) or _is_visible_ascii(text[end : end + 1]) for at, end in places):
        return []
    if drops.isdisjoint("\x1b\x9b"):
        return places
    return places + [match.span() for match in pattern(_TERMINAL).finditer(text)]


def _is_visible_ascii(char: str) -> bool:
    return "!" <= char <= "~"


def _places(text: str, char: str) -> Iterator[int]:
    at = text.find(char)
    while at >= 0:
        yield at
        at = text.find(char, at + 1)


def _disjoint(edits: list[Edit]) -> Iterator[Edit]:
    """Put edits in order; of those that overlap the longest of the first place stays."""
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
        if edit[0] >= done:
            yield edit
            done = edit[1]
