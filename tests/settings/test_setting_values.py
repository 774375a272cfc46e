"""What a text, a TOML value or a flag means for a setting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.settings import SETTINGS
from holdfast.settings_rules import Setting, Wrong, parse_value

FLAG = Setting(name="x.flag", type="bool", default=True, sentence=".")
WHOLE = Setting(name="x.whole", type="int", default=1, sentence=".", least=0, most=10)
PART = Setting(name="x.part", type="float", default=0.5, sentence=".", least=0.0, most=1.0)
WORDS = Setting(name="x.words", type="list", default=(), sentence=".")
SCOPES = Setting(name="x.scopes", type="list", default=("auto",), sentence=".", choices=("auto", "user", "session"))
CHOICE = Setting(name="x.choice", type="choice", default="a", sentence=".", choices=("alpha", "beta"))
TEXT = Setting(name="x.text", type="str", default="", sentence=".")

toml_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("raw", ["true", "TRUE", " yes ", "on", "1", True, 1])
def test_yes_words(raw):
    """These, and only these, switch on."""
    assert parse_value(FLAG, raw) is True


@pytest.mark.parametrize("raw", ["false", "False", "no", "OFF", "0", False, 0])
def test_no_words(raw):
    """The word false is false."""
    assert parse_value(FLAG, raw) is False


@pytest.mark.parametrize("raw", ["", "2", "enabled", "truee", 2, 1.0, None, []])
def test_anything_else_is_no_switch(raw):
    """A switch is never guessed."""
    assert isinstance(parse_value(FLAG, raw), Wrong)


@pytest.mark.parametrize(("raw", "expected"), [("7", 7), (" 7 ", 7), (10, 10), ("+3", 3)])
def test_whole_numbers(raw, expected):
    """A whole number may be written as a number or as a text."""
    assert expected == parse_value(WHOLE, raw)


@pytest.mark.parametrize("raw", ["", "x", "1.5", "+-1", 1.5, True, 11, -1, "11", "9" * 5000])
def test_what_is_no_whole_number_in_bounds(raw):
    """Out of bounds, a fraction, a flag or a monster: refused with a reason."""
    assert parse_value(WHOLE, raw).why


def test_a_monstrous_number_has_a_reason_too():
    """Python refuses to print a number of some thousand digits; the reason does without."""
    assert parse_value(WHOLE, 1 << 100_000).why == "a huge number is above 10"


@pytest.mark.parametrize("raw", ["nan", "inf", float("nan"), "x", True, 1.1])
def test_what_is_no_fraction_in_bounds(raw):
    """Not-a-number compares with nothing and is never a bar."""
    assert isinstance(parse_value(PART, raw), Wrong)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("a, b", ("a", "b")),
        ("", ()),
        ("[]", ()),
        ('["a{1,2}", "b"]', ("a{1,2}", "b")),
        ("[a-z]+", ("[a-z]+",)),
        (["a", "a"], ("a",)),
    ],
)
def test_lists(raw, expected):
    """A list comes as TOML, as a JSON array, or parted by commas."""
    assert expected == parse_value(WORDS, raw)


@pytest.mark.parametrize("raw", [["a", 1], '["a"', 3, [str(number) for number in range(201)], ["line\nbreak"]])
def test_what_is_no_list(raw):
    """A list has texts only, not too many, in one line each."""
    assert isinstance(parse_value(WORDS, raw), Wrong)


def test_auto_stands_alone():
    """Scopes are either picked or listed."""
    assert parse_value(SCOPES, "auto,user").why == "'auto' stands alone"


def test_a_wrong_choice_names_the_closest():
    """The reason lists the choices and the one that was probably meant."""
    assert parse_value(CHOICE, "bet").why == "'bet' is not one of alpha, beta; did you mean 'beta'?"


def test_a_text_is_one_line():
    """Control characters do not travel in settings."""
    assert isinstance(parse_value(TEXT, "a\x1b[2Jb"), Wrong)


@given(st.sampled_from(SETTINGS), toml_values)
def test_any_value_is_taken_or_refused(setting, raw):
    """Nothing raises, and what is taken is taken again as it is."""
    value = parse_value(setting, raw)
    assert isinstance(value, Wrong) or value == parse_value(setting, value)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("TEA-[0-9]{2,4}", ("TEA-[0-9]{2,4}",)),
        ("TEA-[0-9]{2,4}, COFFEE-(a,b|c)", ("TEA-[0-9]{2,4}", "COFFEE-(a,b|c)")),
        ("[,;]x,y", ("[,;]x", "y")),
        ("[({],x", ("[({]", "x")),
        (r"\(,x", (r"\(", "x")),
        ("(a,b", ("(a", "b")),
        ("a, b,,c ,", ("a", "b", "c")),
    ],
)
def test_a_comma_within_brackets_parts_nothing(raw, expected):
    """A pattern that counts, such as `[0-9]{2,4}`, is one entry; what closes no bracket is parted as ever."""
    assert expected == parse_value(WORDS, raw)
