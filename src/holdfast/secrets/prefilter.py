"""Whether a text could hold a secret at all, cheaply enough to ask of every prompt.

`may_hold_secret` looks at the same readings of the text as the redactor does, with string searches and a
few linear patterns instead of RE2, and errs on one side only: whenever it says no, the full set of rules
finds nothing. `tests/secrets/test_prefilter.py` proves that on generated texts for every shipped rule.
"""

from __future__ import annotations

import re

from holdfast.secrets.layers import views
from holdfast.secrets.marks import (
    HTTP_CLIENTS,
    MARKS,
    PASSWORD_OPTIONS,
    PASSWORD_WORDS,
    PROGRAMS,
    RARE_MARKS,
    SERVICES,
    SHORT_MARKS,
    TOKEN_WORDS,
    USER_OPTIONS,
)
from holdfast.secrets.patterns import pattern
from holdfast.secrets.personal import is_card
from holdfast.secrets.shapes import MIN_PASSWORD_CHARS, is_basic
from holdfast.secrets.words import LONG_CHARS, has_inner_sign, is_generated, is_scattered, runs

DEFAULT_PERSONAL = frozenset({"card"})
MIN_MARKED_CHARS = 15  # no token that a known mark starts is shorter
MIN_CARD_DIGITS = 14
MIN_PERSONAL_DIGITS = 4  # of an address, an account, a number of any kind
SURELY_LONG_CHARS = 100  # rules may judge only a part of such a word, so here it is not judged

_PUNCTUATION = ".,;:!?()[]{}<>\"'`*_-/\\|"
_USERINFO = r"""://[^\s/"'`<>]*@|(?i:jdbc:oracle:)"""
_RARE = r"\b{}[\w.+/=-]{{16}}"
_LITERAL = r"""[=:>|,-]\s{0,8}[bruf@$]{0,2}[*_({\[]{0,3}["'`]{1,3}[a-z]{6,40}["'`]"""
# `pass` alone is a word of every second test report; only as a name does it announce a password.
_SHORT_NAME = r"""pass[\w.:-]{0,40}["'`)\]]{0,2}\s{0,11}(?:[:=|>]|->|-{2,8}[ \t])|pass[\w.-]{0,40}["'`]\s{0,3},"""
_LONG_NAMES = ("password", "passwd", "passphrase", "passcode", "passwort", "</", "value")
_LOGIN = r"\b(?:credentials?|creds|log[ -]?in|sign[ -]?in|user(?:name)?[/ ]pass(?:word)?)\b[^\n]{0,120}[/:|]"
_SEED_NAME = r"mnemonic|(?:seed|recovery|backup|secret)[ _-](?:phrase|words)"
_SEED_WORDS = r"(?:[a-z]{3,8}[ \t]{1,2}){11}[a-z]{3,8}"
_BASE64 = r"[A-Za-z0-9+/=_-]{8,}"
_MANY_DIGITS = r"[0-9](?:[ -]?[0-9]){13}"
_CARD = r"(?<![\w.+-])(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}|\d{4}[ -]\d{6}[ -]\d{4,5}|\d{14,16})(?!\w)"
_NO_DIGITS = bytes(byte for byte in range(256) if byte not in b"0123456789")


def may_hold_secret(text: str, personal: frozenset[str] = DEFAULT_PERSONAL) -> bool:
    """Tell whether the redactor could find anything; False is certain, True is a reason to look."""
    return any(bears_sign(view.text, personal) for view in views(text))


def bears_sign(text: str, personal: frozenset[str] = DEFAULT_PERSONAL) -> bool:
    """Tell whether one reading of a text has what every rule needs at the least."""
    lowered = text.lower()
    words = text.split()
    odd = _odd_words(words)
    return (
        _bears_block(text)
        or (bool(odd) and (_bears_marked_token(odd) or _bears_named_token(lowered, odd)))
        or _bears_password(lowered, words, odd)
        or _bears_login(lowered, words)
        or _bears_seed_phrase(lowered)
        or _bears_personal(text, personal)
    )


def _odd_words(words: list[str]) -> list[str]:
    """Return the words that could be or hold a value: none is short or only letters and punctuation around them."""
    odd = [word for word in words if len(word) >= MIN_PASSWORD_CHARS and not word.isalpha()]
    odd = [word for word in odd if len(word) >= LONG_CHARS or not word.strip(_PUNCTUATION).isalpha()]
    return odd + [word for word in words if len(word) >= LONG_CHARS and word.isalpha()]


def _bears_block(text: str) -> bool:
    if "-----BEGIN" in text or "Private-Lines:" in text or '"d"' in text:
        return True
    return "@" in text and pattern(_USERINFO).search(text) is not None


def _bears_marked_token(odd: list[str]) -> bool:
    long = " ".join([word for word in odd if len(word) >= MIN_MARKED_CHARS])
    if not long:
        return False
    return (
        any(mark in long for mark in MARKS)
        or any(mark in long and pattern(form).search(long) for mark, form in SHORT_MARKS.items())
        or any(mark in long and pattern(_RARE.format(re.escape(mark))).search(long) for mark in RARE_MARKS)
    )


def _bears_named_token(lowered: str, odd: list[str]) -> bool:
    if not any(map(_may_be_token, odd)):
        return False
    return any(word in lowered for word in TOKEN_WORDS) or any(service in lowered for service in SERVICES)


def _may_be_token(word: str) -> bool:
    return len(word) >= SURELY_LONG_CHARS or is_scattered(word) or any(map(is_generated, runs(word)))


def _bears_password(lowered: str, words: list[str], odd: list[str]) -> bool:
    if any(map(_could_be_password, odd)):
        return _names_password(lowered, words) or _names_login(lowered)
    # A literal of plain letters counts only where an English name is assigned one.
    named = "pass" in lowered or "pwd" in lowered or "swd" in lowered
    return named and pattern(_LITERAL).search(lowered) is not None


def _could_be_password(word: str) -> bool:
    mixed = any(map(str.isdigit, word)) and any(map(str.isalpha, word))
    return mixed or has_inner_sign(word) or (len(word) >= LONG_CHARS and _may_be_token(word))


def _names_password(lowered: str, words: list[str]) -> bool:
    if "pass" in lowered and (
        any(name in lowered for name in _LONG_NAMES)
        or pattern(_SHORT_NAME).search(lowered)
        or any("-" in word and "pass" in word.lower() for word in words)
    ):
        return True
    if any(name in lowered for name in PASSWORD_WORDS):
        return True
    return any(program in lowered for program in PROGRAMS) and any(
        word.lower().startswith(PASSWORD_OPTIONS) for word in words
    )


def _names_login(lowered: str) -> bool:
    if not ("log" in lowered or "sign" in lowered or "cred" in lowered or "pass" in lowered):
        return False
    return pattern(_LOGIN).search(lowered) is not None


def _bears_login(lowered: str, words: list[str]) -> bool:
    if "-u" in lowered or "--auth" in lowered:
        called = any(client in lowered for client in HTTP_CLIENTS)
        if called and any(word.lower().startswith(USER_OPTIONS) for word in words):
            return True
    return "basic" in lowered and _bears_basic(words)


def _bears_basic(words: list[str]) -> bool:
    for place, word in enumerate(words[:-1]):
        encoded = pattern(_BASE64).match(words[place + 1]) if word.lower().endswith("basic") else None
        if encoded is not None and is_basic(encoded[0]):
            return True
    return False


def _bears_seed_phrase(lowered: str) -> bool:
    if not ("mnemonic" in lowered or "phrase" in lowered or "words" in lowered):
        return False
    return bool(pattern(_SEED_NAME).search(lowered)) and bool(pattern(_SEED_WORDS).search(lowered))


def _bears_personal(text: str, personal: frozenset[str]) -> bool:
    digits = len(text.encode("ascii", "ignore").translate(None, _NO_DIGITS))
    if "card" in personal and digits >= MIN_CARD_DIGITS and _bears_card(text):
        return True
    others = personal - DEFAULT_PERSONAL
    return bool(others) and (digits >= MIN_PERSONAL_DIGITS or ("email" in others and "@" in text))


def _bears_card(text: str) -> bool:
    if not pattern(_MANY_DIGITS).search(text):
        return False
    return any(is_card(match[0]) for match in pattern(_CARD).finditer(text))
