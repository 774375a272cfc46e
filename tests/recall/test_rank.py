"""The laws of ranking."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from holdfast.model import Origin, Scope, Source
from holdfast.recall import rank
from holdfast.store.search import Candidate

AT = "2026-11-01T00:00:00.000000Z"


def row(
    number: int = 1,
    *,
    updated: str = AT,
    source: str = "user",
    origin: str = "user-typed",
    reason: str = "",
    group: int = 1,
):
    return (
        number, f"m_{number:016d}", group, "L1", "fact", source, origin, "active", "", "[]", "[]", 1.0, updated, updated,
        updated, None, None, None, None, reason, None, None, 1, 0, None, "{}",
    )  # fmt: skip


def candidate(text: str, number: int = 1, shelf: str = "11", **more):
    return Candidate(" ".join(f"{shelf}|{word}" for word in text.split()), row(number, **more))


def query(
    text: str, frequencies: dict[str, int] | None = None, documents: int = 100, shelves: tuple[str, ...] = ("11",)
):
    terms = text.split()
    counts = {f"{shelf}|{term}": (frequencies or {}).get(term, 5) for shelf in shelves for term in terms}
    sizes = dict.fromkeys(shelves, (documents, documents * 10))
    return rank.prepare(terms, shelves, sizes, counts, AT, {1: Scope.WORKSPACE, 2: Scope.USER})


def scores(ranked):
    return {one.candidate.row[0]: one.score for one in ranked}


def test_more_words_in_common_score_higher():
    """Of two equal statements the one that shares more words comes first."""
    found = rank.rank(query("run tests"), [candidate("run lint now", 1), candidate("run tests now", 2)])
    assert [2, 1] == [one.candidate.row[0] for one in found]


def test_a_rare_word_counts_more_than_a_common_one():
    """What few statements hold tells more."""
    asked = query("deploy the", {"deploy": 1, "the": 90})
    found = rank.rank(asked, [candidate("the a b", 1), candidate("deploy a b", 2)])
    assert found[0].candidate.row[0] == 2


def test_the_longer_of_two_equal_matches_scores_lower():
    """Length is damped."""
    found = scores(rank.rank(query("run"), [candidate("run x", 1), candidate("run " + "x " * 30 + "y", 2)]))
    assert found[1] > found[2]


def test_age_lowers_a_score_gently_and_never_to_nothing():
    """Ten years old still keeps four fifths."""
    assert rank.decay(0) == 1.0
    assert math.isclose(rank.decay(3650), rank.WEIGHTS.oldest, abs_tol=1e-4)


def test_trust_runs_from_correction_to_tool_output():
    """A correction outweighs the person, the person an agent, an agent the system, and tools come last."""
    user, agent, system = (rank.trust(source, Origin.AGENT) for source in Source)
    corrected = rank.trust(Source.USER, Origin.USER_TYPED, rank.CORRECTION)
    assert corrected > user > agent > system > rank.trust(Source.AGENT, Origin.TOOL_OUTPUT)


def test_equal_scores_go_to_the_newer_then_to_the_id():
    """Order is stable whatever order the engine returned."""
    older = candidate("run", 3, updated="2026-10-31T23:59:59.000000Z")
    one, other = candidate("run", 1), candidate("run", 2)
    found = rank.rank(query("run"), [older, other, one])
    assert [1, 2, 3] == [each.candidate.row[0] for each in found]


def test_a_word_on_one_shelf_is_not_counted_on_another():
    """A shelf's terms are matched with its own prefix only."""
    asked = query("run", shelves=("11", "111"))
    assert rank.relevance(asked, candidate("run", shelf="111")) > 0
    assert rank.relevance(asked, Candidate("111|run 11|x", row())) > 0
    assert rank.relevance(asked, Candidate("11|x 111|run", row())) == 0


WORDS = st.lists(st.sampled_from(["run", "test", "deploy", "lint", "x", "y"]), min_size=1, max_size=30)


@given(WORDS, st.sampled_from(list(Source)), st.sampled_from(list(Origin)), st.integers(0, 5000))
def test_scores_lie_between_nothing_and_one(words, source, origin, documents):
    """Whatever is asked and stored, a score is in [0, 1] and is the product of its parts."""
    asked = query("run test deploy", documents=documents + 5)
    one = rank.rank(asked, [candidate(" ".join(words), source=source, origin=origin)])[0]
    assert 0.0 <= one.score <= 1.0
    assert math.isclose(one.score, math.prod(one.parts.values()), abs_tol=1e-5)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_inverse_frequency_is_positive_and_falls(documents, held_by):
    """A term that more statements hold never tells more."""
    total = max(documents, held_by + 1)
    assert rank.inverse_frequency(total, held_by) > 0
    assert rank.inverse_frequency(total, held_by) >= rank.inverse_frequency(total, min(total, held_by + 1))
