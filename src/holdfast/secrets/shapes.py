"""What a value must look like before it counts as a secret.

A rule finds the place; these predicates judge the value there, so that `password: string;` and
`token = getToken()` pass while `password: hunter2` does not. Pure, linear, standard library only: the
prefilter uses some of them on every prompt. `tests/secrets/test_shapes.py` holds the laws.
"""

from __future__ import annotations

import functools
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MIN_PASSWORD_CHARS = 6
MIN_TOKEN_CHARS = 10
MIN_RUN_CHARS = 8  # the shortest letter-and-digit run that a token must contain
LONG_CHARS = 16  # from here on mixed case alone may make a token

# People write these where a secret would go. The first group is judged inside provider tokens too, so each is
# long enough never to occur in random text.
_SURE_STAND_INS = (
    "example", "placeholder", "changeme", "redacted", "dummy", "your-", "your_", "-here", "_here", "xxxxx", "*****",
    "...", "\u2026", "_____", "-----", "#####",
)  # fmt: skip
_STAND_INS = (
    *_SURE_STAND_INS, "sample", "change-me", "change_me", "replace", "yourpass", "yourtoken", "yourkey", "yoursecret",
    "insert", "not-a-real", "todo", "lorem",
)  # fmt: skip
_BLANKS = frozenset(
    """admin any bar baz bearer blank boolean bytes changed char default disabled empty enabled env expired failed
    false field file foo foobar guest hash hashed header hidden incorrect input invalid key keyring label long
    mandatory manual masked me missing mypass mypassword mysecret mytoken name never nil no none nopass null number
    object off on optional pass passphrase passwd password postgres prompt public pw pwd qux random read required reset
    root same secret set str string strong test tester testing testpass text tiger token true type undefined
    unknown unset user username value varchar weak wrong yes write admin123 letmein secretkey apikey
    passw0rd p4ssw0rd p@ssw0rd p@ssword sesame""".split()
)
_TECHNICAL = re.compile(
    r"(?i)(?:(?:sha|md|rsa|aes|blake|crc|utf|ucs|iso|base|hs|rs|es|ps|p|ed|x|curve|int|uint|float|u|i|f|win|amd|arm|tls"
    r"|ssl|http|ipv|oauth|argon|pbkdf|scrypt|bcrypt|uuid|ulid|v|ver|version|py|python|node|java|php|ruby|go|es|css|html"
    r"|mp|h|s|ec|log|web|id|step|part|page|line|phase|stage|day|q|type|level|fido|u2f|utf|latin|k|auth|db|env|test"
    r"|key|token|secret|password|pass|user|foo|bar|value|field|input|option|section|chapter|table|figure|note|node)"
    r"[-_/]?\d{1,4}[a-z]{0,4}|\d{0,2}[a-z]?[a-z]?\d?fa|1password|k\d+s|i18n|l10n|a11y|utf8mb4|x86_64)"
)
_MEASURE = re.compile(
    r"(?i)v?\d[\d.,:/x+-]*(?:[-_ ]?(?:[a-z]{1,3}|bits?|bytes?|chars?|characters?|days?|hours?|hrs?|mins?|minutes?"
    r"|secs?|seconds?|weeks?|months?|years?|times?|digits?|letters?|keys?|tokens?|words?|st|nd|rd|th)(?:[-_.][a-z]{1,12})?)?"
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T_ ]?[\d:.]*Z?(?:[+-][\d:]+)?)?")
_REFERENCE = re.compile(
    r"(?i)\$[a-z_]\w*$|[\w.]*\$[{(]|\$\{|\{\{|\}\}|%\(?\w*\)?s?%?$|%[a-z_]\w*%|@\{|[a-z_][\w.:>-]*[(\[]|[(\[{|]"
    r"|!(?:ref|sub|getatt|vault|import|secret|env)"
    r"|(?:process\.env|os\.environ|env|vars?|secrets?|config|settings|self|this|params?|request|req|args?|opts?"
    r"|options|data|props|state|ctx|context|input|body|form|user|credentials?|values?|local|module|output|inputs)"
    r"(?:\.|->|::)[a-z_]|(?:arn|urn|op|ssm|vault|env|file|s3|gs|https?|ref|secretsmanager|keyvault|data):|sha\d+[:-]"
    r"|\.{1,2}/|~/|\\|[a-z]:\\|<|--"
)
_DIGITS = re.compile(r"\d+")
_COMMON_PAIRS = frozenset(
    """ab ac ad ag ai al am an ap ar as at av ba be bl ca ce ch ci ck cl co ct da de di do ea ec ed ee ef el em en ep
    er es et ex fa fe fi fo fr ge ha he hi ho ia ic id ie if ig il im in io ir is it iv ke la le lf li ll lo ls lu
    ly ma me mi mo mp na nc nd ne ng ni no ns nt oc od ol om on oo op or os ot ou ow pa pe pl po pp pr pt ra re rg
    ri rn ro rr rs rt ry se sh si so sp ss st su ta te th ti to tr ts tt tu ty ue ul um un ur us ut va ve vi wa wh
    wi yo""".split()
)
_LETTER_PAIR = re.compile(r"(?=([a-z]{2}|[A-Z][A-Za-z]))")  # none across `camelCase`
_RUN = re.compile(r"[A-Za-z0-9]+")
_INNER_SIGN = re.compile(r"\w[!$%^&*#@~]+\w", re.ASCII)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
_TRAILING = ".,;:?)]}>"


def entropy(value: str) -> float:
    """Return the Shannon entropy in bits per character."""
    from math import log2  # a built-in module, needed on this path only

    size = len(value)
    shares = (value.count(char) / size for char in set(value))
    return -sum(share * log2(share) for share in shares)


def trim(value: str) -> str:
    """Return an unquoted value without what follows it in a sentence, a query or a connection string."""
    cut = _next_pair(value)
    return value[:cut].rstrip(_TRAILING)


def _next_pair(value: str) -> int:
    pair = _PAIR.search(value)
    return pair.start() if pair else len(value)


_PAIR = re.compile(r"[&;,](?:[A-Za-z_][\w .-]{0,40}[=:]|$)")


def is_placeholder(value: str) -> bool:
    """Tell whether a value only stands for one."""
    low = value.lower()
    if any(stand_in in low for stand_in in _STAND_INS):
        return True
    bare = low.strip("<>{}[]()*_-\"'`!. ")
    if bare in _BLANKS or bare.rstrip("0123456789") in _BLANKS:
        return True
    return _is_monotonous(value)


def _is_monotonous(value: str) -> bool:
    """`aaaa`, `1234567890abcdef`, `abcabc`: most steps repeat a character or go up by one."""
    codes = [ord(char) for char in value[:200]]
    steps = sum(later - earlier in (0, 1) for earlier, later in zip(codes, codes[1:], strict=False))
    return len(codes) > 3 and (steps * 10 >= len(codes) * 6 or len(set(codes)) <= 3)


def is_reference(value: str) -> bool:
    """Tell whether a value says where to find the secret: a variable, a call, a path, a URL."""
    return bool(_REFERENCE.match(value)) or "://" in value or "${" in value


def is_wordlike(value: str) -> bool:
    """Tell whether a value is made of words, counts and signs between them, as names and paths are."""
    if _MEASURE.fullmatch(value) or _DATE.fullmatch(value) or _TECHNICAL.fullmatch(value):
        return True
    if _INNER_SIGN.search(value):
        return False
    return all(_is_word(run) for run in _RUN.findall(value))


def _is_word(run: str) -> bool:
    """Tell whether a run of letters and digits reads like a word or an identifier.

    Of the letter pairs of English and of code 85 in 100 are common ones, of random letters 22.
    """
    if run.isdigit():
        return len(run) <= 8
    if _TECHNICAL.fullmatch(run):
        return True
    digits = _DIGITS.findall(run)
    if len(digits) > 1 or (digits and len(digits[0]) > 4):
        return False
    pairs = [pair.lower() for pair in _LETTER_PAIR.findall(run)]
    return len(pairs) < 3 or sum(pair in _COMMON_PAIRS for pair in pairs) * 20 >= len(pairs) * 11


def is_token(value: str) -> bool:
    """Tell whether a value looks generated: long, mixed, and made of no words."""
    if len(value) < MIN_TOKEN_CHARS or is_placeholder(value) or is_reference(value) or is_wordlike(value):
        return False
    return any(_is_generated(run) for run in _RUN.findall(value)) and entropy(value) >= (2.9 if len(value) > 15 else 2.5)


def _is_generated(run: str) -> bool:
    if len(run) < MIN_RUN_CHARS or _is_word(run):
        return False
    if any(char.isdigit() for char in run):
        return not run.isdigit()
    return len(run) >= LONG_CHARS and not run.islower() and not run.isupper()


def is_password(value: str) -> bool:
    """Tell whether a value, named as a password, could be one a person chose."""
    if len(value) < MIN_PASSWORD_CHARS or is_placeholder(value) or is_reference(value) or _EMAIL.fullmatch(value):
        return False
    if is_wordlike(value):
        return bool(_WORD_AND_DIGITS.fullmatch(value)) and not _TECHNICAL.fullmatch(value)
    mixed = any(char.isdigit() for char in value) or bool(_INNER_SIGN.search(value))
    return (mixed and any(char.isalpha() for char in value)) or is_token(value)


_WORD_AND_DIGITS = re.compile(r"[A-Z]?[a-z]{3,20}\d{1,4}[a-z]{0,4}[!?.]?|[A-Z]{4,20}\d{1,4}|\d{1,4}[a-z]{4,20}")


def is_quoted_password(value: str) -> bool:
    """Tell whether a quoted literal assigned to a password could be one, plain words of one run included."""
    if is_password(value):
        return True
    plain = MIN_PASSWORD_CHARS <= len(value) <= 40 and value.isascii() and value.islower() and value.isalpha()
    return plain and not is_placeholder(value) and not any(word in value for word in ("password", "secret", "token"))


def is_userinfo(value: str) -> bool:
    """Tell whether the password part of a URL is one; its place is certain, so only stand-ins pass."""
    return len(value) >= 3 and not is_placeholder(value) and not is_reference(value)


def is_provider_token(value: str) -> bool:
    """Tell whether a token with a known prefix is more than a stand-in."""
    low = value.lower()
    return not any(stand_in in low for stand_in in _SURE_STAND_INS) and not _is_monotonous(value)


def is_basic(value: str) -> bool:
    """Tell whether base64 text decodes to `user:password`."""
    from binascii import Error, a2b_base64

    try:
        raw = a2b_base64(value + "=" * (-len(value) % 4))
    except Error:
        return False
    user, colon, password = raw.partition(b":")
    return bool(colon and user and len(password) >= 3) and raw.isascii() and raw.decode().isprintable()


def is_card(value: str) -> bool:
    """Tell whether digits are a payment card number: a known issuer, the right length, a valid check digit."""
    digits = "".join(char for char in value if char.isdigit())
    return bool(_ISSUER.fullmatch(digits)) and passes_luhn(digits)


_ISSUER = re.compile(
    r"4\d{15}|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}"
    r"|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14}"
)


def passes_luhn(digits: str) -> bool:
    """Tell whether the last digit is the check digit of the others."""
    total = 0
    for place, char in enumerate(reversed(digits)):
        digit = int(char) << (place & 1)
        total += digit - 9 if digit > 9 else digit
    return total % 10 == 0


def is_pem(value: str) -> bool:
    """Tell whether a key block has a body, not an ellipsis."""
    return any(not _is_monotonous(run) for run in re.findall(r"[A-Za-z0-9+/=]{16,}", value))


def is_iban(value: str) -> bool:
    """Tell whether the check digits of an IBAN hold."""
    packed = value.replace(" ", "")
    if not 15 <= len(packed) <= 34:
        return False
    return int("".join(str(int(char, 36)) for char in packed[4:] + packed[:4])) % 97 == 1


def is_seed_phrase(value: str) -> bool:
    """Tell whether words are a wallet's recovery phrase: twelve to twenty-four of them, most different."""
    words = value.split()
    return len(words) in (12, 15, 18, 21, 24) and len(set(words)) * 4 >= len(words) * 3


def is_anything(value: str) -> bool:
    """Accept: the pattern alone decides."""
    return bool(value)


@functools.cache
def shape(name: str) -> Callable[[str], bool]:
    """Return the predicate that a rule names."""
    return {
        "": is_provider_token,
        "any": is_anything,
        "pem": is_pem,
        "token": is_token,
        "password": is_password,
        "quoted-password": is_quoted_password,
        "userinfo": is_userinfo,
        "basic": is_basic,
        "card": is_card,
        "iban": is_iban,
        "seed-phrase": is_seed_phrase,
    }[name]
