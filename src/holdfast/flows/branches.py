"""Branches: what was learned on one is offered there, and everywhere once its commit is in the main line.

A memory is bound by an anchor that names the branch and the commit it stood at, beside those of the files it cites. What
an agent writes down is bound, and what a person says so of; what a person says or confirms otherwise holds everywhere, and so
does what was learned on a main line. Whether a branch is merged only git can tell, so a worker looks; where we stand the hook
reads from files. Whoever searches finds what is bound all the same, marked. `tests/flows/test_branches.py` holds the laws.
"""

from __future__ import annotations

from enum import StrEnum

from holdfast.model import BRANCHES, Kind, Mode, Scope, Source, names_branch
from holdfast.scope.head import has_branch, is_main_line, read_head
from holdfast.store import memories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.model import StoredMemory

    Anchors = tuple[tuple[str, str], ...]


class Place(StrEnum):
    """Where we stand, seen from the branch that a memory is bound to."""

    HERE = "here"
    ELSEWHERE = "elsewhere"
    GONE = "gone"


def is_bound_unasked(source: Source, kind: Kind, scope: Scope) -> bool:
    """Say whether a statement holds on its branch only, when nobody said how far it holds."""
    return source is Source.AGENT and scope is Scope.WORKSPACE and kind is not Kind.PREFERENCE


def anchor_here(core: Core) -> Anchors:
    """Return the anchor of the branch that is checked out; none on a main line, or where that cannot be told."""
    if core.stands_elsewhere or not core.settings.get("git.metadata"):
        return ()
    head = read_head(core.root)
    if "branch" not in head or "commit" not in head or is_main_line(core.root, head["branch"]):
        return ()
    if core.redact(head["branch"]).findings:
        return ()  # what looks like a credential is not noted, not even as the name of a branch
    return ((BRANCHES + head["branch"], head["commit"]),)


class Standing:
    """Where we stand in the repository, read once however many memories are looked at."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._head: dict[str, str] | None = None

    def __call__(self, memory: StoredMemory) -> Place:
        """Return where we stand, seen from a memory; one that is bound to nothing is here."""
        bound = next((anchor for anchor in memory.anchors if names_branch(anchor)), None)
        if bound is None or self._core.stands_elsewhere or not self._core.root.git_dir:
            return Place.HERE
        if self._head is None:
            self._head = read_head(self._core.root)
        branch, commit = bound[0].removeprefix(BRANCHES), bound[1]
        if self._head.get("branch") == branch or self._head.get("commit") == commit:
            return Place.HERE
        return Place.ELSEWHERE if has_branch(self._core.root, branch) else Place.GONE


def release(core: Core) -> int:
    """Let hold everywhere what was learned on a branch that has been merged; return how many memories that were."""
    if core.mode is Mode.OFF or core.stands_elsewhere or not core.exists():
        return 0
    with core.database.reading() as tx:
        waiting = memories.bound(tx, core.reach(tx))
    if not waiting:
        return 0
    from holdfast.scope.git import merged  # noqa: PLC0415 - only where something waits

    arrived = merged(core.root, {anchor[1] for memory in waiting for anchor in memory.anchors if names_branch(anchor)})
    with core.database.writing() as tx:
        recorder = core.record(tx, "branch-merged")
        for memory in memories.bound(tx, core.reach(tx)):
            kept = tuple(anchor for anchor in memory.anchors if not (names_branch(anchor) and anchor[1] in arrived))
            if kept != memory.anchors:
                released = memory.evolve(anchors=kept, version=memory.version + 1)
                recorder.note("memory", memory.id, memory, memories.put(tx, released, before=memory))
        recorder.close()
    return len(recorder.rows)
