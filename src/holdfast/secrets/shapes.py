"""What a value must look like before it counts as a secret.

A rule finds the place; these predicates judge the value there, so that `password: string;` and
`token = getToken()` pass while `password: hunter2` does not. Pure and linear.
`tests/secrets/test_secret_shapes.py` holds the laws.
"""

from __future__ import annotations

import functools
from binascii import Error, a2b_base64

from holdfast.secrets.patterns import pattern
from holdfast.secrets.personal import is_card, is_iban, is_phone
from holdfast.secrets.words import (
    LONG_CHARS,
    entropy,
    has_inner_sign,
    is_disguised,
    is_garbled,
    is_generated,
    is_monotonous,
    is_scattered,
    is_technical,
    is_wordlike,
    runs,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MIN_PASSWORD_CHARS = 6
MIN_TOKEN_CHARS = 10
MIN_USERINFO_CHARS = 3  # a URL's password may be weak and is one all the same
MAX_PLAIN_CHARS = 40
ENOUGH_BITS, ENOUGH_BITS_SHORT = 2.9, 2.5  # entropy per character of a token, and of one below LONG_CHARS

# People write these where a secret would go, with blanks, hyphens or underscores between the words. The first group
# is judged inside provider tokens too, so each is long enough never to occur in random text.
_SURE_STAND_INS = (
    "example", "placeholder", "changeme", "redacted", "dummy", "your_", "_here", "xxxxx", "*****", "...", "\u2026",
    "_____", "#####",
)  # fmt: skip
_STAND_INS = (
    *_SURE_STAND_INS, "sample", "change_me", "replace", "yourpass", "yourtoken", "yourkey", "yoursecret", "insert",
    "not_a_real", "todo", "lorem", "&lt;", "&gt;", "&quot;", "&apos;", "&amp;",
)  # fmt: skip
_BLANK_SIGNS = str.maketrans(" -", "__")
_BLANKS = frozenset(
    """admin any bar baz bearer blank boolean bytes changed char default disabled empty enabled env expired failed
    false field file foo foobar guest hash hashed header hidden incorrect input invalid key keyring label long
    mandatory manual masked me missing mypass mypassword mysecret mytoken name never nil no none nopass null number
    object off on optional pass passphrase passwd password postgres prompt public pw pwd qux random read required reset
    root same secret set str string strong test tester testing testpass text tiger token true type undefined
    unknown unset user username value varchar weak wrong yes write letmein secretkey apikey passw0rd p4ssw0rd p@ssw0rd
    p@ssword sesame""".split()  # noqa: SIM905
)
# What begins a value that only says where the secret is.
_REFERENCE_STARTS = (
    "${", "$(", "{", "(", "[", "<", "|", "\\", "//", "--", "~/", "./", "../", "@{", "%(", "!ref", "!sub", "!getatt",
    "!vault", "!import", "!secret", "!env",
)  # fmt: skip
_SCHEMES = frozenset(
    "arn data env file gs http https keyvault op ref s3 secretsmanager ssm urn vault".split()  # noqa: SIM905
)
_OBJECTS = frozenset(
    """arg args body config context credential credentials ctx data env form input inputs local module opts options
    output outputs param params process props req request secret secrets self settings state this user value values
    var vars os""".split()  # noqa: SIM905
)
_CALL = r"[A-Za-z_][\w.:>-]*[(\[]"
_MEMBER = r"([A-Za-z]+)(?:\.|->|::)[A-Za-z_]"
_FILE = r"[\w.@+-]*/[\w.@+/-]*\.[A-Za-z][A-Za-z0-9]{1,4}"
_DIGEST = r"(?i:sha(?:1|2?[0-9]{3})|md5|blake[23][bs]?)[-:=]"
_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_WORD_AND_DIGITS = r"[A-Z]?[a-z]{3,20}\d{1,8}[a-z]{0,4}[!?.]?|[A-Z]{4,20}\d{1,4}|\d{1,4}[a-z]{4,20}"
_NEXT_PAIR = r"[&;,](?:[A-Za-z_][\w .-]{0,40}[=:]|$)"
_TRAILING = ".,;:?)]}>"


def trim(value: str) -> str:
    """Return an unquoted value without what follows it in a sentence, a query or a connection string."""
    pair = pattern(_NEXT_PAIR).search(value)
    return value[: pair.start() if pair else len(value)].rstrip(_TRAILING)


def is_placeholder(value: str) -> bool:
    """Tell whether a value only stands for one."""
    low = value.lower()
    if _holds_any(_STAND_INS, low.translate(_BLANK_SIGNS)):
        return True
    bare = low.strip("<>{}[]()*_-\"'`!. ")
    return bare in _BLANKS or bare.rstrip("0123456789") in _BLANKS or is_monotonous(value)


def _holds_any(pieces: tuple[str, ...], text: str) -> bool:
    return any(piece in text for piece in pieces)


def is_reference(value: str) -> bool:
    """Tell whether a value says where to find the secret: a variable, a call, a path, a URL."""
    if value.lower().startswith(_REFERENCE_STARTS) or "://" in value or "${" in value or "{{" in value:
        return True
    if value[:1] in "$%" and value[1:].rstrip("%").isidentifier():
        return True
    if value.partition(":")[0].lower() in _SCHEMES or value[1:3] == ":\\" or pattern(_DIGEST).match(value):
        return True
    if pattern(_FILE).fullmatch(value):
        return True
    member = pattern(_MEMBER).match(value)
    return (member is not None and member[1].lower() in _OBJECTS) or pattern(_CALL).match(value) is not None


def is_token(value: str) -> bool:
    """Tell whether a value looks generated: long, mixed, and made of no words."""
    if len(value) < MIN_TOKEN_CHARS or is_placeholder(value) or is_reference(value) or is_wordlike(value):
        return False
    if not is_scattered(value) and not any(map(is_generated, runs(value))):
        return False
    return entropy(value) >= (ENOUGH_BITS if len(value) >= LONG_CHARS else ENOUGH_BITS_SHORT)


def is_password(value: str) -> bool:
    """Tell whether a value, named as a password, could be one a person chose."""
    if len(value) < MIN_PASSWORD_CHARS or is_placeholder(value) or is_reference(value):
        return False
    if pattern(_EMAIL).fullmatch(value):
        return False
    if is_wordlike(value):
        if is_technical(value):
            return False
        return pattern(_WORD_AND_DIGITS).fullmatch(value) is not None or any(map(_is_chosen, runs(value)))
    mixed = any(map(str.isdigit, value)) or has_inner_sign(value)
    return (mixed and any(map(str.isalpha, value))) or is_token(value)


def _is_chosen(run: str) -> bool:
    return is_disguised(run) or (len(run) >= MIN_PASSWORD_CHARS and is_garbled(run))


def is_quoted_password(value: str) -> bool:
    """Tell whether a literal assigned to a password could be one; here a plain word may."""
    if is_password(value):
        return True
    plain = (
        MIN_PASSWORD_CHARS <= len(value) <= MAX_PLAIN_CHARS and value.isascii() and value.islower() and value.isalpha()
    )
    return plain and not is_placeholder(value) and not any(word in value for word in ("password", "secret", "token"))


def is_userinfo(value: str) -> bool:
    """Tell whether the password part of a URL is one; its place is certain, so only stand-ins pass."""
    return len(value) >= MIN_USERINFO_CHARS and not is_placeholder(value) and not is_reference(value)


def is_provider_token(value: str) -> bool:
    """Tell whether a token with a known prefix is more than a stand-in."""
    low = value.lower().translate(_BLANK_SIGNS)
    return not _holds_any(_SURE_STAND_INS, low) and not is_monotonous(value)


def is_key_block(value: str) -> bool:
    """Tell whether a key block has a body, not an ellipsis."""
    return any(not is_monotonous(line) for line in pattern(r"[A-Za-z0-9+/=]{16,}").findall(value))


def is_basic(value: str) -> bool:
    """Tell whether base64 text decodes to `user:password`."""
    try:
        raw = a2b_base64(value + "=" * (-len(value) % 4))
    except Error:
        return False
    user, colon, password = raw.partition(b":")
    return bool(colon and user and len(password) >= MIN_USERINFO_CHARS) and raw.isascii() and raw.decode().isprintable()


def is_seed_phrase(value: str) -> bool:
    """Tell whether words are a wallet's recovery phrase: twelve to twenty-four of them, most different."""
    words = value.split()
    return len(words) in (12, 15, 18, 21, 24) and len(set(words)) * 4 >= len(words) * 3


def is_something(value: str) -> bool:
    """Accept: here the pattern alone decides."""
    return value != ""


@functools.cache
def shape(name: str) -> Callable[[str], bool]:
    """Return the predicate that a rule names."""
    return {
        "": is_provider_token,
        "any": is_something,
        "block": is_key_block,
        "token": is_token,
        "password": is_password,
        "named-password": is_password,
        "userinfo": is_userinfo,
        "basic": is_basic,
        "card": is_card,
        "iban": is_iban,
        "phone": is_phone,
        "seed-phrase": is_seed_phrase,
    }[name]
