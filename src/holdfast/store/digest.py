"""Per-row digests: what lets damage be found that the engine's own checks miss.

A digest covers what a row says, not how often it was used. `doctor` recomputes every one.
"""

from __future__ import annotations

import json

from holdfast.hashes import blake2b

DIGEST_BYTES = 16
_ENCODER = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), default=str)


def digest(*fields: object) -> str:
    """Return the digest of a row's fields; their order and boundaries count."""
    return blake2b(_ENCODER.encode(fields).encode(), digest_size=DIGEST_BYTES).hexdigest()
