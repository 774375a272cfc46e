"""The newer of two statements on one subject comes first, unless a question asks for the past. Pure.

No relevance can tell which of two statements still holds: they say nearly the same. Those among the first hits that
come near the best one, and are about the same, are put in the order of time; nothing is lost. What is about the same
depends on the question: where it asks how things stand, whatever fits the same part of it; else only what has the same
subject or shares most of its words.
Laws: `tests/recall/test_newest.py`.
"""

from __future__ import annotations

from holdfast.recall.signals import WEIGHTS
from holdfast.text import marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.recall.document import Document
    from holdfast.recall.rank import Ranked
    from holdfast.recall.signals import Scene, Weights

DEPTH = 8
SAME_PART = 0.6  # of what the best one matches
KIN_HELD = 0.6


def newest_first(
    scene: Scene, ranked: Sequence[Ranked], *, depth: int = DEPTH, weights: Weights = WEIGHTS
) -> list[Ranked]:
    """Return the hits with near-ties on one subject in the order of time, newest first."""
    again = list(ranked)
    asked = scene.asked
    if not again or asked.about_past or (asked.about_assistant and not asked.about_now):
        return again
    lead = again[0]
    places = [at for at, one in enumerate(again[:depth]) if _is_near(scene, lead, one, weights)]
    by_time = sorted(
        (again[at] for at in places), key=lambda one: (one.document.day, one.document.number), reverse=True
    )
    for at, one, had in zip(places, by_time, [again[at] for at in places], strict=True):
        again[at] = one if one is had else _in_place_of(one, had)
    return again


def _in_place_of(one: Ranked, had: Ranked) -> Ranked:
    """Return a hit with the score of the place it takes, and the factor that this is as a part of its own."""
    return one.evolve(score=had.score, parts={**one.parts, "newest": round(had.score / (one.score or 1.0), 6)})


def _is_near(scene: Scene, lead: Ranked, one: Ranked, weights: Weights) -> bool:
    if one is lead:
        return True
    if _gained(one) < weights.newest * _gained(lead):
        return False
    ours, theirs = lead.document, one.document
    if _voice(ours) != _voice(theirs):  # what an agent noted later does not stand above what the person said
        return False
    if ours.subject and ours.subject == theirs.subject:
        return True
    return _fits_same_part(scene, ours, theirs) if scene.asked.about_now else _says_alike(ours, theirs, weights)


def _voice(one: Document) -> tuple[bool, str, str]:
    return marks.ASSISTANT in one.marks, one.speaker, one.source


def _fits_same_part(scene: Scene, ours: Document, theirs: Document) -> bool:
    held, other = _held(ours), _held(theirs)
    most = sum(scene.rarity[place] * share for place, share in held.items()) or 1.0
    both = sum(scene.rarity[place] * min(share, other.get(place, 0.0)) for place, share in held.items())
    return both >= SAME_PART * most


def _says_alike(ours: Document, theirs: Document, weights: Weights) -> bool:
    one, other = ours.content(), theirs.content()
    return 2 * len(one & other) >= weights.alike * (len(one) + len(other))


def _gained(one: Ranked) -> float:
    """Return what a hit gained, before it was brought into [0, 1]."""
    return one.score / (1.0 - min(one.parts["relevance"], 0.999))


def _held(one: Document) -> dict[int, float]:
    return {**{place: KIN_HELD * min(1.0, near) for place, near in one.kin.items()}, **dict.fromkeys(one.counts, 1.0)}
