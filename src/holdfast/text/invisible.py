"""Characters that nobody sees: what they are, how to drop them, how to show them.

Hidden are the default-ignorable code points (zero-width, direction marks, tag characters, variation
selectors, fillers), the C0 and C1 controls except line feed and tab, annotation marks, and lone surrogates.
Neither function ever returns one of them raw, and both take linear time on any text;
`tests/text/test_invisible.py` holds the laws.
"""

from __future__ import annotations

import re
from functools import cache

# Default_Ignorable_Code_Point of Unicode, U+FFF9..FFFB, and U+2028/2029, which split lines only in some programs.
_IGNORABLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_SURROGATE = "\ud800-\udfff"

# A string command (title, hyperlink, clipboard, device control) ends at BEL or ST; its body may not hold
# another introducer, so that a text full of unfinished commands is still read once.
_TERMINAL_COMMAND = (
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*+(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*+[0-~]"
)
_STAND_IN = {
    "\x00": "\u2400", "\r\n": "\n", "\r": "\n", "\v": "\n", "\f": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n",
}  # fmt: skip


def drop_invisible(text: str) -> str:
    """Return the text without hidden characters and terminal commands.

    Every line break becomes a line feed, NUL its picture, and a lone surrogate the replacement character:
    words that were apart stay apart, and the result can always be encoded.
    """
    return text if _is_plain(text) else _dropping().sub(_stand_in, text)


def visible(text: str) -> str:
    r"""Return the text for a terminal: each hidden character is spelled out, as in `\u{202e}`."""
    return text if _is_plain(text) else _hidden().sub(_spelled, text)


def _is_plain(text: str) -> bool:
    return text.isascii() and text.replace("\n", "").replace("\t", "").isprintable()


def _stand_in(found: re.Match[str]) -> str:
    hidden = found[0]
    return "\ufffd" if "\ud800" <= hidden <= "\udfff" else _STAND_IN.get(hidden, "")


def _spelled(found: re.Match[str]) -> str:
    return f"\\u{{{ord(found[0]):x}}}"


@cache
def _dropping() -> re.Pattern[str]:
    return re.compile(f"{_TERMINAL_COMMAND}|\r\n|[{_CONTROL}{_IGNORABLE}{_SURROGATE}]")


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(f"[{_CONTROL}{_IGNORABLE}{_SURROGATE}]")
