"""Undoing what programs do to a text to carry it: JSON, percent and HTML escapes, base64.

Each function returns edits: where, and what is meant there. Only one level is undone; `layers` repeats.
`tests/secrets/test_secret_layers.py` holds the laws.
"""

from __future__ import annotations

from binascii import a2b_base64

from holdfast.secrets.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    Edit = tuple[int, int, str]  # start, end, what is meant

MIN_BASE64_CHARS = 24
MAX_CODE_POINT = 0x10FFFF

# A terminal sequence whose escape character is written out, shown as `cat -v` does, or was lost on the way. The last
# must not take the brackets of a sequence that a further escape still hides.
_SEQUENCE = (
    r"(?:\\(?:u001[bB]|u\{1[bB]\}|x1[bB]|0?33|e)|\^\[)\[[0-?]{0,24}[@-~]"
    r"|(?<!u001[bB])(?<!x1[bB])(?<!\\033)(?<!\\33)(?<!\\e)(?<!\^\[)(?<!\x1b)\[[0-9]{1,3}(?:;[0-9]{1,3}){0,5}m"
)
_ESCAPE = (
    rf"(?P<sequence>{_SEQUENCE})"
    r"""|\\(?:u[dD](?P<pair>[89ABab][0-9A-Fa-f]{2}\\u[dD][C-Fc-f][0-9A-Fa-f]{2})|u(?P<u>[0-9A-Fa-f]{4})"""
    r"""|u\{(?P<braced>[0-9A-Fa-f]{1,6})\}|U(?P<long>[0-9A-Fa-f]{8})|x(?P<x>[0-9A-Fa-f]{2})|(?P<octal>0?33)"""
    r"""|(?P<c>["'\\/`bfnrtve0]))"""
    r"""|(?P<pct>%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f])+)"""
    r"""|&(?:\#(?P<dec>[0-9]{1,7})|\#[xX](?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>[A-Za-z]{2,8}));"""
    r"""|(?P<tag></?(?:a|b|code|em|font|i|kbd|mark|pre|samp|span|strong|sub|sup|tt|u|var|wbr)\b[^<>]{0,200}>)"""
)
_PERCENT = r"%[0-9A-Fa-f]{2}"
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": "\x08", "f": "\x0c", "v": "\x0b", "e": "\x1b", "0": "\x00"}
_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "colon": ":", "equals": "=", "sol": "/",
    "lowbar": "_", "period": ".", "comma": ",", "num": "#", "dollar": "$", "percnt": "%", "lpar": "(", "rpar": ")",
    "plus": "+", "hyphen": "-", "dash": "-", "minus": "-", "commat": "@", "excl": "!", "ast": "*", "quest": "?",
    "semi": ";", "lsqb": "[", "rsqb": "]", "lbrack": "[", "rbrack": "]", "lcub": "{", "rcub": "}", "lbrace": "{",
    "rbrace": "}", "vert": "|", "verbar": "|", "grave": "`", "bsol": "\\", "Hat": "^", "tilde": "~", "Tab": "\t",
    "NewLine": "\n", "ensp": " ", "emsp": " ", "shy": "", "zwj": "", "zwnj": "", "ndash": "-", "mdash": "-",
}  # fmt: skip
_PRINTABLE = bytes((0, 9, 10, 13, *range(32, 127)))  # NUL because UTF-16 text is full of it
_TO_STANDARD = str.maketrans("-_", "+/")


def escapes(text: str) -> list[Edit]:
    """Return what JSON, percent and HTML escapes stand for; inline tags and written-out colours stand for nothing."""
    if not _bears_escape(text):
        return []
    edits: list[Edit] = []
    for match in pattern(_ESCAPE).finditer(text):
        meant = _meaning(match)
        if meant is not None:
            edits.append((*match.span(), meant))
    return edits


def form_spaces(text: str) -> list[Edit]:
    """Return the pluses that are spaces, as in `q=two+words%21`, if the word was encoded by a form at all."""
    if "%" not in text or "+" not in text:
        return []
    return [
        (at, at + 1, " ")
        for word in pattern(r"\S+").finditer(text)
        if "+" in word[0] and pattern(_PERCENT).search(word[0])
        for at in range(*word.span())
        if text[at] == "+"
    ]


def _bears_escape(text: str) -> bool:
    return (
        "\\" in text
        or "%" in text
        or ("&" in text and ";" in text)
        or ("<" in text and ">" in text)
        or "[0m" in text
        or "^[[" in text
    )


def _meaning(match: re.Match[str]) -> str | None:
    kind = match.lastgroup or ""
    value = match[kind]
    if kind == "c":
        return _CONTROLS.get(value, value)
    if kind in {"u", "braced", "long", "x", "hex"}:
        return _character(int(value, 16))
    if kind == "pair":
        high, low = value[:3], value[-3:]
        return _character(0x10000 + ((int("d" + high, 16) & 0x3FF) << 10 | int("d" + low, 16) & 0x3FF))
    if kind == "dec":
        return _character(int(value))
    if kind == "pct":
        return bytes.fromhex(value.replace("%", "")).decode("utf-8", "replace")
    if kind == "name":
        return _ENTITIES.get(value)
    return "\x1b" if kind == "octal" else ""


def _character(code: int) -> str:
    return chr(code) if code <= MAX_CODE_POINT else ""


def base64_texts(text: str) -> list[Edit]:
    """Return the tokens that decode to readable text, at whichever of the four alignments it shows."""
    if max(map(len, text.split()), default=0) < MIN_BASE64_CHARS:
        return []
    return [
        (match.start(), match.end(), decoded)
        for match in pattern(r"[A-Za-z0-9+/_-]{24,}={0,2}").finditer(text)
        for decoded in _decodings(match[0].rstrip("="))
    ]


def _decodings(token: str) -> Iterator[str]:
    if token.islower():  # a digest, a path, a name; readable text never encodes to lower case only
        return
    standard = token.translate(_TO_STANDARD)
    pieces = [standard[skip:] for skip in range(4)]
    if "/" in standard:  # a path around it, or hyphens: each part may be a token of its own
        pieces += [piece for piece in standard.split("/") if len(piece) >= MIN_BASE64_CHARS]
    for piece in pieces:
        if _is_readable(_bytes_of(piece[:MIN_BASE64_CHARS])):
            yield _bytes_of(piece).decode("utf-8", "replace")


def _bytes_of(token: str) -> bytes:
    whole = token[:-1] if len(token) % 4 == 1 else token
    return a2b_base64(whole + "=" * (-len(whole) % 4))


def _is_readable(raw: bytes) -> bool:
    """Three of five bytes are printable; of random bytes it is about one in three."""
    return len(raw.translate(None, _PRINTABLE)) * 5 <= len(raw) * 2
