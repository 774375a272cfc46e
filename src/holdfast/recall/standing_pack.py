"""What stands beside the profile at the start of a session: rules first, then preferences, within what the profile leaves.

Taken greedily in the given order: a statement that does not fit is left out while shorter ones after it may still be
taken, and one that the profile or a kept one already says is dropped. `tests/flows/test_standing.py` holds the laws.
"""

from __future__ import annotations

from holdfast.text.fingerprint import alike, claim_terms, normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NEAR_DUPLICATE = 0.9


def pack_standing(statements: Sequence[tuple[str, str]], *, said: Iterable[str], limit: int) -> list[str]:
    """Return the ids of the statements, given as (id, text), that together stay within `limit` characters."""
    kept: list[str] = []
    known = [_claim(text) for text in said]
    left = limit
    for name, text in statements:
        if len(text) > left:
            continue
        claim = _claim(text)
        if any(_says_same(claim, other) for other in known):
            continue
        kept.append(name)
        known.append(claim)
        left -= len(text)
    return kept


_Claim = tuple[str, frozenset[str]]


def _claim(text: str) -> _Claim:
    return normalise(text), claim_terms(text)


def _says_same(one: _Claim, other: _Claim) -> bool:
    return one[0] == other[0] or alike(one[1], other[1]) >= NEAR_DUPLICATE
