"""How well the best of what was found fits a question, so that a turn gets nothing when nothing fits. Pure.

The fit is the share of the question that a memory holds, by the rarity of its words, with what ranking makes of it, and
lowered where a single word is all they share. The more memories there are, the more of any question some memory holds by
chance, and the longer a question, the less of it one memory can hold; the fit allows for both, so that one bar serves
stores of all sizes. `make bench-quality` prints what the bar lets through. Laws: `tests/recall/test_silence.py`.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.recall.rank import Ranked
    from holdfast.recall.signals import Scene

LOOKED_AT = 10  # of the first hits the best fitting one decides
SINGLE = 0.5  # of its fit is left to a memory that shares one word, three quarters with two
FRAMED = 0.5  # a word that frames a question is half a word
KIN = 0.4  # and one of nearly the same meaning a little less
LONG_TERMS = 12  # a question of more words is not expected to be held in proportion
USUAL_DOCUMENTS = 500  # where chance is as large as the bar was set for
FEW_DOCUMENTS = 30  # fewer than these do not tell which words are rare


def fit_of(scene: Scene, ranked: Sequence[Ranked]) -> float:
    """Return how well the best of the first hits fits, from 0 to 1."""
    best = max((_fit(scene, one) for one in ranked[:LOOKED_AT]), default=0.0)
    by_chance = math.log(scene.documents + FEW_DOCUMENTS) / math.log(USUAL_DOCUMENTS)
    return min(1.0, best / by_chance)


def _fit(scene: Scene, one: Ranked) -> float:
    asked, document = scene.asked, one.document
    kin = [place for place in document.kin if place not in document.counts]
    held = sum(scene.rarity[place] for place in document.counts) + KIN * sum(scene.rarity[place] for place in kin)
    number = sum(FRAMED if asked.terms[place] in asked.frames else 1.0 for place in document.counts) + KIN * len(kin)
    stretch = max(1.0, math.sqrt(len(asked.terms) / LONG_TERMS))
    covered = min(1.0, stretch * held / scene.ceiling)
    relevance = min(1.0, stretch * one.parts["relevance"])
    alone: float = SINGLE**number
    return math.sqrt(covered * relevance) * (1.0 - alone)
