"""Writing a memory: refuse what must not be kept, merge what is known, close what it contradicts.

All in one transaction with its change, so that a reader sees the old state or the new one.
"""

from __future__ import annotations

from enum import StrEnum

from holdfast import errors
from holdfast.flows import anchors, branches
from holdfast.flows.workspace_gate import trust_of
from holdfast.gate.policy import Trust
from holdfast.learn.subject import Subject, contradicts, subject_of
from holdfast.model import Kind, Layer, Origin, Scope, Source, Status, StoredMemory, is_at_least, names_branch
from holdfast.profile import refuse_over_limit
from holdfast.store import memories, tombstones, work
from holdfast.text.clean import clean
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.core import Core
    from holdfast.scope.reach import Reach
    from holdfast.store.changes import Notes
    from holdfast.store.database import Transaction

MAX_CONTENT_CHARS = 1_000_000
MAX_TAGS = 50
MAX_TAG_CHARS = 100
REPEATED_GAIN = 0.1


class Verdict(StrEnum):
    """What became of a statement."""

    REMEMBERED = "remembered"
    MERGED = "merged"
    SUPERSEDED = "superseded"


class Outcome(Value):
    """The memory that now stands for a statement, and what else it changed."""

    outcome: Verdict
    memory: StoredMemory
    superseded: tuple[StoredMemory, ...] = ()
    conflicts: tuple[StoredMemory, ...] = ()


class Statement(Value):
    """Something to remember, before it is checked."""

    content: str
    kind: Kind = Kind.FACT
    scope: Scope = Scope.WORKSPACE
    layer: Layer = Layer.L1
    tags: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    project: str | None = None
    task: str | None = None
    source: Source = Source.USER
    origin: Origin = Origin.USER_TYPED
    confidence: float = 1.0
    reason: str = ""
    valid_from: str | None = None
    derived_from: tuple[str, ...] = ()
    on_branch: bool | None = None  # holds on the present branch until that is merged; None: as `branches` decides


def remember(core: Core, statement: Statement, *, verb: str = "remember") -> Outcome:
    """Store one statement and say what became of it."""
    checked = check(core, statement)
    core.settle()
    with core.database.writing() as tx:
        recorder = core.record(tx, verb)
        outcome = store(tx, core, recorder, checked)
        recorder.close()
    return outcome


def check(core: Core, statement: Statement) -> Statement:
    """Return a statement fit to be stored, or raise the refusal."""
    scope = Scope.USER if statement.layer is Layer.L0 else statement.scope
    core.require_open([scope])
    content = clean(statement.content).strip()
    if not content:
        raise errors.UsageError("there is nothing to remember", why="the text is empty")
    if len(content) > MAX_CONTENT_CHARS:
        raise errors.LimitReached(
            f"the text has {len(content):,} characters", why=f"a memory holds {MAX_CONTENT_CHARS:,}",
            hint="remember the point of it, or import the text as episodes",
        )  # fmt: skip
    tags = tuple(dict.fromkeys(tag for tag in (clean(tag).strip()[:MAX_TAG_CHARS] for tag in statement.tags) if tag))
    citations = tuple(dict.fromkeys(anchors.localise(core.root.path, clean(cited)) for cited in statement.citations))
    refuse_secret(core, content, *tags, *citations, statement.reason, statement.project or "")
    if statement.on_branch and scope is not Scope.WORKSPACE:
        raise errors.UsageError(f"{scope} scope knows no branches", why="only a workspace's memory can hold on one")
    if scope is Scope.USER and not is_at_least(statement.origin, Origin.USER_APPROVED):
        raise errors.OriginTooLow(
            f"{statement.origin} may not write to user scope", why="only what the person typed or approved reaches it"
        )
    return statement.evolve(content=content, tags=tags[:MAX_TAGS], citations=citations, scope=scope)


def refuse_secret(core: Core, *texts: str) -> None:
    """Raise when any of these texts holds a credential."""
    for text in texts:
        found = core.redact(text).findings if text else ()
        if found:
            kinds = ", ".join(sorted({finding.rule for finding in found}))
            raise errors.SecretFound("this looks like a credential and was not stored", why=f"found: {kinds}")


def store(tx: Transaction, core: Core, recorder: Notes, statement: Statement) -> Outcome:
    """Write a checked statement within a transaction."""
    group = core.group(tx, statement.scope)
    if statement.scope is not Scope.USER and trust_of(tx, core) is Trust.UNTRUSTED:
        raise errors.Untrusted("this workspace is marked untrusted", why="nothing is stored for it")
    reach = core.reach(tx)
    known = memories.twin(tx, reach, group.no, statement.layer, statement.content)
    if known is not None:
        return Outcome(outcome=Verdict.MERGED, memory=_merge(tx, core, recorder, known, statement))
    respect_tombstone(tx, core, recorder, group.no, statement.content, statement.origin)
    at = core.clock()
    task = _task(tx, reach, statement.task)
    made = StoredMemory(
        id=core.new_id("m"), content=statement.content, layer=statement.layer, kind=statement.kind,
        scope=statement.scope, group=group.id, group_no=group.no, source=statement.source, origin=statement.origin,
        tags=statement.tags, citations=statement.citations, confidence=statement.confidence, created_at=at,
        updated_at=at, valid_from=statement.valid_from or at, project=ensure_project(tx, core, recorder, statement.project),
        task=task, reason=statement.reason,
        anchors=(*anchors.take(core.root.path, statement.citations), *_branch(core, statement)),
    )  # fmt: skip
    if made.layer is Layer.L0:
        refuse_over_limit(core.setting_int("profile.limit"), memories.of_layer(tx, reach, Layer.L0, Scope.USER), made)
    subject = subject_of(statement.content) if made.layer is Layer.L1 else None
    older = _contradicted(tx, reach, made, subject)
    made = made.evolve(subject=subject.key if subject else None)
    closed, conflicting = _split_by_authority(older, made)
    if conflicting:
        made = made.evolve(conflicts_with=conflicting[0].id)
    made = memories.put(tx, made)
    memories.derive(tx, made.id, statement.derived_from, "learned")
    recorder.note("memory", made.id, None, made)
    superseded = tuple(supersede(tx, recorder, memory, made) for memory in closed)
    verdict = Verdict.SUPERSEDED if superseded else Verdict.REMEMBERED
    return Outcome(outcome=verdict, memory=made, superseded=superseded, conflicts=tuple(conflicting))


def supersede(tx: Transaction, recorder: Notes, old: StoredMemory, new: StoredMemory) -> StoredMemory:
    """Close an older memory's validity and point it to the one that replaced it."""
    closed = old.evolve(
        status=Status.SUPERSEDED, superseded_by=new.id, valid_to=max(new.valid_from, old.valid_from),
        updated_at=new.updated_at, version=old.version + 1,
    )  # fmt: skip
    closed = memories.put(tx, closed, before=old)
    memories.derive(tx, new.id, [old.id], "supersedes")
    recorder.note("memory", old.id, old, closed)
    return closed


def respect_tombstone(
    tx: Transaction, core: Core, recorder: Notes, group_no: int, content: str, origin: Origin
) -> None:
    """Raise when these words were forgotten here; the person's own act brings them back instead."""
    if not tombstones.is_buried(tx, core.keys.key, group_no, content):
        return
    if not is_at_least(origin, Origin.USER_APPROVED):
        raise errors.Tombstoned("this was forgotten and is not learned again", why="a tombstone stands for it")
    stone = tombstones.unbury(tx, core.keys.key, group_no, content)
    if stone is not None:
        recorder.note("tombstone", stone.mark, stone, None)


def ensure_project(tx: Transaction, core: Core, recorder: Notes, name: str | None) -> str | None:
    """Return the name of a project, making the project when it is new."""
    if not name:
        return None
    refuse_secret(core, name)
    at = core.clock()
    group = core.group(tx, Scope.USER)
    project = work.Project(name=clean(name).strip()[:200], created_at=at, updated_at=at, group_no=group.no)
    if work.put_project(tx, project, is_new=True):
        recorder.note("project", project.name, None, project)
    return project.name


def _merge(tx: Transaction, core: Core, recorder: Notes, known: StoredMemory, again: Statement) -> StoredMemory:
    rises = is_at_least(again.origin, known.origin)
    merged = known.evolve(
        tags=tuple(dict.fromkeys((*known.tags, *again.tags))),
        citations=tuple(dict.fromkeys((*known.citations, *again.citations))),
        confidence=min(1.0, max(known.confidence, again.confidence) + REPEATED_GAIN),
        source=again.source if rises else known.source,
        origin=again.origin if rises else known.origin,
        project=known.project or ensure_project(tx, core, recorder, again.project),
        anchors=_still_bound(core, known, again),
    )
    memories.derive(tx, known.id, again.derived_from, "merged")
    if merged == known:
        return known
    merged = memories.put(tx, merged.evolve(updated_at=core.clock(), version=known.version + 1), before=known)
    recorder.note("memory", known.id, known, merged)
    return merged


def _branch(core: Core, statement: Statement) -> tuple[tuple[str, str], ...]:
    """Return the anchor that binds a statement to the present branch, where it is to be bound."""
    on_branch = statement.on_branch
    if on_branch is None:
        on_branch = branches.is_bound_unasked(statement.source, statement.kind, statement.scope)
    return branches.anchor_here(core) if on_branch else ()


def _still_bound(core: Core, known: StoredMemory, again: Statement) -> tuple[tuple[str, str], ...]:
    """Return the anchors of a memory that was said again: said beyond its branch, it holds beyond it."""
    said_on = {name for name, _ in _branch(core, again)}
    return tuple(anchor for anchor in known.anchors if not names_branch(anchor) or anchor[0] in said_on)


def _contradicted(tx: Transaction, reach: Reach, made: StoredMemory, subject: Subject | None) -> list[StoredMemory]:
    if subject is None:
        return []
    found = []
    for memory in memories.on_subject(tx, reach, made.group_no, subject.key):
        other = subject_of(memory.content)
        if other is not None and contradicts(subject, other):
            found.append(memory)
    return found


def _split_by_authority(
    older: Sequence[StoredMemory], made: StoredMemory
) -> tuple[list[StoredMemory], list[StoredMemory]]:
    """A statement closes what it contradicts, unless the older one comes from somebody more trusted."""
    closed = [memory for memory in older if is_at_least(made.origin, memory.origin)]
    return closed, [memory for memory in older if memory not in closed]


def _task(tx: Transaction, reach: Reach, prefix: str | None) -> str | None:
    return work.get_task(tx, reach.numbers(), prefix).id if prefix else None
