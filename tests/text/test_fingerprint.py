"""Two spellings of one statement are recognised; two claims in the same words are not mistaken for one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text import fingerprint as fingerprint_module
from holdfast.text.fingerprint import CONTRADICTION, claim_terms, coverage, fingerprint, normalise, similarity
from holdfast.text.terms import index_terms

ANY_TEXT = st.text(st.characters(), max_size=60)
WORDS = st.lists(
    st.sampled_from(["use", "tabs", "not", "spaces", "never", "run", "tests", "8080", "before", "测试", "café"]),
    max_size=12,
)
SENTENCE = WORDS.map(" ".join)


@pytest.mark.parametrize(
    "other",
    [
        "run tests with make",
        "Run  tests\nwith make.",
        "RUN TESTS WITH MAKE!",
        "Run\u200b tests with make",
        "Ｒｕｎ tests with make …",
        " run tests with make; ",
    ],
)
def test_spelling_makes_no_difference(other):
    """Case, spacing, width, hidden characters and final punctuation are not what a statement says."""
    assert fingerprint("Run tests with make") == fingerprint(other)
    assert 1.0 == similarity("Run tests with make", other)


def test_words_make_a_difference():
    """Another statement has another fingerprint."""
    assert fingerprint("Run tests with make") != fingerprint("Run tests with tox")


def test_a_fingerprint_is_32_hexadecimal_digits():
    """Its form is fixed, as stores keep it."""
    assert re.fullmatch("[0-9a-f]{32}", fingerprint("any"))


def test_a_fingerprint_does_not_change_between_versions():
    """Stores hold fingerprints for years."""
    assert "299e6aef" == fingerprint("Run tests with `make test`.")[:8]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Run tests with `make test`.", "run the tests with make test"),
        ("Never push to main", "Don't push to main"),
        ("We prefer using tabs", "Prefers to use tabs"),
    ],
)
def test_the_same_words_are_similar(one, other):
    """Stop words, endings and the choice of negation make no difference."""
    assert 1.0 == similarity(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use tabs", "Do not use tabs"),
        ("Use tabs, not spaces", "Use spaces, not tabs"),
        ("Prefer pnpm over yarn", "Prefer yarn over pnpm"),
        ("Migrated from yarn to pnpm", "Migrated from pnpm to yarn"),
        ("Lint before the tests run in CI", "Tests before the lint run in CI"),
        ("The staging API of the billing service listens on port 8080", "The staging API of the billing service listens on port 8081"),
        ("Python 3.11 is required to build the wheel", "Python 3.12 is required to build the wheel"),
        ("提交之前总是运行测试并更新日志文件", "提交之前总是不运行测试并更新日志文件"),
        ("Tests laufen immer auf dem Server", "Tests laufen nicht immer auf dem Server"),
    ],
)  # fmt: skip
def test_a_contradiction_is_never_similar(one, other):
    """A negation, a number or swapped sides make another claim, however many words agree."""
    assert CONTRADICTION >= similarity(one, other)
    assert CONTRADICTION >= coverage(one, other)
    assert CONTRADICTION >= coverage(other, one)


def test_a_part_is_covered_by_the_whole():
    """A statement that adds nothing is covered, one that adds something is not."""
    whole = "Deploys go through GitHub Actions; run make release, never push tags by hand"
    assert 1.0 == coverage("run make release", whole)
    assert 0.8 > coverage("run make release on Fridays with Anna", whole)


def test_words_after_a_turn_are_marked():
    """Which side a word stands on is part of the claim."""
    assert {"use", "tab", "not space"} == claim_terms("Use tabs, not spaces")


@given(SENTENCE, SENTENCE)
def test_similarity_is_symmetric_and_within_bounds(one, other):
    """Similarity is a number in [0, 1] that does not depend on who is compared with whom."""
    assert similarity(other, one) == similarity(one, other)
    assert 0.0 <= similarity(one, other) <= 1.0
    assert 0.0 <= coverage(one, other) <= 1.0


@given(ANY_TEXT)
def test_any_text_is_similar_to_itself(text):
    """Nothing is more like a statement than itself."""
    assert (1.0, 1.0) == (similarity(text, text), coverage(text, text))


@given(ANY_TEXT)
def test_normalising_twice_changes_nothing_more(text):
    """The normal form is a fixed point, so that equal forms have equal fingerprints."""
    assert normalise(text) == normalise(normalise(text))
    assert fingerprint(text) == fingerprint(normalise(text))


def test_turns_beyond_ascii_are_their_own_terms():
    """They are taken into the table as they stand, which holds while the analysis leaves them alone."""
    words = [word for words in fingerprint_module._TURNS.values() for word in words.split() if not word.isascii()]
    assert [[word] for word in words] == [index_terms(word) for word in words]
