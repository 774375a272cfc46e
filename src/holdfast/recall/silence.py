"""How close the best of what was found comes to a question, so that a turn gets nothing when nothing fits. Pure.

Closeness is the share of the question that a memory holds, by the rarity of its words, with what ranking makes of it, and
lowered where a single word is all they share. The more memories there are, the more of any question some memory holds by
chance, and the longer a question, the less of it one memory can hold; closeness allows for both, so that one bar
serves stores of all sizes. A prompt of several sentences is asked about by each of them, for people tell what they did before they
ask: one sentence that something comes close to is enough, and more of them are more chances. `make bench-quality` prints what the
bar lets through. Laws: `tests/recall/test_silence.py`.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.recall.rank import Ranked
    from holdfast.recall.signals import Scene

LOOKED_AT = 10  # of the first hits the closest one decides
SINGLE = 0.5  # of it is left to a memory that shares one word, three quarters with two
FRAMED = 0.5  # a word that frames a question is half a word
KIN = 0.4  # and one of nearly the same meaning a little less
SENTENCE = 0.8  # of what one sentence reaches is left: what stands around it may be about something else
LONG_TERMS = 12  # a question of more words is not expected to be held in proportion
USUAL_DOCUMENTS = 500  # where chance is as large as the bar was set for
FEW_DOCUMENTS = 30  # fewer than these do not tell which words are rare


def closeness(scene: Scene, ranked: Sequence[Ranked]) -> float:
    """Return how close the best of the first hits comes, from 0 to 1."""
    asked = scene.asked
    whole = frozenset(range(len(asked.terms)))
    parts = ((whole, 1.0), *((part, SENTENCE) for part in asked.sentences))
    best = max((share * _held(scene, one, part) for one in ranked[:LOOKED_AT] for part, share in parts), default=0.0)
    tries = scene.documents * max(1, len(asked.sentences))
    by_chance = math.log(tries + FEW_DOCUMENTS) / math.log(USUAL_DOCUMENTS)
    return min(1.0, best / by_chance)


def _held(scene: Scene, one: Ranked, part: frozenset[int]) -> float:
    """Return how much of a part of the question, by the places of its terms, a hit holds."""
    asked, document = scene.asked, one.document
    kin = [place for place in document.kin if place not in document.counts]
    held = _weight(scene, document.counts, kin, part)
    if not held:
        return 0.0
    number = sum(FRAMED if asked.terms[place] in asked.frames else 1.0 for place in document.counts if place in part)
    number += KIN * sum(place in part for place in kin)
    stretch = max(1.0, math.sqrt(len(part) / LONG_TERMS))
    ceiling = sum(scene.weight[place] for place in part)
    covered = min(1.0, stretch * held / ceiling)
    relevance = min(1.0, stretch * _relevance(scene, one, held / _weight(scene, document.counts, kin, None), ceiling))
    alone: float = SINGLE**number
    return math.sqrt(covered * relevance) * (1.0 - alone)


def _relevance(scene: Scene, one: Ranked, share: float, ceiling: float) -> float:
    """Return the relevance that a hit would have, had only a part been asked that gained it a share of what it did."""
    whole = one.parts["relevance"]
    gained = share * whole / (1.0 - whole) * scene.ceiling
    return gained / (gained + ceiling)


def _weight(scene: Scene, places: Iterable[int], kin: Iterable[int], part: frozenset[int] | None) -> float:
    """Return what the words of a hit weigh, its kin included; of those in a part of the question, or of all."""
    own = sum(scene.rarity[place] for place in places if part is None or place in part)
    return own + KIN * sum(scene.rarity[place] for place in kin if part is None or place in part)
