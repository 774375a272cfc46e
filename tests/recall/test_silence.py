"""When nothing fits, a turn gets nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall import rank
from holdfast.recall.asked import understand
from holdfast.recall.silence import closeness
from holdfast.settings import find_setting
from recall.test_rank import SHELF, document

BAR = find_setting("recall.bar").default
ASKED_ON = "2026-11-19T10:00:00.000000Z"


def fit(question: str, texts, frequencies=None, total: int = 500):
    asked = understand(question, ASKED_ON)
    counts = {f"{SHELF}|{term}": (frequencies or {}).get(term, 5) for term in asked.terms}
    scene = rank.set_scene(asked, [SHELF], {SHELF: (total, total * 10)}, counts)
    places = rank.places_of(asked, [SHELF])
    made = [document(number, text, occasion=number) for number, text in enumerate(texts, 1)]
    return closeness(scene, rank.rank(scene, [one.read(words, places) for one, words in made]))


def test_nothing_found_fits_nothing():
    assert 0.0 == fit("deploy the server", [])


def test_what_holds_the_question_fits():
    assert fit("deploy the server", ["deploy server friday"]) > 2 * BAR


def test_one_word_of_many_does_not_fit():
    """A single shared word is chance."""
    assert fit("deploy the server with kubernetes", ["server x y"]) < BAR


def test_words_that_nobody_knows_say_that_it_is_about_something_else():
    texts = ["deploy server"]
    assert fit("deploy server", texts) > fit("deploy server zanzibar", texts, {"zanzibar": 0})


def test_the_more_memories_the_more_must_fit():
    """Among many some hold a part of anything."""
    assert fit("deploy server x", ["deploy"], total=50) > fit("deploy server x", ["deploy"], total=50_000)


def test_a_long_question_need_not_be_held_whole():
    """What a person pastes around a question does not silence the memory it is about."""
    long = "deploy server " + " ".join(f"word{number}" for number in range(40))
    unknown = {f"word{number}": 1 for number in range(40)}
    share = fit(long, ["deploy server"], unknown) / fit("deploy server", ["deploy server"])
    assert share > 2 / 42


AROUND = "I looked at the failing build all morning and it makes no sense to me at all. "


def test_a_question_in_the_middle_of_a_prompt_is_heard():
    """People tell what they did before they ask; one sentence that a memory fits is enough."""
    asked = fit("How do we deploy the server?", ["deploy server friday"])
    told = fit(f"{AROUND}How do we deploy the server? Thanks.", ["deploy server friday"])
    assert BAR < 0.6 * asked < told


def test_a_chance_word_in_one_of_many_sentences_does_not_fit():
    assert fit(f"{AROUND}Now change the parser. Then run it on the large file.", ["large hat friday"]) < BAR


def test_more_sentences_are_more_chances():
    """The same match weighs less among ten sentences than among two."""
    other = [f"Then word{number} met thing{number}." for number in range(9)]
    few, many = (fit(" ".join(["deploy the server to mars", *other[:number]]), ["deploy server"]) for number in (1, 9))
    assert many < few


def test_dots_in_names_end_no_sentence():
    assert () == understand("open src/app.ts in version 3.11 of the tool", ASKED_ON).sentences


WORDS = st.lists(st.sampled_from(["deploy", "server", "rollout", "x", "mention", "^a"]), min_size=1, max_size=8)


@given(st.lists(WORDS, max_size=5), st.integers(0, 10**7))
def test_a_fit_is_a_share(texts, total):
    """Whatever is stored and asked, the fit lies between 0 and 1."""
    assert 0.0 <= fit("mention how to deploy a server", [" ".join(words) for words in texts], total=total + 5) <= 1.0
