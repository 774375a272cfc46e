"""What of a question is compared by meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall import rank
from holdfast.recall.asked import understand
from holdfast.recall.document import Document
from holdfast.recall.meaning import COMMON, FEW_DOCUMENTS, LOOKED_AT_CHARS, telling
from holdfast.recall.signals import WEIGHTS, meaning

DAY = "2026-01-01T00:00:00.000000Z"


def scene(question, held, documents=100):
    """Return the scene of a question in a store where words stand in so many documents."""
    asked = understand(question, DAY)
    frequencies = {f"11|{term}": held.get(term, 0) for term in asked.terms}
    return rank.set_scene(asked, ["11"], {"11": (documents, documents * 10)}, frequencies)


def document(**fields):
    return Document(key="m", number=1, occasion="s", said="x", **fields)


def test_a_word_of_every_other_document_is_left_out():
    """A name that stands everywhere tells nothing apart, so it is not compared."""
    question = "What did Caroline adopt?"
    assert "What did adopt?" == telling(question, scene(question, {"carolin": 60, "adopt": 2}), WEIGHTS)


@pytest.mark.parametrize(("share", "said"), [(COMMON - 0.05, "Caroline adopts"), (COMMON + 0.05, "adopts")])
def test_the_share_decides(share, said):
    assert said == telling("Caroline adopts", scene("Caroline adopts", {"carolin": int(1000 * share)}, 1000), WEIGHTS)


def test_an_unknown_word_stays():
    """What no document holds is what meaning is for."""
    assert "zebra crossing" == telling("zebra crossing", scene("zebra crossing", {}), WEIGHTS)


def test_a_small_store_leaves_nothing_out():
    """A few documents do not tell which words are common."""
    held = {"carolin": FEW_DOCUMENTS - 1}
    assert "Caroline" == telling("Caroline", scene("Caroline", held, FEW_DOCUMENTS - 1), WEIGHTS)


def test_a_question_of_common_words_alone_is_compared_whole():
    assert "Caroline" == telling("Caroline", scene("Caroline", {"carolin": 99}), WEIGHTS)


def test_a_frame_is_common_by_how_often_it_stands():
    """That a word frames the question lowers its weight in ranking, not the share of documents that hold it."""
    question = "which time does the harbour open"
    asked = understand(question, DAY)
    assert asked.frames
    rare = dict.fromkeys(asked.terms, 5)
    assert question == telling(question, scene(question, rare), WEIGHTS)


@given(st.text(max_size=300), st.integers(0, 100))
def test_what_is_compared_is_a_part_of_the_question(question, held):
    """Nothing is added, and something is always left where something was said."""
    made = scene(question, dict.fromkeys(understand(question, DAY).terms, held))
    said = telling(question, made, WEIGHTS)
    left = iter(question[:LOOKED_AT_CHARS].split())
    assert all(word in left for word in said.split())
    assert bool(said.split()) == bool(question[:LOOKED_AT_CHARS].split())


def test_meaning_gains_a_share_of_the_best():
    """The nearest gains the weight's share of what words gain at best; what is not near gains nothing."""
    assert [2.0 * WEIGHTS.meaning, WEIGHTS.meaning, 0.0] == [
        meaning(document(near=near), 2.0, WEIGHTS) for near in (1.0, 0.5, 0.0)
    ]


def test_nearness_lifts_and_never_lowers():
    """Of two documents with the same words the nearer comes first, and each keeps what its words gained."""
    made = scene("harbour open", {"harbour": 2, "open": 2})
    places = rank.places_of(made.asked, ["11"])

    def ranked(near):
        documents = [
            Document(key=str(no), number=no, occasion=no, said=f"harbour {no}", near=one).read("11|harbour", places)
            for no, one in enumerate(near)
        ]
        return {one.document.key: one for one in rank.rank(made, documents)}

    plain, lifted = ranked((0.0, 0.0)), ranked((1.0, 0.0))
    assert lifted["0"].score > plain["0"].score == lifted["1"].score
    assert ("meaning" in lifted["0"].parts, "meaning" in lifted["1"].parts) == (True, False)
