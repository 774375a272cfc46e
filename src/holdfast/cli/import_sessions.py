"""`holdfast import codex` and the other hosts: past sessions, with counts for people and programs.

`tests/cli/commands/test_import_sessions_command.py` holds the laws.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from holdfast.cli.import_sources import Taken
from holdfast.cli.memory_text import counted
from holdfast.flows import import_sessions as flow
from holdfast.intake.transcripts import looked_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from holdfast.cli.context import Context
    from holdfast.cli.import_sources import Job
    from holdfast.flows.import_receipt import Problem, SessionsReceipt

SHOWN = 10
_COUNTED = (
    ("added", "added"),
    ("known", "here already"),
    ("copied", "repeated from the session that theirs was forked from"),
    ("unfinished", "not finished yet; a later import takes them"),
    ("forgotten", "left out, because they were forgotten here"),
    ("redacted", "with a credential masked"),
)


def import_sessions(context: Context, job: Job) -> Taken:
    """Take in the past sessions of one host."""
    args = context.args
    wish = flow.Wish(is_dry=args.dry_run, allow_untrusted=args.allow_untrusted)
    receipt = flow.import_sessions(context.memory.core, job.source.name, job.paths, wish, _Shown(context))
    return Taken(items=(receipt.public(),), text=told(receipt, job.paths), notes=tuple(_notes(receipt)))


def told(receipt: SessionsReceipt, paths: tuple[str, ...]) -> str:
    """Return what was done as a person reads it."""
    if not receipt.files:
        where = ", ".join(map(in_short, paths or looked_in(receipt.host)))
        return f"{receipt.host}: no sessions found in {where}"
    would = "would take " if receipt.is_dry else ""
    head = f"{receipt.host}: {would}{counted(receipt.sessions, 'session')} from {counted(receipt.files, 'file')}"
    counts = [(getattr(receipt, field), sentence) for field, sentence in _COUNTED]
    lines = [f"{number:>9,}  {sentence}" for number, sentence in counts if number]
    left = sum(one.sessions for one in receipt.left_out)
    if left:
        lines.append(f"{left:>9,}  {'session' if left == 1 else 'sessions'} left out")
    return "\n".join([head, *lines, *problem_lines(receipt.problems, receipt.damaged)])


def problem_lines(problems: tuple[Problem, ...], damaged: int) -> list[str]:
    """Return which lines could not be read, the first of them by file and line."""
    lines = [f"{damaged:>9,}  unreadable"] if damaged else []
    for one in problems[:SHOWN]:
        place = f"{in_short(one.file)}, line {one.line}" if one.line else in_short(one.file)
        lines.append(f"  {place}: {one.why}")
    if damaged > SHOWN:
        lines.append(f"  and {damaged - SHOWN:,} more; the first {len(problems)}: --json")
    return lines


def in_short(path: str) -> str:
    """Return a path with the home folder as `~`."""
    home = os.path.expanduser("~")
    return "~" + path[len(home) :] if home != "/" and path.startswith(home + os.sep) else path


def _notes(receipt: SessionsReceipt) -> Iterator[str]:
    """Yield which folders were left out, most sessions first, with what would let them in."""
    ranked = sorted(receipt.left_out, key=lambda one: -one.sessions)
    for one in ranked[:SHOWN]:
        yield f"left out: {in_short(one.folder) or 'no folder'}, {counted(one.sessions, 'session')}: {one.why}; {one.hint}"
    if len(ranked) > SHOWN:
        yield f"left out: {len(ranked) - SHOWN} more folders; all of them: --json"


class _Shown:
    """Shows the steps of an import as progress."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @contextmanager
    def reading(self, total_bytes: int) -> Iterator[Callable[[int], None]]:
        """Show how much was read."""
        with self._context.progress("reading transcripts", total_bytes, in_bytes=True) as progress:
            yield progress.step

    @contextmanager
    def learning(self, total: int) -> Iterator[Callable[[int], None]]:
        """Show how many sessions were learned from."""
        with self._context.progress("learning from sessions", total) as progress:
            yield progress.step

    @contextmanager
    def indexing(self) -> Iterator[None]:
        """Say that what is new is being made findable."""
        with self._context.progress("making messages findable") as progress:
            progress.step(0)
            yield
