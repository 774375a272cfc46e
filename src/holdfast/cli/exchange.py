"""`holdfast export` and `holdfast import`: everything out to a file, and back in again.

`tests/cli/commands/test_exchange_command.py` holds the laws.
"""

from __future__ import annotations

import os

from holdfast.cli.outcomes import undo_line
from holdfast.cli.output import Result
from holdfast.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.exchange.receipt import ImportReceipt

STDOUT = "-"
PROBLEMS_SHOWN = 10
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
    path = args.file or STDOUT
    form = args.format or ("md" if path.endswith((".md", ".markdown")) else "json")
    if path == STDOUT and args.json and not args.dry_run:
        raise UsageError(
            "export --json needs a FILE", why="both would write to standard output", hint="holdfast export FILE --json"
        )
    data = {"file": None if path == STDOUT else os.path.abspath(os.path.expanduser(path)), "format": form}
    if (
        path != STDOUT
        and not args.dry_run
        and os.path.isfile(str(data["file"]))
        and not context.confirm(f"{data['file']} exists. Replace it?")
    ):
        return Result(data={**data, "rows": None, "dry_run": False}, text="Nothing was written.")
    target = os.devnull if args.dry_run else path
    rows = context.memory.export(target, format=form, scopes=args.scopes or None)
    data = {**data, "rows": rows, "dry_run": args.dry_run}
    told = f"{'would write' if args.dry_run else 'wrote'} {_counts(rows)}"
    if path == STDOUT and not args.dry_run:
        return Result(data=data, notes=(told,))
    where = f" to {data['file']}" if data["file"] else ""
    back = f"\nback in: holdfast import {path}" if form == "json" and not args.dry_run else ""
    return Result(data=data, text=f"{told}{where}{back}")


def import_(context: Context) -> Result:
    """Bring exports in, merging them with what is here."""
    args = context.args
    receipts = []
    for source in args.sources:
        context.note(f"reading {source}") if len(args.sources) > 1 else None
        receipts.append(context.memory.import_(source, dry_run=args.dry_run))
    data = {"imports": [receipt.public() for receipt in receipts]}
    return Result(data=data, text=lambda terminal: "\n".join(_told(receipt, terminal) for receipt in receipts))


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
    shown = (f"{number:,} {_plural(name, number)}" for name, number in rows.items() if number)
    return ", ".join(shown) or "nothing"


def _plural(table: str, number: int) -> str:
    if number == 1:
        return table.replace("_", " ")
    return table.replace("_", " ").removesuffix("y") + ("ies" if table.endswith("y") else "s")
