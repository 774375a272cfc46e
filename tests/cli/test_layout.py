"""Columns, clipped lines and times."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.cli.layout import cell_width, clip, columns, relative_time, when, wrapped
from holdfast.cli.terminal import Terminal

NOW = "2026-03-15T12:00:00.000000Z"
cells = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Z", "M")), max_size=40)


@pytest.mark.parametrize(("text", "expected"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("", 0)])
def test_width_is_counted_in_cells(text, expected):
    """A CJK character takes two cells, a combining mark none."""
    assert expected == cell_width(text)


@given(st.text(max_size=60), st.integers(0, 40))
def test_a_clipped_line_fits(text, width):
    """Whatever the text, it is one line and not wider."""
    clipped = clip(text, width)
    assert cell_width(clipped) <= width
    assert "\n" not in clipped


def test_what_was_cut_is_marked():
    """A cut or a further line leaves a mark, a text that fits does not."""
    assert ("ab…", "abc", "a…") == (clip("abcd", 3), clip("abc", 3), clip("a\nb", 3))


@given(
    st.lists(st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=15), min_size=1),
    st.integers(20, 60),
)
def test_wrapped_lines_hold_every_word_and_fit(words, width):
    """No word is lost, moved or cut, and no line with several words is wider than it may be."""
    lines = wrapped(" ".join(words), width, Terminal(is_tty=True))
    assert words == " ".join(lines).split(" ")
    assert [] == [line for line in lines if " " in line and cell_width(line) > width]


def test_colours_take_no_room():
    """A painted line is parted where a plain one is."""
    coloured = Terminal(is_tty=True, colour=True)
    plain = wrapped("capture on, recall on, mode occasional", 25, coloured)
    painted = f"capture {coloured.paint('on', 'green')}, recall {coloured.paint('on', 'green')}, mode occasional"
    assert plain == [coloured.unpainted(line) for line in wrapped(painted, 25, coloured)]


@given(st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=6), st.integers(20, 120), st.integers(0, 2))
def test_no_row_is_wider_than_the_terminal(rows, width, flexible):
    """Each row is one line within the width."""
    shown = columns(rows, Terminal(is_tty=True, width=width), ("a", "b", "c"), flexible)
    assert len(rows) + 1 == len(shown.split("\n"))
    assert max(map(cell_width, shown.split("\n"))) <= width


def test_columns_are_aligned():
    """Every column begins at the same cell in each row."""
    assert columns([("a", "日"), ("日本", "b")], Terminal()) == "a     日\n日本  b"


def test_programs_get_the_whole_text():
    """Without a terminal nothing is cut."""
    assert "x" * 500 in columns([("id", "x" * 500)], Terminal())


def test_no_rows_give_no_text():
    """Headers alone say nothing."""
    assert columns([], Terminal(), ("a",)) == ""


@pytest.mark.parametrize(
    ("iso", "expected"),
    [
        ("2026-03-15T11:59:30.000000Z", "just now"),
        ("2026-03-15T11:55:00.000000Z", "5 min ago"),
        ("2026-03-15T09:00:00.000000Z", "3 h ago"),
        ("2026-03-13T12:00:00.000000Z", "2 d ago"),
        ("2026-03-15T12:05:00.000000Z", "in 5 min"),
        ("2026-02-03T12:00:00.000000Z", "3 Feb"),
        ("2025-12-24T12:00:00.000000Z", "24 Dec 2025"),
    ],
)
def test_times_are_told_as_people_do(iso, expected):
    """Recent times are relative, older ones a date."""
    assert expected == relative_time(iso, NOW)


def test_programs_get_the_stored_time():
    """Relative times are for people only."""
    iso = "2026-03-15T11:55:00.000000Z"
    assert ("5 min ago", iso, "") == (
        when(iso, Terminal(is_tty=True), NOW),
        when(iso, Terminal(), NOW),
        when(None, Terminal(), NOW),
    )
