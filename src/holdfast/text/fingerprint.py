"""Whether two statements say the same.

`fingerprint` is equal for texts that differ only in case, spacing, width, hidden characters or final punctuation.
`similarity` and `coverage` compare the words; they stay low where the words agree but the claims do not: a negation,
a number, or the two sides of a comparison changed places. `tests/text/test_fingerprint.py` holds the laws.
"""

from __future__ import annotations

from functools import cache

from holdfast.hashes import blake2b
from holdfast.text.fold import fold
from holdfast.text.stopwords import STOP_WORDS
from holdfast.text.terms import index_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

# A word after one of these is on one side of a claim: "tabs, not spaces", "from yarn to pnpm", "tests before lint".
_TURNS = {
    "not": "not never no nor neither cannot without avoid nicht kein keine nie ohne pas jamais sans non nunca sin "
    "не нет",
    "than": "than instead rather over versus vs",
    "but": "except unless until",
    "from": "from",
    "before": "before",
    "after": "after",
}
# Scripts without spaces yield no word after the negation, only the negation itself.
_NEGATIONS = frozenset("不没沒非无無别別勿未안못") | {"ない", "ไม่"}
# Similarity of two statements that share their words but contradict each other.
CONTRADICTION = 0.5
_TRAILING = " .,;:!?\u3002\u3001"  # fullwidth signs and the ellipsis fold to these


def normalise(text: str) -> str:
    """Return the form in which two spellings of one statement are equal; idempotent."""
    # Folding case can open a letter that composes again: fold once more, as the last form must be stable.
    small = fold(fold(text).casefold())
    return " ".join(small.split()).rstrip(_TRAILING)


def fingerprint(text: str) -> str:
    """Return 32 hexadecimal digits that are equal for equal normal forms."""
    return blake2b(normalise(text).encode(), digest_size=16).hexdigest()


def claim_terms(text: str) -> frozenset[str]:
    """Return what a statement is compared by: its terms without stop words, those after a turn marked with it."""
    return claim_of(index_terms(text))


def claim_of(words: Iterable[str]) -> frozenset[str]:
    """Return what a statement is compared by from its terms in their order."""
    terms: set[str] = set()
    turn, turns = "", _turns()
    for term in words:
        if term in turns:
            turn = turns[term]
        elif term not in STOP_WORDS:
            terms.add(f"{turn} {term}" if turn else term)
            turn = ""
    return frozenset(terms)


@cache
def _turns() -> dict[str, str]:
    # Words beyond ASCII are their own terms, and analysing them would compile patterns that few texts need.
    return {
        term: turn
        for turn, words in _TURNS.items()
        for word in words.split()
        for term in (index_terms(word) if word.isascii() else (word,))
    }


def similarity(left: str, right: str) -> float:
    """Return how much two statements say the same, in [0, 1]; symmetric, and 1 for equal normal forms."""
    return alike(claim_terms(left), claim_terms(right)) if normalise(left) != normalise(right) else 1.0


def coverage(part: str, whole: str) -> float:
    """Return how much of `part` is already said by `whole`, in [0, 1]."""
    return covered(claim_terms(part), claim_terms(whole)) if normalise(part) != normalise(whole) else 1.0


def alike(left: AbstractSet[str], right: AbstractSet[str]) -> float:
    """Return the similarity of two sets of claim terms."""
    if not left or not right:
        return 0.0
    share = len(left & right) / len(left | right)
    if share <= CONTRADICTION:
        return share
    return CONTRADICTION if any(map(_decides, left ^ right)) else share


def covered(part: AbstractSet[str], whole: AbstractSet[str]) -> float:
    """Return the coverage of one set of claim terms by another."""
    if not part or not whole:
        return 0.0
    share = len(part & whole) / len(part)
    return min(share, CONTRADICTION) if _contradicts(part, whole) else share


def _contradicts(part: AbstractSet[str], whole: AbstractSet[str]) -> bool:
    """Say whether `part` claims what `whole` does not, or what it turns the other way."""
    new = part - whole
    turned = any(f"{turn} {term}" in whole for term in new for turn in _TURNS)
    return turned or any(map(_decides, new)) or not _NEGATIONS.isdisjoint(whole - part)


def _decides(term: str) -> bool:
    """Say whether a term that only one side has makes it another claim: it is turned, a negation, or has a number."""
    return " " in term or term in _NEGATIONS or any(map(str.isdigit, term))
