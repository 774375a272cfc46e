"""The ways a text hides what it says, undone, each with an exact way back to the original.

`views` yields the text as a reader, a terminal, a JSON, URL or HTML decoder would see it: without invisible
characters and terminal colours, in compatibility form, with wrapped tokens joined, with escapes resolved
(up to four times over) and with base64 texts decoded. `View.span` maps a place in a view to the place in
the original that it came from. Work is bounded by `MAX_VIEWS` and every pass is linear.
`tests/secrets/test_layers.py` holds the laws.
"""

from __future__ import annotations

import re
import unicodedata
from binascii import a2b_base64
from bisect import bisect_right

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Edit = tuple[int, int, str]  # start, end, what stands there instead

MAX_VIEWS = 24
MAX_DEPTH = 4  # nested escapes or base64; JSON in JSON in a log line is three
MIN_BASE64_CHARS = 24
PLACEHOLDER = re.compile(r"\[secret:[a-z][a-z0-9]{0,15}(?:-[a-z0-9]{1,15}){0,5}\]")

_KEPT_CONTROLS = "\t\n\r"
_CONTROLS = bytes(byte for byte in (*range(32), 127) if chr(byte) not in _KEPT_CONTROLS)
_PRINTABLE = bytes((0, 9, 10, 13, *range(32, 127)))  # NUL because UTF-16 text is full of it
# Default-ignorable code points whose category alone does not say so: joiners, fillers, variation selectors.
_IGNORED = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u3164\uffa0\u180b\u180c\u180d\u180f")
_IGNORED_RANGES = ((0xFE00, 0xFE0F), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF))
_SIGN_FOLDS = {"\u2028": "\n", "\u2029": "\n", "\u0085": "\n", "\x0b": "\n", "\x0c": "\n"}
_SIGN_FOLDS |= dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d", '"')
_SIGN_FOLDS |= dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a", "'")
_SIGN_FOLDS |= dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")


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
    escapes = _escapes(view.text)
    if escapes:
        yield _edited(view, escapes), depth + 1
    texts = _base64_texts(view.text)
    if texts:
        yield _picked(view, texts), depth + 1


def _edited(parent: View, edits: Iterable[Edit], *, joined: bool = False) -> View:
    """Return the parent's text with each edit made, in order and without overlap."""
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[tuple[int, int, bool]] = []
    size = done = 0
    for start, end, instead in edits:
        for piece, origin in ((parent.text[done:start], (done, start, True)), (instead, (start, end, False))):
            if piece:
                pieces.append(piece)
                starts.append(size)
                origins.append(origin)
                size += len(piece)
        done = end
    if done < len(parent.text):
        pieces.append(parent.text[done:])
        starts.append(size)
        origins.append((done, len(parent.text), True))
    text = "".join(pieces)
    return View(
        text=text, parent=parent, starts=tuple(starts), origins=tuple(origins), joined=joined or parent.joined
    )


def _picked(parent: View, texts: list[Edit]) -> View:
    """Return only the decoded texts, each opaque: whatever is found inside stands for the whole token."""
    edits: list[Edit] = []
    done = 0
    for start, end, decoded in texts:
        if start >= done:
            edits.append((done, start, ""))
        edits.append((start, end, decoded + _GAP))
        done = end
    edits.append((done, len(parent.text), ""))
    return _edited(parent, edits)


_GAP = "\n()\n"  # no rule reaches across it


def _cleaned(view: View) -> Iterator[View]:
    """Yield the text in compatibility form, invisible characters once as spaces and once gone.

    Both, because between two words a zero-width space is a boundary and inside a token it is a disguise.
    """
    text = view.text
    if "[secret:" in text:
        text = PLACEHOLDER.sub(_blanked, text)
    if text.isascii() and len(text) == len(text.encode().translate(None, _CONTROLS)):
        yield view if text is view.text else _same_length(view, text)
        return
    folds, drops = _folds_and_drops(text)
    plain = _same_length(view, text.translate({ord(char): fold for char, fold in folds.items() if len(fold) == 1}))
    wide = {char: fold for char, fold in folds.items() if len(fold) != 1}
    hidden = _hidden(plain.text, drops)
    if not wide and not hidden:
        yield plain
        return
    for stand_in in (" ", "") if hidden else ("",):
        edits = [(start, end, stand_in) for start, end in hidden]
        edits += [(at, at + 1, wide[char]) for at, char in enumerate(plain.text) if char in wide]
        yield _edited(plain, _disjoint(edits))


def _disjoint(edits: list[Edit]) -> Iterator[Edit]:
    """Put edits in order; of those that overlap the longest of the first place stays."""
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
        if edit[0] >= done:
            yield edit
            done = edit[1]


def _same_length(view: View, text: str) -> View:
    return View(text=text, parent=view, starts=(0,), origins=((0, len(text), True),), joined=view.joined)


def _blanked(match: re.Match[str]) -> str:
    """A placeholder is no secret, whatever its words: only its brackets remain."""
    return "[" + "_" * (len(match[0]) - 2) + "]"


def _folds_and_drops(text: str) -> tuple[dict[str, str], set[str]]:
    folds: dict[str, str] = {}
    drops: set[str] = set()
    for char in set(text):
        if char in _SIGN_FOLDS:
            folds[char] = _SIGN_FOLDS[char]
        elif _is_invisible(char):
            drops.add(char)
        elif not char.isascii() and (fold := unicodedata.normalize("NFKC", char)) != char:
            folds[char] = fold
    return folds, drops


def _is_invisible(char: str) -> bool:
    """Tell whether nothing is seen where this stands: controls, formats, fillers, marks, half surrogates."""
    if char in _KEPT_CONTROLS:
        return False
    if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Mn", "Me"} or char in _IGNORED:
        return True
    return any(first <= ord(char) <= last for first, last in _IGNORED_RANGES)


# Of an operating system command only the introducer: its payload (a link, a clipboard) is text like any other.
_TERMINAL = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][0-9]{0,4};?|\x1b[ -/]*[0-~]")


def _hidden(text: str, drops: set[str]) -> list[tuple[int, int]]:
    """Return the places of terminal sequences and of dropped characters."""
    found = [match.span() for match in _TERMINAL.finditer(text)] if drops & {"\x1b", "\x9b"} else []
    if drops:
        found += [(at, at + 1) for at, char in enumerate(text) if char in drops]
    return found


_BREAK = re.compile(r"\r?\n[ \t]*(?:[>|\u2502][ \t]?)?")
_JOINING = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_.~%-@:!$&*#;")
_NEW_ITEM = re.compile(r"[-*+.#:] |[A-Za-z_][\w.-]{0,60}[ \t]{0,2}[=:](?![=\s\"'&;,)]|$)|[A-Za-z_][\w.-]{0,60}: ")


def _joins(text: str) -> list[Edit]:
    """Return the line breaks that may stand inside one long token."""
    if "\n" not in text:
        return []
    edits: list[Edit] = []
    for match in _BREAK.finditer(text):
        start, end = match.span()
        if start and text[start - 1] == "\\":
            start -= 1
        if not start or end == len(text) or text[start - 1] not in _JOINING or text[end] not in _JOINING:
            continue
        if not _NEW_ITEM.match(text, end):
            edits.append((start, end, ""))
    return edits


_ESCAPE = re.compile(
    r"""\\(?:u\{?(?P<u>[0-9A-Fa-f]{4,6})\}?|x(?P<x>[0-9A-Fa-f]{2})|(?P<octal>0?33)|(?P<c>["'\\/`bfnrtve0]))"""
    r"""|(?P<pct>%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f])+)"""
    r"""|&(?:\#(?P<dec>[0-9]{1,7})|\#[xX](?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>[A-Za-z]{2,8}));"""
    r"""|(?P<tag></?(?:a|b|code|em|font|i|kbd|mark|pre|samp|span|strong|sub|sup|tt|u|var|wbr)\b[^<>]{0,200}>)"""
)
_CONTROL_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\x08", "f": "\x0c", "v": "\x0b", "e": "\x1b", "0": "\x00"}
_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "colon": ":", "equals": "=", "sol": "/",
    "lowbar": "_", "period": ".", "comma": ",", "num": "#", "dollar": "$", "percnt": "%", "lpar": "(", "rpar": ")",
    "plus": "+", "hyphen": "-", "dash": "-", "minus": "-", "commat": "@", "excl": "!", "ast": "*", "quest": "?",
    "semi": ";", "lsqb": "[", "rsqb": "]", "lbrack": "[", "rbrack": "]", "lcub": "{", "rcub": "}", "lbrace": "{",
    "rbrace": "}", "vert": "|", "verbar": "|", "grave": "`", "bsol": "\\", "Hat": "^", "tilde": "~", "Tab": "\t",
    "NewLine": "\n", "ensp": " ", "emsp": " ", "shy": "", "zwj": "", "zwnj": "", "ndash": "-", "mdash": "-",
}  # fmt: skip


def _escapes(text: str) -> list[Edit]:
    """Return what JSON, percent and HTML escapes stand for, one level deep, and drop inline HTML tags."""
    if not ("\\" in text or "%" in text or ("&" in text and ";" in text) or ("<" in text and ">" in text)):
        return []
    edits: list[Edit] = []
    for match in _ESCAPE.finditer(text):
        meant = _meaning(match)
        if meant is not None:
            edits.append((*match.span(), meant))
    return edits


def _meaning(match: re.Match[str]) -> str | None:
    kind, value = match.lastgroup, match[match.lastgroup or 0]
    match kind:
        case "c":
            return _CONTROL_ESCAPES.get(value, value)
        case "u" | "x" | "hex":
            return _character(int(value, 16))
        case "dec":
            return _character(int(value))
        case "octal":
            return "\x1b"
        case "pct":
            return bytes.fromhex(value.replace("%", "")).decode("utf-8", "replace")
        case "name":
            return _ENTITIES.get(value)
        case _:
            return ""


def _character(code: int) -> str:
    return chr(code) if code <= 0x10FFFF else ""


_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_TO_STANDARD = str.maketrans("-_", "+/")


def _base64_texts(text: str) -> list[Edit]:
    """Return the tokens that decode to readable text, at whichever of the four alignments it shows."""
    if max(map(len, text.split()), default=0) < MIN_BASE64_CHARS:
        return []
    return [
        (match.start(), match.end(), decoded)
        for match in _BASE64.finditer(text)
        for decoded in _decodings(match[0].rstrip("="))
    ]


def _decodings(token: str) -> Iterator[str]:
    standard = token.translate(_TO_STANDARD)
    pieces = [standard[skip:] for skip in range(4)]
    if "/" in standard:  # a path or a URL-safe alphabet around it: each part may start its own token
        pieces += [piece for piece in standard.split("/") if len(piece) >= MIN_BASE64_CHARS]
    for piece in pieces:
        if _is_readable(_bytes_of(piece[:MIN_BASE64_CHARS])):
            yield _bytes_of(piece).decode("utf-8", "replace")


def _bytes_of(token: str) -> bytes:
    spare = len(token) % 4
    whole = token if spare != 1 else token[:-1]
    return a2b_base64(whole + "=" * (-len(whole) % 4))


def _is_readable(raw: bytes) -> bool:
    """At least three of five bytes are printable; of random bytes it is about one in three."""
    return len(raw.translate(None, _PRINTABLE)) * 5 <= len(raw) * 2
