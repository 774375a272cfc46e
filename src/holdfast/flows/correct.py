"""Correcting and editing: a correction replaces a wrong memory, an edit changes one in place.

Both are one transaction with their change; a correction leaves the old memory superseded and pointing to
the new one, so that the wrong statement is never returned as current again.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.flows.anchors import localise, take
from holdfast.flows.branches import anchor_here, is_bound_unasked
from holdfast.flows.remember import (
    MAX_CONTENT_CHARS,
    Outcome,
    Verdict,
    ensure_project,
    refuse_secret,
    respect_tombstone,
    supersede,
)
from holdfast.learn.subject import subject_of
from holdfast.model import Layer, Origin, Scope, Source, Status, StoredMemory, is_at_least
from holdfast.profile import refuse_over_limit
from holdfast.recall.signals import CORRECTION
from holdfast.store import memories
from holdfast.text.clean import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.model import Kind
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Transaction


def correct(
    core: Core, id_or_prefix: str, text: str, *, source: Source = Source.USER, origin: Origin = Origin.USER_TYPED
) -> Outcome:
    """Replace a wrong memory by what is right, in one step."""
    core.require_open()
    content = _checked(core, text)
    core.settle_known()
    with core.database.writing() as tx:
        reach = core.reach(tx)
        wrong = memories.get(tx, reach, id_or_prefix)
        refuse_lower(wrong, origin)
        refuse_gone(wrong, "correct")
        recorder = core.record(tx, "correct")
        at = core.clock()
        twin = memories.twin(tx, reach, wrong.group_no, wrong.layer, content)
        if twin is not None and twin.id == wrong.id:
            return Outcome(outcome=Verdict.MERGED, memory=wrong)
        respect_tombstone(tx, core, recorder, wrong.group_no, content, origin)
        if twin is None:
            made = _replacement(core, wrong, content, source, origin, at)
            _refuse_full_profile(tx, core, reach, wrong, made)
            right = memories.put(tx, made)
            recorder.note("memory", right.id, None, right)
        else:
            right = twin
        closed = supersede(tx, recorder, wrong, right.evolve(valid_from=at, updated_at=at))
        recorder.close()
    return Outcome(outcome=Verdict.SUPERSEDED, memory=right, superseded=(closed,))


def edit(
    core: Core,
    id_or_prefix: str,
    *,
    text: str | None = None,
    kind: Kind | None = None,
    tags: tuple[str, ...] | None = None,
    citations: tuple[str, ...] | None = None,
    project: str | None = None,
    confirm_anchors: bool = False,
    source: Source = Source.USER,
    origin: Origin = Origin.USER_TYPED,
) -> Outcome:
    """Change a memory in place; other words make it a statement of whoever edits it."""
    core.require_open()
    content = None if text is None else _checked(core, text)
    refuse_secret(core, *(tags or ()), *(citations or ()), project or "")
    core.settle_known()
    with core.database.writing() as tx:
        reach = core.reach(tx)
        old = memories.get(tx, reach, id_or_prefix)
        if content is not None or old.status is Status.FORGOTTEN:  # what replaced it may still be noted better
            refuse_gone(old, "edit")
        refuse_lower(old, origin)
        recorder = core.record(tx, "edit")
        changed = old.evolve(
            content=content or old.content,
            kind=kind or old.kind,
            tags=old.tags if tags is None else tags,
            citations=old.citations if citations is None else tuple(localise(core.root.path, c) for c in citations),
            project=old.project if project is None else ensure_project(tx, core, recorder, project),
        )
        if content is not None and content != old.content:
            respect_tombstone(tx, core, recorder, old.group_no, content, origin)
            subject = subject_of(content) if old.layer is Layer.L1 else None
            changed = changed.evolve(source=source, origin=origin, subject=subject.key if subject else None)
        if confirm_anchors or changed.citations != old.citations:
            changed = changed.evolve(anchors=take(core.root.path, changed.citations))
        if changed == old:
            return Outcome(outcome=Verdict.MERGED, memory=old)
        _refuse_full_profile(tx, core, reach, old, changed)
        stored = memories.put(tx, changed.evolve(updated_at=core.clock(), version=old.version + 1), before=old)
        recorder.note("memory", old.id, old, stored)
        recorder.close()
    return Outcome(outcome=Verdict.REMEMBERED, memory=stored)


def refuse_gone(memory: StoredMemory, verb: str) -> None:
    """Raise when a memory says nothing any more, or another one stands for it."""
    if memory.status is Status.FORGOTTEN:
        raise errors.Conflict(
            f"{memory.id} was forgotten", why="its words are gone; undoing the change that forgot it brings them back",
            hint=f"holdfast history {memory.id}",
        )  # fmt: skip
    if memory.status is Status.SUPERSEDED:
        by = memory.superseded_by
        raise errors.Conflict(
            f"{memory.id} was already replaced", why=f"{by} stands for it now" if by else "a newer statement closed it",
            hint=f"holdfast {verb} {by}" if by else f"holdfast history {memory.id}",
        )  # fmt: skip


def refuse_lower(memory: StoredMemory, origin: Origin) -> None:
    """Raise when somebody less trusted wants to change what the person said."""
    if is_at_least(memory.origin, Origin.USER_APPROVED) and not is_at_least(origin, Origin.USER_APPROVED):
        raise errors.OriginTooLow(
            f"{memory.id} was said by the person", why=f"{origin} may propose another, not replace it"
        )


def _checked(core: Core, text: str) -> str:
    content = clean(text).strip()
    if not content:
        raise errors.UsageError("there is no text", why="a memory cannot be empty", hint="holdfast forget ID")
    if len(content) > MAX_CONTENT_CHARS:
        raise errors.LimitReached(
            f"the text has {len(content):,} characters", why=f"a memory holds {MAX_CONTENT_CHARS:,}"
        )
    refuse_secret(core, content)
    return content


def _replacement(
    core: Core, wrong: StoredMemory, content: str, source: Source, origin: Origin, at: str
) -> StoredMemory:
    subject = subject_of(content) if wrong.layer is Layer.L1 else None
    is_bound = is_bound_unasked(source, wrong.kind, wrong.scope)
    return StoredMemory(
        id=core.new_id("m"), content=content, layer=wrong.layer, kind=wrong.kind, scope=wrong.scope, group=wrong.group,
        group_no=wrong.group_no, source=source, origin=origin, tags=wrong.tags, citations=wrong.citations,
        created_at=at, updated_at=at, valid_from=at, project=wrong.project, task=wrong.task, reason=CORRECTION,
        subject=subject.key if subject else wrong.subject,
        anchors=(*take(core.root.path, wrong.citations), *(anchor_here(core) if is_bound else ())),
    )  # fmt: skip


def _refuse_full_profile(tx: Transaction, core: Core, reach: Reach, old: StoredMemory, new: StoredMemory) -> None:
    if new.layer is not Layer.L0:
        return
    present = [memory for memory in memories.of_layer(tx, reach, Layer.L0, Scope.USER) if memory.id != old.id]
    refuse_over_limit(core.setting_int("profile.limit"), present, new)
