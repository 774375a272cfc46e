"""The signals of ranking: each a small pure function, every weight in one table.

What a candidate is comes as a `Document`, what is asked and how rare its words are as a `Scene`. The weights are one
configuration for every kind of store; `make bench-quality` prints what each of them earns, and one that earns nothing goes. Laws: `tests/recall/test_signals.py`.
"""

from __future__ import annotations

import math

from holdfast.model import Origin, Scope, Source
from holdfast.text import marks
from holdfast.times import age_days
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from holdfast.recall.asked import Asked
    from holdfast.recall.document import Document


class Weights(Value):
    """Every number that ranking depends on."""

    k1: float = 1.2  # how soon more of the same word stops to count
    b: float = 0.9  # how much length is held against a document
    frame: float = 0.7  # a word that only frames the question
    kin: float = 0.2  # a word that means nearly the same
    speaker: float = 1.0  # the question names who said it
    phrase: float = 0.5  # words that stand side by side in both
    coverage: float = 0.5  # how much of a score depends on how many of the words are there
    beside: float = 0.5  # what was said just before or after fits
    answered: float = 1.5  # what was said before was a question
    beside_chars: float = 150.0  # the longer a text, the less it needs its neighbours
    session: float = 0.4  # the rest of the conversation fits
    session_k1: float = 1.2
    session_b: float = 0.75
    meaning: float = 0.3  # it is the nearest in meaning, against what the best fitting words gain; with vectors alone
    person: float = 1.5  # the person said it, and the question does not ask what the assistant said
    named: float = 1.3  # the one said it who is named in the question
    when: float = 1.45  # a time is told, and the question asks for one
    in_span: float = 2.0  # it is of the days that the question names
    after_span: float = 1.4  # or of the days after: people tell afterwards
    after_days: int = 10
    oneself: float = 0.1  # it is about the speaker
    repeated: float = 0.5  # the same text stands above
    newest: float = 0.6  # what comes this near the best, and is about the same, is ordered by time; above 1 nothing is
    alike: float = 0.6  # the share of words at which two statements are about the same whatever is asked
    half_life_days: float = 180.0
    oldest: float = 0.8  # what is left of the score of something very old
    corrected: float = 1.0
    user: float = 0.97
    agent: float = 0.9
    system: float = 0.82
    untrusted: float = 0.7  # tool output, repository files, imports, remotes
    scopes: Mapping[Scope, float] = {Scope.SESSION: 1.0, Scope.WORKSPACE: 1.0, Scope.USER: 0.97, Scope.SHARED: 0.92}
    stale: float = 0.6


WEIGHTS = Weights()
CORRECTION = "correction"  # the reason of a memory that the person put in place of a wrong one
_MIDNIGHT = "T00:00:00"
LOW_ORIGINS = frozenset({Origin.TOOL_OUTPUT, Origin.REPO_FILE, Origin.REMOTE})


class Scene(Value):
    """What all candidates of one question share."""

    asked: Asked
    rarity: tuple[float, ...]  # of each term of the question, frames weighed down; nothing for one that nobody knows
    weight: tuple[float, ...]  # the same, words that nobody knows included
    average_length: float
    documents: int = 1  # that were searched
    average_session: float = 1.0

    @property
    def ceiling(self) -> float:
        """The most that the question could weigh, its unknown words included."""
        return sum(self.weight) or 1.0

    @property
    def total(self) -> float:
        """The most that the words of the question can weigh here."""
        return sum(self.rarity) or 1.0


def inverse_frequency(documents: int, held_by: int) -> float:
    """Return how much a term tells; always above zero."""
    return math.log(1 + (documents - held_by + 0.5) / (held_by + 0.5)) if documents >= held_by else 0.01


def presence(scene: Scene, one: Document, weights: Weights) -> dict[int, float]:
    """Return how strongly each asked word stands in a document, by its place in the question."""
    found = dict(one.counts)
    strong: dict[int, float] = {**found}
    for place, near in one.kin.items():
        if place not in found:
            strong[place] = weights.kin * near
    if one.speaker and one.speaker in scene.asked.terms:
        place = scene.asked.terms.index(one.speaker)
        strong[place] = strong.get(place, 0.0) + weights.speaker
    return strong


def length_norm(scene: Scene, one: Document, weights: Weights) -> float:
    """Return what length is held against a document."""
    return weights.k1 * (1 - weights.b + weights.b * one.length / scene.average_length)


def words(scene: Scene, strong: Mapping[int, float], norm: float, weights: Weights) -> float:
    """Return BM25 over the words."""
    return sum(scene.rarity[place] * count * (weights.k1 + 1) / (count + norm) for place, count in strong.items())


def phrases(scene: Scene, one: Document, norm: float, weights: Weights) -> float:
    """Return BM25 over pairs of words that stand side by side in the question and the document."""
    gained = 0.0
    for place, count in one.phrases.items():
        rarity = (scene.rarity[place] + scene.rarity[place + 1]) / 2
        gained += rarity * count * (weights.k1 + 1) / (count + norm)
    return weights.phrase * gained


def coverage(scene: Scene, strong: Mapping[int, float]) -> float:
    """Return the share of the question, by weight, that stands in a document."""
    return sum(scene.rarity[place] * min(1.0, count) for place, count in strong.items()) / scene.total


def fit(scene: Scene, one: Document, names: frozenset[str], weights: Weights) -> float:
    """Return how well a document is what the question asks for, whatever its words."""
    asked = scene.asked
    factor = 1.0
    if not asked.about_assistant and marks.ASSISTANT not in one.marks:
        factor *= weights.person * (1 + weights.oneself * one.about_self)
    if one.speaker in names:
        factor *= weights.named
    if asked.about_when and marks.TELLS_TIME in one.marks:
        factor *= weights.when
    if asked.span and one.day:
        factor *= _in_span(asked.span, one.day, weights)
    return factor


def _in_span(span: tuple[str, str], day: str, weights: Weights) -> float:
    if span[0] <= day <= span[1]:
        return weights.in_span
    is_soon_after = span[1] < day and age_days(f"{span[1]}{_MIDNIGHT}", f"{day}{_MIDNIGHT}") <= weights.after_days
    return weights.after_span if is_soon_after else 1.0


def damping(one: Document, weights: Weights) -> float:
    """Return how much a document leans on its neighbours: a long one stands for itself."""
    return weights.beside * weights.beside_chars / (weights.beside_chars + len(one.said))


def session(scene: Scene, strong: Sequence[Mapping[int, float]], lengths: Iterable[int], weights: Weights) -> float:
    """Return BM25 of a conversation as far as it is known."""
    counts: dict[int, float] = {}
    for one in strong:
        for place, count in one.items():
            counts[place] = counts.get(place, 0.0) + count
    norm = weights.session_k1 * (
        1 - weights.session_b + weights.session_b * sum(lengths) / max(1.0, scene.average_session)
    )
    return sum(
        scene.rarity[place] * count * (weights.session_k1 + 1) / (count + norm) for place, count in counts.items()
    )


def meaning(one: Document, best: float, weights: Weights) -> float:
    """Return what nearness in meaning gains, as a share of the best that words gain for any document."""
    return weights.meaning * one.near * best


def decay(age: float, weights: Weights = WEIGHTS) -> float:
    """Return the gentle loss of age: never below `oldest`."""
    halved: float = 0.5 ** (age / weights.half_life_days)
    return weights.oldest + (1 - weights.oldest) * halved


def trust(source: str, origin: str, reason: str = "", weights: Weights = WEIGHTS) -> float:
    """Return the weight of who said it and where the words came from."""
    if origin in LOW_ORIGINS:
        return weights.untrusted
    if source == Source.USER:
        return weights.corrected if reason == CORRECTION else weights.user
    return weights.agent if source == Source.AGENT else weights.system
