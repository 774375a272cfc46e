"""How a memory reads in a terminal: one line in a list, a sheet of its own, a short id to go on with.

Content is handed on as it is stored: `Terminal.finish` spells out whatever a terminal would obey.
`tests/cli/commands/test_memory_text_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import times
from holdfast.cli.layout import columns, when, wrapped
from holdfast.model import Source, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.cli.terminal import Terminal
    from holdfast.model import StoredMemory

SHORT_ID_CHARS = 10
MIN_ROOM = 20
WIDE = 100  # from this width on a list also says how far each memory reaches

_SPEAKERS = {Source.USER: "you", Source.AGENT: "agent", Source.SYSTEM: "system"}


def short(any_id: str | None) -> str:
    """Return the first characters of an id: enough to name it in the next command."""
    return (any_id or "")[:SHORT_ID_CHARS]


def speaker(memory: StoredMemory) -> str:
    """Return who says so."""
    return _SPEAKERS[memory.source]


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: `1 memory`, `3 memories`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def memories(number: int) -> str:
    """Return how many memories."""
    return counted(number, "memory", "memories")


def memory_lines(found: Sequence[StoredMemory], terminal: Terminal, *, numbered: bool = False) -> list[str]:
    """Return one line for each memory.

    On a terminal the text stands beside the id and gives way to what follows; elsewhere it is whole and comes last.
    """
    now = times.now()
    rows = [_row(memory, terminal, now) for memory in found]
    if numbered:
        rows = [(str(place), *row) for place, row in enumerate(rows, 1)]
    flexible = (2 if numbered else 1) if terminal.is_tty else -1
    return columns(rows, terminal, flexible=flexible).split("\n") if rows else []


def text_of(memory: StoredMemory) -> str:
    """Return what a memory says, or what stands where its text was."""
    return memory.content or f"({memory.status})"


def sheet(rows: Iterable[tuple[str, str]], terminal: Terminal) -> str:
    """Return labelled facts, one to a line, wrapped on a terminal; a fact that says nothing is left out."""
    kept = [(label, value) for label, value in rows if value]
    width = max((len(label) for label, _ in kept), default=0) + 2
    lines = []
    for label, value in kept:
        first, *more = [part for line in value.split("\n") for part in _wrapped(line, width, terminal)]
        lines += [terminal.paint(label.ljust(width), "dim") + first, *(" " * width + part for part in more)]
    return "\n".join(lines)


def facts_of(memory: StoredMemory, terminal: Terminal) -> list[tuple[str, str]]:
    """Return everything that is noted with a memory."""
    now = times.now()
    dot = terminal.symbol(" · ", " - ")
    until = when(memory.valid_to, terminal, now) if memory.valid_to else ""
    used = f"{counted(memory.recall_count, 'time')}, last {when(memory.last_recalled_at, terminal, now)}"
    return [
        ("what", dot.join((memory.kind, memory.layer, memory.scope, memory.status))),
        ("said by", f"{speaker(memory)} ({memory.origin}), confidence {memory.confidence:.2f}"),
        ("tags", ", ".join(memory.tags)),
        ("cites", ", ".join(memory.citations)),
        ("branch", f"{memory.branch}, until it is merged" if memory.branch else ""),
        ("project", memory.project or ""),
        ("task", memory.task or ""),
        ("since", when(memory.valid_from, terminal, now)),
        ("until", until),
        ("replaced by", short(memory.superseded_by)),
        ("disputes", short(memory.conflicts_with)),
        ("used", used if memory.recall_count else "never"),
    ]


def _row(memory: StoredMemory, terminal: Terminal, now: str) -> tuple[str, ...]:
    mark = f"{memory.status}: " if memory.content and memory.status is not Status.ACTIVE else ""
    text = (mark + text_of(memory),)
    reach = (str(memory.scope),) if not terminal.is_tty or terminal.width >= WIDE else ()
    facts = (f"{memory.layer} {memory.kind}", *reach, when(memory.updated_at, terminal, now))
    return (short(memory.id), *text, *facts) if terminal.is_tty else (short(memory.id), *facts, *text)


def _wrapped(line: str, indent: int, terminal: Terminal) -> list[str]:
    return wrapped(line, max(MIN_ROOM, terminal.width - indent), terminal) if terminal.is_tty else [line]
