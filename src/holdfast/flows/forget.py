"""Forgetting hides a memory and can be undone; purging erases it and what was made from it.

Both leave a tombstone, a keyed mark from which the text cannot be read back, so that re-import or
re-learning does not bring it back. A purge ends only when no byte is left in any file of the home.
"""

from __future__ import annotations

from collections import Counter

from holdfast import errors
from holdfast.flows import erasing
from holdfast.model import Origin, Scope, Source, Status, StoredMemory, is_at_least
from holdfast.scope.reach import Reach
from holdfast.store import memories, purge, tombstones
from holdfast.store.changes import audit
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.core import Core
    from holdfast.store.changes import Recorder
    from holdfast.store.database import Transaction


class Receipt(Value):
    """What was forgotten or purged, in numbers."""

    verb: str
    ids: tuple[str, ...]
    removed: dict[str, int]
    derived: tuple[str, ...] = ()
    change: str | None = None
    physical: bool = True

    def public(self) -> dict[str, object]:
        """Return the documented JSON shape of a receipt."""
        return {**self.as_dict(), "ids": list(self.ids), "derived": list(self.derived)}


def forget(core: Core, ids: Sequence[str], *, origin: Origin = Origin.USER_TYPED) -> Receipt:
    """Hide these memories; undo brings them back."""
    if not ids:
        raise errors.UsageError("there is nothing to forget", why="no id was given", hint="holdfast list")
    core.settle_known()
    with core.database.writing() as tx:
        reach = core.reach(tx)
        named = _unique(memories.get(tx, reach, one) for one in ids)
        found = [memory for memory in named if memory.status is not Status.FORGOTTEN]
        if not found:
            return Receipt(verb="forget", ids=(), removed={})
        recorder = core.record(tx, "forget")
        for memory in found:
            _refuse_lower(memory, origin)
            hide(tx, core, recorder, memory)
        change = recorder.close()
    return Receipt(
        verb="forget", ids=tuple(memory.id for memory in found), removed={"memories": len(found)}, change=change.id
    )


def hide(tx: Transaction, core: Core, recorder: Recorder, memory: StoredMemory) -> None:
    """Blank a memory and leave a tombstone; its text stays in the change alone, for undo."""
    at = core.clock()
    hidden = memory.evolve(
        status=Status.FORGOTTEN, content="", tags=(), citations=(), anchors=(), subject=None, reason="", valid_to=at,
        updated_at=at, version=memory.version + 1,
    )  # fmt: skip
    memories.put(tx, hidden, before=memory)
    tombstones.bury(tx, core.keys.key, memory, at)
    recorder.note("memory", memory.id, memory, hidden)


def purge_memories(core: Core, ids: Sequence[str]) -> Receipt:
    """Erase these memories and every memory that stands on them alone, for good."""
    if not ids:
        raise errors.UsageError("there is nothing to purge", why="no id was given", hint="holdfast list")
    core.settle_known()
    with core.database.writing() as tx:
        reach = core.reach(tx)
        found = _unique(memories.get(tx, reach, one) for one in ids)
        derived = _derived_only_from(tx, reach, [memory.id for memory in found])
        doomed = [*found, *derived]
        for memory in doomed:
            if memory.content:
                tombstones.bury(tx, core.keys.key, memory, core.clock())
        removed = purge.memories(tx, doomed)
        audit(tx, core.clock(), core.actor, "purge", [memory.id for memory in doomed])
        erasing.announce(tx, core.clock())
    return _erased(core, tuple(memory.id for memory in found), tuple(memory.id for memory in derived), removed)


def purge_scope(core: Core, scope: Scope) -> Receipt:
    """Erase everything of one scope that is within reach: journal, memories, index, recalls, queue.

    What was made of it alone goes too, wherever it stands; an import does not bring back what stood there.
    """
    if not core.exists():
        return Receipt(verb="purge", ids=(), removed={})
    with core.database.writing() as tx:
        reach = core.reach(tx)
        group = reach.in_scope(scope)
        derived: list[StoredMemory] = []
        removed: Counter[str] = Counter()
        if group is not None:
            numbers = purge.with_sessions(tx, [group.no])
            derived = [
                one for one in _derived_only_from(tx, reach, purge.ids_in(tx, numbers)) if one.group_no not in numbers
            ]
            removed = purge.memories(tx, derived) + purge.groups(tx, [group])
            for number in numbers:
                tombstones.bury_group(tx, number, core.clock())
        audit(tx, core.clock(), core.actor, "purge-scope", [group.id if group else str(scope)])
        erasing.announce(tx, core.clock())
    return _erased(core, (group.id,) if group else (), tuple(memory.id for memory in derived), removed)


def _erased(core: Core, ids: tuple[str, ...], derived: tuple[str, ...], removed: Counter[str]) -> Receipt:
    removed["backups"] += erasing.finish(core)
    counts = {name: number for name, number in removed.items() if number}
    physical = core.database.capabilities.physical_erase
    return Receipt(verb="purge", ids=ids, removed=counts, derived=derived, physical=physical)


def _derived_only_from(tx: Transaction, reach: Reach, parents: Iterable[str]) -> list[StoredMemory]:
    """Return memories made from nothing but the doomed rows; a memory with other evidence stays."""
    doomed = set(parents)
    found: list[StoredMemory] = []
    waiting = list(doomed)
    while waiting:
        children = {row[0] for row in tx.rows("purge.children_of", ids=waiting)} - doomed
        waiting = []
        for child in sorted(children):
            evidence = [row for row in tx.rows("memories.parents", id=child) if row[1] != "supersedes"]
            memory = memories.find(tx, reach, child)
            if evidence and memory and memory.source is not Source.USER and all(row[0] in doomed for row in evidence):
                doomed.add(child)
                waiting.append(child)
                found.append(memory)
    return found


def _refuse_lower(memory: StoredMemory, origin: Origin) -> None:
    if is_at_least(memory.origin, Origin.USER_APPROVED) and not is_at_least(origin, Origin.USER_APPROVED):
        raise errors.OriginTooLow(f"{memory.id} was said by the person", why=f"{origin} may not remove it")


def _unique(found: object) -> list[StoredMemory]:
    return list({memory.id: memory for memory in found}.values())  # type: ignore[attr-defined]
