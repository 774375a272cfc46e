"""An export for reading: one Markdown document, by group, layer and kind, every hidden character spelled out.

A memory's text stands in a list item; its further lines are indented, so that no text can become a heading of the
document. What was forgotten is only counted.
"""

from __future__ import annotations

from collections import Counter

from holdfast.exchange.rows import MEMORY, Source, numbered, source_of
from holdfast.model import Status
from holdfast.store import groups
from holdfast.text.invisible import visible
from holdfast.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

    from holdfast.core import Core
    from holdfast.model import Scope
    from holdfast.scope.reach import Group
    from holdfast.store.database import Transaction

LAYERS = {"L0": "Profile (L0)", "L1": "Knowledge (L1)", "L2": "Archive (L2)"}


def write_markdown(core: Core, file: BinaryIO, scopes: tuple[Scope, ...] | None) -> dict[str, int]:
    """Write the document to a stream and return how many memories, tasks and redactions it has."""
    with core.database.reading() as tx:
        source = source_of(tx, core, scopes)
        counts = _counts(tx, source)
        file.write(_front_matter(core.clock(), counts).encode())
        for group in groups.every(tx):
            if group.no in source.ids:
                file.writelines(line.encode() + b"\n" for line in _group(tx, core, group, counts))
    return dict(counts)


def _counts(tx: Transaction, source: Source) -> Counter[str]:
    counts: Counter[str] = Counter()
    for _, status, number in tx.rows("memories.counts", groups=list(source.ids)):
        counts[status] += number
    counts["groups"] = len(source.ids)
    return counts


def _front_matter(at: str, counts: Counter[str]) -> str:
    shown = "".join(f"{name}: {number}\n" for name, number in sorted(counts.items()))
    return f"---\nexported_at: {at}\nholdfast: {__version__}\n{shown}---\n\n# Memories\n"


def _group(tx: Transaction, core: Core, group: Group, counts: Counter[str]) -> Iterator[str]:
    """Yield the lines of one group; rows are sorted group by group, so one group's memories are held at a time."""
    found = [row for row in _memories(tx, group.no) if row["status"] != Status.FORGOTTEN]
    tasks = tx.rows(
        "work.tasks", groups=[group.no], statuses=["active", "done", "dropped"], any_project=1, project="", limit=10**6
    )
    if not found and not tasks:
        return
    yield f"\n## {str(group.scope).capitalize()}: {_text(core, group.label or group.id, counts)}"
    found.sort(key=lambda row: (row["layer"], row["kind"]))
    layer = kind = ""
    for row in found:
        if row["layer"] != layer:
            layer, kind = row["layer"], ""
            yield f"\n### {LAYERS[layer]}"
        if row["kind"] != kind:
            kind = row["kind"]
            yield f"\n#### {kind.replace('_', ' ').capitalize()}\n"
        yield from _memory(core, row, counts)
    if tasks:
        yield "\n### Tasks\n"
    for task in tasks:
        yield f"- {_text(core, task[3], counts)} ({task[5]}, {task[10][:10]}, `{task[1]}`)"
        yield from _indented(_text(core, task[4], counts))


def _memories(tx: Transaction, group_no: int) -> Iterator[dict[str, Any]]:
    for row in numbered(tx, "exchange.memories_of", group_no=group_no):
        yield dict(zip(MEMORY, row, strict=True))


def _memory(core: Core, row: dict[str, Any], counts: Counter[str]) -> Iterator[str]:
    first, _, rest = _text(core, row["content"], counts).partition("\n")
    marks = [row["updated_at"][:10], f"`{row['id']}`", row["origin"]]
    if row["status"] == Status.SUPERSEDED:
        marks.insert(0, f"superseded by `{row['superseded_by']}`" if row["superseded_by"] else "superseded")
    if row["project"]:
        marks.append(f"project {_text(core, row['project'], counts)}")
    yield f"- {first} ({', '.join(marks)})"
    yield from _indented(rest)


def _indented(text: str) -> Iterator[str]:
    yield from (f"  > {line}" for line in text.split("\n") if line)


def _text(core: Core, text: str, counts: Counter[str]) -> str:
    found = core.redact(text)
    counts["redacted"] += bool(found.findings)
    return visible(found.text)
