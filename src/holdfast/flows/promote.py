"""Promotion: a copy of a memory in a wider scope, made by an act of the person that is recorded."""

from __future__ import annotations

from holdfast import errors
from holdfast.flows.correct import refuse_gone
from holdfast.flows.remember import Statement, check, store
from holdfast.model import Origin, Scope, Source
from holdfast.store import memories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.flows.remember import Outcome

_WIDTH = {Scope.SESSION: 0, Scope.WORKSPACE: 1, Scope.USER: 2}


def promote(core: Core, memory_id: str, to: Scope) -> Outcome:
    """Copy a memory to a wider scope; the person's approval becomes the copy's origin."""
    with core.database.reading() as tx:
        memory = memories.get(tx, core.reach(tx), memory_id)
    refuse_gone(memory, "promote")
    if _WIDTH.get(to, -1) <= _WIDTH.get(memory.scope, 0):
        raise errors.UsageError(
            f"{to} is not wider than {memory.scope}",
            why="promotion goes session → workspace → user",
            hint="holdfast show",
        )
    if core.actor != "person":
        raise errors.OriginTooLow(
            "only the person widens a memory's scope",
            why=f"this came from {core.actor}",
            hint=f"holdfast promote {memory_id}",
        )
    statement = Statement(
        content=memory.content, kind=memory.kind, scope=to, tags=memory.tags, citations=memory.citations,
        project=memory.project, source=Source.USER, origin=Origin.USER_APPROVED, confidence=memory.confidence,
        reason=f"promoted from {memory.scope}", derived_from=(memory.id,),
    )  # fmt: skip
    checked = check(core, statement)
    core.settle()
    with core.database.writing() as tx:
        recorder = core.record(tx, "promote", reason=f"{memory.scope} to {to}")
        outcome = store(tx, core, recorder, checked)
        recorder.close()
    return outcome
