"""Readings of a text, and the way back."""

import base64
import html
import json
import urllib.parse

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.secrets.canaries import WRAPPINGS

from holdfast.secrets.layers import MAX_VIEWS, views

HIDDEN = "needle" + "-Q7w9-" + "haystack-42"
odd = st.sampled_from(
    [
        "\\n",
        "\\u0041",
        "%41",
        "&amp;",
        "\u200b",
        "\x1b[31m",
        "\n  ",
        "ﬁ",
        "é",
        "\ud800",
        "❤️",
        "[secret:token]",
        "YWJj" * 8,
    ]
)
texts = st.lists(st.one_of(odd, st.text(max_size=12)), max_size=8).map("".join)


def readings(text: str) -> list[str]:
    return [view.text for view in views(text)]


@pytest.mark.parametrize("name", WRAPPINGS)
def test_every_wrapping_is_undone(name):
    """Some reading shows the words as they were before they were wrapped."""
    assert any(HIDDEN in reading for reading in readings(WRAPPINGS[name](f"found {HIDDEN} here")))


@pytest.mark.parametrize("name", sorted(WRAPPINGS))
def test_the_way_back_ends_at_the_wrapped_words(name):
    """The span of a hidden word lies within the original and reads as that word again."""
    text = WRAPPINGS[name](f"found {HIDDEN} here")
    spans = [view.span(at, at + len(HIDDEN)) for view in views(text) if (at := view.text.find(HIDDEN)) >= 0]

    for start, end in spans:
        assert 0 <= start < end <= len(text)
        assert any(HIDDEN in reading for reading in readings(text[start:end]))


@settings(max_examples=200)
@given(texts, st.data())
def test_every_span_lies_within_the_original(text, data):
    """Any part of any reading maps to a part of the original."""
    for view in views(text):
        if not view.text:
            continue
        start = data.draw(st.integers(0, len(view.text) - 1))
        end = data.draw(st.integers(start + 1, len(view.text)))
        first, last = view.span(start, end)
        assert 0 <= first < last <= len(text)


@settings(max_examples=100)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='\\%&<"')))
def test_a_plain_text_has_one_reading(text):
    """Without anything to undo the text is read once, as it stands."""
    assert readings(text)[0] == text
    assert len(readings(text)) <= 1 + (len(text) >= 24)


@settings(max_examples=100)
@given(texts)
def test_readings_are_few(text):
    """However often a text is wrapped, the number of readings is bounded."""
    assert len(readings(text * 3)) <= MAX_VIEWS


def test_wrappings_within_wrappings_are_undone():
    """JSON in a URL in HTML, and base64 of JSON of base64."""
    inner = json.dumps({"note": HIDDEN})
    nested = base64.b64encode(json.dumps({"body": base64.b64encode(inner.encode()).decode()}).encode()).decode()

    assert any(HIDDEN in reading for reading in readings(html.escape(urllib.parse.quote(inner))))
    assert any(HIDDEN in reading for reading in readings(nested))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
@pytest.mark.parametrize("prefix", ["", "b64/", "x", "=", "data:text/plain;base64,"])
def test_base64_is_found_at_any_alignment(encoding, prefix):
    """A token glued to what stands before it, or of UTF-16 text, is decoded all the same."""
    token = base64.b64encode(f"some text, {HIDDEN}, more".encode(encoding)).decode()

    assert any(HIDDEN in reading for reading in readings(prefix + token))


@pytest.mark.parametrize(
    "sign", ["\u200b", "\u00ad", "\u2060", "\ufe0f", "\u202e", "\U000e0041", "\u3164", "\x00", "\u0301"]
)
def test_an_invisible_sign_hides_and_separates_nothing(sign):
    """It is read once as nothing, so that it cannot split a word, and once as a space, so that it cannot join two."""
    found = readings(f"abc{sign}def")

    assert "abcdef" in found
    assert "abc def" in found


def test_signs_among_emoji_are_let_be():
    """What no token could hide behind makes no further reading."""
    assert len(readings("well done ❤️ 👩‍💻 everyone")) == 1


def test_a_list_is_not_a_wrapped_token():
    """Line breaks before an item, a name or a pair are breaks."""
    for text in ("first\n- second", "name\nother: 7", "A=1\nB=2", "one\n2. two"):
        assert len(readings(text)) == 1, text
