"""What the output goes to: how wide, how tall, in colour or not, and the last gate for every character.

Text of memories may hold anything, terminal commands included. `finish` spells out whatever is not plain text,
except the colours that `paint` put there: those are marked with a word nobody can know in advance, so no stored
text can colour, clear or retitle a terminal. `tests/cli/test_terminal.py` holds the laws.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

WIDTH_WITHOUT_TERMINAL = 100
HEIGHT_WITHOUT_TERMINAL = 24
MIN_WIDTH = 20

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


class Terminal:
    """One output stream as it presents itself; values only, so that tests make one directly."""

    def __init__(
        self, *, is_tty: bool = False, colour: bool = False, width: int = WIDTH_WITHOUT_TERMINAL,
        height: int = HEIGHT_WITHOUT_TERMINAL, unicode: bool = True,
    ) -> None:  # fmt: skip
        self.is_tty, self.colour, self.unicode = is_tty, colour, unicode
        self.width, self.height = max(MIN_WIDTH, width), height
        self._mark = f"\0{os.urandom(8).hex()}"

    def paint(self, text: str, style: str) -> str:
        """Return the text so that `finish` shows it in this style, where there is colour at all."""
        return f"{self._mark}{_CODES[style]};{text}{self._mark}0;" if self.colour and text else text

    def unpainted(self, text: str) -> str:
        """Return the text as wide as it will be shown: without the marks of colours."""
        first, *painted = text.split(self._mark)
        return first + "".join(piece.partition(";")[2] for piece in painted)

    def finish(self, text: str) -> str:
        """Return the text as it may be written: our colours, and nothing else that a terminal would obey."""
        from holdfast.text.invisible import visible  # noqa: PLC0415 - needs `re`; a version number does not

        first, *painted = text.split(self._mark)
        pieces = [visible(first)]
        for piece in painted:
            code, _, rest = piece.partition(";")
            pieces.append(f"\x1b[{code}m{visible(rest)}")
        return "".join(pieces)

    def symbol(self, wanted: str, plain: str) -> str:
        """Return a symbol, or its plain form where the encoding has no other."""
        return wanted if self.unicode else plain


def look_at(stream: TextIO, environ: Mapping[str, str], colour: str | None = None) -> Terminal:
    """Return the terminal behind a stream."""
    is_tty = stream.isatty()
    width, height = _size(stream, environ) if is_tty else (WIDTH_WITHOUT_TERMINAL, HEIGHT_WITHOUT_TERMINAL)
    return Terminal(
        is_tty=is_tty,
        colour=wants_colour(environ, is_tty=is_tty, chosen=colour),
        width=width,
        height=height,
        unicode=(stream.encoding or "").lower().replace("-", "").startswith("utf"),
    )


def wants_colour(environ: Mapping[str, str], *, is_tty: bool, chosen: str | None = None) -> bool:
    """Decide on colour: what was typed, then NO_COLOR, FORCE_COLOR, a dumb terminal, a terminal at all."""
    if chosen in {"always", "never"}:
        return chosen == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return is_tty and environ.get("TERM") != "dumb"


def _size(stream: TextIO, environ: Mapping[str, str]) -> tuple[int, int]:
    try:
        size = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        size = os.terminal_size((WIDTH_WITHOUT_TERMINAL, HEIGHT_WITHOUT_TERMINAL))
    columns = environ.get("COLUMNS", "")
    return int(columns) if columns.isascii() and columns.isdigit() else size.columns, size.lines
