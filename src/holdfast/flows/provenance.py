"""Provenance: from a memory down to the exact messages, and from those up to what was learned."""

from __future__ import annotations

from holdfast import errors
from holdfast.store import episodes, memories, sessions
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Transaction

MAX_STEPS = 200


class Provenance(Value):
    """What a memory stands on and what stands on it."""

    origin: str
    source: str
    sources: tuple[dict[str, object], ...]
    derived: tuple[dict[str, object], ...]

    def public(self) -> dict[str, object]:
        """Return the documented JSON shape."""
        return {**self.as_dict(), "sources": list(self.sources), "derived": list(self.derived)}


def trace(core: Core, memory_id: str) -> Provenance:
    """Return the provenance of a memory within reach."""
    with core.database.reading() as tx:
        reach = core.reach(tx)
        memory = memories.get(tx, reach, memory_id)
        sources: list[dict[str, object]] = []
        seen, waiting = {memory.id}, [memory.id]
        while waiting and len(sources) < MAX_STEPS:
            child = waiting.pop(0)
            for parent, how in tx.rows("memories.parents", id=child):
                if parent not in seen:
                    seen.add(parent)
                    waiting.append(parent)
                    sources.append({"id": parent, "how": how, "of": child, **_described(tx, core, reach, parent)})
        derived = [{"id": row[0], "how": row[1]} for row in tx.rows("memories.children", id=memory.id)]
    return Provenance(
        origin=str(memory.origin), source=str(memory.source), sources=tuple(sources), derived=tuple(derived)
    )


def _described(tx: Transaction, core: Core, reach: Reach, node: str) -> dict[str, object]:
    if node.startswith("m_"):
        memory = memories.find(tx, reach, node)
        return {"content": memory.content, "status": str(memory.status)} if memory else {"content": None}
    if node.startswith("e_"):
        return _episode(tx, core, node)
    return {}


def _episode(tx: Transaction, core: Core, node: str) -> dict[str, object]:
    workspace = core.known_workspace(tx)
    numbers = [
        row[0] for row in tx.rows("sessions.groups_of", workspace_no=workspace.no if workspace else 0, owner=core.owner)
    ]
    try:
        episode = episodes.get(tx, numbers, node)
    except errors.NotFound:
        return {"content": None}
    session = sessions.of_group(tx, episode.group_no)
    return {
        "content": episode.content,
        "role": str(episode.role),
        "session": session.id if session else "",
        "at": episode.occurred_at,
    }
