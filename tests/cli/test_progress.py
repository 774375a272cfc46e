"""How far a long command is."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from holdfast.cli.layout import cell_width
from holdfast.cli.progress import Progress, progress_line
from holdfast.cli.terminal import Terminal


class Clock:
    """A clock that moves when it is told to."""

    now = 0.0

    def __call__(self):
        return self.now


def shown(moments, *, is_tty=True, wanted=True):
    clock, stream = Clock(), io.StringIO()
    with Progress("importing", 100, stream, Terminal(is_tty=is_tty), shown=wanted, clock=clock) as progress:
        for clock.now in moments:
            progress.step()
    return stream.getvalue()


def test_a_short_command_shows_nothing():
    """For half a second there is silence."""
    assert shown([0.1, 0.3, 0.49]) == ""


def test_a_long_command_shows_rate_and_rest():
    """After half a second: how many, how fast, how long still; the end leaves no trace."""
    said = shown([1.0, 2.0])
    assert "importing 2 of 100 · 1.0/s · 1 min 38 s left" in said
    assert said.endswith("\r\x1b[K")


def test_it_is_not_drawn_more_often_than_anyone_reads():
    """Ten times a second is enough."""
    assert 2 == shown([0.6, 0.61, 0.62, 0.63]).count("\r")


def test_without_a_terminal_or_when_quiet_nothing_is_shown():
    """Files and `--quiet` get no progress."""
    assert ("", "") == (shown([9.0], is_tty=False), shown([9.0], wanted=False))


def test_a_label_cannot_command_the_terminal():
    """A file name on the line is spelled out."""
    clock, stream = Clock(), io.StringIO()
    progress = Progress("\x1b[2J", None, stream, Terminal(is_tty=True), clock=clock)
    clock.now = 1.0
    progress.step()
    assert "\x1b[2J" not in stream.getvalue()


@given(
    st.text(max_size=30),
    st.integers(0, 10**9),
    st.none() | st.integers(0, 10**9),
    st.floats(0, 1e6),
    st.integers(1, 120),
)
def test_the_line_fits(label, done, total, elapsed, width):
    """Whatever the numbers, it is one line within the width."""
    assert cell_width(progress_line(label, done, total, elapsed, width)) <= width


def test_bytes_are_shown_as_megabytes():
    """Where files are read, what counts is how much of them."""
    line = progress_line("reading", 12_300_000, 99_000_000, 3.0, 80, in_bytes=True)
    assert line == "reading 12.3 MB of 99.0 MB · 4.1 MB/s · 21 s left"
