"""Two workspaces become one: everything of the one moves into the other, history and tombstones included.

Nobody's consent widens: what was agreed for the one that goes is dropped. A memory that both hold is kept once, the
copy marked as superseded by the one that stays. `tests/flows/test_merge.py` holds the laws.
"""

from __future__ import annotations

import json

from holdfast import errors
from holdfast.model import Scope, Status
from holdfast.scope.reach import Group, Reach
from holdfast.store import groups, journal, memories
from holdfast.store.changes import audit
from holdfast.store.digest import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.core import Core
    from holdfast.model import StoredMemory
    from holdfast.store.database import Transaction

PAGE = 500


def merge(core: Core, source: str, target: str) -> dict[str, int]:
    """Move everything of the workspace with group id `source` into `target`; return how many rows, by table."""
    if source == target:
        raise errors.UsageError(
            "a workspace cannot be merged with itself",
            why="both names lead to the same one",
            hint="holdfast workspace list",
        )
    core.settle_known()
    with core.database.writing() as tx:
        gone, kept = _workspace(tx, core, source), _workspace(tx, core, target)
        moved = _move(tx, core, gone, kept)
        audit(tx, core.clock(), core.actor, "workspace-merge", [gone.id, kept.id])
    core.forget_workspace()
    return moved


def _workspace(tx: Transaction, core: Core, group_id: str) -> Group:
    """Return a workspace of this agent as it is now; another process may have merged it meanwhile."""
    found = next((one for one in groups.of_scope(tx, Scope.WORKSPACE, core.agent) if one.id == group_id), None)
    if found is None:
        raise errors.NotFound(f"there is no workspace {group_id!r}", hint="holdfast workspace list")
    return found


def _move(tx: Transaction, core: Core, gone: Group, kept: Group) -> dict[str, int]:
    numbers = {"from_no": gone.no, "to_no": kept.no}
    moved = {"memories": _move_memories(tx, core, gone, kept)}
    moved.update({table: len(tx.rows(f"merge.{table}", **numbers)) for table in ("episodes", "tasks", "projects")})
    tx.rows("merge.drop_projects", from_no=gone.no)
    moved["sessions"] = _move_sessions(tx, core, gone, kept)
    moved["recalls"] = len(tx.rows("merge.recalls", **numbers))
    moved["queue"] = len(tx.rows("merge.queue", **numbers))
    tx.rows("merge.bury", **numbers)
    moved["tombstones"] = len(tx.rows("merge.unbury", from_no=gone.no))
    _rewrite_history(tx, gone, kept)
    tx.rows("groups.move_roots", **numbers)
    tx.rows("groups.drop_consents", group_no=gone.no)
    tx.rows("groups.realias", **numbers)
    return moved


def _move_memories(tx: Transaction, core: Core, gone: Group, kept: Group) -> int:
    number = 0
    reach = Reach(groups=(gone, kept))
    while rows := tx.rows("merge.memories", group_no=gone.no, limit=PAGE):
        for row in rows:
            before = memories.from_row(row, reach)
            memories.put(tx, _at_home(tx, core, before, reach, kept), before=before)
        number += len(rows)
    return number


def _at_home(tx: Transaction, core: Core, memory: StoredMemory, reach: Reach, kept: Group) -> StoredMemory:
    moved = memory.evolve(group=kept.id, group_no=kept.no)
    twin = memories.twin(tx, reach, kept.no, memory.layer, memory.content) if memory.status is Status.ACTIVE else None
    if twin is None:
        return moved
    at = core.clock()
    return moved.evolve(
        status=Status.SUPERSEDED, superseded_by=twin.id, valid_to=at, updated_at=at, version=memory.version + 1
    )


def _move_sessions(tx: Transaction, core: Core, gone: Group, kept: Group) -> int:
    """Let the sessions be found from the workspace that stays; where it has one of the same id, that one is found."""
    rows = tx.rows("merge.sessions", from_no=gone.no)
    indexed = [row for _, group_no in rows for row in journal.unindex_group(tx, group_no)]
    for session, group_no in rows:
        alias = core.make_id(Scope.SESSION, core.session_key(kept.id, session))
        groups.alias(tx, alias, group_no, is_local=True)
    tx.rows("sessions.move", from_no=gone.no, to_no=kept.no)
    journal.index(tx, [(row[0], kept.no, *row[2:]) for row in indexed])
    return len(rows)


def _rewrite_history(tx: Transaction, gone: Group, kept: Group) -> None:
    """Let history name the group in which its rows stand now, so that earlier changes can still be undone."""
    key = {"after": 0, "after_place": -1}
    while rows := tx.rows("health.change_rows", limit=PAGE, **key):
        for change_no, place, noun, row_id, before, after, _ in rows:
            images = [_moved(image, gone, kept) for image in (before, after)]
            if images != [before, after]:
                tx.rows(
                    "merge.change_row", change_no=change_no, place=place, before=images[0], after=images[1],
                    digest=digest(noun, row_id, *images),
                )  # fmt: skip
        key = {"after": rows[-1][0], "after_place": rows[-1][1]}


def _moved(image: str | None, gone: Group, kept: Group) -> str | None:
    if image is None:
        return None
    fields: dict[str, Any] = json.loads(image)
    if fields.get("group_no") != gone.no:
        return image
    fields["group_no"] = kept.no
    if fields.get("group") == gone.id:
        fields["group"] = kept.id
    return json.dumps(fields, ensure_ascii=False, sort_keys=True)
