"""Group ids and other keyed digests: what leaves the machine in place of names and paths.

A plain hash of a path is guessed back in seconds; here everything goes through HMAC-SHA256 with the key of the install, and
the parts are length-prefixed, so that no two different groups share an id. Ids use `[a-z0-9_]` only: a hyphen in a group
id switches the keyword search of some graph databases off. Pure; `tests/scope/test_keys.py` holds the laws.
"""

from __future__ import annotations

from functools import lru_cache

from holdfast.errors import UsageError
from holdfast.hashes import hmac_sha256
from holdfast.model import Scope
from holdfast.scope.identity import base_name, label_of_identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

REMEMBERED = 256  # of what was computed: a recall asks for the same few ids again and again
MIN_KEY_BYTES = 16
ID_CHARS = 32  # of five bits each: 160 bits
RAW_SUFFIX_CHARS = 16  # 80 bits, beside a name that is nearly always different already
MAX_RAW_CHARS = 64

_PREFIXES = {Scope.SESSION: "gs", Scope.WORKSPACE: "gw", Scope.USER: "gu", Scope.SHARED: "gh"}
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_EXTRACT_SALT = b"holdfast endpoint key 1"


@lru_cache(maxsize=REMEMBERED)
def group_id(
    key: bytes, scope: Scope, stable_key: str, agent: str = "", strategy: Literal["hashed", "raw"] = "hashed"
) -> str:
    """Return the id of a group: a keyed hash, or under `raw` a readable name that is still never a path.

    Raises UsageError for an empty stable key, which would put every stranger into one group, and for a short key.
    """
    if not stable_key:
        raise UsageError("a group needs a key", why=f"the stable key of the {scope} scope is empty")
    digest = _digest(key, "group", scope, agent, stable_key)
    if strategy == "raw":
        return _raw(scope, stable_key, agent, _base32(digest, RAW_SUFFIX_CHARS))
    return f"{_PREFIXES[scope]}_{_base32(digest, ID_CHARS)}"


def keyed_digest(key: bytes, purpose: str, text: str) -> str:
    """Return 64 hexadecimal digits that stand for a text, different for every purpose and every key."""
    return _digest(key, "digest", purpose, text).hex()


def endpoint_key(key: bytes, endpoint_origin: str) -> bytes:
    """Derive the key for one endpoint, so that two endpoints cannot tell that they see the same groups (HKDF-SHA256)."""
    _check(key)
    return _hkdf(key, salt=_EXTRACT_SALT, info=endpoint_origin.encode("utf-8", "surrogatepass"))


def _hkdf(key: bytes, *, salt: bytes, info: bytes) -> bytes:
    return hmac_sha256(hmac_sha256(salt, key), info + b"\x01")


def _digest(key: bytes, *parts: str) -> bytes:
    _check(key)
    return hmac_sha256(key, b"".join(map(_length_prefixed, parts)))


def _check(key: bytes) -> None:
    if len(key) < MIN_KEY_BYTES:
        raise UsageError(f"a key of {len(key)} bytes is too short", why=f"it needs {MIN_KEY_BYTES} or more")


def _length_prefixed(part: str) -> bytes:
    coded = part.encode("utf-8", "surrogatepass")
    return len(coded).to_bytes(8, "big") + coded


def _base32(digest: bytes, chars: int) -> str:
    number = int.from_bytes(digest, "big") >> (len(digest) * 8 - chars * 5)
    return "".join(_BASE32[number >> (5 * at) & 31] for at in reversed(range(chars)))


def _raw(scope: Scope, stable_key: str, agent: str, suffix: str) -> str:
    """Return a readable id; a name that is not plain, or might pass for one with a suffix, gets a suffix."""
    plain = f"{scope}_{stable_key}"
    if not agent and _is_plain(stable_key) and len(plain) <= MAX_RAW_CHARS:
        return plain
    shown = _sanitised(f"{_readable(agent)}_{_readable(stable_key)}")
    room = MAX_RAW_CHARS - len(scope) - len(suffix) - 3
    return "_".join(filter(None, (scope, shown[:room].strip("_")))) + f"__{suffix}"


def _is_plain(text: str) -> bool:
    """Say whether a text survives as it is: words of `[A-Za-z0-9]`, joined by single underscores."""
    return all(word.isascii() and word.isalnum() for word in text.split("_"))


def _readable(stable_key: str) -> str:
    label = label_of_identity(stable_key)
    return label or base_name(stable_key.replace("\\", "/"))


def _sanitised(text: str) -> str:
    words = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in text).split()
    return "_".join(words)
