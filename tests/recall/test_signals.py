"""The laws of each signal."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall import rank, signals
from holdfast.recall.asked import understand
from holdfast.recall.signals import WEIGHTS
from recall.test_rank import SHELF, document

ASKED_ON = "2026-11-19T10:00:00.000000Z"


def scene_of(question: str, frequencies=None, total: int = 100):
    asked = understand(question, ASKED_ON)
    counts = {f"{SHELF}|{term}": (frequencies or {}).get(term, 5) for term in asked.terms}
    return rank.set_scene(asked, [SHELF], {SHELF: (total, total * 10)}, counts)


def read(scene, text: str):
    made, words = document(1, text)
    return made.read(words, rank.places_of(scene.asked, [SHELF]))


def fit(question: str, text: str, names=()):
    scene = scene_of(question)
    return signals.fit(scene, read(scene, text), frozenset(names), WEIGHTS)


def test_a_word_of_the_same_meaning_is_present_in_part():
    scene = scene_of("buy shoes")
    strong = signals.presence(scene, read(scene, "purchas shoe"), WEIGHTS)
    assert {0: WEIGHTS.kin, 1: 1} == strong


def test_the_word_itself_counts_more_than_its_kin_beside_it():
    """Kin adds nothing to a word that is there."""
    scene = scene_of("buy shoes")
    assert 1 == signals.presence(scene, read(scene, "buy purchas"), WEIGHTS)[0]


def test_a_speaker_is_a_word_of_what_was_said():
    """The name in the question is present in what its bearer said."""
    scene = scene_of("what does ann drink")
    assert WEIGHTS.speaker == signals.presence(scene, read(scene, "tea ^by:ann"), WEIGHTS)[0]
    assert {} == signals.presence(scene, read(scene, "tea ^by:ben"), WEIGHTS)


def test_words_that_frame_a_question_weigh_less():
    plain, framed = scene_of("deploy kafka").rarity, scene_of("mention kafka").rarity
    assert math.isclose(plain[0] * WEIGHTS.frame, framed[0])
    assert plain[1] == framed[1]


def test_a_word_that_nobody_knows_weighs_nothing_and_raises_the_ceiling():
    known, unknown = scene_of("deploy"), scene_of("deploy zanzibar", {"zanzibar": 0})
    assert 0.0 == unknown.rarity[1]
    assert unknown.ceiling > known.ceiling
    assert math.isclose(unknown.total, known.total)


def test_coverage_is_the_share_of_the_known_words():
    scene = scene_of("deploy server")
    covered = [signals.coverage(scene, signals.presence(scene, read(scene, text), WEIGHTS)) for text in ("x", "deploy", "server deploy")]  # fmt: skip
    assert [0.0, 0.5, 1.0] == covered


@pytest.mark.parametrize(
    ("question", "fits", "lacks", "weight"),
    [
        ("when did we deploy", "deploy ^t", "deploy", WEIGHTS.when),
        ("what did we deploy last week", "deploy ^d2026-11-12", "deploy ^d2026-01-01", WEIGHTS.in_span),
        ("what did we deploy last month", "deploy ^d2026-11-05", "deploy ^d2026-11-19", WEIGHTS.after_span),
    ],
)
def test_what_is_asked_for_beyond_words_lifts(question, fits, lacks, weight):
    """A time where a time is asked for, the days that are named or follow."""
    assert math.isclose(weight, fit(question, fits) / fit(question, lacks))


def test_the_person_counts_more_than_the_assistant_unless_asked_otherwise():
    assert math.isclose(WEIGHTS.person, fit("which server", "server") / fit("which server", "server ^a"))
    asked = "which server did you recommend"
    assert math.isclose(fit(asked, "server"), fit(asked, "server ^a"))


def test_who_is_named_in_the_question_is_listened_to():
    assert math.isclose(WEIGHTS.named, fit("what does ann drink", "tea ^by:ann", ["ann"]) / fit("what", "tea ^by:ann"))


def test_a_long_text_needs_its_neighbours_less():
    short, long = document(1, "x", said="x" * 10)[0], document(2, "x", said="x" * 2000)[0]
    assert WEIGHTS.beside > signals.damping(short, WEIGHTS) > signals.damping(long, WEIGHTS) > 0


def test_more_of_the_same_word_gains_less_each_time():
    scene = scene_of("deploy")
    gains = [signals.words(scene, {0: count}, 1.0, WEIGHTS) for count in (1, 2, 3)]
    assert gains[1] - gains[0] > gains[2] - gains[1] > 0


def test_trust_of_what_a_tool_said_is_lowest_whoever_passed_it_on():
    for origin in signals.LOW_ORIGINS:
        assert WEIGHTS.untrusted == signals.trust("user", origin, signals.CORRECTION)


@given(st.floats(0, 100_000))
def test_decay_is_gentle(age):
    """Whatever the age, between what the oldest keeps and all of it."""
    assert WEIGHTS.oldest <= signals.decay(age) <= 1.0


@given(st.lists(st.sampled_from(["deploy", "server", "x", "rollout", "^t", "^a", "^i2"]), min_size=1, max_size=20))
def test_no_signal_takes_away(words):
    """What words gain is never below zero, and coverage is a share."""
    scene = scene_of("when did you deploy the server")
    one = read(scene, " ".join(words))
    strong = signals.presence(scene, one, WEIGHTS)
    norm = signals.length_norm(scene, one, WEIGHTS)
    assert signals.words(scene, strong, norm, WEIGHTS) >= 0
    assert signals.phrases(scene, one, norm, WEIGHTS) >= 0
    assert 0 <= signals.coverage(scene, strong) <= 1
    assert signals.session(scene, [strong], [one.length], WEIGHTS) >= 0
    assert signals.fit(scene, one, frozenset(), WEIGHTS) >= 1
