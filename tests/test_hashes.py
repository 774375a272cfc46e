"""The hot path's digests are the standard ones."""

from __future__ import annotations

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from holdfast import hashes


@given(st.binary(max_size=200), st.binary(max_size=300))
def test_hmac_is_the_standard_one(key, message):
    """Keys shorter and longer than a block give what the standard library gives."""
    assert hashes.hmac_sha256(key, message) == hmac.digest(key, message, "sha256")


@given(st.binary(max_size=300))
def test_digests_are_the_standard_ones(message):
    """SHA-256 and BLAKE2b agree with hashlib."""
    assert hashes.sha256(message).hexdigest() == hashlib.sha256(message).hexdigest()
    assert hashes.blake2b(message, digest_size=16).hexdigest() == hashlib.blake2b(message, digest_size=16).hexdigest()
