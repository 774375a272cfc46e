"""One line on stderr that says how far a long command is: from 500 ms on, on a terminal only.

`progress_line` is pure and holds the words; `tests/cli/test_progress.py` holds the laws.
"""

from __future__ import annotations

import time

from holdfast.cli.layout import cell_width, clip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TextIO

    from holdfast.cli.terminal import Terminal

QUIET_S = 0.5
REDRAW_S = 0.1
CLEAR_LINE = "\r\x1b[K"


class Progress:
    """A count that shows itself; a context manager that leaves no trace behind."""

    def __init__(
        self, label: str, total: int | None, stream: TextIO, terminal: Terminal, *, shown: bool = True,
        in_bytes: bool = False, clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._label, self._total, self._stream, self._terminal = label, total, stream, terminal
        self._in_bytes = in_bytes
        self._shown = shown and terminal.is_tty
        self._clock = clock
        self._began = self._drawn = clock()
        self._visible = False
        self.done = 0

    def step(self, count: int = 1) -> None:
        """Count some more as done."""
        self.done += count
        now = self._clock()
        if not self._shown or now - self._began < QUIET_S or now - self._drawn < REDRAW_S:
            return
        self._drawn, self._visible = now, True
        elapsed, room = now - self._began, self._terminal.width - 1
        line = progress_line(self._label, self.done, self._total, elapsed, room, in_bytes=self._in_bytes)
        self._stream.write(CLEAR_LINE + self._terminal.finish(line))
        self._stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._visible:
            self._stream.write(CLEAR_LINE)
            self._stream.flush()


def progress_line(
    label: str, done: int, total: int | None, elapsed_s: float, width: int, *, in_bytes: bool = False
) -> str:
    """Return what is shown after `elapsed_s`: how many, how fast, how long still; never wider than `width`."""
    rate = done / elapsed_s if elapsed_s > 0 else 0.0
    shown = _megabytes if in_bytes else _number
    count = shown(done) if total is None else f"{shown(done)} of {shown(total)}"
    facts = f"{count} · {f'{_megabytes(rate)}/s' if in_bytes else _rate(rate)}"
    if total is not None and rate and done < total:
        facts += f" · {_duration((total - done) / rate)} left"
    room = width - cell_width(facts) - 1
    return f"{clip(label, room)} {facts}" if room > 1 else clip(facts, width)


def _number(number: float) -> str:
    return f"{number:,}"


def _megabytes(number: float) -> str:
    return f"{number / 1e6:,.1f} MB"


def _rate(rate: float) -> str:
    return f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s"  # noqa: PLR2004 - two digits say enough


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
