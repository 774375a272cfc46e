"""Memories, episodes and what ties them, row by row of an export.

What is here stays: the same row is skipped, a statement that stands here in the same words is united with it, and
what was forgotten here is refused. Of two versions of one memory the later stands, unless the file cannot prove to be
ours and somebody more trusted said what is here. The journal is never rewritten.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.exchange.work import ADDED, CONFLICT, MERGED, PAGE, REFUSED, SKIPPED, Work
from holdfast.model import Episode, Layer, Source, Status, StoredMemory, is_at_least
from holdfast.profile import refuse_over_limit
from holdfast.store import episodes, memories, tombstones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_USE = ("no", "recall_count", "last_recalled_at", "version")


def take_episode(work: Work, row: dict[str, Any]) -> str:
    """Append an episode unless it is here, or stands for something that was forgotten."""
    group = work.at(row["group"])
    episode = Episode(**{**row, "group": group.id, "origin": work.lowered(row["origin"])}, group_no=group.no)
    found = work.tx.one("exchange.episode", id=episode.id)
    if found is not None:
        is_same = found[0] == group.no and found[1] == episodes.columns(episode)["digest"]
        return SKIPPED if is_same else CONFLICT
    if work.buried.holds(work.core.keys.key, group.no, episode.content, episode.created_at):
        return REFUSED
    if group.no and episodes.named(work.tx, group.no, episode.name):
        return SKIPPED
    if not work.trust.is_dry:
        work.link()
        episodes.add(work.tx, episode)
    return ADDED


def take_memory(work: Work, row: dict[str, Any]) -> str:
    """Decide what becomes of a memory, and do it."""
    memory = _trusted(work, _built(work, row))
    found = work.tx.one("exchange.memory", id=memory.id)
    if found is not None:
        return _later(work, memories.from_row(found, work.reach(found[2])), memory)
    if _is_buried(work, memory):
        return REFUSED
    twin = _twin(work, memory)
    if twin is not None:
        return _unite(work, twin, memory)
    work.write(lambda: memories.put(work.tx, memory), "memory", memory.id, None, memory)
    return ADDED


def take_derivation(work: Work, row: dict[str, Any]) -> str:
    """Tie a memory to what it was made from."""
    child, parent = work.named(row["child"]), work.named(row["parent"])
    if work.trust.is_dry or child == parent:
        return SKIPPED
    if not work.trust.is_restore and work.tx.one("exchange.memory", id=child) is None:
        return REFUSED
    made = work.tx.one("exchange.derive", child=child, parent=parent, how=row["how"])
    return ADDED if made else SKIPPED


def point_to_united(work: Work) -> None:
    """Let what pointed to a statement that was united with ours point to ours."""
    names = list(work.renamed)
    for start in range(0, len(names), PAGE):
        for row in work.tx.rows("exchange.pointing_to", ids=names[start : start + PAGE]):
            memory = memories.from_row(row, work.reach(row[2]))
            pointing = memory.evolve(
                superseded_by=work.named(memory.superseded_by), conflicts_with=work.named(memory.conflicts_with)
            )
            _point(work, memory, pointing)


def _point(work: Work, memory: StoredMemory, pointing: StoredMemory) -> None:
    work.write(lambda: memories.put(work.tx, pointing, before=memory), "memory", memory.id, memory, pointing)


def _built(work: Work, row: dict[str, Any]) -> StoredMemory:
    group = work.at(row["group"])
    listed = {name: tuple(row[name]) for name in ("tags", "citations", "anchors")}
    return StoredMemory(**{**row, **listed, "group": group.id, "scope": group.scope}, group_no=group.no)


def _trusted(work: Work, memory: StoredMemory) -> StoredMemory:
    """Return a memory with no more trust and no higher a place than the file deserves."""
    if not work.trust.keeps_origins:
        memory = memory.evolve(
            origin=work.lowered(memory.origin),
            source=Source.AGENT if memory.source is Source.USER else memory.source,
            layer=Layer.L1 if memory.layer is Layer.L0 else memory.layer,
        )
    is_profile = memory.layer is Layer.L0 and memory.status is Status.ACTIVE
    return _within_profile(work, memory) if is_profile and not work.trust.is_restore else memory


def _within_profile(work: Work, memory: StoredMemory) -> StoredMemory:
    present = memories.of_layer(work.tx, work.reach(memory.group_no), Layer.L0, memory.scope)
    try:
        limit = work.core.setting_int("profile.limit")
        refuse_over_limit(limit, [one for one in present if one.id != memory.id], memory)
    except errors.LimitReached:
        work.counts["lowered"] += 1
        return memory.evolve(layer=Layer.L1)
    return memory


def _later(work: Work, old: StoredMemory, memory: StoredMemory) -> str:
    """Decide between two versions of one memory."""
    same = memory.evolve(no=old.no, recall_count=old.recall_count, last_recalled_at=old.last_recalled_at)
    if _said(same) == _said(old):
        return SKIPPED
    if old.status is Status.FORGOTTEN or memory.id in work.buried.ids:
        return REFUSED
    may_replace = work.trust.is_ours or is_at_least(memory.origin, old.origin)
    if not may_replace or old.group_no != memory.group_no or memory.updated_at <= old.updated_at:
        return CONFLICT
    newer = same.evolve(created_at=old.created_at, version=max(old.version + 1, memory.version))
    if memory.status is Status.FORGOTTEN and not work.trust.is_dry:
        tombstones.bury(work.tx, work.core.keys.key, old, memory.updated_at)
    work.write(lambda: memories.put(work.tx, newer, before=old), "memory", memory.id, old, newer)
    return CONFLICT


def _is_buried(work: Work, memory: StoredMemory) -> bool:
    if memory.status is Status.FORGOTTEN:
        return work.buried.covers(memory.group_no, memory.created_at)
    return memory.id in work.buried.ids or work.buried.holds(
        work.core.keys.key, memory.group_no, memory.content, memory.created_at
    )


def _twin(work: Work, memory: StoredMemory) -> StoredMemory | None:
    if work.trust.is_restore or memory.status is not Status.ACTIVE or not memory.group_no:
        return None
    return memories.twin(work.tx, work.reach(memory.group_no), memory.group_no, memory.layer, memory.content)


def _unite(work: Work, twin: StoredMemory, memory: StoredMemory) -> str:
    work.renamed[memory.id] = twin.id
    united = twin.evolve(
        tags=tuple(dict.fromkeys((*twin.tags, *memory.tags))),
        citations=tuple(dict.fromkeys((*twin.citations, *memory.citations))),
    )
    if united != twin:
        united = united.evolve(version=twin.version + 1, updated_at=work.core.clock())
        work.write(lambda: memories.put(work.tx, united, before=twin), "memory", twin.id, twin, united)
    return MERGED


def _said(memory: StoredMemory) -> dict[str, Any]:
    return {name: value for name, value in memory.as_dict().items() if name not in _USE}
