"""How changes read: a list of what was done, to what, and whether it was taken back."""

from __future__ import annotations

from holdfast import times
from holdfast.cli.layout import columns, when
from holdfast.cli.memory_text import short
from holdfast.flows import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.store.changes import Change, ChangedRow


def change_lines(context: Context, changes: Sequence[Change], terminal: Terminal) -> str:
    """Return one line for each change."""
    now = times.now()
    rows = []
    for change in changes:
        _, touched = lookup.change(context.memory.core, change.id)
        undone = f"undone by {short(change.undone_by)}: " if change.undone_by else ""
        rows.append(
            (short(change.id), when(change.at, terminal, now), change.actor, change.verb, undone + subject(touched))
        )
    return columns(rows, terminal, flexible=4)


def subject(rows: Sequence[ChangedRow]) -> str:
    """Return what a change was about: the text of its first memory, and how many more there are."""
    if not rows:
        return "(purged)"
    first = next((row for row in rows if row.noun == "memory"), rows[0])
    more = f" (and {len(rows) - 1} more)" if len(rows) > 1 else ""
    return f"{_name(first)}{more}"


def _name(row: ChangedRow) -> str:
    image = {**(row.before or {}), **{name: value for name, value in (row.after or {}).items() if value}}
    return str(image.get("content") or image.get("title") or image.get("name") or short(row.row_id))
