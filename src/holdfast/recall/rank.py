"""Ranking: candidates and a question in, scores with their parts out; the signals stand in `signals`.

A score lies in [0, 1], higher is better: relevance x decay x trust x scope. Relevance is what a document gains from its
words, phrases, neighbours and conversation, and from being what was asked for, against the most that the words of the
question could weigh; so it means the same in a store of ten memories and of a million. The parts are kept with the
score, because `why` shows them. Laws: `tests/recall/test_rank.py`.
"""

from __future__ import annotations

import itertools

from holdfast.recall import signals
from holdfast.recall.signals import WEIGHTS, Scene, Weights
from holdfast.store.search import shelve
from holdfast.text import marks
from holdfast.text.kin import kin_of
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from holdfast.recall.asked import Asked
    from holdfast.recall.document import Document

    # Score, day and number put documents in order; then the document, relevance, fit, what its conversation gains, and
    # what its meaning does.
    _Scored = tuple[float, str, int, Document, float, float, float, float]

MADE_OF = (
    "words",
    "phrases",
    "coverage",
    "beside",
    "session",
    "meaning",
    "fit",
)  # what relevance comes from; all else is a factor
LOOKED_FOR_REPEATS = 40
REACH = 1  # a message between them is not in the field, or belongs to somebody who wrote at the same time


class Ranked(Value):
    """A document with its score and every part of it."""

    document: Document
    score: float
    parts: dict[str, float]


def set_scene(
    asked: Asked,
    shelves: Sequence[str],
    sizes: Mapping[str, tuple[int, int]],
    frequencies: Mapping[str, int],
    weights: Weights = WEIGHTS,
) -> Scene:
    """Return the question with the statistics of the shelves that were searched."""
    documents = sum(size[0] for size in sizes.values())
    length = sum(size[1] for size in sizes.values())
    held = [sum(frequencies.get(shelve(shelf, term), 0) for shelf in shelves) for term in asked.terms]
    framed = [weights.frame if term in asked.frames else 1.0 for term in asked.terms]
    rarity = [signals.inverse_frequency(documents, number) * share for number, share in zip(held, framed, strict=True)]
    return Scene(
        asked=asked,
        rarity=tuple(rare if number else 0.0 for rare, number in zip(rarity, held, strict=True)),
        weight=tuple(rarity),
        average_length=length / documents if documents else 1.0,
        documents=documents,
    )


def places_of(asked: Asked, shelves: Sequence[str]) -> dict[str, int]:
    """Return each word to look for, as indexed, with its place in the question; kin have places below zero."""
    found: dict[str, int] = {}
    for shelf in shelves:
        for place, term in enumerate(asked.terms):
            for other in kin_of(term):
                found.setdefault(shelve(shelf, other), -1 - place)
        for place, term in enumerate(asked.terms):
            found[shelve(shelf, term)] = place
    return found


def rank(scene: Scene, documents: Sequence[Document], weights: Weights = WEIGHTS, limit: int = 24) -> list[Ranked]:
    """Return the best documents with scores, best first; ties go to the newer, then to the key."""
    gained = {one.key: _Gained(scene, one, weights) for one in documents}
    speakers = {one.speaker for one in documents}
    named = speakers.intersection(scene.asked.terms)
    names = frozenset(named if len(named) < len(speakers) else ())  # a name that all have tells nothing apart
    by_session = _sessions(scene, documents, gained, weights)
    beside = _beside(documents, gained, weights)
    ceiling = scene.ceiling  # a sum
    by_words = []
    for one in documents:
        fit = signals.fit(scene, one, names, weights)
        talk = weights.session * by_session[one.occasion]
        by_words.append((one, fit, talk, (gained[one.key].base + beside[one.key] + talk) * fit))
    best = max([ceiling, *(total for *_, total in by_words)])
    scored = []
    for one, fit, talk, total in by_words:
        meant = signals.meaning(one, best, weights)
        relevance = (total + meant) / (total + meant + ceiling)
        scored.append((relevance * one.standing, one.day, one.number, one, relevance, fit, talk, meant))
    return [
        Ranked(
            document=found[3], score=found[0], parts=_parts(scene, gained[found[3].key], beside[found[3].key], found)
        )
        for found in _repeated_last(_in_order(scored), weights)[:limit]
    ]


def _in_order(scored: list[_Scored]) -> list[_Scored]:
    scored.sort(key=lambda found: found[3].key)
    return sorted(scored, key=lambda found: found[:3], reverse=True)


def _repeated_last(ordered: list[_Scored], weights: Weights) -> list[_Scored]:
    """Let what was said before in the same words count for less: the first time it was said is the evidence."""
    top = ordered[:LOOKED_FOR_REPEATS]
    first: dict[str, int] = {}
    for one in top:
        said = " ".join(one[3].said.lower().split())
        first[said] = min(first.get(said, one[3].number), one[3].number)
    if len(first) == len(top):
        return ordered
    kept = set(first.values())
    again = [one if one[3].number in kept else (one[0] * weights.repeated, *one[1:]) for one in top]
    return _in_order(again) + ordered[LOOKED_FOR_REPEATS:]


class _Gained:
    """What a document gains by itself."""

    __slots__ = ("base", "coverage", "phrases", "strong", "words")

    def __init__(self, scene: Scene, one: Document, weights: Weights) -> None:
        norm = signals.length_norm(scene, one, weights)
        self.strong = signals.presence(scene, one, weights)
        self.words = signals.words(scene, self.strong, norm, weights)
        self.phrases = signals.phrases(scene, one, norm, weights)
        self.coverage = signals.coverage(scene, self.strong)
        self.base = (self.words + self.phrases) * (1 - weights.coverage + weights.coverage * self.coverage)


def _sessions(
    scene: Scene, documents: Sequence[Document], gained: Mapping[str, _Gained], weights: Weights
) -> dict[object, float]:
    """Return what the conversation of each document gains."""
    held: dict[object, list[Document]] = {}
    for one in documents:
        held.setdefault(one.occasion, []).append(one)
    average = sum(one.length for one in documents) / max(1, len(held))
    scene = scene.evolve(average_session=average)
    return {
        occasion: signals.session(
            scene, [gained[one.key].strong for one in ones], (one.length for one in ones), weights
        )
        for occasion, ones in held.items()
    }


def _beside(documents: Sequence[Document], gained: Mapping[str, _Gained], weights: Weights) -> dict[str, float]:
    """Return what each document gains from what was said just before and after it."""
    ordered = sorted(documents, key=lambda one: (str(one.occasion), one.number))
    found = dict.fromkeys(gained, 0.0)
    for one, following in itertools.pairwise(ordered):
        if one.occasion != following.occasion or following.number - one.number > REACH:
            continue
        found[one.key] += signals.damping(one, weights) * gained[following.key].base
        answered = weights.answered if marks.ASKS in one.marks else 1.0
        found[following.key] += signals.damping(following, weights) * gained[one.key].base * answered
    return found


def _parts(scene: Scene, mine: _Gained, beside: float, found: _Scored) -> dict[str, float]:
    """Return every part of a score by name, as `why` shows it: the factors, then what relevance is made of."""
    ceiling = scene.ceiling
    *_, relevance, fit, talk, meant = found
    made_of = {
        "words": mine.words / ceiling,
        "phrases": mine.phrases / ceiling,
        "coverage": mine.coverage,
        "beside": beside / ceiling,
        "session": talk / ceiling,
        **({"meaning": meant / ceiling} if meant else {}),
        "fit": fit,
    }
    return {"relevance": round(relevance, 6), **{name: round(part, 6) for name, part in made_of.items()}}
