"""`holdfast workspace`: the workspaces Holdfast knows, and what the person decided about them.

Every verb takes a label or a folder, as `--workspace` does. `tests/cli/commands/test_workspaces_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.cli.layout import columns
from holdfast.cli.memory_text import counted, memories, sheet, short
from holdfast.cli.output import Result
from holdfast.errors import UsageError
from holdfast.flows import decisions
from holdfast.flows.workspace_gate import gate_here
from holdfast.gate.policy import Trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.core import Core


def list_(context: Context) -> Result:
    """List the workspaces."""
    found = decisions.listed(context.memory.core)
    nothing = "No workspace is known yet.\nBegin in this one: holdfast consent grant"
    return Result(data={"workspaces": found}, text=lambda terminal: _listed(found, terminal) or nothing)


def show(context: Context) -> Result:
    """Show how a workspace is known, trusted and used."""
    core = _core(context)
    found = decisions.show(core) or decisions.unknown(core)
    with core.database.reading() as tx:
        gate = None if core.stands_elsewhere else gate_here(tx, core)
    data = {"workspace": found, "gate": gate.as_dict() if gate else None}
    return Result(data=data, text=lambda terminal: _shown(data, terminal))


def trust(context: Context) -> Result:
    """Let a workspace take part."""
    return _decided(context, Trust.TRUSTED, "Capture and recall also need consent: holdfast consent grant")


def untrust(context: Context) -> Result:
    """Keep a workspace out."""
    return _decided(context, Trust.UNTRUSTED, "What is stored stays; to take part again: holdfast workspace trust")


def rename(context: Context) -> Result:
    """Give a workspace another label."""
    args = context.args
    group = decisions.rename(context.memory.core, args.label, args.new)
    data = {"workspace": {"id": group.id, "label": group.label}, "was": args.label}
    back = f"back: holdfast workspace rename {_quoted(group.label)} {_quoted(args.label)}"
    return Result(data=data, text=f"{args.label} is called {group.label} now\n{back}")


def merge(context: Context) -> Result:
    """Make two workspaces one."""
    from holdfast.flows.merge import merge as merge_workspaces  # noqa: PLC0415

    args, core = context.args, context.memory.core
    source, target = decisions.find(core, args.old), decisions.find(core, args.into)
    question = f"Move everything of {source.label} ({short(source.id)}) into {target.label} ({short(target.id)})? There is no undo."
    if not context.confirm(question):
        return Result(data={"merged": None}, text="Nothing was moved.")
    moved = merge_workspaces(core, source.id, target.id)
    counts = ", ".join(
        f"{number:,} {name.replace('_', ' ')}" for name, number in moved.items() if isinstance(number, int)
    )
    return Result(data={"merged": moved}, text=f"{source.label} went into {target.label}: {counts or 'it was empty'}")


def _core(context: Context) -> Core:
    """Return the core as seen from the workspace that the command, or --workspace, names."""
    args = context.args
    if args.label and args.workspace and args.label != args.workspace:
        raise UsageError(f"two workspaces are named: {args.label!r} and {args.workspace!r}", why="it takes one")
    args.workspace = args.label or args.workspace
    return context.memory.core


def _decided(context: Context, decision: Trust, then: str) -> Result:
    core = _core(context)
    group = decisions.trust(core, decision)
    found = decisions.show(core)
    folders = counted(int(str(found["folders"])), "folder") if found else ""
    data = {"workspace": found or {"id": group.id, "label": group.label}}
    return Result(data=data, text=f"{group.label} is {decision} now ({folders})\n{then}")


def _listed(found: Sequence[dict[str, Any]], terminal: Terminal) -> str:
    here = terminal.symbol("●", "*")
    rows = [
        (
            here if one["here"] else "", one["label"], short(one["id"]), one["trust"],
            "consent" if one["consent"] else "no consent", counted(one["folders"], "folder"), memories(one["memories"]),
        )
        for one in found
    ]  # fmt: skip
    return columns(rows, terminal, flexible=1)


def _shown(data: dict[str, Any], terminal: Terminal) -> str:
    found, gate = data["workspace"], data["gate"]
    rows = [
        ("workspace", found["label"] + (" (here)" if found["here"] else "")),
        ("group", found["id"] or "made when something is first stored"),
        ("trust", found["trust"]),
        ("consent", "given" if found["consent"] else "not given"),
        ("folders", f"{found['folders']:,}"),
        ("memories", f"{found['memories']:,}"),
    ]
    if gate:
        rows += [
            ("capture", "on" if gate["may_capture"] else "off"),
            ("recall", "on" if gate["may_recall"] else "off"),
            ("because", gate["why"]),
            ("next", gate["hint"]),
        ]
    return sheet(rows, terminal)


def _quoted(label: str) -> str:
    import shlex  # noqa: PLC0415

    return shlex.quote(label)
