"""What nobody sees is dropped, or spelled out, and never passed on."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.invisible import drop_invisible, visible

ANY_TEXT = st.text(st.characters())
KEPT_CONTROLS = "\n\t"
DIRECTION_CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u180e"
FILLERS = "\u115f\u1160\u3164\uffa0\u17b4\u17b5\u034f\xad"
SELECTORS = "\ufe00\ufe0f\u180b\U000e0100\U000e01ef"
TAGS = "\U000e0001\U000e0020\U000e0041\U000e007f"


@pytest.mark.parametrize("hidden", DIRECTION_CONTROLS + ZERO_WIDTH + FILLERS + SELECTORS + TAGS + "\ufff9\ufffb")
def test_a_hidden_character_between_two_letters_leaves_the_letters(hidden):
    """Every default-ignorable code point goes, and takes nothing with it."""
    assert "ab" == drop_invisible(f"a{hidden}b")


@pytest.mark.parametrize(
    "code", [code for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t\0\r\v\f\x85"]
)
def test_a_control_character_is_dropped(code):
    """Neither C0 nor C1 controls survive, except line feed and tab."""
    assert "a" == drop_invisible(f"a{chr(code)}")


@pytest.mark.parametrize("line_break", ["\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029", "\n"])
def test_every_line_break_becomes_a_line_feed(line_break):
    """Words on two lines stay two words, whichever way the line was broken."""
    assert "one\ntwo" == drop_invisible(f"one{line_break}two")


def test_line_feed_and_tab_stay():
    """Lay-out that everybody can see is kept."""
    assert "a\n\tb" == drop_invisible("a\n\tb")


def test_nul_becomes_its_picture():
    """A NUL stays visible instead of ending the text in some reader."""
    assert "a\u2400b" == drop_invisible("a\0b")


def test_a_lone_surrogate_becomes_the_replacement_character():
    """The result can always be encoded."""
    assert "a\ufffdb\ufffdc" == drop_invisible("a\ud800b\udfffc")


@pytest.mark.parametrize(
    "command",
    [
        "\x1b[31m",
        "\x1b[38;5;196;1m",
        "\x9b2J",
        "\x1b]0;title\x07",
        "\x1b]8;;https://example.com\x1b\\",
        "\x1b]52;c;aGk=\x07",
        "\x1bP1$r\x1b\\",
        "\x1b_hidden\x1b\\",
        "\x9d0;title\x9c",
        "\x1b(B",
        "\x1bc",
    ],
)
def test_a_terminal_command_is_dropped_as_a_whole(command):
    """Nothing of an escape sequence remains, its parameters and its hidden text included."""
    assert "reddish" == drop_invisible(f"red{command}dish")


def test_an_unfinished_command_does_not_swallow_the_text():
    """Only the introducer of a string command without an end is dropped."""
    assert "0;the rest stays" == drop_invisible("\x1b]0;the rest stays")


def test_many_unfinished_commands_are_read_once():
    """A text full of introducers takes linear time."""
    assert "" == drop_invisible("\x1b]" * 200_000 + "\x9d" * 200_000)


def test_plain_text_is_returned_as_it_is():
    """Ordinary text, in any script, is not touched."""
    text = "Run `make test` — naïve 测试 שלום 👍"
    assert text == drop_invisible(text)
    assert text == visible(text)


def test_hidden_characters_are_spelled_out_for_a_terminal():
    """A person sees where a direction was reversed, a colour set or text hidden."""
    assert "a\\u{202e}b\\u{1b}[31mc\\u{0}" == visible("a\u202eb\x1b[31mc\0")


def test_tag_characters_are_spelled_out():
    """Text smuggled in the tag block is shown, character by character."""
    assert "x\\u{e0041}" == visible("x\U000e0041")


@given(ANY_TEXT)
def test_no_text_keeps_a_hidden_character(text):
    """Whatever comes in, neither function returns a control, a format character or a surrogate."""
    for shown in (drop_invisible(text), visible(text)):
        hidden = {character for character in shown if unicodedata.category(character) in ("Cc", "Cs")}
        assert hidden <= set(KEPT_CONTROLS)
        assert not set(shown) & set(DIRECTION_CONTROLS + ZERO_WIDTH + FILLERS + SELECTORS + TAGS)


@given(ANY_TEXT)
def test_dropping_twice_changes_nothing_more(text):
    """Dropping is idempotent."""
    assert drop_invisible(text) == drop_invisible(drop_invisible(text))


@given(ANY_TEXT)
def test_showing_twice_changes_nothing_more(text):
    """What was spelled out is plain text."""
    assert visible(text) == visible(visible(text))


@given(ANY_TEXT)
def test_the_result_can_be_encoded(text):
    """UTF-8 takes whatever either function returns."""
    assert drop_invisible(text).encode().decode() == drop_invisible(text)
    assert visible(text).encode().decode() == visible(text)
