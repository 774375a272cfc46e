"""`holdfast export`, and `holdfast import` of its files: everything out, and back in again.

`tests/cli/commands/test_exchange_command.py` holds the laws.
"""

from __future__ import annotations

import os
import shlex

from holdfast.cli.import_sources import Taken
from holdfast.cli.memory_text import counted
from holdfast.cli.outcomes import undo_line
from holdfast.cli.output import Result
from holdfast.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from holdfast.cli.context import Context
    from holdfast.cli.import_sources import Job
    from holdfast.cli.terminal import Terminal
    from holdfast.exchange.receipt import ImportReceipt

STDOUT = "-"
PROBLEMS_SHOWN = 10
_NOUNS = {
    "memory": ("memory", "memories"),
    "active": ("active memory", "active memories"),
    "superseded": ("superseded memory", "superseded memories"),
    "forgotten": ("forgotten memory", "forgotten memories"),
    "episode": ("episode",),
    "session": ("session",),
    "task": ("task",),
    "project": ("project",),
}
_COUNTED = (
    ("added", "added"),
    ("merged", "merged with what says the same"),
    ("skipped", "here already"),
    ("refused", "left out, because they were forgotten here or are not this file's to bring"),
    ("conflicts", "different here and there; the later one stands"),
    ("redacted", "with a credential masked"),
    ("lowered", "trusted less, because nothing proves who wrote the file"),
    ("damaged", "unreadable"),
)


def export(context: Context) -> Result:
    """Write everything, or some scopes, to a file or to standard output."""
    args = context.args
    path = None if args.file in (None, STDOUT) else os.path.abspath(os.path.expanduser(args.file))
    form = args.format or ("md" if (path or "").endswith((".md", ".markdown")) else "json")
    data = {"file": path, "format": form, "rows": None, "dry_run": args.dry_run}
    if args.dry_run:
        rows = _export(context, os.devnull, form)
        return Result(data={**data, "rows": rows}, text=f"would write {_counts(rows)}")
    if path is None:
        return _export_to_stdout(context, form)
    if os.path.isfile(path) and not context.confirm(f"{path} exists. Replace it?"):
        return Result(data=data, text="Nothing was written.")
    rows = _export(context, path, form)
    back = f"\nback in: holdfast import {shlex.quote(path)}" if form == "json" else ""
    return Result(data={**data, "rows": rows}, text=f"wrote {_counts(rows)} to {path}{back}")


def import_(context: Context, job: Job) -> Taken:
    """Bring exports in, merging them with what is here."""
    receipts = [context.memory.import_(path, dry_run=context.args.dry_run) for path in job.paths]
    return Taken(
        items=tuple(receipt.public() for receipt in receipts),
        text=lambda terminal: "\n".join(_told(receipt, terminal) for receipt in receipts),
    )


def _export_to_stdout(context: Context, form: str) -> Result:
    if context.args.json:
        raise UsageError(
            "export --json needs a FILE", why="both would write to standard output", hint="holdfast export FILE --json"
        )
    return Result(data=None, notes=(f"wrote {_counts(_export(context, STDOUT, form))}",))


def _export(context: Context, path: str, form: str) -> dict[str, int]:
    return context.memory.export(path, format=form, scopes=context.args.scopes or None)


def _told(receipt: ImportReceipt, terminal: Terminal) -> str:
    done = "would bring in" if receipt.is_dry else "brought in"
    lines = [f"{done} {os.path.basename(receipt.path)}"]
    counts = [(getattr(receipt, field), sentence) for field, sentence in _COUNTED]
    lines += [f"{number:>9,}  {sentence}" for number, sentence in counts if number] or ["  nothing: it holds no row"]
    lines += [f"  line {one.line}: {one.why}" for one in receipt.problems[:PROBLEMS_SHOWN]]
    more = len(receipt.problems) - PROBLEMS_SHOWN
    if more > 0:
        lines.append(f"  and {more} more lines; all of them: --json")
    return "\n".join([*lines, *filter(None, [undo_line(receipt.change, terminal)])])


def _counts(rows: Mapping[str, int]) -> str:
    """Return what a person calls by name, and how many rows that made."""
    shown = [counted(rows[name], *noun) for name, noun in _NOUNS.items() if rows.get(name)]
    total = sum(number for name, number in rows.items() if name != "redacted")
    masked = [f"{counted(rows['redacted'], 'text')} with a credential masked"] if rows.get("redacted") else []
    return f"{', '.join([*shown, *masked]) or 'nothing'} ({counted(total, 'row')})"
