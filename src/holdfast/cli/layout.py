"""Columns, clipped lines and times as people read them.

Pure: a `Terminal` and a moment come in as values. Widths are those of a terminal, where a CJK character takes two
cells and a combining mark none; a line never outgrows the terminal. `tests/cli/test_layout.py` holds the laws.
"""

from __future__ import annotations

import unicodedata

from holdfast import times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.cli.terminal import Terminal

GAP = "  "
MIN_CELL = 8
MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86_400
RECENT_DAYS = 14
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def cell_width(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(_cells(character) for character in text)


def clip(text: str, width: int, ellipsis: str = "…") -> str:
    """Return the first line of a text, cut to a width; what was cut is marked."""
    line, _, more = text.strip().partition("\n")
    line = line.rstrip()
    if not more and cell_width(line) <= width:
        return line
    room, kept = width - cell_width(ellipsis), []
    if room < 0:
        return ellipsis[:width]
    for character in line:
        room -= _cells(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ellipsis


def wrapped(text: str, width: int, terminal: Terminal) -> list[str]:
    """Return one line of text as lines no wider than a width, parted between words; a longer word stays whole.

    Colours take no room.
    """
    lines, room = [""], width
    for word in text.split(" "):
        cells = cell_width(terminal.unpainted(word))
        if lines[-1] and cells + 1 > room:
            lines.append("")
            room = width
        lines[-1] += f" {word}" if lines[-1] else word
        room -= cells + (lines[-1] != word)
    return lines


def columns(rows: Sequence[Sequence[str]], terminal: Terminal, headers: Sequence[str] = (), flexible: int = -1) -> str:
    """Return rows as aligned columns; on a terminal the flexible column gives way so that each row is one line.

    Elsewhere nothing is cut: programs read it.
    """
    if not rows:
        return ""
    cells = [[_one_line(cell) for cell in row] for row in rows]
    table = [list(headers), *cells] if headers else cells
    widths = [max(cell_width(row[index]) for row in table) for index in range(len(table[0]))]
    if terminal.is_tty:
        widths = _fitted(widths, terminal.width, flexible % len(widths))
        ellipsis = terminal.symbol("…", "...")
        table = [[clip(cell, width, ellipsis) for cell, width in zip(row, widths, strict=True)] for row in table]
    lines = [_row(row, widths) for row in table]
    if headers:
        lines[0] = terminal.paint(lines[0], "dim")
    return "\n".join(lines)


def when(iso: str | None, terminal: Terminal, now: str) -> str:
    """Return a time: relative on a terminal, as it is stored elsewhere."""
    if not iso:
        return terminal.symbol("–", "-") if terminal.is_tty else ""
    return relative_time(iso, now) if terminal.is_tty else iso


def relative_time(iso: str, now: str) -> str:
    """Return how long ago something was, or its date once that says more."""
    seconds = times.to_unix(now) - times.to_unix(iso)
    ahead, seconds = seconds < 0, abs(seconds)
    if seconds < MINUTE_S:
        return "just now"
    if seconds >= RECENT_DAYS * DAY_S:
        return _date(iso, now)
    unit, size = next((unit, size) for unit, size in _UNITS if seconds >= size)
    spelled = f"{int(seconds // size)} {unit}"
    return f"in {spelled}" if ahead else f"{spelled} ago"


_UNITS = (("d", DAY_S), ("h", HOUR_S), ("min", MINUTE_S))


def _date(iso: str, now: str) -> str:
    day = f"{int(iso[8:10])} {MONTHS[int(iso[5:7]) - 1]}"
    return day if iso[:4] == now[:4] else f"{day} {iso[:4]}"


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _one_line(cell: str) -> str:
    return " ".join(cell.split())


def _fitted(widths: Sequence[int], room: int, flexible: int) -> list[int]:
    """Take the surplus from the flexible column, and what it cannot give from the widest of the others."""
    fitted = list(widths)
    surplus = sum(fitted) + len(GAP) * (len(fitted) - 1) - room
    order = [flexible, *sorted((i for i in range(len(fitted)) if i != flexible), key=lambda i: -fitted[i])]
    for least in (MIN_CELL, 1):
        for index in order:
            given = max(0, min(surplus, fitted[index] - least))
            fitted[index] -= given
            surplus -= given
    return fitted


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell + " " * (width - cell_width(cell)) for cell, width in zip(row, widths, strict=True)]
    return GAP.join(padded).rstrip()
