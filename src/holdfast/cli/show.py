"""`holdfast show` and `holdfast history`: everything about one thing, whatever its id names.

`tests/cli/commands/test_show_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import times
from holdfast.cli.layout import columns, when
from holdfast.cli.memory_text import facts_of, sheet, short, text_of
from holdfast.cli.output import Result
from holdfast.flows import lookup
from holdfast.model import PUBLIC_FIELDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.flows.provenance import Provenance
    from holdfast.model import Episode, StoredMemory
    from holdfast.store.changes import Change, ChangedRow

# What goes along with any change of a text and would only drown it.
_SILENT = {"content", "updated_at", "recall_count", "last_recalled_at", "valid_to", "valid_from", "subject", "reason"}


def show(context: Context) -> Result:
    """Show a memory, an episode, a recall, a change or a task."""
    wanted = context.args.id.strip()
    return _SHOW.get(wanted[:2].lower(), _memory)(context, wanted)


def history(context: Context) -> Result:
    """Show every change of a memory."""
    memory = context.memory.get(context.args.id)
    found = context.memory.history(memory.id)
    data = {"memory": memory.id, "history": [_entry(entry) for entry in found]}
    return Result(data=data, text=lambda terminal: _told_history(found, terminal))


def _memory(context: Context, wanted: str) -> Result:
    memory = context.memory.get(wanted)
    history = context.memory.history(memory.id)
    provenance = context.memory.provenance(memory.id)
    data = {
        "memory": memory.public(),
        "history": [_entry(entry) for entry in history],
        "provenance": provenance.public(),
    }
    return Result(data=data, text=lambda terminal: _told_memory(memory, history, provenance, terminal))


def _episode(context: Context, wanted: str) -> Result:
    core = context.memory.core
    episode = lookup.episode(core, wanted)
    made = lookup.made_of(core, [episode])
    data = {"episode": episode.public(), "memories": [memory.public() for memory in made]}
    return Result(data=data, text=lambda terminal: _told_episode(episode, made, terminal))


def _recall(context: Context, wanted: str) -> Result:
    from holdfast.cli.recalls import recall_result  # noqa: PLC0415 - mostly it is a memory

    return recall_result(context, wanted)


def _change(context: Context, wanted: str) -> Result:
    change, rows = lookup.change(context.memory.core, wanted)
    listed = [{**row.as_dict(), "before": _public(row.before), "after": _public(row.after)} for row in rows]
    data = {"change": change.public(), "rows": listed}
    return Result(data=data, text=lambda terminal: _told_change(change, rows, terminal))


def _task(context: Context, wanted: str) -> Result:
    from holdfast.cli.tasks import task_result  # noqa: PLC0415

    return task_result(context, wanted)


_SHOW: dict[str, Callable[[Context, str], Result]] = {"e_": _episode, "r_": _recall, "c_": _change, "t_": _task}


def _told_memory(
    memory: StoredMemory, history: Sequence[dict[str, Any]], provenance: Provenance, terminal: Terminal
) -> str:
    more = [("made from", _sources(provenance)), ("made of it", _derived(provenance))]
    facts = sheet([*facts_of(memory, terminal), *more], terminal)
    return "\n".join(
        [terminal.paint(memory.id, "bold"), text_of(memory), "", facts, "", _told_history(history, terminal)]
    )


def _sources(provenance: Provenance) -> str:
    told = []
    for source in provenance.sources:
        said = " ".join(str(source.get("content") or "").split())
        who = f" {source['role']} in session {source['session']}" if "role" in source else ""
        told.append(f"{short(str(source['id']))} ({source['how']}){who}{': ' if said else ''}{said}")
    return "\n".join(told)


def _derived(provenance: Provenance) -> str:
    return ", ".join(f"{short(str(one['id']))} ({one['how']})" for one in provenance.derived)


def _told_episode(episode: Episode, made: Sequence[StoredMemory], terminal: Terminal) -> str:
    dot = terminal.symbol(" · ", " - ")
    marks = [
        *(["cut short"] if episode.truncated else []),
        *([f"{episode.redacted} masked"] if episode.redacted else []),
    ]
    facts = sheet(
        [
            ("said by", dot.join([episode.role, *marks])),
            ("session", episode.session),
            ("turn", episode.turn),
            ("when", when(episode.occurred_at, terminal, times.now())),
            ("made of it", "\n".join(f"{short(memory.id)}: {memory.content}" for memory in made)),
        ],
        terminal,
    )
    return "\n".join([terminal.paint(episode.id, "bold"), episode.content, "", facts])


def _told_change(change: Change, rows: Sequence[ChangedRow], terminal: Terminal) -> str:
    facts = sheet(
        [
            ("what", change.verb),
            ("by", change.actor),
            ("when", when(change.at, terminal, times.now())),
            ("reason", change.reason),
            ("undoes", short(change.undoes)),
            ("undone by", short(change.undone_by)),
        ],
        terminal,
    )
    touched = [(row.noun, short(row.row_id), _said(row.as_dict())) for row in rows]
    undo = "" if change.undone_by or not rows else terminal.paint(f"\nundo: holdfast undo {short(change.id)}", "dim")
    return "\n".join([terminal.paint(change.id, "bold"), facts, "", columns(touched, terminal, flexible=2) + undo])


def _told_history(history: Sequence[dict[str, Any]], terminal: Terminal) -> str:
    now = times.now()
    rows = [
        (when(entry["at"], terminal, now), entry["verb"], entry["actor"], short(entry["change"]), _said(entry))
        for entry in history
    ]
    return columns(rows, terminal, flexible=4)


def _said(entry: dict[str, Any]) -> str:
    """Return what a change made of the text, or of whatever else it touched."""
    before, after = entry["before"] or {}, entry["after"] or {}
    if not after:
        return "(taken back)"
    if after.get("content") and after.get("content") != before.get("content"):
        return str(after["content"])
    changed = [name for name in after if before.get(name) != after[name] and name not in _SILENT and name in _TOLD]
    return ", ".join(f"{name} {_plain(after[name])}" for name in changed)


_TOLD = {*PUBLIC_FIELDS, "title", "state", "name", "about", "links", "archived_as"}


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value)) or "none"
    return short(value) if isinstance(value, str) and value.startswith("m_") else str(value)


def _entry(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry of a history with the documented fields of the memory before and after."""
    return {**entry, "before": _public(entry["before"]), "after": _public(entry["after"])}


def _public(row: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if row is None else {name: value for name, value in row.items() if name not in _INTERNAL}


_INTERNAL = {"no", "group_no", "version", "anchors"}
