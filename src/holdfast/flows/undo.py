"""Undo: bring every row of a change back to what it was, unless it has changed again since."""

from __future__ import annotations

from holdfast import errors
from holdfast.model import Status
from holdfast.store import changes, groups, memories, tombstones, work
from holdfast.store.changes import Change, ChangedRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.model import StoredMemory
    from holdfast.scope.reach import Reach
    from holdfast.store.changes import Recorder
    from holdfast.store.database import Transaction

VOLATILE = ("recall_count", "last_recalled_at", "no", "version")  # what undo itself changes; `updated_at` tells edits


def undo(core: Core, change_id: str | None = None) -> Change:
    """Undo the last change, or the named one; the undo is itself a change that can be undone."""
    core.settle_known()
    with core.database.writing() as tx:
        change = changes.get(tx, core.owner, change_id) if change_id else changes.last_undoable(tx, core.owner)
        if change is None:
            raise errors.NotFound(
                "there is nothing to undo", why="no change was made, or all are taken back", hint="holdfast undo --list"
            )
        if change.undone_by is not None:
            raise errors.Conflict(
                f"{change.id} is already undone", why=f"by {change.undone_by}", hint=f"holdfast undo {change.undone_by}"
            )
        rows = _joined(changes.rows_of(tx, change))
        if not rows:
            raise errors.Conflict(f"{change.id} cannot be undone", why="what it changed was purged")
        images = (image for row in rows for image in (row.before, row.after) if image is not None)
        reach = groups.reach_over(tx, (image["group_no"] for image in images))  # wherever we stand now
        recorder = core.record(tx, "undo", undoes=change.id, reason=change.verb)
        for row in reversed(rows):
            _restore(tx, core, reach, recorder, row)
        made = recorder.close()
        tx.rows("changes.undone", id=change.id, by=made.id)
        if change.undoes is not None:
            tx.rows("changes.undone", id=change.undoes, by=None)
    return made


def _joined(rows: list[ChangedRow]) -> list[ChangedRow]:
    """Return one row where a change touched the same row several times: as it was first and as it is last."""
    found: dict[tuple[str, str], ChangedRow] = {}
    for row in rows:
        earlier = found.pop((row.noun, row.row_id), None)
        found[row.noun, row.row_id] = row.evolve(before=earlier.before) if earlier else row
    return list(found.values())


def _restore(tx: Transaction, core: Core, reach: Reach, recorder: Recorder, row: ChangedRow) -> None:
    match row.noun:
        case "memory":
            _restore_memory(tx, core, reach, recorder, row)
        case "task":
            _restore_task(tx, reach, recorder, row)
        case "project":
            _restore_project(tx, recorder, row)
        case "tombstone":
            _restore_tombstone(tx, recorder, row)


def _restore_memory(tx: Transaction, core: Core, reach: Reach, recorder: Recorder, row: ChangedRow) -> None:
    now = memories.find(tx, reach, row.row_id)
    _require_unchanged(row, now.as_dict() if now else None)
    if row.before is None:
        if now is not None:
            memories.drop(tx, now)
            recorder.note("memory", row.row_id, now, None)
        return
    before = memories.from_dict(row.before)
    _refuse_twin(tx, reach, before, now)
    if now is None:
        back = memories.put(tx, before)
    else:
        back = memories.put(
            tx, before.evolve(version=now.version + 1, recall_count=now.recall_count), before=now
        )  # fmt: skip
    if now is not None and now.status is Status.FORGOTTEN:
        tombstones.unbury(tx, core.keys.key, back.group_no, back.content)
    if before.status is Status.FORGOTTEN and now is not None:
        tombstones.bury(tx, core.keys.key, now, core.clock())
    _restore_link(tx, now, back)
    recorder.note("memory", row.row_id, now, back)


def _refuse_twin(tx: Transaction, reach: Reach, before: StoredMemory, now: StoredMemory | None) -> None:
    """Raise when what would be back says what another memory was made to say meanwhile."""
    if before.status is not Status.ACTIVE or (now is not None and now.status is Status.ACTIVE):
        return
    twin = memories.twin(tx, reach, before.group_no, before.layer, before.content)
    if twin is not None and twin.id != before.id:
        raise errors.Conflict(
            f"{twin.id} says the same by now", why=f"with {before.id} back there would be two of it",
            hint=f"holdfast show {twin.id}",
        )  # fmt: skip


def _restore_link(tx: Transaction, now: StoredMemory | None, back: StoredMemory) -> None:
    """Let what replaced a memory be known as that for as long as it does."""
    was, by = now.superseded_by if now else None, back.superseded_by
    if was and was != by:
        tx.rows("memories.unlink", child=was, parent=back.id, how="supersedes")
    if by and by != was:
        memories.derive(tx, by, [back.id], "supersedes")


def _restore_tombstone(tx: Transaction, recorder: Recorder, row: ChangedRow) -> None:
    image = row.before or row.after or {}
    now = tombstones.find(tx, image["group_no"], row.row_id)
    back = tombstones.Tombstone(**row.before) if row.before else None
    if now is not None:
        tombstones.drop(tx, now)
    if back is not None:
        tombstones.put(tx, back)
    recorder.note("tombstone", row.row_id, now, back)


def _restore_task(tx: Transaction, reach: Reach, recorder: Recorder, row: ChangedRow) -> None:
    try:
        now = work.get_task(tx, reach.numbers(), row.row_id)
    except errors.NotFound:
        now = None
    _require_unchanged(row, now.as_dict() if now else None)
    if row.before is None:
        work.drop_task(tx, row.row_id)
        recorder.note("task", row.row_id, now, None)
        return
    back = work.task_from_dict(row.before)
    work.put_task(tx, back, is_new=now is None)
    recorder.note("task", row.row_id, now, back)


def _restore_project(tx: Transaction, recorder: Recorder, row: ChangedRow) -> None:
    image = row.before or row.after or {}
    now = next((one for one in work.projects(tx, [image["group_no"]]) if one.name == row.row_id), None)
    _require_unchanged(row, now.as_dict() if now else None)
    if row.before is None:
        if now is not None and not work.is_in_use(tx, now.name):
            work.drop_project(tx, now)
            recorder.note("project", row.row_id, now, None)
        return
    back = work.Project(**row.before)
    work.put_project(tx, back, is_new=now is None)
    recorder.note("project", row.row_id, now, back)


def _require_unchanged(row: ChangedRow, now: dict[str, object] | None) -> None:
    if _comparable(now) != _comparable(row.after):
        raise errors.Conflict(
            f"{row.noun} {row.row_id} has changed since", why="undoing would lose the later change",
            hint=f"holdfast history {row.row_id}, and undo the later change first",
        )  # fmt: skip


def _comparable(row: dict[str, object] | None) -> dict[str, object] | None:
    if row is None:
        return None
    return {name: _listed(value) for name, value in row.items() if name not in VOLATILE}


def _listed(value: object) -> object:
    return [_listed(part) for part in value] if isinstance(value, (list, tuple)) else value
