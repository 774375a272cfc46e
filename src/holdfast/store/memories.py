"""The memories table: rows to values and back, always within a `Reach`, the index always in step.

`put` and `drop` are the only writers; they keep the full-text index and the row's digest right in the same
transaction. The conformance suite checks that the index equals the table after any sequence of them.
"""

from __future__ import annotations

import json

from holdfast import errors
from holdfast.ids import parse_prefix
from holdfast.model import Kind, Layer, Origin, Scope, Source, Status, StoredMemory
from holdfast.store.digest import digest
from holdfast.store.search import Filters, shelf_of
from holdfast.text.fingerprint import fingerprint
from holdfast.text.marks import MARK, memory_terms
from holdfast.text.terms import index_terms
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.scope.reach import Reach
    from holdfast.store.database import Row, Transaction

AFTER_ANY_ID = "\x7f"
SHOWN_WHEN_AMBIGUOUS = 6
BOUND = '%"refs/heads/%'  # an anchor that names a branch; a citation could look alike and is told apart later


class ListFilter(Value):
    """What a listing shows; empty means anything active."""

    layers: tuple[Layer, ...] = tuple(Layer)
    kinds: tuple[Kind, ...] = ()
    sources: tuple[Source, ...] = ()
    statuses: tuple[Status, ...] = (Status.ACTIVE,)
    tags: tuple[str, ...] = ()
    project: str | None = None
    task: str | None = None
    since: str = ""
    until: str = "9999"


class Page(Value):
    """One page of a listing and where the next one starts."""

    memories: tuple[StoredMemory, ...]
    next: str | None = None


def put(tx: Transaction, memory: StoredMemory, before: StoredMemory | None = None) -> StoredMemory:
    """Insert a memory, or replace the row `before`, and bring the index in step."""
    values = columns(memory)
    if before is None:
        found = tx.one("memories.insert", **values)
    else:
        found = tx.one("memories.update", memory_no=before.no, **values)
        if found is None:
            raise errors.Conflict(f"memory {memory.id} is gone", why="another process removed it in between")
        old_shelf = shelf_of(before.group_no, before.layer, before.status)
        if old_shelf is not None:
            tx.unindex(before.no, old_shelf)
    stored = memory.evolve(no=found[0])  # type: ignore[index]
    shelf = shelf_of(stored.group_no, stored.layer, stored.status)
    if shelf is not None:
        tx.index(stored.no, shelf, document_terms(stored))
    return stored


def drop(tx: Transaction, memory: StoredMemory) -> None:
    """Remove a memory's row and its place in the index."""
    shelf = shelf_of(memory.group_no, memory.layer, memory.status)
    if shelf is not None:
        tx.unindex(memory.no, shelf)
    tx.rows("memories.delete", memory_no=memory.no)


def document_terms(memory: StoredMemory) -> list[str]:
    """Return the terms under which a memory is found: its words, its tags, the names of cited files."""
    return memory_terms(" ".join((memory.content, *memory.tags, *memory.citations)), memory.valid_from)


def content_terms(memory: StoredMemory, indexed: str) -> list[str]:
    """Return the terms of a memory's own text out of those it stands under in the index."""
    start = indexed.find("|") + 1
    words = [word[start:] for word in indexed.split(" ")]
    while words and words[-1].startswith(MARK):
        words.pop()
    beside = index_terms(" ".join((*memory.tags, *memory.citations))) if memory.tags or memory.citations else ()
    return words[: len(words) - len(beside)]


def get(tx: Transaction, reach: Reach, id_or_prefix: str) -> StoredMemory:
    """Return one memory by id or unique prefix; raise `NotFound` alike for missing and foreign ones."""
    prefix = parse_prefix(id_or_prefix, "m")
    rows = tx.rows(
        "memories.by_prefix", low=prefix, high=prefix + AFTER_ANY_ID, groups=reach.numbers(), limit=SHOWN_WHEN_AMBIGUOUS
    )
    if not rows:
        raise errors.NotFound(f"there is no memory {id_or_prefix!r} here")
    if len(rows) > 1:
        raise errors.Ambiguous(f"{id_or_prefix!r} fits several memories", why=", ".join(row[1] for row in rows))
    return from_row(rows[0], reach)


def find(tx: Transaction, reach: Reach, memory_id: str) -> StoredMemory | None:
    """Return one memory by its whole id, or None."""
    rows = tx.rows("memories.by_prefix", low=memory_id, high=memory_id + AFTER_ANY_ID, groups=reach.numbers(), limit=1)
    return from_row(rows[0], reach) if rows and rows[0][1] == memory_id else None


def twin(tx: Transaction, reach: Reach, group_no: int, layer: Layer, content: str) -> StoredMemory | None:
    """Return the active memory of a group that says the same, when there is one."""
    row = tx.one("memories.by_fingerprint", group_no=group_no, layer=layer, fingerprint=fingerprint(content))
    return from_row(row, reach) if row else None


def on_subject(tx: Transaction, reach: Reach, group_no: int, subject: str) -> list[StoredMemory]:
    """Return the active memories of a group on one subject, newest first."""
    return [from_row(row, reach) for row in tx.rows("memories.by_subject", group_no=group_no, subject=subject)]


def on_subjects(tx: Transaction, reach: Reach, group_no: int, low: str, high: str) -> list[StoredMemory]:
    """Return the active memories of a group whose subject lies from `low` up to `high`, oldest first."""
    rows = tx.rows("memories.on_subjects", group_no=group_no, low=low, high=high)
    return [from_row(row, reach) for row in rows]


def page(
    tx: Transaction, reach: Reach, wanted: ListFilter, *, scopes: Sequence[Scope] | None, limit: int, after: str | None
) -> Page:
    """Return one page, newest first, whose cost does not depend on how much lies behind it."""
    before, before_no = _parse_cursor(after)
    rows: list[Row] = []
    for group_no in reach.numbers(scopes):
        rows += tx.rows(
            "memories.page", group_no=group_no, before=before, before_no=before_no, limit=limit + 1, **_listed(wanted)
        )
    rows.sort(key=lambda row: (row[13], row[0]), reverse=True)
    last = rows[limit - 1] if len(rows) > limit else None
    memories = tuple(from_row(row, reach) for row in rows[:limit])
    return Page(memories=memories, next=f"{last[13]}~{last[0]}" if last else None)


def of_layer(
    tx: Transaction, reach: Reach, layer: Layer, scope: Scope, since: str = "", until: str = "9999"
) -> list[StoredMemory]:
    """Return the active memories of L0 or L2 in one scope, oldest first."""
    found: list[StoredMemory] = []
    for group_no in reach.numbers([scope]):
        rows = tx.rows("memories.of_layer", group_no=group_no, layer=layer, since=since, until=until)
        found += [from_row(row, reach) for row in rows]
    return found


def bound(tx: Transaction, reach: Reach) -> list[StoredMemory]:
    """Return the active memories of the workspace that are bound to a branch."""
    groups = reach.numbers([Scope.WORKSPACE])
    return [
        from_row(row, reach)
        for group_no in groups
        for row in tx.rows("memories.bound", group_no=group_no, pattern=BOUND)
    ]


def counts(tx: Transaction, reach: Reach) -> dict[str, dict[str, int]]:
    """Return how many memories there are by layer and status."""
    found: dict[str, dict[str, int]] = {}
    for layer, status, number in tx.rows("memories.counts", groups=reach.numbers()):
        found.setdefault(layer, {})[status] = number
    return found


def touch(tx: Transaction, memories: Sequence[StoredMemory], at: str) -> None:
    """Count a use of each of these memories."""
    if memories:
        tx.rows("memories.touch", numbers=[memory.no for memory in memories], at=at)


def derive(tx: Transaction, child: str, parents: Sequence[str], how: str) -> None:
    """Record what a memory was made from."""
    for parent in parents:
        tx.rows("memories.derive", child=child, parent=parent, how=how)


def from_row(row: Row, reach: Reach) -> StoredMemory:
    """Return the value of a row of the memories table."""
    group = reach.group(row[2])
    return StoredMemory(
        no=row[0], id=row[1], group_no=row[2], group=group.id, scope=group.scope, layer=Layer(row[3]), kind=Kind(row[4]),
        source=Source(row[5]), origin=Origin(row[6]), status=Status(row[7]), content=row[8],
        tags=_strings(row[9]), citations=_strings(row[10]), confidence=row[11], created_at=row[12], updated_at=row[13],
        valid_from=row[14], valid_to=row[15], project=row[16], task=row[17], subject=row[18], reason=row[19],
        superseded_by=row[20], conflicts_with=row[21], version=row[22], recall_count=row[23], last_recalled_at=row[24],
        anchors=_anchors(row[25]),
    )  # fmt: skip


def from_dict(fields: dict[str, Any]) -> StoredMemory:
    """Return the memory that a change or an export holds as JSON."""
    return StoredMemory(
        **{
            **fields,
            "layer": Layer(fields["layer"]), "kind": Kind(fields["kind"]), "scope": Scope(fields["scope"]),
            "source": Source(fields["source"]), "origin": Origin(fields["origin"]), "status": Status(fields["status"]),
            "tags": tuple(fields["tags"]), "citations": tuple(fields["citations"]),
            "anchors": tuple((path, digest) for path, digest in fields["anchors"]),
        }
    )  # fmt: skip


def row_digest(columns: dict[str, Any]) -> str:
    """Return the digest of a memory's columns, use counts aside."""
    return digest(*(columns[name] for name in DIGESTED))


DIGESTED = (
    "id", "layer", "kind", "source", "origin", "status", "content", "tags", "citations", "confidence", "created_at",
    "updated_at", "valid_from", "valid_to", "project", "task", "subject", "reason", "superseded_by", "conflicts_with",
    "version", "anchors",
)  # fmt: skip


def columns(memory: StoredMemory) -> dict[str, Any]:
    """Return the row of a memory, digest included."""
    found = memory.as_dict()
    for name in ("no", "group", "scope"):
        del found[name]
    found["tags"] = json.dumps(memory.tags, ensure_ascii=False)
    found["citations"] = json.dumps(memory.citations, ensure_ascii=False)
    found["anchors"] = json.dumps(dict(memory.anchors), ensure_ascii=False)
    found["confidence"] = float(memory.confidence)
    found["fingerprint"] = fingerprint(memory.content)
    found["digest"] = row_digest(found)
    return found


def _strings(column: str) -> tuple[str, ...]:
    return () if column == "[]" else tuple(json.loads(column))


def _anchors(column: str) -> tuple[tuple[str, str], ...]:
    return () if column == "{}" else tuple(json.loads(column).items())


def _listed(wanted: ListFilter) -> dict[str, Any]:
    shared = Filters(
        kinds=wanted.kinds, tags=wanted.tags, project=wanted.project, since=wanted.since, until=wanted.until
    )
    values = shared.parameters()
    del values["any_time"], values["at"]
    return {
        **values,
        "layers": list(wanted.layers),
        "statuses": list(wanted.statuses),
        "any_source": int(not wanted.sources),
        "sources": list(wanted.sources),
        "any_task": int(wanted.task is None),
        "task": wanted.task or "",
    }


def _parse_cursor(after: str | None) -> tuple[str, int]:
    if after is None:
        return "9999-99", 0
    moment, _, number = after.partition("~")
    if not number.isdecimal():
        raise errors.UsageError(f"{after[:60]!r} is not a page mark", why="use the `next` of an earlier page")
    return moment, int(number)
