"""What memory does at each moment of a conversation: capture, inject, count, hand over to the worker.

Each event is at most one writing transaction. Nothing happens where the gate says no; why is known to
`holdfast status`, never to the agent.
"""

from __future__ import annotations

import time

from holdfast.capture.turns import Turn, turn_id_of
from holdfast.flows import capture, recall
from holdfast.flows.workspace_gate import Gate, gate_here
from holdfast.hosts.host import Answer, Event, Moment
from holdfast.model import Hit, Layer, Recall, Scope
from holdfast.recall.echo import strip_blocks
from holdfast.recall.render import render_profile
from holdfast.store import memories, recalls, sessions
from holdfast.store.sessions import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.store.database import Transaction
    from holdfast.store.work import Task


class Handled:
    """What an event led to: the answer, and whether there is work for a worker."""

    def __init__(self, answer: Answer | None = None, *, has_work: bool = False) -> None:
        self.answer = answer or Answer()
        self.has_work = has_work


def handle(core: Core, event: Event, host: str) -> Handled:
    """Do what one event asks for."""
    if not core.exists():
        return Handled()
    core.session, core.host = event.session, host
    with core.database.reading() as tx:
        gate = gate_here(tx, core, host_trusts=event.trusted)
    if not (gate.may_capture or gate.may_recall):
        return Handled()
    match event.moment:
        case Moment.SESSION_START:
            return _session_start(core, event, gate)
        case Moment.PROMPT:
            return _prompt(core, event, gate)
        case Moment.STOP:
            return _stop(core, event, gate)
        case Moment.SESSION_END:
            return _session_end(core, event, gate)


def _session_start(core: Core, event: Event, gate: Gate) -> Handled:
    with core.database.writing() as tx:
        session = capture.open_session(tx, core, event.session, core.host)
        tx.rows("sessions.seen", session_no=session.no, at=core.clock())
        if event.compacted:
            tx.rows("sessions.compacted", session_no=session.no)
        block = _standing_block(tx, core, session) if gate.may_recall else ""
    return Handled(Answer(context=block))


def _prompt(core: Core, event: Event, gate: Gate) -> Handled:
    started = time.perf_counter()
    answer, found, session = None, None, None
    with core.database.reading() as tx:
        session = capture.session_here(tx, core)
        turn = Turn(session=event.session, turn=event.turn, user=event.prompt, host=core.host)
        turn_id = turn_id_of(turn, session.turn_count if session else 0)
        request = recall.wanted(core, event.prompt, purpose="inject", turn=turn_id)
        text = strip_blocks(event.prompt)
        if gate.may_recall:
            found = recall.search(tx, core, request, text)
            known = _shown_before(tx, session, turn) if session else {}
            answer = recall.assemble(core, request, found, known)
    with core.database.writing() as tx:
        session = session or capture.open_session(tx, core, event.session, core.host)
        if gate.may_capture and session.state != "paused":
            capture.write_turn(tx, core, session, turn)
        if answer is not None and found is not None:
            spent = round((time.perf_counter() - started) * 1000, 3)
            answer = answer.evolve(timings={"local": spent})
            recall.write_log(tx, core, request, text, found.evolve(reach=core.reach(tx)), answer)
            sessions.inject(tx, session, [hit.memory for hit in answer.hits])
    return Handled(Answer(context=answer.block if answer else ""))


def _shown_before(tx: Transaction, session: Session, turn: Turn) -> dict[str, int]:
    """Return what the session was shown; a prompt that its host sends again gets what it got the first time."""
    known = sessions.injected(tx, session)
    again = recalls.last_injected(tx, session.group_no, turn.turn) if known and turn.turn else ()
    return {memory: version for memory, version in known.items() if memory not in again}


def _stop(core: Core, event: Event, gate: Gate) -> Handled:
    with core.database.writing() as tx:
        session = capture.open_session(tx, core, event.session, core.host)
        if not gate.may_capture or session.state == "paused":
            return Handled()
        turn = Turn(session=event.session, turn=event.turn, assistant=event.message, host=core.host)
        if capture.is_finished(tx, session, turn):
            return Handled()  # the host sent it twice
        if event.message and core.settings.get("capture.assistant"):
            capture.write_turn(tx, core, session, turn)
        capture.finish_turn(tx, core, session)
    return Handled(has_work=True)


def _session_end(core: Core, event: Event, gate: Gate) -> Handled:
    with core.database.writing() as tx:
        session = capture.open_session(tx, core, event.session, core.host)
        tx.rows("sessions.ended", session_no=session.no, at=core.clock())
        if not gate.may_capture or session.state == "paused":
            return Handled()
        capture.enqueue(tx, core, capture.ARCHIVE, session, f"{session.group_no}:{session.turn_count}")
    return Handled(has_work=True)


def _standing_block(tx: Transaction, core: Core, session: Session) -> str:
    from holdfast.flows import standing  # noqa: PLC0415 - no prompt needs it
    from holdfast.profile import entries_of, render, section_of  # noqa: PLC0415

    reach = core.reach(tx)
    explicit = memories.of_layer(tx, reach, Layer.L0, Scope.USER)
    entries = entries_of(explicit)
    profile = render(entries)
    kept = standing.fitting(core, standing.standing(tx, reach), profile, entries)
    told = "\n\n".join(part for part in (profile, standing.section(kept)) if part)
    active = _active_task(tx, core, session)
    block = render_profile(told, task=(active.title, active.state) if active else None)
    if not block:
        return ""
    hits = [Hit(memory=memory, score=1.0, parts={"profile": 1.0}) for memory in explicit if section_of(memory)]
    hits += [Hit(memory=memory, score=1.0, parts={"standing": 1.0}) for memory in kept]
    scopes = (Scope.WORKSPACE, Scope.USER) if kept else (Scope.USER,)
    answer = Recall(
        id=core.new_id("r"), query="", scopes=scopes, hits=tuple(hits), block=block, timings={}, at=core.clock()
    )
    found = recall.Found(reach=reach, scopes=scopes, ranked=())
    recall.write_log(tx, core, recall.wanted(core, "", purpose="inject", turn="start"), "", found, answer)
    sessions.inject(tx, session, kept)
    return block


def _active_task(tx: Transaction, core: Core, session: Session) -> Task | None:
    from holdfast.store import work  # noqa: PLC0415

    numbers = core.reach(tx).numbers((Scope.WORKSPACE, Scope.USER))
    if session.task:
        return work.get_task(tx, numbers, session.task)
    found = work.tasks(tx, numbers, statuses=("active",), limit=1)
    return found[0] if found else None
