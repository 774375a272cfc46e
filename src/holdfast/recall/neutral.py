"""Memory text that cannot act: no tags, no role or template tokens, no hidden characters, one line.

Characters are replaced, never removed: removing `</memory-context>` from the middle of
`</memory-</memory-context>context>` would build the very tag it removes. What cannot open a tag stays readable:
arrows, comparisons with numbers, generic brackets and code. The result is a fixed point: neutralising it again
changes nothing. `tests/recall/test_neutral.py` and `tests/recall/test_break_outs.py` hold the laws.
"""

from __future__ import annotations

import re
import sys
from functools import cache

from holdfast.text.fold import fold
from holdfast.text.truncate import ELLIPSIS, truncate

# Characters that look like an angle bracket, so that a model may read them as one; Unicode's table of confusables
# and the bracket blocks.
_LIKE_OPENING = (
    "\u02c2\u02f1\u1438\u16b2\u2039\u226a\u226e\u227a\u22d6\u22d8\u2329\u276c\u276e\u2770\u27e8\u27ea"
    "\u2991\u2993\u29fc\u2a79\u2aa1\u2aa6\u2abb\u3008\u300a\U0001d236"
)
_LIKE_CLOSING = (
    "\u02c3\u02f2\u1433\u203a\u226b\u226f\u227b\u22d7\u22d9\u232a\u276d\u276f\u2771\u27e9\u27eb\u2992"
    "\u2994\u29fd\u2a7a\u2aa2\u2aa7\u2abc\u3009\u300b\U00016f3f\U0001d237"
)
_LIKE_SQUARE_OPENING = "\u2045\u2772\u27e6\u27ec\u298b\u298d\u298f\u2997\u2e55\u2e57\u3010\u3014\u3016\u3018\u301a"
_LIKE_SQUARE_CLOSING = "\u2046\u2773\u27e7\u27ed\u298c\u298e\u2990\u2998\u2e56\u2e58\u3011\u3015\u3017\u3019\u301b"

_ROLE = "system|sys|assistant|user|human|developer|tool|inst|memory|instructions?"
_BRACKET_WORD = (
    rf"(?:(?:begin|end|start|new|available)[ _-])?(?:{_ROLE}|tools)"
    r"(?:[ _-]?(?:messages?|prompt|note|role|turn|instructions?|reminder|calls?|results?|content|context|tools?))*+"
)
_LIVE = frozenset("<>[]&%\\")

# How often text may be cut and neutralised again; a cut exposes at most one new end of text.
_MAX_ROUNDS = 8
# Input beyond this multiple of the limit cannot show; reading it would only cost time.
_MAX_INPUT_FACTOR = 16
_MIN_INPUT_CHARS = 4_096


def neutralise(text: str, max_chars: int) -> str:
    """Return memory text as one inert line of at most `max_chars` characters; a cut text ends with an ellipsis."""
    if len(text) <= max_chars and _is_harmless(text):
        return " ".join(text.split())
    max_input = max(_MIN_INPUT_CHARS, max_chars * _MAX_INPUT_FACTOR)
    line = _inert(text) if len(text) <= max_input else _inert(text[:max_input]) + ELLIPSIS
    for _ in range(_MAX_ROUNDS):
        cut = truncate(line, max_chars)
        line = _inert(cut)
        if line == cut:
            break
    return truncate(line, max_chars)


def _is_harmless(text: str) -> bool:
    """Say whether every step would leave a text as it is but for its spaces, which is so for most memories."""
    return text.isascii() and text.isprintable() and not any(sign in text for sign in _LIVE_SIGNS)


def _inert(text: str) -> str:
    lines = text if text.isascii() and text.isprintable() else _folded(text)
    if ":" in lines:
        lines = _role_start().sub(r"\1(\2)", lines)
    line = " ".join(lines.split())
    for sign, step in _STEPS:
        # Most memories hold none of the signs: their patterns are then never compiled.
        if sign in line:
            line = step(line)
    return line


def _folded(text: str) -> str:
    # Folding would turn an ellipsis into three full stops, and a cut text would grow beyond its limit.
    return ELLIPSIS.join(map(fold, text.split(ELLIPSIS))).translate(_lookalikes())


@cache
def _lookalikes() -> dict[int, str]:
    table: dict[int, str] = {ord("«"): '"', ord("»"): '"'}
    for stand_in, characters in (
        ("<", _LIKE_OPENING),
        (">", _LIKE_CLOSING),
        ("[", _LIKE_SQUARE_OPENING),
        ("]", _LIKE_SQUARE_CLOSING),
    ):
        table |= dict.fromkeys(map(ord, characters), stand_in)
    return table


@cache
def _role_start() -> re.Pattern[str]:
    """A speaker's name and colon at the start of a line, or behind what pretends to end one."""
    before = r"""(?:^(?:[^\w\n]|_)*+|[.!?;:)\]"'`*>#|-](?:[^\w\n]|_){0,8}|\\[nr](?:[^\w\n]|_){0,8})"""
    role = r"(human|assistant|system|user|developer)(?=[*_` \t]{0,4}:)"
    return re.compile(f"({before}){role}", re.IGNORECASE | re.MULTILINE)


def _break_percents(line: str) -> str:
    return re.sub(r"%[uU][0-9a-fA-F]{4}|(?:%[0-9a-fA-F]{2})+", _broken_percent, line)


def _broken_percent(found: re.Match[str]) -> str:
    run = found[0]
    if run[1] in "uU":
        decoded = chr(int(run.lstrip("%uU"), 16))
    else:
        decoded = bytes.fromhex(run.replace("%", "")).decode("utf-8", "replace")
    return run.replace("%", "% ") if _is_live(decoded) else run


def _break_backslashes(line: str) -> str:
    codes = r"\\(?:0?(7[46]|13[35])(?![0-9])|u(HHHH)|U(HHHHHHHH)|x(HH)|[ux]\{(H{1,8}))".replace("H", "[0-9a-fA-F]")
    return re.sub(codes, _broken_backslash, line)


def _broken_backslash(found: re.Match[str]) -> str:
    code = int(found[found.lastindex or 0], 8 if found[1] else 16)
    return found[0].replace("\\", "\\ ") if code > sys.maxunicode or _is_live(chr(code)) else found[0]


def _is_live(decoded: str) -> bool:
    """Say whether decoded text could open a tag, end the line, hide something, or be decoded once more."""
    seen = fold(decoded).translate(_lookalikes())
    return not (decoded.isprintable() and seen) or "\ufffd" in seen or not _LIVE.isdisjoint(seen)


def _break_entities(line: str) -> str:
    # Decoders accept some names without the semicolon; those of brackets must not survive either.
    return re.sub(r"&(?=#[xX]?[0-9a-fA-F]|[A-Za-z][A-Za-z0-9]{0,31};|(?i:[lg]t|amp|[lr]aquo))", "& ", line)


def _break_headings(line: str) -> str:
    return re.sub(
        rf"(?<!#)(##++)((?: |\\[nrt])*)(?=(?:{_ROLE}|response|input)\b)", r"(\1)\2", line, flags=re.IGNORECASE
    )


def _round_brackets(line: str) -> str:
    filler = r"(?:[ /#*_-]|[^\w\x00-\x7f]|\\[nrt])*+"
    word = rf"\[({filler}{_BRACKET_WORD}{filler})"
    return re.sub(rf"{word}(?:(:[^\[\]]*+)?\]|(?=:))", r"(\1)\2", line, flags=re.IGNORECASE)


def _round_angles(line: str) -> str:
    return re.sub("<+|>+", _angle_stand_in, line)


def _angle_stand_in(found: re.Match[str]) -> str:
    run, line = found[0], found.string
    before, after = line[: found.start()][-2:], line[found.end() : found.end() + 2]
    return _opening(run, before, after) if run[0] == "<" else _closing(run, before, after)


def _opening(run: str, before: str, after: str) -> str:
    """Keep `< 5`, `1 << 3`, `<=` and `<-`; say "less than" between words; anything else might open a tag."""
    if len(run) <= _MAX_OPERATOR_CHARS and after.lstrip(" ")[:1] in _DIGITS:
        return run
    if run == "<" and (after[:1] == "=" or after in ("-", "- ")):
        return run
    if run == "<" and before[1:] == " " == after[:1] and after[1:].isalnum():
        return "less than"
    return "(" * len(run)


def _closing(run: str, before: str, after: str) -> str:
    """Keep arrows, comparisons and shell redirections; anything else might close a tag."""
    last, following = before[-1:], after[:1]
    is_arrow = last in ("-", "=") and before != "--"
    is_compared = following == "=" or after.lstrip(" ")[:1] in _DIGITS
    is_redirection = following in _PATH_STARTS and (last in ("", " ", "&") or before.lstrip(" ") in _DIGITS)
    is_operator = len(run) <= _MAX_OPERATOR_CHARS and (is_arrow or is_compared or is_redirection)
    return run if is_operator else ")" * len(run)


_MAX_OPERATOR_CHARS = 2  # `>>`, `<<`
_DIGITS = frozenset("0123456789")
_PATH_STARTS = ("", " ", "/", "&", "~", "$", ".")
# What to do about each sign; encodings first, so that nothing decodes into a bracket afterwards.
_STEPS = (
    ("%", _break_percents),
    ("\\", _break_backslashes),
    ("&", _break_entities),
    ("##", _break_headings),
    ("[", _round_brackets),
    ("<", _round_angles),
    (">", _round_angles),
)
_LIVE_SIGNS = (":", *(sign for sign, _ in _STEPS))
