"""`holdfast import codex-settings` and `vscode-settings`: settings of the earlier designs, shown before they are taken.

`tests/cli/commands/test_import_settings_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.cli.config import difference, shown, without_password
from holdfast.cli.import_sessions import in_short
from holdfast.cli.import_sources import Taken
from holdfast.flows import import_settings as flow
from holdfast.settings_file import write_user_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.import_sources import Job
    from holdfast.flows.import_settings import Plan

CONSENT = "Consent was not taken over. Where memory is to be on, agree to it: holdfast consent grant"


def import_settings(context: Context, job: Job) -> Taken:
    """Show what would change in the settings file, and change it when the person agrees."""
    program, dry_run = job.source.name, context.args.dry_run
    plan = flow.plan(context.memory.core, program, job.paths)
    if plan is None:
        where = ", ".join(map(in_short, job.paths or flow.looked_in(program)))
        return Taken(items=(), text=f"{program}: no settings of memory in {where}")
    edit = write_user_settings(plan.values, context.environ, dry_run=True)
    diff = difference(edit)
    left = [f"{without_password(one.theirs)}: {one.why}" for one in plan.left]
    if not diff:
        return Taken(items=(_public(plan, diff, dry_run=dry_run, is_written=False),),
                     text=f"{program}: nothing to change in {in_short(edit.path)}", notes=tuple(_left(left)))  # fmt: skip
    notes = (*_left(left), *([CONSENT] if "graphiti.enabled" in plan.values else []))
    is_asked = not dry_run and context.args.yes is None
    if is_asked:
        context.note(diff.rstrip("\n"))
        for line in notes:
            context.note(line)
    is_written = not dry_run and context.confirm(f"Take over {len(plan.taken)} settings of {in_short(plan.file)}?")
    if is_written:
        write_user_settings(plan.values, context.environ)
    done = (
        f"took over {len(plan.taken)} settings into {in_short(edit.path)}" if is_written else "Nothing was taken over."
    )
    data = _public(plan, diff, dry_run=dry_run, is_written=is_written)
    if is_asked:
        return Taken(items=(data,), text=done)
    return Taken(items=(data,), text=diff if dry_run else diff + done, notes=notes)


def _left(left: list[str]) -> list[str]:
    return [f"left: {line}" for line in left]


def _public(plan: Plan, diff: str, *, dry_run: bool, is_written: bool) -> dict[str, Any]:
    return {
        "program": plan.program, "file": plan.file, "is_dry": dry_run, "is_written": is_written,
        "taken": [{"theirs": one.theirs, "ours": one.ours, "value": shown(one.value)} for one in plan.taken],
        "left": [one.as_dict() for one in plan.left], "diff": diff,
    }  # fmt: skip
