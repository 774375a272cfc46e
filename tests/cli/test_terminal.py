"""What the output goes to, and what may reach it."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.cli.terminal import Terminal, look_at, wants_colour


@pytest.mark.parametrize(
    ("environ", "is_tty", "chosen", "expected"),
    [
        ({}, True, None, True),
        ({}, False, None, False),
        ({"TERM": "dumb"}, True, None, False),
        ({"NO_COLOR": "1"}, True, None, False),
        ({"NO_COLOR": ""}, True, None, True),
        ({"FORCE_COLOR": "1"}, False, None, True),
        ({"FORCE_COLOR": "0"}, False, None, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, None, False),
        ({"NO_COLOR": "1"}, False, "always", True),
        ({"FORCE_COLOR": "1"}, True, "never", False),
        ({}, True, "auto", True),
    ],
)
def test_colour_is_decided_in_a_fixed_order(environ, is_tty, chosen, expected):
    """What was typed, then NO_COLOR, FORCE_COLOR, a dumb terminal, a terminal at all."""
    assert expected is wants_colour(environ, is_tty=is_tty, chosen=chosen)


def test_a_file_is_a_plain_wide_terminal():
    """Without a terminal there is no colour and a hundred columns."""
    terminal = look_at(io.StringIO(), {"COLUMNS": "40"})
    assert (False, False, 100) == (terminal.is_tty, terminal.colour, terminal.width)


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", "…"), ("UTF8", "…"), ("ascii", "..."), ("cp1252", "...")])
def test_symbols_have_a_plain_form(encoding, expected):
    """An encoding without the symbol gets ASCII."""
    assert expected == look_at(io.TextIOWrapper(io.BytesIO(), encoding=encoding), {}).symbol("…", "...")


def test_our_colours_pass():
    """Painted text is coloured, and the colour ends with it."""
    terminal = Terminal(colour=True)
    assert terminal.finish(terminal.paint("a", "red") + "b") == "\x1b[31ma\x1b[0mb"


def test_without_colour_nothing_is_painted():
    """No escape is written where there is no colour."""
    terminal = Terminal()
    assert terminal.finish(terminal.paint("a", "red")) == "a"


@given(st.text(), st.text())
def test_no_stored_text_commands_a_terminal(first, second):
    """Whatever a memory holds, the only escapes that come out are the two of our own paint."""
    terminal = Terminal(colour=True)
    shown = terminal.finish(first + terminal.paint("x", "bold") + second)
    assert 2 == shown.count("\x1b")
    assert not {"\x07", "\x9b", "\x9d", "\r", "\b", "\u202e", "\u200b"} & set(shown)


def test_another_terminals_paint_is_only_text():
    """The mark of one run is not the mark of another, so it cannot be stored and replayed."""
    stored = Terminal(colour=True).paint("x", "red")
    assert "\x1b" not in Terminal(colour=True).finish(stored)
