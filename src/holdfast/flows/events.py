"""What memory does at each moment of a conversation: capture, inject, count, hand over to the worker.

Each event is at most one writing transaction. Nothing happens where the gate says no; why is known to
`holdfast status`, never to the agent. Nothing is told twice in a session: neither by two events, nor by two wirings of
one event, nor by two hosts that read each other's files. A store that cannot be written, or is busy for too long, still
answers. `tests/flows/test_events.py` holds the laws.
"""

from __future__ import annotations

import time

from holdfast import errors
from holdfast.capture.turns import Turn, name_of, turn_id_of
from holdfast.flows import capture, recall
from holdfast.flows.workspace_gate import Gate, gate_here
from holdfast.hashes import blake2b
from holdfast.hosts.host import Answer, Event, Moment, Traits
from holdfast.model import Role
from holdfast.recall.echo import strip_blocks
from holdfast.store import episodes, recalls, sessions
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.capture.turns import Message
    from holdfast.core import Core
    from holdfast.flows.recall import Found, Wanted
    from holdfast.flows.starting import Start
    from holdfast.model import Recall
    from holdfast.store.database import Transaction
    from holdfast.store.sessions import Session

TOLD = "start"  # in the ledger: the session was told what it starts with
COMPACTED_BY = "compacted:"  # in the ledger: which event told of the last compaction


class Handled(Value):
    """What an event led to: the answer, whether there is work for a worker, and why nothing could be written."""

    answer: Answer = Answer()
    has_work: bool = False
    failure: errors.StoreError | None = None


def handle(core: Core, event: Event, host: str, traits: Traits) -> Handled:
    """Do what one event asks for."""
    if not core.exists() or not event.is_person:
        return Handled()
    event = event.evolve(session=core.storable_name(event.session), turn=core.storable_name(event.turn))
    core.session, core.host = event.session, host
    with core.database.reading() as tx:
        gate = gate_here(tx, core, host_trusts=event.trusted)
    core.say("debug", "hook.event", moment=event.moment, capture=gate.may_capture, recall=gate.may_recall)
    if not (gate.may_capture or gate.may_recall):
        return Handled()
    match event.moment:
        case Moment.SESSION_START:
            return _session_start(core, event, gate, traits)
        case Moment.PROMPT:
            return _prompt(core, event, gate, traits)
        case Moment.STOP:
            return _stop(core, event, gate)
        case Moment.COMPACTED:
            return _compacted(core, event)
        case Moment.SESSION_END:
            return _session_end(core, event, gate)


def _session_start(core: Core, event: Event, gate: Gate, traits: Traits) -> Handled:
    is_told_now = gate.may_recall and Moment.SESSION_START in traits.tells_start_at
    try:
        with core.database.writing() as tx:
            session = capture.open_session(tx, core, event.session, core.host)
            tx.rows("sessions.seen", session_no=session.no, at=core.clock())
            if event.compacted:
                session = _forget_shown(tx, session, event)
            if not is_told_now:
                return Handled()
            from holdfast.flows import starting  # noqa: PLC0415 - most prompts do without

            start = starting.compose(tx, core, session, sessions.injected(tx, session), traits)
            _note_start(tx, core, session, start)
    except errors.StoreError as error:  # what cannot be noted can still be told
        block = _start_unnoted(core, event, traits) if is_told_now else ""
        return Handled(answer=Answer(context=block), failure=error)
    return Handled(answer=Answer(context=start.block))


def _start_unnoted(core: Core, event: Event, traits: Traits) -> str:
    from holdfast.flows import starting  # noqa: PLC0415 - most prompts do without

    with core.database.reading() as tx:
        session = capture.session_here(tx, core)
        known = sessions.injected(tx, session) if session and not event.compacted else {}
        return starting.compose(tx, core, session, known, traits).block


def _prompt(core: Core, event: Event, gate: Gate, traits: Traits) -> Handled:
    started = time.perf_counter()
    text = strip_blocks(event.prompt)
    answer, found, start, known = None, None, None, {}
    turn = Turn(session=event.session, turn=event.turn, user=event.prompt, host=core.host)
    said = capture.said_in(core, turn)
    with core.database.reading() as tx:
        session = capture.session_here(tx, core)
        if session and not traits.retries:
            turn = _named_apart(tx, session, turn, said)
            if _is_known(tx, session, turn):
                return Handled()  # the same prompt, through another wiring
        turn_id = turn_id_of(turn, session.turn_count if session else 0)
        request = recall.wanted(core, event.prompt, purpose="inject", turn=turn_id)
        if gate.may_recall:
            found = recall.search(tx, core, request, text)
            known = _shown_before(tx, session, turn, traits) if session else {}
            if Moment.PROMPT in traits.tells_start_at and TOLD not in known:
                from holdfast.flows import starting  # noqa: PLC0415 - most prompts do without

                start = starting.compose(tx, core, session, known, traits)
            answer = _assembled(core, request, found, _with_start(known, start), traits, start)
    failure = None
    try:
        with core.database.writing() as tx:
            session = session or capture.open_session(tx, core, event.session, core.host)
            if answer and not traits.retries and _was_told_meanwhile(tx, session, known, answer, start):
                answer = start = None  # the other wiring of this event was faster
            if gate.may_capture and session.state != "paused":
                capture.write_turn(tx, core, session, turn, said)
            if start is not None:
                _note_start(tx, core, session, start)
            if answer is not None and found is not None:
                spent = round((time.perf_counter() - started) * 1000, 3)
                answer = answer.evolve(timings={"local": spent})
                recall.write_log(tx, core, request, text, found.evolve(reach=core.reach(tx)), answer)
                sessions.inject(tx, session, [hit.memory for hit in answer.hits])
    except errors.StoreError as error:  # what was found is worth more than its record
        failure = error
    blocks = (start.block if start else "", answer.block if answer else "")
    return Handled(answer=Answer(context="\n".join(block for block in blocks if block)), failure=failure)


def _note_start(tx: Transaction, core: Core, session: Session, start: Start) -> None:
    from holdfast.flows import starting  # noqa: PLC0415 - loaded by whoever composed it

    sessions.mark(tx, session, TOLD, 1)
    starting.note(tx, core, session, start)


def _named_apart(tx: Transaction, session: Session, turn: Turn, said: list[Message]) -> Turn:
    """Return the turn under a name of its own when its host sent another prompt in it before."""
    if not turn.turn:
        return turn
    first = episodes.named(tx, session.group_no, name_of(turn.host, turn.turn, Role.USER))
    if first is None or first.content in {one.content for one in said}:
        return turn
    digest = blake2b((turn.user or "").encode(errors="replace"), digest_size=4).hexdigest()
    return turn.evolve(turn=f"{turn.turn[: capture.MAX_NAME_CHARS - 10]}-{digest}")


def _is_known(tx: Transaction, session: Session, turn: Turn) -> bool:
    name = name_of(turn.host, turn_id_of(turn, session.turn_count), Role.USER)
    return episodes.named(tx, session.group_no, name) is not None


def _shown_before(tx: Transaction, session: Session, turn: Turn, traits: Traits) -> dict[str, int]:
    """Return what the session was shown; a prompt that its host sends again gets what it got the first time."""
    known = sessions.injected(tx, session)
    is_again = known and turn.turn and traits.retries
    again = recalls.last_injected(tx, session.group_no, turn.turn) if is_again else ()
    return {memory: version for memory, version in known.items() if memory not in again}


def _with_start(known: dict[str, int], start: Start | None) -> dict[str, int]:
    return {**known, **{memory.id: memory.version for memory in start.standing}} if start else known


def _assembled(
    core: Core, request: Wanted, found: Found, known: dict[str, int], traits: Traits, start: Start | None
) -> Recall:
    """Return the answer to a prompt, with what stands before it no longer than its host takes whole."""
    before = start.block + "\n" if start and start.block else ""
    room = max(0, traits.cap_bytes - len(before.encode()))
    request = request.evolve(budget=min(request.budget, max(0, traits.cap_chars - len(before))))
    answer = recall.assemble(core, request, found, known)
    while (size := len(answer.block.encode())) > room:  # signs of several bytes; each round takes less
        request = request.evolve(budget=min(request.budget - 1, request.budget * room // size))
        answer = recall.assemble(core, request, found, known)
    return answer


def _was_told_meanwhile(
    tx: Transaction, session: Session, known: dict[str, int], answer: Recall, start: Start | None
) -> bool:
    told = sessions.injected(tx, session).items() - known.items()
    new = {hit.memory.id for hit in answer.hits} | ({TOLD} if start else set())
    return any(name in new for name, _ in told)


def _stop(core: Core, event: Event, gate: Gate) -> Handled:
    message = event.message
    if not message and event.transcript and gate.may_capture:
        from holdfast.flows.transcripts import last_answer  # noqa: PLC0415 - only hosts that pass no answer

        message = last_answer(event.transcript)
    turn = Turn(session=event.session, turn=event.turn, assistant=message, host=core.host)
    said = capture.said_in(core, turn)
    with core.database.writing() as tx:
        session = capture.open_session(tx, core, event.session, core.host)
        if not gate.may_capture or session.state == "paused":
            return Handled()
        if capture.is_finished(tx, session, turn) or _repeats_last(tx, session, turn, said):
            return Handled()  # the host sent it twice, or through two wirings
        if core.settings.get("capture.assistant"):
            if message:
                capture.write_turn(tx, core, session, turn, said)
            elif event.transcript:
                capture.await_answer(tx, core, session, turn, event.transcript)
        capture.finish_turn(tx, core, session)
    return Handled(has_work=True)


def _repeats_last(tx: Transaction, session: Session, turn: Turn, said: list[Message]) -> bool:
    """Say whether a turn without a name is the one that just ended: the same answer, and no prompt in between."""
    if turn.turn:
        return False
    last = episodes.last(tx, session.group_no)
    if last is None or last.role is not Role.ASSISTANT:
        return False
    return last.content in {one.content for one in said}


def _compacted(core: Core, event: Event) -> Handled:
    with core.database.writing() as tx:
        session = capture.session_here(tx, core)
        if session is not None:
            _forget_shown(tx, session, event)
    return Handled()


def _forget_shown(tx: Transaction, session: Session, event: Event) -> Session:
    """Begin a new ledger, for a compaction took what was shown out of the conversation.

    Some hosts tell of one compaction by two events, the first of which is answered: the second one starts no ledger.
    """
    mark = f"{COMPACTED_BY}{event.moment}"
    known = sessions.injected(tx, session)
    is_told_already = mark not in known and any(name.startswith(COMPACTED_BY) for name in known)
    if not is_told_already:
        tx.rows("sessions.compacted", session_no=session.no)
        session = session.evolve(epoch=session.epoch + 1)
    sessions.mark(tx, session, mark, 1)
    return session


def _session_end(core: Core, event: Event, gate: Gate) -> Handled:
    with core.database.writing() as tx:
        session = capture.open_session(tx, core, event.session, core.host)
        tx.rows("sessions.ended", session_no=session.no, at=core.clock())
        if not gate.may_capture or session.state == "paused":
            return Handled()
        capture.enqueue(tx, core, capture.ARCHIVE, session, f"{session.group_no}:{session.turn_count}")
    return Handled(has_work=True)
