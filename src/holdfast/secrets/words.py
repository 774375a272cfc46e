"""Telling what a machine generated from what a person wrote.

A name, a path, a version or a count is made of words; a token is not. The measure is how many neighbouring
letters form pairs that English and code often use. `tests/secrets/test_secret_shapes.py` holds the laws.
"""

from __future__ import annotations

from itertools import pairwise

from holdfast.secrets.patterns import pattern

MIN_RUN_CHARS = 8  # the shortest run of letters and digits that shows a token
LONG_CHARS = 16  # from here on letters alone may be one
SCATTERED_CHARS = 20  # the least length of a token of short runs
SCATTERED_RUNS = 12  # and of those of its runs that are no words
MAX_SAMPLE_CHARS = 200
MONOTONOUS_SHARE = 0.6  # of the steps from one character to the next
WORD_SHARE, SURE_WORD_SHARE = 0.55, 0.45  # of a word's letter pairs that are common ones
HALF = 0.5
MIN_HUMP_CHARS = 2.6  # on average, between the capitals of a name
FEW = 4
MAX_COUNT_DIGITS, MAX_NAME_DIGITS, MAX_SUFFIX_DIGITS = 8, 4, 10  # alone, in a name, after a word: `issue1339007`
MAX_UNIT_CHARS = 3

_RUN = r"[A-Za-z0-9]+"
_HUMP = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"
_SAME_CASE = r"(?:[A-Z]?[a-z]+|[A-Z]+)"
_PLAIN = rf"\W{{0,3}}{_SAME_CASE}(?:[\W_]{{1,3}}{_SAME_CASE})*[\W_]{{0,3}}"
_LETTER_PAIR = r"(?=([a-z]{2}|[A-Z][A-Za-z]))"  # none across the hump of `camelCase`
_INNER_SIGN = r"\w[!$%^&*#@~]+\w"
_COMMON_PAIRS = frozenset(
    """ab ac ad ag ai al am an ap ar as at av ba be bl ca ce ch ci ck cl co ct da de di do ea ec ed ee ef el em en ep
    er es et ex fa fe fi fo fr ge ha he hi ho ia ic id ie if ig il im in io ir is it iv ke la le lf li ll lo ls lu
    ly ma me mi mo mp na nc nd ne ng ni no ns nt oc od ol om on oo op or os ot ou ow pa pe pl po pp pr pt ra re rg
    ri rn ro rr rs rt ry se sh si so sp ss st su ta te th ti to tr ts tt tu ty ue ul um un ur us ut va ve vi wa wh
    wi yo""".split()  # noqa: SIM905
)
# What stands before a number in terms such as `sha256`, `oauth2`, `utf8mb4`, `python3`, `step2`.
_STEMS = frozenset(
    """a aes amd argon arm auth bar base bcrypt blake chapter crc css curve day db ec ed env es f fido field figure float
    foo go h hs html http i id input int ipv iso java k key latin level line log md mp node note oauth option p page
    part pass password pbkdf phase php ps py python q rs rsa ruby s scrypt secret section sha ssl stage step table test
    tls token type u ucs uint ulid user utf uuid v value ver version web win x""".split()  # noqa: SIM905
)
_TERMS = frozenset("1password 2fa mfa i18n l10n a11y k8s k3s x86_64 u2f 3des".split())  # noqa: SIM905
_UNITS = frozenset(
    """bit bits byte bytes char chars character characters day days digit digits hour hours hrs key keys letter letters
    min mins minute minutes month months sec secs second seconds time times token tokens week weeks word words year
    years""".split()  # noqa: SIM905
)
_DISGUISE = r"([A-Za-z]+)[013457][A-Za-z]{2,}"
_LETTER_LIKE = str.maketrans("013457", "oleast")
_TERM = r"([A-Za-z]+)[-_/]?\d{1,4}[A-Za-z]{0,4}"
_MEASURE = r"v?\d[\d.,:/x+-]*[-_ ]?([A-Za-z]*)(?:[-_.][A-Za-z]{1,12})?"
_DATE = r"\d{4}-\d\d-\d\d(?:[T_ ]?[\d:.]*Z?(?:[+-][\d:]+)?)?"


def is_wordlike(value: str) -> bool:
    """Tell whether a value is made of words, counts and signs between them, as names and paths are."""
    if is_technical(value) or _is_measure(value) or pattern(_DATE).fullmatch(value):
        return True
    return not has_inner_sign(value) and all(map(_is_word, runs(value)))


def is_plain(value: str) -> bool:
    """Tell whether a value is words without a digit, each in one case, as in `then`, `src/app` and `README.md`."""
    return pattern(_PLAIN).fullmatch(value) is not None and is_wordlike(value)


def is_technical(value: str) -> bool:
    """Tell whether a value is a term that happens to have a number: `sha256`, `oauth2`, `step3`, `2fa`."""
    term = pattern(_TERM).fullmatch(value)
    return value.lower() in _TERMS or (term is not None and term[1].lower() in _STEMS)


def _is_measure(value: str) -> bool:
    """Tell whether a value is a number with a unit, or a version, an address, a time: `256-bit`, `3600s`, `v1.2.3`."""
    measure = pattern(_MEASURE).fullmatch(value)
    return measure is not None and (len(measure[1]) <= MAX_UNIT_CHARS or measure[1].lower() in _UNITS)


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
    return len(run) >= LONG_CHARS and not run.islower() and not run.isupper() and not _reads(run, SURE_WORD_SHARE)


def is_disguised(run: str) -> bool:
    """Tell whether a digit stands in a word where a letter like it belongs: `corr3ct`, `h0rse`."""
    disguise = pattern(_DISGUISE).fullmatch(run)
    if disguise is None or (len(disguise[1]) > 1 and is_technical(run)):
        return False
    word = run.lower().translate(_LETTER_LIKE)
    pairs = [word[at : at + 2] for at in range(len(word) - 1)]
    return all(pair in _COMMON_PAIRS for pair in pairs)


def is_garbled(run: str) -> bool:
    """Tell whether letters around a number read like no word at all: `Xk4pQzr`, though `Ipv4Address` does."""
    return run.isalnum() and not run.isalpha() and not run.isdigit() and not _is_measure(run) and _common(run) < HALF


def is_scattered(value: str) -> bool:
    """Tell whether a value is generated as a whole though hyphens and underscores leave no long run."""
    if len(value) < SCATTERED_CHARS or not any(map(str.isdigit, value)):
        return False
    return sum(len(run) for run in runs(value) if not _is_word(run)) >= SCATTERED_RUNS


def is_monotonous(value: str) -> bool:
    """Tell whether most steps repeat a character or go up by one: `aaaa`, `1234567890abcdef`."""
    sample = value[:MAX_SAMPLE_CHARS]
    steps = sum(ord(later) - ord(earlier) in (0, 1) for earlier, later in pairwise(sample))
    return len(sample) >= FEW and (steps >= MONOTONOUS_SHARE * len(sample) or len(set(sample)) < FEW)


def entropy(value: str) -> float:
    """Return the Shannon entropy in bits per character."""
    from math import log2  # noqa: PLC0415

    shares = (value.count(char) / len(value) for char in set(value))
    return -sum(share * log2(share) for share in shares)


def _is_word(run: str) -> bool:
    """Tell whether a run reads like a word or an identifier: one number at most, humps that are words."""
    if run.isdigit():
        return len(run) <= MAX_COUNT_DIGITS
    if is_technical(run):
        return True
    numbers = pattern(r"\d+").findall(run)
    if len(numbers) > 1 or (numbers and len(numbers[0]) > _digits_of_a_name(run, numbers[0])):
        return False
    return _reads(run, WORD_SHARE) and not _is_jagged(run)


def _digits_of_a_name(run: str, number: str) -> int:
    """`issue1339007` is a name: a word and then its number."""
    return MAX_SUFFIX_DIGITS if run[:FEW].isalpha() and run.endswith(number) else MAX_NAME_DIGITS


def _reads(run: str, share: float) -> bool:
    """Tell whether enough letter pairs are common ones, one of another kind being free.

    Of the pairs of English and of identifiers 85 in 100 are common, of random letters 22.
    """
    pairs = _pairs(run)
    return sum(pair in _COMMON_PAIRS for pair in pairs) + 1 >= share * len(pairs)


def _common(run: str) -> float:
    pairs = _pairs(run)
    return sum(pair in _COMMON_PAIRS for pair in pairs) / max(1, len(pairs))


def _pairs(run: str) -> list[str]:
    return [pair.lower() for pair in pattern(_LETTER_PAIR).findall(run)]


def _is_jagged(run: str) -> bool:
    """Tell whether the case changes more often than between the words of a `camelCase` name."""
    humps = pattern(_HUMP).findall(run)
    return len(humps) >= FEW and sum(map(len, humps)) < MIN_HUMP_CHARS * len(humps)
