"""`holdfast status` and `holdfast doctor`: how things stand, and what is wrong with them.

`tests/cli/commands/test_status_command.py` and `test_doctor_command.py` hold the laws.
"""

from __future__ import annotations

import os

from holdfast import places, times
from holdfast.cli.crash import CRASH_FILE
from holdfast.cli.layout import when
from holdfast.cli.memory_text import counted, memories, sheet
from holdfast.cli.output import Result, envelope
from holdfast.flows import doctor as checks
from holdfast.flows import failures
from holdfast.flows.status import status as look
from holdfast.model import Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.flows.doctor import Area

MAX_CRASH_BYTES = 64 * 1024
REPORTED_FAILURES = 50
KIB = 1024
OFF = "off"


def status(context: Context) -> Result:
    """Show how things stand."""
    found = look(context.memory.core)
    return Result(data=found, text=lambda terminal: _screen(found, terminal))


def doctor(context: Context) -> Result:
    """Check everything; with --fix mend it, with --report print what helps to find a fault."""
    args, core = context.args, context.memory.core
    with context.progress("checking", len(checks.CHECKS)) as progress:
        found = checks.examine(core, progress.step)
    if args.fix and not args.dry_run and any(problem.mend for area in found for problem in area.problems):
        found = checks.mend(core, found)
    if args.versions:
        found = [area.evolve(notes=(*area.notes, *_versions())) if area.name == "hosts" else area for area in found]
    left = sum(len(area.problems) for area in found)
    if args.report:
        made = checks.report(core, found, failures.latest(core, REPORTED_FAILURES), _crash(core.home))
        return Result(data=made, text=envelope(context.command.schema, made, indent=2), exit=1 if left else 0)
    data = {area.name: area.public() for area in found}
    return Result(data=data, text=lambda terminal: _checkup(found, terminal, args.dry_run), exit=1 if left else 0)


def _versions() -> list[str]:
    """Ask each program that is on the path."""
    from holdfast.flows import host_states, setup  # noqa: PLC0415
    from holdfast.wiring.agents import AGENTS  # noqa: PLC0415

    here = setup.machine()
    programs = {agent.title: setup.program_of(name, here) for name, agent in AGENTS.items()}
    return [f"{title} says {host_states.asked_version(program)}" for title, program in programs.items() if program]


def _screen(found: dict[str, Any], terminal: Terminal) -> str:
    rows: list[tuple[str, str]] = []
    for name, shown in _SHOWN.items():
        area = found[name]
        if "problem" in area:
            why = f"\nwhy:  {area['why']}" if area["why"] else ""
            rows.append(
                (name, terminal.paint(f"cannot be read: {area['problem']}", "red") + why + f"\nnext: {area['hint']}")
            )
        else:
            rows += shown(area, terminal)
    return sheet(rows, terminal)


def _program(area: dict[str, Any], _terminal: Terminal) -> list[tuple[str, str]]:
    return [("holdfast", f"{area['version']}, home {area['home']}")]


def _here(area: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    if area["mode"] == Mode.OFF:
        return [("memory", terminal.paint("off", "yellow") + f": {area['why']}\nnext: {area['hint']}")]
    on = [f"{name} {_switch(area[name], terminal)}" for name in ("capture", "recall")]
    reason = f"\nwhy:  {area['why']}\nnext: {area['hint']}" if area["why"] else ""
    return [
        ("here", f"{area['workspace']} ({area['trust']}, {'consent' if area['consent'] else 'no consent'})"),
        ("memory", f"{', '.join(on)}, mode {area['mode']}{reason}"),
    ]


def _store(area: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    if not area["exists"]:
        return [
            (
                "store",
                f"nothing is stored yet ({area['engine']})\nbegin: holdfast remember TEXT, or holdfast consent grant",
            )
        ]
    kept = f"{area['engine']}, schema {area['schema']}, {_size(int(area['bytes']))}, {area['endpoint']}"
    read_only = terminal.paint(", read only", "yellow") if area["read_only"] else ""
    saved = f"{counted(area['backups'], 'backup')}, last {when(area['last_backup'], terminal, times.now())}"
    rows = [
        ("store", kept + read_only),
        ("backups", saved if area["backups"] else "none yet; a worker takes one each day"),
    ]
    if area["erasing_since"]:
        rows.append(("purge", terminal.paint("not finished", "yellow") + "; next: holdfast doctor --fix"))
    return rows


def _memories(area: dict[str, Any], _terminal: Terminal) -> list[tuple[str, str]]:
    parts = []
    for scope, counts in area.items():
        if scope != "episodes":
            active = sum(number for name, number in counts.items() if name.endswith(" active"))
            parts.append(f"{active:,} {scope}")
    total = ", ".join(parts) or memories(0)
    return [("memories", f"{total}; {counted(area['episodes'], 'episode')} in the journal")]


def _profile(area: dict[str, Any], _terminal: Terminal) -> list[tuple[str, str]]:
    return [("profile", f"{area['chars']:,} of {area['limit']:,} characters ({area['percent']} %)")]


def _recall(area: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    if area["last"] is None:
        return [("recall", "nothing was recalled yet")]
    at = when(area["at"], terminal, times.now())
    took = f", {area['ms']:,.0f} ms" if area["ms"] is not None else ""
    return [("recall", f"last {at}: {area['found']:,} found, {area['chars']:,} characters{took}; holdfast why")]


def _vectors(area: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    others = f", {area['of_others']:,} of other embedders" if area["of_others"] else ""
    if area["embedder"] == OFF:
        return [("vectors", f"off{others}")] if others else []
    missing = terminal.paint(f"{area['missing']:,} still to be made", "yellow") if area["missing"] else "none missing"
    return [("vectors", f"{counted(area['kept'], 'vector')} by {area['embedder']}, {missing}{others}")]


def _worker(area: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    parts = [f"{counted(area['waiting'], 'job')} waiting"]
    if area["waiting"] and area["oldest"]:
        parts.append(f"the oldest from {when(area['oldest'], terminal, times.now())}")
    parts += [terminal.paint(f"{area[name]:,} {name}", "yellow") for name in ("dead", "dropped") if area[name]]
    if any(one["name"] == "worker" for one in area["leases"]):
        parts.append("a worker is at it")
    elif area["waiting"]:
        parts.append("the next turn starts a worker, or: holdfast worker --drain")
    return [("queue", ", ".join(parts))]


def _failures(area: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    if not area["count"]:
        return [("failures", f"none in {area['days']} days")]
    last = area["last"][0]
    shown = terminal.paint(f"{area['count']:,} in {area['days']} days", "yellow")
    return [("failures", f"{shown}, last {when(last['at'], terminal, times.now())} in {last['place']}: {last['message']}\n"
                         "all: holdfast log failures")]  # fmt: skip


def _settings(area: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    changed = counted(len(area["changed"]), "setting") + " changed" if area["changed"] else "all at their defaults"
    refused = [terminal.paint(f"not followed: {one['key']} in the {one['file']}", "yellow") for one in area["refused"]]
    return [("settings", "\n".join((changed, *refused)))]


def _hosts(area: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    lines = []
    for one in area["hosts"]:
        state = one["wired"] if one["wired"] != "yes" else terminal.paint("wired", "green")
        word = {"no": "not wired", "partly": terminal.paint("wired in part", "yellow")}.get(state, state)
        fired = f", last called {when(one['last_fired'], terminal, times.now())}" if one["last_fired"] else ""
        skipped = terminal.paint(f", skips {len(one['untrusted'])} hooks", "yellow") if one["untrusted"] else ""
        lines.append(f"{one['title']}: {word}{fired}{skipped}")
    return [("hosts", "\n".join(lines))] if lines else []


_SHOWN = {
    "program": _program,
    "here": _here,
    "store": _store,
    "memories": _memories,
    "profile": _profile,
    "recall": _recall,
    "vectors": _vectors,
    "worker": _worker,
    "failures": _failures,
    "settings": _settings,
    "hosts": _hosts,
}


def _checkup(found: list[Area], terminal: Terminal, is_dry: bool) -> str:  # noqa: FBT001
    rows = []
    for area in found:
        lines = [terminal.paint("mended", "green") + f": {done}" for done in area.mended]
        lines += [f"{terminal.paint(one.what, 'red')}\nnext: {one.hint}" for one in area.problems[: checks.SHOWN]]
        more = len(area.problems) - checks.SHOWN
        lines += [f"and {more:,} more"] if more > 0 else []
        lines += area.notes
        rows.append((area.name, "\n".join(lines) or terminal.paint("ok", "green")))
    left = sum(len(area.problems) for area in found)
    mendable = sum(bool(problem.mend) for area in found for problem in area.problems)
    end = "Everything is in order."
    if left:
        end = f"{counted(left, 'problem')}; {mendable:,} can be mended without loss"
        end += ": holdfast doctor --fix" if mendable and not is_dry else ""
    return f"{sheet(rows, terminal)}\n\n{end}"


def _crash(home: str) -> str:
    try:
        return places.read_private(os.path.join(home, CRASH_FILE), MAX_CRASH_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return ""


def _switch(is_on: object, terminal: Terminal) -> str:
    return terminal.paint("on", "green") if is_on else terminal.paint("off", "yellow")


def _size(number: int) -> str:
    return f"{number / KIB:,.0f} KB" if number < KIB * KIB else f"{number / KIB / KIB:,.1f} MB"
