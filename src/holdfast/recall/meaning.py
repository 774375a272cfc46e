"""What of a question is compared by meaning: all of it but the words that a good part of all documents hold.

A name that stands in every other message pulls a question towards just any of them, and tells nothing apart; measured on
dialogues of two people, where leaving such words in costs more than vectors bring. Pure.
Laws: `tests/recall/test_meaning.py`.
"""

from __future__ import annotations

import math

from holdfast.text.terms import query_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.recall.signals import Scene, Weights

LOOKED_AT_CHARS = 2000
COMMON = 0.2  # the share of all documents that hold a word which says nothing
FEW_DOCUMENTS = 30  # fewer than these do not tell which words are common


def telling(question: str, scene: Scene, weights: Weights) -> str:
    """Return a question without the words that too many documents hold; all of it when nothing else is left."""
    asked = scene.asked
    said = question[:LOOKED_AT_CHARS]
    if scene.documents < FEW_DOCUMENTS:
        return said
    least = math.log(1 / COMMON)
    common = {
        term
        for term, rarity in zip(asked.terms, scene.rarity, strict=True)
        if 0.0 < rarity < least * (weights.frame if term in asked.frames else 1.0)
    }
    if not common:
        return said
    left = [word for word in said.split() if common.isdisjoint(query_terms(word))]
    return " ".join(left) or said
