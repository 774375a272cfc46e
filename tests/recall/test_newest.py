"""The newer of two statements on one subject comes first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall import newest, rank
from holdfast.recall.asked import understand
from holdfast.recall.newest import newest_first
from holdfast.recall.signals import WEIGHTS
from recall.test_rank import SHELF, document

ASKED_ON = "2026-11-19T10:00:00.000000Z"
NOW = "which port do we use now"
OLD, NEW = "port 8080 ^d2026-01-10", "port 9090 ^d2026-06-10"


def ordered(question: str, texts, *, about=None, **more):
    """Return documents as they are ranked, and as they come out; the first is number 1, `about` names what each is about."""
    abouts = about or [{}] * len(texts)
    made = [document(number, text, occasion=number, **abouts[number - 1]) for number, text in enumerate(texts, 1)]
    asked = understand(question, ASKED_ON)
    counts = {f"{SHELF}|{term}": 5 for term in asked.terms}
    scene = rank.set_scene(asked, [SHELF], {SHELF: (100, 1000)}, counts)
    places = rank.places_of(asked, [SHELF])
    ranked = rank.rank(scene, [one.read(words, places) for one, words in made])
    return ranked, newest_first(scene, ranked, **more)


def numbers(found):
    return [one.document.number for one in found]


def test_of_near_ties_the_newer_comes_first():
    """Although the older one fits a little better."""
    ranked, found = ordered(NOW, [f"use {OLD}", f"x y use {NEW}"])
    assert [1, 2] == numbers(ranked)
    assert [2, 1] == numbers(found)


def test_the_one_that_moves_up_takes_the_score_of_its_place_and_says_so():
    """Scores still fall from the first to the last, and the factor is a part that `why` shows."""
    ranked, found = ordered(NOW, [f"use {OLD}", f"x y use {NEW}"])
    assert [one.score for one in ranked] == [one.score for one in found]
    assert found[0].parts["newest"] > 1 > found[1].parts["newest"]


def test_what_fits_far_less_stays_behind_however_new():
    _, found = ordered("which port does the staging proxy use now", [f"stage proxi {OLD}", f"x y {NEW}"])
    assert [1, 2] == numbers(found)


def test_what_fits_another_part_of_the_question_stays_behind():
    """Two statements that share no asked word with one another are not on one subject."""
    ranked, found = ordered("port or proxy now", ["port x ^d2026-01-10", "proxi x y ^d2026-06-10"])
    assert [1, 2] == numbers(ranked) == numbers(found)


@pytest.mark.parametrize("question", ["which port did we use originally", "when did the port change", "the port"])
def test_what_differs_keeps_its_order_where_nobody_asks_how_things_stand(question):
    ranked, found = ordered(question, [f"use {OLD}", f"a b c d e f g x y use {NEW}"])
    assert numbers(ranked) == numbers(found)


def test_what_says_nearly_the_same_is_ordered_by_time_whatever_is_asked():
    """The newer of two statements that share most of their words, although the older fits as well."""
    ranked, found = ordered(
        "the port", ["the proxi use port a ^d2026-01-10", "now the proxi use port b x ^d2026-06-10"]
    )
    assert [1, 2] == numbers(ranked)
    assert [2, 1] == numbers(found)


def test_what_has_the_same_subject_is_ordered_by_time():
    """However differently it is worded."""
    texts = ["port a b ^d2026-01-10", "port c d e f g ^d2026-06-10"]
    assert [1, 2] == numbers(ordered("the port", texts)[1])
    assert [2, 1] == numbers(ordered("the port", texts, about=[{"subject": "port"}] * 2)[1])


def test_what_an_agent_noted_later_does_not_stand_above_what_the_person_said():
    texts, said_by = [f"use {OLD}", f"x y use {NEW}"], [{"source": "user"}, {"source": "agent"}]
    assert [1, 2] == numbers(ordered(NOW, texts, about=said_by)[1])


def test_a_question_about_a_time_keeps_the_order():
    """Who asks about January is not answered with June."""
    ranked, found = ordered("which port did we use in January", [f"use {OLD}", f"use {NEW}"])
    assert numbers(ranked) == numbers(found)


def test_what_two_people_say_is_not_one_subject():
    ranked, found = ordered(NOW, [f"use {OLD} ^by:ann", f"x y use {NEW} ^by:ben"])
    assert numbers(ranked) == numbers(found)


def test_it_can_be_turned_off():
    ranked, found = ordered(NOW, [f"use {OLD}", f"x y use {NEW}"], weights=WEIGHTS.evolve(newest=2.0))
    assert numbers(ranked) == numbers(found)


TEXTS = st.lists(
    st.tuples(st.sampled_from(["use port", "port", "x y z port", "x"]), st.integers(1, 28)), min_size=1, max_size=12
)


@given(TEXTS, st.sampled_from([NOW, "the port", "the port in January"]))
def test_nothing_is_lost_and_scores_still_fall(texts, question):
    """Ordering by time changes places and nothing else."""
    ranked, found = ordered(question, [f"{text} ^d2026-03-{day:02d}" for text, day in texts])
    assert sorted(numbers(ranked)) == sorted(numbers(found))
    assert [one.score for one in ranked] == [one.score for one in found]
    assert numbers(ranked)[newest.DEPTH :] == numbers(found)[newest.DEPTH :]
