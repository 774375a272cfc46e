"""What the worker does with a finished turn: standing rules become memories, and limits are kept.

A message of the person is learned from once: a mark per session remembers the last one read, and a message that a
memory was made from is never learned from again, so that learning from the journal anew changes nothing. What was
forgotten stays forgotten, what Holdfast itself injected is no evidence, and only what the person typed may later
stand in every session's first block. `tests/flows/test_standing.py` holds the laws.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.flows import remember
from holdfast.flows.standing import PREFERENCE, RULE, TAG
from holdfast.flows.workspace_gate import trust_of
from holdfast.gate.policy import Trust
from holdfast.learn.prune import surplus
from holdfast.learn.standing import Standing, standing_rules
from holdfast.model import Kind, Layer, Origin, Role, Scope, Source, is_at_least
from holdfast.store import episodes, failures, memories, sessions, tombstones
from holdfast.text.fingerprint import normalise
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.core import Core
    from holdfast.learn.standing import Rule
    from holdfast.model import Episode, StoredMemory
    from holdfast.scope.reach import Reach
    from holdfast.store.changes import Recorder
    from holdfast.store.database import Transaction

LIMITS = {Scope.WORKSPACE: "learn.limit_workspace", Scope.USER: "learn.limit_user"}
HOW = "standing"  # how a learned rule came from its message
REASON = "standing rule"
MASKED = "[secret:"  # what the redactor leaves in an episode where a secret stood
BATCH = 200
_MARK = "local.learned"


class _Found(Value):
    """A rule, and the message it was found in."""

    rule: Rule
    episode: Episode


def learn(core: Core, group_no: int) -> int:
    """Learn from a session's new messages; return how many learned memories were archived to keep the limits."""
    while _learn_batch(core, group_no):
        pass
    return sum(prune(core, scope) for scope in LIMITS)


def prune(core: Core, scope: Scope) -> int:
    """Move the least worth of what the system learned to the archive; undoable, nothing is lost.

    Rules go last, preferences before them, everything else first.
    """
    with core.database.writing() as tx:
        reach = core.reach(tx)
        group = reach.in_scope(scope)
        if group is None:
            return 0
        rows = tx.rows("memories.prunable", group_no=group.no)
        found = [memories.from_row(row, reach) for row in rows]
        doomed = _least_worth(found, core.setting_int(LIMITS[scope]), core.clock())
        recorder = core.record(tx, "prune")
        for memory in doomed:
            moved = memory.evolve(layer=Layer.L2, updated_at=core.clock(), version=memory.version + 1)
            recorder.note("memory", memory.id, memory, memories.put(tx, moved, before=memory))
        recorder.close()
    return len(doomed)


def _least_worth(found: Sequence[StoredMemory], limit: int, at: str) -> list[StoredMemory]:
    rules = [memory for memory in found if TAG in memory.tags and RULE in memory.tags]
    tastes = [memory for memory in found if TAG in memory.tags and memory not in rules]
    others = [memory for memory in found if TAG not in memory.tags]
    return [
        *surplus(others, max(0, limit - len(rules) - len(tastes)), at),
        *surplus(tastes, max(0, limit - len(rules)), at),
        *surplus(rules, limit, at),
    ]


def _learn_batch(core: Core, group_no: int) -> bool:
    """Learn from the next messages of a session; say whether there may be more."""
    mark = f"{_MARK}.{group_no}"
    with core.database.reading() as tx:
        known = tx.one("groups.meta", name=mark)
        after = _number_of(tx, group_no, known[0]) if known else 0
        rows = tx.rows("episodes.of_group", group_no=group_no, after=after, limit=BATCH)
        shown = _shown(tx, core, group_no) if rows else []
    if not rows:
        return False
    read = [episodes.from_row(row) for row in rows]
    found = list(_found_in(read, shown))  # the reading of long texts holds no lock
    with core.database.writing() as tx:
        if trust_of(tx, core) is not Trust.UNTRUSTED:
            _store_all(tx, core, found)
        tx.rows("groups.set_meta", name=mark, value=read[-1].id)
    return len(rows) == BATCH


def _number_of(tx: Transaction, group_no: int, episode_id: str) -> int:
    """Return the place of a message in the journal; 0 when it was purged, so that all is read again."""
    try:
        return episodes.get(tx, [group_no], episode_id).no
    except errors.HoldfastError:
        return 0


def _shown(tx: Transaction, core: Core, group_no: int) -> list[str]:
    """Return what this session was shown: its own words are no evidence, and would lift what a tool said."""
    session = sessions.of_group(tx, group_no)
    if session is None:
        return []
    reach = core.reach(tx)
    found = [memories.find(tx, reach, one) for one in sessions.injected(tx, session)]
    return [normalise(memory.content) for memory in found if memory is not None]


def _found_in(read: Iterable[Episode], shown: Sequence[str]) -> Iterable[_Found]:
    for episode in read:
        if episode.role is not Role.USER or not _is_speech(episode.origin):
            continue
        for rule in standing_rules(episode.content):
            if not any(normalise(rule.text) in one for one in shown):
                yield _Found(rule=rule, episode=episode)


def _is_speech(origin: Origin) -> bool:
    """Say whether a person may have said it: typed, approved, or read from a transcript."""
    return is_at_least(origin, Origin.USER_APPROVED) or origin is Origin.IMPORT


def _store_all(tx: Transaction, core: Core, found: Sequence[_Found]) -> None:
    recorder = core.record(tx, "learn", reason=REASON)
    seen: dict[str, bool] = {}
    for one in found:
        episode = one.episode.id
        if episode not in seen:
            seen[episode] = any(how == HOW for _, how in tx.rows("memories.children", id=episode))
        if not seen[episode]:
            _store(tx, core, recorder, one)
    recorder.close()


def _store(tx: Transaction, core: Core, recorder: Recorder, one: _Found) -> None:
    statement = _statement(one)
    reach = core.reach(tx)
    twin = _twin(tx, reach, statement.content)
    if twin is not None:
        if twin.layer is Layer.L0:
            return
        source = Source.USER if twin.source is Source.USER else statement.source
        statement = statement.evolve(scope=twin.scope, source=source)
    elif _is_buried(tx, core, reach, statement.content):
        return
    try:
        _refuse_secret(core, statement.content)
    except errors.SecretFound as error:
        failures.add(tx, at=core.clock(), place="worker:learn", code=error.code, message=error.message)
        return
    stored = remember.store(tx, core, recorder, statement)
    memories.derive(tx, stored.memory.id, [one.episode.id], HOW)


def _refuse_secret(core: Core, content: str) -> None:
    """Raise when a rule holds a credential, or the mark that stands where one was."""
    remember.refuse_secret(core, content)
    if MASKED in content:
        raise errors.SecretFound("a standing rule held a credential and was not learned", why="its message was masked")


def _statement(one: _Found) -> remember.Statement:
    rule, origin = one.rule, one.episode.origin
    is_rule = rule.standing is Standing.RULE
    may_reach_user = is_at_least(origin, Origin.USER_APPROVED)
    return remember.Statement(
        content=rule.text, kind=Kind.PROCEDURE if is_rule else Kind.PREFERENCE,
        scope=Scope.USER if rule.personal and may_reach_user else Scope.WORKSPACE,
        tags=(TAG, RULE if is_rule else PREFERENCE), source=Source.SYSTEM, origin=origin, confidence=rule.confidence,
        reason=REASON, valid_from=one.episode.occurred_at or None,
    )  # fmt: skip


def _twin(tx: Transaction, reach: Reach, content: str) -> StoredMemory | None:
    """Return the memory of workspace or user that already says it, the profile's first."""
    places = [(scope, layer) for layer in (Layer.L0, Layer.L1) for scope in (Scope.USER, Scope.WORKSPACE)]
    for scope, layer in places:
        group = reach.in_scope(scope)
        known = memories.twin(tx, reach, group.no, layer, content) if group else None
        if known is not None:
            return known
    return None


def _is_buried(tx: Transaction, core: Core, reach: Reach, content: str) -> bool:
    groups = [reach.in_scope(scope) for scope in LIMITS]
    return any(group and tombstones.is_buried(tx, core.keys.key, group.no, content) for group in groups)
