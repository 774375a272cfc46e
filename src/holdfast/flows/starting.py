"""What a session starts with: the profile, the standing rules and the active task, each told once while it stays told.

Where a host keeps the start in the conversation, only what is new since is told when the session is taken up again; after a
compaction all of it. `tests/flows/test_events.py` holds the laws.
"""

from __future__ import annotations

from holdfast.flows import recall, standing
from holdfast.hashes import blake2b
from holdfast.model import Hit, Layer, Recall, Scope
from holdfast.profile import entries_of, render, section_of
from holdfast.recall.fit import fitted
from holdfast.recall.render import render_profile
from holdfast.store import memories, sessions, work
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from holdfast.core import Core
    from holdfast.hosts.host import Traits
    from holdfast.model import StoredMemory
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Transaction
    from holdfast.store.sessions import Session

TURN = "start"  # stands in the log in place of a turn


class Start(Value):
    """What a session is to be told at its start, and what is to be noted when it was."""

    block: str
    explicit: tuple[StoredMemory, ...]
    standing: tuple[StoredMemory, ...]
    task: work.Task | None
    reach: Reach


def compose(tx: Transaction, core: Core, session: Session | None, known: Mapping[str, int], traits: Traits) -> Start:
    """Return what is still to be told, of which nothing is written yet."""
    reach = core.reach(tx)
    explicit = memories.of_layer(tx, reach, Layer.L0, Scope.USER)
    entries = entries_of(explicit)
    kept = standing.fitting(core, standing.standing(tx, reach), render(entries), entries)
    task = _active_task(tx, reach, session)
    if traits.keeps_start:
        explicit, kept = _new(explicit, known), _new(kept, known)
        task = task if task and known.get(task.id) != _version(task) else None
    profile = render(entries_of(explicit))
    told = "\n\n".join(part for part in (profile, standing.section(kept)) if part)
    flavour = str(core.settings.get("recall.flavour"))
    block = render_profile(told, (task.title, task.state) if task else None, flavour) if told or task else ""
    return Start(
        block=fitted(block, traits.cap_chars, traits.cap_bytes), explicit=tuple(explicit), standing=tuple(kept),
        task=task, reach=reach,
    )  # fmt: skip


def note(tx: Transaction, core: Core, session: Session, start: Start) -> None:
    """Note what a session was told at its start, and log it when that was anything."""
    if not start.block:
        return
    hits = [Hit(memory=memory, score=1.0, parts={"profile": 1.0}) for memory in start.explicit if section_of(memory)]
    hits += [Hit(memory=memory, score=1.0, parts={"standing": 1.0}) for memory in start.standing]
    scopes = (Scope.WORKSPACE, Scope.USER) if start.standing else (Scope.USER,)
    answer = Recall(
        id=core.new_id("r"), query="", scopes=scopes, hits=tuple(hits), block=start.block, timings={}, at=core.clock()
    )
    found = recall.Found(reach=start.reach, scopes=scopes, ranked=())
    recall.write_log(tx, core, recall.wanted(core, "", purpose="inject", turn=TURN), "", found, answer)
    sessions.inject(tx, session, [*start.explicit, *start.standing])
    if start.task:
        sessions.mark(tx, session, start.task.id, _version(start.task))


def _new(found: Sequence[StoredMemory], known: Mapping[str, int]) -> list[StoredMemory]:
    return [memory for memory in found if known.get(memory.id) != memory.version]


def _active_task(tx: Transaction, reach: Reach, session: Session | None) -> work.Task | None:
    numbers = reach.numbers((Scope.WORKSPACE, Scope.USER))
    if session and session.task:
        return work.get_task(tx, numbers, session.task)
    found = work.tasks(tx, numbers, statuses=("active",), limit=1)
    return found[0] if found else None


def _version(task: work.Task) -> int:
    """Return a number that changes with what is told of a task."""
    return int(blake2b(f"{task.title}\0{task.state}".encode(errors="replace"), digest_size=3).hexdigest(), 16)
