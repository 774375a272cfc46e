"""What the worker does with a finished turn: limits on learned memories are kept.

The rules that turn episodes into memories stand on this seam; a turn is learned from once.
"""

from __future__ import annotations

from holdfast.learn.prune import surplus
from holdfast.model import Layer, Scope
from holdfast.store import memories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core

LIMITS = {Scope.WORKSPACE: "learn.limit_workspace", Scope.USER: "learn.limit_user"}


def learn(core: Core, group_no: int) -> int:  # noqa: ARG001 - the session's episodes are what rules will read
    """Learn from a session's new turns; return how many learned memories were archived to keep the limits."""
    return sum(prune(core, scope) for scope in LIMITS)


def prune(core: Core, scope: Scope) -> int:
    """Move the least worth of what the system learned to the archive; undoable, nothing is lost."""
    with core.database.writing() as tx:
        reach = core.reach(tx)
        group = reach.in_scope(scope)
        if group is None:
            return 0
        rows = tx.rows("memories.prunable", group_no=group.no)
        found = [memories.from_row(row, reach) for row in rows]
        doomed = surplus(found, core.setting_int(LIMITS[scope]), core.clock())
        recorder = core.record(tx, "prune")
        for memory in doomed:
            moved = memory.evolve(layer=Layer.L2, updated_at=core.clock(), version=memory.version + 1)
            recorder.note("memory", memory.id, memory, memories.put(tx, moved, before=memory))
        recorder.close()
    return len(doomed)
