"""SHA-256, HMAC and BLAKE2 without `hashlib`, whose OpenSSL costs the hook four milliseconds to load.

The interpreter's own implementations give the same digests; `tests/test_hashes.py` compares them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import blake2b, sha256
else:
    try:
        from _blake2 import blake2b

        try:
            from _sha256 import sha256  # 3.11
        except ImportError:
            from _sha2 import sha256  # 3.12 and newer
    except ImportError:  # an interpreter built without them
        from hashlib import blake2b, sha256

__all__ = ["blake2b", "hmac_sha256", "sha256"]

_BLOCK_BYTES = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA256 of a message (RFC 2104)."""
    if len(key) > _BLOCK_BYTES:
        key = sha256(key).digest()
    padded = key.ljust(_BLOCK_BYTES, b"\0")
    inner = sha256(padded.translate(_INNER) + message).digest()
    return sha256(padded.translate(_OUTER) + inner).digest()
