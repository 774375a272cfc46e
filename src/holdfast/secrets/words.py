"""Telling what a machine generated from what a person wrote.

A name, a path, a version or a count is made of words; a token is not. The measure is how many neighbouring
letters form pairs that English and code often use. `tests/secrets/test_secret_shapes.py` holds the laws.
"""

from __future__ import annotations

from holdfast.secrets.patterns import pattern

MIN_RUN_CHARS = 8  # the shortest run of letters and digits that shows a token
LONG_CHARS = 16  # from here on letters alone may be one

_RUN = r"[A-Za-z0-9]+"
_HUMP = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"
_LETTER_PAIR = r"(?=([a-z]{2}|[A-Z][A-Za-z]))"  # none across the hump of `camelCase`
_INNER_SIGN = r"\w[!$%^&*#@~]+\w"
_COMMON_PAIRS = frozenset(
    """ab ac ad ag ai al am an ap ar as at av ba be bl ca ce ch ci ck cl co ct da de di do ea ec ed ee ef el em en ep
    er es et ex fa fe fi fo fr ge ha he hi ho ia ic id ie if ig il im in io ir is it iv ke la le lf li ll lo ls lu
    ly ma me mi mo mp na nc nd ne ng ni no ns nt oc od ol om on oo op or os ot ou ow pa pe pl po pp pr pt ra re rg
    ri rn ro rr rs rt ry se sh si so sp ss st su ta te th ti to tr ts tt tu ty ue ul um un ur us ut va ve vi wa wh
    wi yo""".split()
)
_TECHNICAL = (
    r"(?i)(?:(?:sha|md|rsa|aes|blake|crc|utf|ucs|iso|base|hs|rs|es|ps|p|ed|x|curve|int|uint|float|u|i|f|win|amd|arm|tls"
    r"|ssl|http|ipv|oauth|argon|pbkdf|scrypt|bcrypt|uuid|ulid|v|ver|version|py|python|node|java|php|ruby|go|css|html"
    r"|mp|h|s|ec|log|web|id|step|part|page|line|phase|stage|day|q|type|level|fido|latin|k|auth|db|env|test|key|token"
    r"|secret|password|pass|user|foo|bar|value|field|input|option|section|chapter|table|figure|note)"
    r"[-_/]?\d{1,4}[a-z]{0,4}|\d{0,2}[a-z]?[a-z]?\d?fa|1password|k\d{1,2}s|i18n|l10n|a11y|utf8mb4|x86_64)"
)
_MEASURE = (
    r"(?i)v?\d[\d.,:/x+-]*(?:[-_ ]?(?:[a-z]{1,3}|bits?|bytes?|chars?|characters?|days?|hours?|hrs?|mins?|minutes?|secs?"
    r"|seconds?|weeks?|months?|years?|times?|digits?|letters?|keys?|tokens?|words?)(?:[-_.][a-z]{1,12})?)?"
)
_DATE = r"\d{4}-\d\d-\d\d(?:[T_ ]?[\d:.]*Z?(?:[+-][\d:]+)?)?"


def is_wordlike(value: str) -> bool:
    """Tell whether a value is made of words, counts and signs between them, as names and paths are."""
    if pattern(_MEASURE).fullmatch(value) or pattern(_DATE).fullmatch(value) or is_technical(value):
        return True
    return not has_inner_sign(value) and all(map(_is_word, runs(value)))


def is_technical(value: str) -> bool:
    """Tell whether a value is a term that happens to have a digit: `sha256`, `oauth2`, `step3`, `2fa`."""
    return pattern(_TECHNICAL).fullmatch(value) is not None


def has_inner_sign(value: str) -> bool:
    """Tell whether a sign that prose and names do without stands between letters or digits."""
    return pattern(_INNER_SIGN).search(value) is not None


def runs(text: str) -> list[str]:
    """Return the runs of ASCII letters and digits."""
    return pattern(_RUN).findall(text)


def is_generated(run: str) -> bool:
    """Tell whether a run of letters and digits was made by a machine."""
    if len(run) < MIN_RUN_CHARS or run.isdigit() or _is_word(run):
        return False
    if not run.isalpha():
        return True
    return len(run) >= LONG_CHARS and not run.islower() and not run.isupper() and not _reads(run, 0.45)


def is_scattered(value: str) -> bool:
    """Tell whether a value is generated as a whole though hyphens and underscores leave no long run."""
    if len(value) < LONG_CHARS + 4 or value.isalpha() or not any(map(str.isdigit, value)):
        return False
    return sum(len(run) for run in runs(value) if not _is_word(run)) >= 12


def is_monotonous(value: str) -> bool:
    """Tell whether most steps repeat a character or go up by one: `aaaa`, `1234567890abcdef`."""
    codes = [ord(char) for char in value[:200]]
    steps = sum(later - earlier in (0, 1) for earlier, later in zip(codes, codes[1:], strict=False))
    return len(codes) > 3 and (steps * 10 >= len(codes) * 6 or len(set(codes)) <= 3)


def entropy(value: str) -> float:
    """Return the Shannon entropy in bits per character."""
    from math import log2

    shares = (value.count(char) / len(value) for char in set(value))
    return -sum(share * log2(share) for share in shares)


def _is_word(run: str) -> bool:
    """Tell whether a run reads like a word or an identifier: one number at most, humps that are words."""
    if run.isdigit():
        return len(run) <= 8
    if is_technical(run):
        return True
    numbers = pattern(r"\d+").findall(run)
    if len(numbers) > 1 or (numbers and len(numbers[0]) > _digits_of_a_name(run, numbers[0])):
        return False
    return _reads(run, 0.55) and not _is_jagged(run)


def _digits_of_a_name(run: str, number: str) -> int:
    """`issue1339007` is a name: a word and then its number."""
    return 10 if run[:4].isalpha() and run.endswith(number) else 4


def _reads(run: str, share: float) -> bool:
    """Tell whether enough letter pairs are common ones, one of another kind being free.

    Of the pairs of English and of identifiers 85 in 100 are common, of random letters 22.
    """
    pairs = [pair.lower() for pair in pattern(_LETTER_PAIR).findall(run)]
    return sum(pair in _COMMON_PAIRS for pair in pairs) + 1 >= share * len(pairs)


def _is_jagged(run: str) -> bool:
    """Tell whether the case changes more often than between the words of a `camelCase` name."""
    humps = pattern(_HUMP).findall(run)
    return len(humps) > 3 and sum(map(len, humps)) < 2.6 * len(humps)
