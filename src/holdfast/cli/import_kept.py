"""`holdfast import mem0` and the other memory tools: what they keep, with counts for people and programs.

`tests/cli/commands/test_import_kept_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.cli.import_sessions import in_short, problem_lines
from holdfast.cli.import_sources import Taken
from holdfast.cli.memory_text import counted
from holdfast.cli.outcomes import undo_line
from holdfast.flows import import_kept as flow
from holdfast.intake.keepers import looked_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.cli.context import Context
    from holdfast.cli.import_sources import Job
    from holdfast.cli.terminal import Terminal
    from holdfast.flows.import_receipt import KeptReceipt

SHOWN = 10
_COUNTED = (
    ("added", "added"),
    ("merged", "here already; a tag or a file was added"),
    ("known", "here already"),
    ("disputed", "of those added are disputed by somebody more trusted"),
    ("forgotten", "left out, because they were forgotten here"),
    ("secret", "refused, because they look like credentials"),
)


def import_kept(context: Context, job: Job) -> Taken:
    """Take in what one memory tool keeps."""
    args, core = context.args, context.memory.core
    wish = flow.Wish(is_dry=args.dry_run, projects=tuple(args.projects or ()))
    with context.progress(f"reading {job.source.name}") as progress:
        receipt = flow.import_kept(core, job.source.name, job.paths, wish, progress.step)
    places = job.paths or tuple(looked_in(job.source.name, core.root.path))
    return Taken(
        items=(receipt.public(),), text=lambda terminal: told(receipt, places, terminal), notes=tuple(_notes(receipt))
    )


def told(receipt: KeptReceipt, places: tuple[str, ...], terminal: Terminal) -> str:
    """Return what was done as a person reads it."""
    if not receipt.files:
        where = ", ".join(map(in_short, places))
        return f"{receipt.tool}: nothing found{f' in {where}' if where else '; name its file'}"
    would = "would take from " if receipt.is_dry else ""
    counts = [(getattr(receipt, field), sentence) for field, sentence in _COUNTED]
    lines = [f"{number:>9,}  {sentence}" for number, sentence in counts if number]
    elsewhere = sum(one.statements for one in receipt.elsewhere)
    if elsewhere:
        lines.append(f"{elsewhere:>9,}  of other projects, left out")
    undo = [undo_line(receipt.change, terminal)] if receipt.change else []
    head = f"{receipt.tool}: {would}{counted(receipt.files, 'file')}"
    return "\n".join([head, *lines, *problem_lines(receipt.problems, receipt.damaged), *undo])


def _notes(receipt: KeptReceipt) -> Iterator[str]:
    for one in receipt.elsewhere[:SHOWN]:
        yield f"left out: {counted(one.statements, 'statement')} of {in_short(one.project)}"
    if len(receipt.elsewhere) > SHOWN:
        yield f"left out: {len(receipt.elsewhere) - SHOWN} more projects; all of them: --json"
