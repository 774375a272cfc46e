"""Ranking: every part of a score is a small pure function, all weights stand in one table.

A score lies in [0, 1], higher is better: relevance x decay x trust x scope. Relevance is BM25 over the
shelves searched, divided by its own ceiling, so that it means the same in a store of ten memories and
of a million. The parts are kept with the score, because `why` shows them. Laws: `tests/recall/test_rank.py`.
"""

from __future__ import annotations

import math

from holdfast.model import Origin, Scope, Source
from holdfast.store.search import shelve
from holdfast.times import age_days
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from holdfast.store.search import Candidate


class Weights(Value):
    """Every number that ranking depends on."""

    k1: float = 1.2
    b: float = 0.75
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
LOW_ORIGINS = frozenset({Origin.TOOL_OUTPUT, Origin.REPO_FILE, Origin.REMOTE})


class Query(Value):
    """What a ranking needs to know besides the candidates."""

    idf: Mapping[str, float]  # by term
    wanted: Mapping[str, tuple[tuple[str, float], ...]]  # by shelf: terms as indexed, with their idf
    average_length: float
    at: str
    scope_of: Mapping[int, Scope]


class Ranked(Value):
    """A candidate with its score and every part of it."""

    candidate: Candidate
    score: float
    parts: dict[str, float]


def prepare(
    terms: Sequence[str],
    shelves: Sequence[str],
    sizes: Mapping[str, tuple[int, int]],
    frequencies: Mapping[str, int],
    at: str,
    scope_of: Mapping[int, Scope],
) -> Query:
    """Return the query with its statistics over the shelves that were searched."""
    documents = sum(size[0] for size in sizes.values())
    length = sum(size[1] for size in sizes.values())
    shelved = {shelf: [shelve(shelf, term) for term in terms] for shelf in shelves}
    held_by = [sum(frequencies.get(names[place], 0) for names in shelved.values()) for place in range(len(terms))]
    idf = [inverse_frequency(documents, number) for number in held_by]
    return Query(
        idf=dict(zip(terms, idf, strict=True)),
        wanted={shelf: tuple(zip(names, idf, strict=True)) for shelf, names in shelved.items()},
        average_length=length / documents if documents else 1.0,
        at=at,
        scope_of=scope_of,
    )


def rank(query: Query, candidates: Sequence[Candidate], weights: Weights = WEIGHTS, limit: int = 24) -> list[Ranked]:
    """Return the best candidates with scores, best first; ties go to the newer, then to the id."""
    by_age: dict[str, float] = {}
    totals = []
    for one in candidates:
        row = one.row
        day = row[13][:10]  # a day is fine enough for a decay that takes months
        if day not in by_age:
            by_age[day] = decay(age_days(row[13], query.at), weights)
        standing = by_age[day] * trust(row[5], row[6], row[19], weights) * weights.scopes[query.scope_of[row[2]]]
        totals.append((relevance(query, one, weights) * standing, row[13], row[1], one))
    totals.sort(key=lambda scored: scored[2])
    totals.sort(key=lambda scored: scored[:2], reverse=True)
    return [
        Ranked(candidate=scored[3], score=scored[0], parts=parts_of(query, scored[3], weights))
        for scored in totals[:limit]
    ]


def parts_of(query: Query, candidate: Candidate, weights: Weights = WEIGHTS) -> dict[str, float]:
    """Return every part of a score by name, as `why` shows it."""
    row = candidate.row
    return {
        "relevance": round(relevance(query, candidate, weights), 6),
        "decay": round(decay(age_days(row[13], query.at), weights), 6),
        "trust": trust(row[5], row[6], row[19], weights),
        "scope": weights.scopes[query.scope_of[row[2]]],
    }


def relevance(query: Query, candidate: Candidate, weights: Weights = WEIGHTS) -> float:
    """Return BM25 as a share of the most that this query could give any document."""
    words = candidate.terms.split(" ")
    norm = weights.k1 * (1 - weights.b + weights.b * len(words) / query.average_length)
    gained = ceiling = 0.0
    for term, weight in query.wanted[words[0].partition("|")[0]]:
        ceiling += weight
        count = words.count(term)
        if count:
            gained += weight * count / (count + norm)
    return gained / ceiling if ceiling else 0.0


def inverse_frequency(documents: int, held_by: int) -> float:
    """Return how much a term tells; always above zero."""
    return math.log(1 + (documents - held_by + 0.5) / (held_by + 0.5)) if documents >= held_by else 0.01


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
