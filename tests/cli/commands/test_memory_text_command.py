"""How memories read: short ids, lines that fit, sheets without empty facts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.cli.layout import cell_width
from holdfast.cli.memory_text import counted, facts_of, memories, memory_lines, sheet, short
from holdfast.cli.terminal import Terminal
from holdfast.model import Status, StoredMemory

AT = "2026-03-01T12:00:00.000000Z"


def memory(content="Use tabs.", **fields):
    """Return a memory as the store would."""
    return StoredMemory(id="m_abcdefghijkmnpqr", content=content, created_at=AT, updated_at=AT, valid_from=AT, **fields)


def test_a_short_id_has_ten_characters():
    """Two for the noun, eight to tell it apart."""
    assert "m_abcdefgh" == short("m_abcdefghijkmnpqr")
    assert "" == short(None)


def test_numbers_agree_with_their_nouns():
    """One of a thing has no plural."""
    assert ("1 turn", "2 turns", "1,200 turns") == (counted(1, "turn"), counted(2, "turn"), counted(1200, "turn"))
    assert ("0 memories", "1 memory", "2 memories") == (memories(0), memories(1), memories(2))


@given(st.text(), st.integers(20, 200))
def test_every_memory_is_one_line_within_the_terminal(content, width):
    """Whatever a memory says, its line ends where the terminal ends."""
    terminal = Terminal(is_tty=True, width=width)
    (line,) = memory_lines([memory(content)], terminal)
    assert "\n" not in line
    assert cell_width(line) <= width


def test_without_a_terminal_nothing_is_cut():
    """Programs get the whole text on one line."""
    (line,) = memory_lines([memory("word " * 200)], Terminal())
    assert ("word " * 200).strip() in line


@pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.FORGOTTEN])
def test_what_no_longer_holds_is_marked(status):
    """A memory that is not active says so in front of its text."""
    (line,) = memory_lines([memory(status=status)], Terminal())
    assert f"{status}: " in line


def test_a_sheet_leaves_out_what_says_nothing():
    """A fact without a value has no line; values of several lines keep their place."""
    assert "a          1\nlong name  2\n           3" == sheet(
        [("a", "1"), ("empty", ""), ("long name", "2\n3")], Terminal()
    )
    assert "" == sheet([], Terminal())


def test_facts_tell_who_and_how_often():
    """A sheet of a memory says who said it and how often it was used."""
    facts = dict(facts_of(memory(recall_count=2, last_recalled_at=AT), Terminal()))
    assert facts["said by"].startswith("you (user-typed)")
    assert facts["used"].startswith("2 times")
