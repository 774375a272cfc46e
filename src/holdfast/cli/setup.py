"""`holdfast setup`: wire the agent programs of this machine, or take that out again.

What would change is shown to the byte before anybody is asked. `tests/cli/commands/test_setup_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import places
from holdfast.cli.memory_text import counted
from holdfast.cli.output import Result
from holdfast.errors import NotFound
from holdfast.flows import setup as flow
from holdfast.flows import setup_record
from holdfast.flows.workspace_gate import gate_here
from holdfast.wiring.agents import AGENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.flows.setup import Plan
    from holdfast.wiring.agents import Machine

_DONE = {"create": "created", "change": "changed", "delete": "deleted", "unchanged": "as it was"}


def setup(context: Context) -> Result:
    """Show what would change, ask, and change it."""
    args, home = context.args, places.home(context.environ)
    here = flow.machine(context.environ)
    started = flow.programs(context.environ)
    names = list(dict.fromkeys(args.hosts)) or _known(here, home, is_removal=args.remove)
    plan = flow.plan_removal if args.remove else flow.plan_setup
    plans = plan(names, here, started, home)
    number = len({change.found.path for one in plans for change in one.pending})
    copies: list[str] = []
    is_done = False
    if not args.dry_run and any(one.changes for one in plans):
        if number and args.yes is None:
            context.note(_diffs(plans, context.error_terminal))
        if number == 0 or context.confirm(f"Write {counted(number, 'file')}?"):
            copies, is_done = flow.apply(plans, home), True
    refused = any(one.refused for one in plans)
    steps = _steps(context, plans) if is_done and not args.remove else []
    data = {
        "hosts": [_public(one) for one in plans],
        "written": is_done and number > 0,
        "copies": copies,
        "next": steps,
    }
    shows_diffs = args.dry_run
    return Result(
        data=data, exit=1 if refused else 0,
        text=lambda terminal: _text(plans, terminal, steps, is_done=is_done, shows_diffs=shows_diffs),
    )  # fmt: skip


def _known(here: Machine, home: str, *, is_removal: bool) -> list[str]:
    """Return the hosts of this machine; for a removal also those that are gone but were wired."""
    found = flow.found_hosts(here)
    if is_removal:
        wired = {host for entry in setup_record.read(home).files.values() for host in entry.hosts}
        found = [name for name in AGENTS if name in wired or name in found]
    if not found:
        raise NotFound("there is no agent program on this machine", why=f"known are {', '.join(AGENTS)}",
                       hint="holdfast setup NAME wires one that is not found")  # fmt: skip
    return found


def _steps(context: Context, plans: list[Plan]) -> list[str]:
    """Return what only the person can do now: trust in the program, consent in each project."""
    steps = [
        f"{AGENTS[one.host].title}: {AGENTS[one.host].next}" for one in plans if one.changes and AGENTS[one.host].next
    ]
    core = context.memory.core
    with core.database.reading() as tx:
        gate = gate_here(tx, core)
    if not (gate.may_capture and gate.may_recall):
        steps.append("holdfast consent grant   in each project that is to have memory; nothing happens before")
    return [*steps, "holdfast doctor   to see whether every program is served"]


def _public(plan: Plan) -> dict[str, Any]:
    files = [{"path": one.found.path, "action": one.action, "note": one.note, "diff": one.diff} for one in plan.changes]
    refused = plan.refused.as_dict() if plan.refused else None
    return {
        "host": plan.host,
        "title": AGENTS[plan.host].title,
        "found": plan.is_there,
        "files": files,
        "refused": refused,
    }


def _text(plans: list[Plan], terminal: Terminal, steps: list[str], *, is_done: bool, shows_diffs: bool) -> str:
    lines = []
    for plan in plans:
        found = "" if plan.is_there else " (not found on this machine)"
        lines.append(terminal.paint(f"{AGENTS[plan.host].title}{found}", "bold"))
        if plan.refused:
            lines += [f"  {terminal.paint('refused', 'red')}: {plan.refused.message}", f"  why:  {plan.refused.why}"]
            lines += [f"  next: {plan.refused.hint}"] if plan.refused.hint else []
        for change in plan.changes:
            word = _DONE[change.action] if is_done or change.action == "unchanged" else f"would {change.action}"
            lines.append(f"  {word}: {change.found.path}{f' ({change.note})' if change.note else ''}")
    if shows_diffs:
        lines += ["", _diffs(plans, terminal)]
    if steps:
        lines += ["", terminal.paint("Next", "bold"), *(f"  {step}" for step in steps)]
    return "\n".join(lines)


def _diffs(plans: list[Plan], terminal: Terminal) -> str:
    """Return every change once, coloured by line."""
    shown = {change.found.path: change.diff for plan in plans for change in plan.pending}
    lines = [line for diff in shown.values() for line in diff.splitlines()]
    return "\n".join(terminal.paint(line, _COLOURS[line[:1]]) if line[:1] in _COLOURS else line for line in lines)


_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
