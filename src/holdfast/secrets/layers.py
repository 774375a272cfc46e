"""The readings of a text: what a person, a terminal or a decoder would see, with an exact way back.

`views` yields the text without invisible characters and terminal colours, in compatibility form, with wrapped
tokens joined, with escapes resolved (up to four times over) and with base64 texts decoded. `View.span` maps a
place in a view to the place in the original that it came from. Work is bounded by `MAX_VIEWS`, and every pass
is linear. `tests/secrets/test_secret_layers.py` holds the laws.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from itertools import accumulate, chain

from holdfast.secrets.escapes import base64_texts, escapes, form_spaces
from holdfast.secrets.patterns import pattern
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from holdfast.secrets.escapes import Edit

MAX_VIEWS = 24
MIN_WRAPPED_CHARS = 20  # of a line before its break can be one that a narrow column made
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
_BORDERS = "|\u2502\u2503"
_BREAK = rf"\n(?P<indent>[ \t]*)(?P<mark>[>{_BORDERS}][ \t]?|(?:\#|//|\*|;)[ \t])?(?={_JOINING})"
_ITEM = r"[-*+.#:] |[0-9]{1,3}[.)] "
_PAIR = r"[A-Za-z_][\w.-]{0,60}: |[A-Za-z_][\w.-]{0,60}[ \t]{0,2}(?:[=:]|[=:<>~!]=)(?![=\s\"'&;,)]|$)"
# The end of a line that broke within an address or a name, so that `KEY=` on the next is the rest of `ACCESS_KEY=`.
_DANGLING = r"[@/&?%]$|://\S{0,50}$|[;&][A-Za-z]{1,20}$|(?<![\w=:.-])(?:[A-Za-z]{1,20}_){1,5}[A-Za-z]{0,20}$"
_LOUD_END, _LOUD_START = r"(?<![\w=:.-])[A-Z]{1,20}$", r"[A-Z0-9_]{1,60} ?[=:]"
_DANGLING_CHARS = 60


class View(Value):
    """One reading of a text. `edits` were made to `parent`; the text of each begins here at the same of `starts`."""

    text: str
    parent: View | None = None
    starts: Sequence[int] = ()
    edits: Sequence[Edit] = ()
    joined: bool = False  # a line break was taken out

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the part of the original text that `text[start:end]` came from."""
        if self.parent is None:
            return start, end
        return self.parent.span(self._before(start), self._after(start, end))

    def _before(self, place: int) -> int:
        last = bisect_right(self.starts, place) - 1
        if last < 0:
            return place
        start, end, instead = self.edits[last]
        beyond = place - self.starts[last] - len(instead)
        return start if beyond < 0 else end + beyond

    def _after(self, start: int, place: int) -> int:
        last = bisect_right(self.starts, max(start, place - 1)) - 1
        if last < 0:
            return place
        _, end, instead = self.edits[last]
        return end + max(0, place - self.starts[last] - len(instead))

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
    for undo in (escapes, form_spaces):
        edits = undo(view.text)
        if edits:
            yield _edited(view, edits), depth + 1
    texts = base64_texts(view.text)
    if texts:
        yield _picked(view, texts), depth + 1


def _joins(text: str) -> list[Edit]:
    """Return the line breaks that may stand inside one long token or, where one stood, in place of a space."""
    edits: list[Edit] = []
    for match in pattern(_BREAK).finditer(text) if "\n" in text else ():
        line = text.rfind("\n", 0, match.start()) + 1
        start = _seam(text, line, match.start())
        if start - line < MIN_WRAPPED_CHARS or not _may_join(text, line, start, match):
            continue
        gap = _gap(text, line, match)
        if gap or text[start - 1] == " " or _goes_on(text, start, match.end()):
            edits.append((start, match.end(), gap))
    return edits


def _seam(text: str, line: int, end: int) -> int:
    """Return where a line's own text ends: before a carriage return, a backslash, or the border of a box."""
    end -= text[line:end].endswith("\r")
    if text[end - 1] in _BORDERS:
        return end - 1 - text[line : end - 1].endswith(" ")
    return end - text[line:end].endswith("\\")


def _may_join(text: str, line: int, start: int, match: re.Match[str]) -> bool:
    """Tell whether the next line is more of the same: no item of a list, and in the same comment."""
    last = start - 1 - (text[start - 1] == " ")
    if not pattern(_JOINING).match(text, last) or pattern(_ITEM).match(text, match.end()):
        return False
    comment = (match["mark"] or "").strip(f" \t>{_BORDERS}")
    return not comment or text.startswith(comment, _margin(text, line))


def _goes_on(text: str, start: int, end: int) -> bool:
    """Tell whether the next line goes on with a word: it starts with no name, or with the rest of one."""
    return not pattern(_PAIR).match(text, end) or _dangles(text, start, end)


def _gap(text: str, line: int, match: re.Match[str]) -> str:
    """Return a space if the next line has one more before it than this line has: the break stood at a space."""
    deeper = match.end("indent") - match.start("indent") - (_margin(text, line) - line)
    return " " if deeper == 1 and not match["mark"] else ""


def _margin(text: str, line: int) -> int:
    """Return where a line's indentation ends."""
    blank = pattern(r"[ \t]*").match(text, line)
    return blank.end() if blank else line


def _dangles(text: str, start: int, end: int) -> bool:
    """Tell whether a line broke within a name, though what follows looks like a name of its own."""
    tail = text[max(0, start - _DANGLING_CHARS) : start]
    if pattern(_DANGLING).search(tail):
        return True
    return pattern(_LOUD_START).match(text, end) is not None and pattern(_LOUD_END).search(tail) is not None


def _edited(parent: View, edits: Sequence[Edit], *, joined: bool = False) -> View:
    """Return the parent's text with each edit made; edits come in order and do not overlap."""
    text = parent.text
    kept = chain([0], [end for _, end, _ in edits])
    pieces = [
        piece for (start, _, instead), done in zip(edits, kept, strict=False) for piece in (text[done:start], instead)
    ]
    growth = accumulate((len(instead) - end + start for start, end, instead in edits), initial=0)
    return View(
        text="".join(pieces) + text[edits[-1][1] :],
        parent=parent,
        starts=[start + grown for (start, _, _), grown in zip(edits, growth, strict=False)],
        edits=edits,
        joined=joined or parent.joined,
    )


def _picked(parent: View, texts: list[Edit]) -> View:
    """Return only the decoded texts, each opaque: whatever is found inside stands for the whole token."""
    edits = [(start, end, decoded + _GAP) for start, end, decoded in texts]
    starts = list(accumulate((len(decoded) for _, _, decoded in edits), initial=0))
    text = "".join(decoded for _, _, decoded in edits)
    return View(text=text, parent=parent, starts=starts[:-1], edits=edits, joined=parent.joined)


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
    wide = {char: fold for char, fold in folds.items() if len(fold) != 1}
    hides = bool(drops) and _hides(text, drops)
    if not wide and not hides:
        yield plain
        return
    found = [(*match.span(), wide.get(match[0])) for match in _special(wide.keys() | (drops if hides else set()), text)]
    for stand_in in (" ", "") if hides else ("",):
        yield _edited(plain, [(start, end, stand_in if fold is None else fold) for start, end, fold in found])


def _blanked(match: re.Match[str]) -> str:
    """A placeholder is no secret, whatever its words: only its brackets remain."""
    return "[" + "_" * (len(match[0]) - 2) + "]"


def _same_length(view: View, text: str) -> View:
    return View(text=text, parent=view, joined=view.joined)


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


def _hides(text: str, drops: set[str]) -> bool:
    """Tell whether invisible characters stand where they could split or hide a token.

    Secrets are ASCII: what stands among emoji or other scripts, as variation selectors do, is let be.
    """
    invisible = _one_of(drops)
    return re.search(f"[!-~]{invisible}|{invisible}[!-~]", text) is not None


def _special(chars: set[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the places of characters, and of terminal sequences if one of them can start such."""
    one = _one_of(chars)
    return re.finditer(one if chars.isdisjoint("\x1b\x9b") else f"{_TERMINAL}|{one}", text)


def _one_of(chars: set[str]) -> str:
    return f"[{re.escape(''.join(sorted(chars)))}]"
