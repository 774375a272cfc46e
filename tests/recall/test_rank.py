"""The laws of ranking."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from holdfast.model import Origin, Source
from holdfast.recall import rank, signals
from holdfast.recall.asked import understand
from holdfast.recall.document import Document

ASKED_ON = "2026-11-19T10:00:00.000000Z"
SHELF = "11"


def document(number: int, text: str, *, occasion="o", said: str | None = None, shelf: str = SHELF, **more):
    words = " ".join(f"{shelf}|{word}" for word in text.split())
    made = Document(key=f"m_{number:04d}", number=number, occasion=occasion, said=said or f"{text} {number}", **more)
    return made, words


def ranked(question: str, documents, frequencies=None, total=100, **more):
    asked = understand(question, ASKED_ON)
    shelves = [SHELF]
    counts = {f"{SHELF}|{term}": (frequencies or {}).get(term, 5) for term in asked.terms}
    scene = rank.set_scene(asked, shelves, {SHELF: (total, total * 10)}, counts)
    places = rank.places_of(asked, shelves)
    return rank.rank(scene, [one.read(words, places) for one, words in documents], **more)


def numbers(found):
    return [one.document.number for one in found]


def test_more_words_in_common_score_higher():
    """Of two equal statements the one that shares more words comes first."""
    assert [2, 1] == numbers(
        ranked("run tests", [document(1, "run lint now", occasion=1), document(2, "run test now")])
    )


def test_a_rare_word_counts_more_than_a_common_one():
    """What few statements hold tells more."""
    found = ranked("deploy server", [document(1, "server a b", occasion=1), document(2, "deploy a b")],
                   {"deploy": 1, "server": 90})  # fmt: skip
    assert 2 == numbers(found)[0]


def test_the_longer_of_two_equal_matches_scores_lower():
    """Length is damped."""
    found = ranked("run", [document(1, "run x", occasion=1), document(2, "run " + "x " * 30 + "y")])
    assert [1, 2] == numbers(found)


def test_words_side_by_side_count_more():
    """A phrase of the question beats its words apart; stop words between do not part it."""
    apart, together = document(1, "cach a b c clear", occasion=1), document(2, "a b c clear the cach")
    assert [2, 1] == numbers(ranked("clear cache", [apart, together]))
    assert ranked("clear cache", [together])[0].parts["phrases"] > 0


def test_a_word_of_the_same_meaning_counts_a_little():
    """Kin lifts a document that lacks the word above one that has neither, and below one that has it."""
    own, kin, none = document(1, "buy shoe", occasion=1), document(2, "purchas shoe", occasion=2), document(3, "x shoe")
    assert [1, 2, 3] == numbers(ranked("buy shoes", [none, kin, own]))


def test_what_is_said_beside_a_match_gains():
    """The message after a question that fits is lifted above one that stands elsewhere."""
    question, answer = document(1, "deploy when ^q"), document(2, "deploy friday")
    other = document(3, "deploy friday", occasion="another", said="deploy friday elsewhere")
    found = {one.document.number: one for one in ranked("deploy when friday", [question, answer, other])}
    assert found[2].score > found[3].score
    assert 0 == found[3].parts["beside"]


def test_a_gap_is_not_beside():
    """A message further away lends nothing."""
    found = ranked("deploy", [document(1, "deploy now"), document(3, "deploy friday")])
    assert {0} == {one.parts["beside"] for one in found}


def test_a_conversation_about_it_lifts_its_messages():
    """Of two equal messages the one whose conversation fits better comes first."""
    about = [document(1, "deploy x", occasion="a"), document(9, "deploy server rollback", occasion="a")]
    found = ranked("deploy server rollback", [*about, document(20, "deploy x", occasion="b", said="other")])
    places = numbers(found)
    assert places.index(1) < places.index(20)


def test_a_time_named_in_the_question_lifts_those_days():
    """A document of the span comes before an equal one of another time."""
    found = ranked("what did we deploy last week", [document(1, "deploy ^d2026-03-01", occasion=1),
                                                    document(2, "deploy ^d2026-11-12")])  # fmt: skip
    assert [2, 1] == numbers(found)


def test_the_person_comes_first_unless_the_assistant_is_asked():
    """Who asks what was recommended gets whatever fits, the newer of equals first; else the person's words."""

    def ask(question):
        both = [document(1, "use kafka", occasion=1), document(2, "use kafka ^a", occasion=2)]
        return numbers(ranked(question, both))

    assert [2, 1] == ask("which one did you recommend, kafka")
    assert [1, 2] == ask("which one is it, kafka")


def test_the_same_words_again_count_for_less():
    """Of a text said twice the first is the evidence."""
    found = ranked("run", [document(1, "run x", occasion=1, said="Run X"), document(2, "run x", said="run  x")])
    assert [1, 2] == numbers(found)
    assert math.isclose(found[0].score * signals.WEIGHTS.repeated, found[1].score)


def test_age_lowers_a_score_gently_and_never_to_nothing():
    """Ten years old still keeps four fifths."""
    assert signals.decay(0) == 1.0
    assert math.isclose(signals.decay(3650), signals.WEIGHTS.oldest, abs_tol=1e-4)


def test_trust_runs_from_correction_to_tool_output():
    """A correction outweighs the person, the person an agent, an agent the system, and tools come last."""
    user, agent, system = (signals.trust(source, Origin.AGENT) for source in Source)
    corrected = signals.trust(Source.USER, Origin.USER_TYPED, signals.CORRECTION)
    assert corrected > user > agent > system > signals.trust(Source.AGENT, Origin.TOOL_OUTPUT)


def test_equal_scores_go_to_the_newer_then_to_the_key():
    """Order is stable whatever order the engine returned."""
    made = [document(number, f"run ^d2026-11-0{day}", occasion=number) for number, day in ((3, 1), (1, 2), (2, 2))]
    assert numbers(ranked("run", made)) == numbers(ranked("run", made[::-1])) == [2, 1, 3]


def test_a_word_on_one_shelf_is_not_counted_on_another():
    """A shelf's terms are matched with its own prefix only."""
    assert {0.0} == {one.score for one in ranked("run", [document(1, "run x", shelf="111")])}


def test_an_unknown_word_lowers_every_score():
    """What the store has never heard of says that the question is about something else."""
    known = ranked("deploy server", [document(1, "deploy server")])[0].score
    assert known > ranked("deploy server zanzibar", [document(1, "deploy server")], {"zanzibar": 0})[0].score


WORDS = st.lists(st.sampled_from(["run", "test", "deploy", "lint", "x", "^q", "^t", "^a", "^i2", "^by:run", "^d2026-11-01"]),
                 min_size=1, max_size=30)  # fmt: skip


@given(st.lists(WORDS, min_size=1, max_size=6), st.floats(0.1, 1.0), st.integers(0, 5000))
def test_scores_lie_between_nothing_and_one(texts, standing, total):
    """Whatever is asked and stored, a score is in [0, 1], finite, and relevance times what the document brings along."""
    documents = [document(number, " ".join(words), standing=standing) for number, words in enumerate(texts, 1)]
    for one in ranked("when did you run test deploy last week", documents, total=total + 5):
        assert 0.0 <= one.score <= 1.0
        repeated = {1.0, signals.WEIGHTS.repeated}
        assert any(
            math.isclose(one.score, one.parts["relevance"] * standing * share, abs_tol=1e-5) for share in repeated
        )


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_inverse_frequency_is_positive_and_falls(documents, held_by):
    """A term that more statements hold never tells more."""
    total = max(documents, held_by + 1)
    assert signals.inverse_frequency(total, held_by) > 0
    assert signals.inverse_frequency(total, held_by) >= signals.inverse_frequency(total, min(total, held_by + 1))
