"""Reports: what was done in a span of time, from the archive, grouped by project."""

from __future__ import annotations

from holdfast.errors import UsageError
from holdfast.model import Kind, Layer, Scope, Source
from holdfast.store import memories
from holdfast.text.invisible import visible
from holdfast.times import parse_when

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.core import Core
    from holdfast.model import StoredMemory

NO_PROJECT = "(no project)"


def report(core: Core, *, since: str, until: str | None = None, project: str | None = None) -> dict[str, Any]:
    """Return the archive of a span of time as `{since, until, projects: [{project, entries}]}`."""
    start = parse_when(since, name="since")
    end = parse_when(until, name="until", end_of_day=True) if until else core.clock()
    if end < start:
        raise UsageError(
            "the span ends before it begins", why=f"since {start[:10]}, until {end[:10]}", hint="holdfast report --help"
        )
    with core.database.reading() as tx:
        found = memories.of_layer(tx, core.reach(tx), Layer.L2, Scope.WORKSPACE, since=start, until=end)
    grouped: dict[str, list[StoredMemory]] = {}
    for memory in found:
        if _was_done(memory) and project in (None, memory.project):
            grouped.setdefault(memory.project or NO_PROJECT, []).append(memory)
    return {
        "since": start,
        "until": end,
        "projects": [
            {"project": name, "entries": [_entry(memory) for memory in grouped[name]]} for name in sorted(grouped)
        ],
    }


def as_markdown(found: dict[str, Any]) -> str:
    """Return a report as Markdown."""
    lines = [f"# {found['since'][:10]} to {found['until'][:10]}", ""]
    if not found["projects"]:
        lines.append("Nothing was archived in this time.")
    for group in found["projects"]:
        lines += [f"## {visible(group['project'])}", ""]
        for entry in group["entries"]:
            head, *rest = visible(entry["content"]).splitlines() or [""]
            lines += [f"- {entry['at'][:10]} · {head}", *(f"  {line}" for line in rest)]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _was_done(memory: StoredMemory) -> bool:
    """Say whether an entry tells of work; what was learned and moved to the archive for want of room does not."""
    return memory.kind is Kind.SUMMARY or memory.source is not Source.SYSTEM


def _entry(memory: StoredMemory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "at": memory.updated_at,
        "kind": str(memory.kind),
        "content": memory.content,
        "task": memory.task,
    }
