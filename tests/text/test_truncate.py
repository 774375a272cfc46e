"""A text is cut between what readers take for characters, never within."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.truncate import ELLIPSIS, truncate

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1eb\U0001f1f7"
WAVE = "\U0001f44b\U0001f3fd"
HEART = "\u2764\ufe0f"
ACCENTED = "e\u0301\u0323"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
HANGUL = "\u1112\u1161\u11ab"
CLUSTERS = [FAMILY, FLAG, WAVE, HEART, ACCENTED, ENGLAND, HANGUL]

ANY_TEXT = st.lists(st.one_of(st.sampled_from(CLUSTERS), st.text(st.characters(), max_size=5))).map("".join)


def test_a_text_that_fits_is_returned_as_it_is():
    """Nothing is cut at exactly the limit."""
    assert "12345" == truncate("12345", 5)


def test_a_cut_text_ends_with_an_ellipsis_within_the_limit():
    """The ellipsis counts."""
    assert "1234…" == truncate("123456", 5)


def test_no_space_stands_before_the_ellipsis():
    """A cut between words shows the word and the ellipsis."""
    assert "one two…" == truncate("one two three", 9)


@pytest.mark.parametrize("max_chars", [0, -1])
def test_no_room_gives_nothing(max_chars):
    """Without room not even the ellipsis fits."""
    assert "" == truncate("text", max_chars)


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_a_cluster_is_kept_or_dropped_as_a_whole(cluster):
    """Wherever the limit falls within a cluster, no part of it is left."""
    text = f"ab{cluster}cd and more"
    cut = {truncate(text, limit) for limit in range(3, 3 + len(cluster))}
    assert {f"ab{ELLIPSIS}"} == cut


def test_a_row_of_flags_is_cut_between_flags():
    """Regional indicators pair from the left."""
    assert FLAG + ELLIPSIS == truncate(FLAG * 3, 4)


def test_one_cluster_larger_than_the_limit_leaves_the_ellipsis():
    """Rather nothing of a character than half of it."""
    assert ELLIPSIS == truncate("a" + "\u0301" * 50, 10)


@given(ANY_TEXT, st.integers(-2, 40))
def test_the_limit_is_never_exceeded(text, max_chars):
    """No text and no limit produce more than the limit."""
    assert len(truncate(text, max_chars)) <= max(max_chars, 0)


@given(ANY_TEXT, st.integers(0, 40))
def test_cutting_twice_changes_nothing_more(text, max_chars):
    """Truncation is idempotent."""
    assert truncate(text, max_chars) == truncate(truncate(text, max_chars), max_chars)


@given(ANY_TEXT, st.integers(1, 40))
def test_what_is_cut_off_begins_a_character(text, max_chars):
    """No mark, joiner, selector or skin tone is torn from its base."""
    cut = truncate(text, max_chars)
    if cut != text:
        kept = cut.removesuffix(ELLIPSIS)
        rest = text[len(kept) :]
        assert text.startswith(kept)
        assert not kept.endswith("\u200d")
        if kept and kept == text[: max_chars - 1][: len(kept)] and not rest[0].isspace():
            assert unicodedata.category(rest[0])[0] != "M"
            assert not "\U0001f3fb" <= rest[0] <= "\U0001f3ff"
