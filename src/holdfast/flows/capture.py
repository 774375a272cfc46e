"""Capture: one short transaction that makes a turn durable, and a job that learns from it later.

When `capture` returns, every episode is on disk under its stable name; a second capture of the same turn
changes nothing.
"""

from __future__ import annotations

import json
import os

from holdfast import errors
from holdfast.capture.turns import Turn, messages_of, name_of, turn_id_of
from holdfast.model import Episode, Origin, Role, Scope
from holdfast.scope.head import read_head
from holdfast.scope.identity import label_for
from holdfast.store import episodes, queue, sessions
from holdfast.store.sessions import Session
from holdfast.text.clean import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from holdfast.capture.turns import Message
    from holdfast.core import Core
    from holdfast.store.database import Transaction

LEARN = "learn"
ARCHIVE = "archive"
ANSWER = "answer"
IMPORT_BATCH = 1000
MAX_NAME_CHARS = 200

_ORIGINS = {Role.USER: Origin.USER_TYPED, Role.ASSISTANT: Origin.AGENT, Role.SYSTEM: Origin.AGENT}


def capture(core: Core, turn: Turn, *, origin: Origin | None = None) -> list[Episode]:
    """Store the messages of a turn and return the episodes that are now in the journal."""
    core.require_open([Scope.SESSION])
    core.settle()
    turn = _named(core, turn)
    core.session = turn.session
    said = said_in(core, turn)
    with core.database.writing() as tx:
        session = open_session(tx, core, turn.session, turn.host)
        is_new = not is_finished(tx, session, turn)
        stored = write_turn(tx, core, session, turn, said, origin=origin)
        if turn.assistant is not None and is_new:
            finish_turn(tx, core, session)
    return stored


def open_session(tx: Transaction, core: Core, session_id: str, host: str) -> Session:
    """Return the session, making it, its group and its workspace when they are new."""
    workspace = core.workspace(tx)
    group = core.group(tx, Scope.SESSION)
    found = sessions.of_group(tx, group.no)
    if found is not None:
        return found
    git = json.dumps(_head(core)) if core.settings.get("git.metadata") and core.root.git_dir else None
    wanted = Session(id=session_id, group_no=group.no, workspace_no=workspace.no, owner=core.owner, host=host, git=git)
    return sessions.ensure(tx, wanted, core.clock())


def _head(core: Core) -> dict[str, str]:
    head = {"repository": label_for(core.root.remote, core.root.path), **read_head(core.root)}
    return {name: said if name == "commit" else core.storable_name(said) for name, said in head.items()}


def said_in(core: Core, turn: Turn, places: Mapping[str, str] | None = None) -> list[Message]:
    """Return the messages of a turn, redacted: the costly part of a capture, for which nobody is kept waiting."""
    places = places_of(core) if places is None else places
    return [_redacted(core, one) for one in messages_of(turn, core.setting_int("capture.max_message_chars"), places)]


def _redacted(core: Core, message: Message) -> Message:
    cleaned = core.redact(message.content)
    return message.evolve(content=cleaned.text, redacted=len(cleaned.findings)) if cleaned.findings else message


def write_turn(
    tx: Transaction, core: Core, session: Session, turn: Turn, said: Sequence[Message], *, origin: Origin | None = None
) -> list[Episode]:
    """Append the messages of a turn within a transaction; return them all, new or known."""
    made = list(episodes_of(core, session, turn, said, origin))
    known = [
        episodes.named(tx, session.group_no, episode.name) or episode
        for episode in made
        if not episodes.add(tx, episode)
    ]
    return [*(episode for episode in made if episode.name not in {one.name for one in known}), *known]


def episodes_of(
    core: Core, session: Session, turn: Turn, said: Iterable[Message], origin: Origin | None = None
) -> Iterable[Episode]:
    """Yield the episodes that the messages of a turn are in a session."""
    at = core.clock()
    turn_id = turn_id_of(turn, session.turn_count)
    for one in said:
        yield Episode(
            id=core.new_id("e"), content=one.content, name=name_of(turn.host, turn_id, one.role), role=one.role,
            session=session.id, turn=turn_id, origin=origin or _ORIGINS[one.role], host=turn.host,
            occurred_at=turn.occurred_at or at, created_at=at, truncated=one.truncated, redacted=one.redacted,
            task=session.task, project=session.project, group_no=session.group_no,
        )  # fmt: skip


def is_finished(tx: Transaction, session: Session, turn: Turn) -> bool:
    """Say whether this turn was finished before: its host names it, and its answer is in the journal."""
    name = name_of(turn.host, turn.turn, Role.ASSISTANT)
    return bool(turn.turn) and episodes.named(tx, session.group_no, name) is not None


def finish_turn(tx: Transaction, core: Core, session: Session) -> None:
    """Count a turn as complete and leave its learning to the worker."""
    at = core.clock()
    tx.rows("sessions.turned", session_no=session.no, at=at)
    enqueue(tx, core, LEARN, session, f"{session.group_no}:{session.turn_count}")


def await_answer(tx: Transaction, core: Core, session: Session, turn: Turn, transcript: str) -> None:
    """Leave the answer of a turn to the worker, because its host writes the transcript only after the turn."""
    turn_id = turn_id_of(turn, session.turn_count)
    away = {"transcript": below_home(transcript), "folder": below_home(core.root.path)}
    enqueue(tx, core, ANSWER, session, f"{session.group_no}:{turn_id}", turn=turn_id, host=turn.host, **away)


def below_home(path: str) -> str:
    """Return a path without the name of its owner: what is stored tells of no user."""
    home = os.path.expanduser("~")
    return f"~{path[len(home) :]}" if path == home or path.startswith(home + os.sep) else path


def enqueue(tx: Transaction, core: Core, sink: str, session: Session, name: str, **more: str) -> None:
    """Queue a job about a session."""
    payload = {"session": session.id, "group_no": session.group_no, "workspace_no": session.workspace_no, **more}
    queue.add(
        tx, sink, name, payload, group_no=session.group_no, at=core.clock(), limit=core.setting_int("queue.limit")
    )


def capture_many(core: Core, turns: Iterable[Turn], *, origin: Origin = Origin.IMPORT) -> int:
    """Store many finished turns in large transactions; return how many episodes were made."""
    core.require_open([Scope.SESSION])
    core.settle()
    batch: list[Turn] = []
    stored = 0
    for turn in turns:
        batch.append(_named(core, turn))
        if len(batch) >= IMPORT_BATCH:
            stored += _capture_batch(core, batch, origin)
            batch = []
    return stored + _capture_batch(core, batch, origin)


def _capture_batch(core: Core, batch: list[Turn], origin: Origin) -> int:
    opened: dict[str, Session] = {}
    made: list[Episode] = []
    places = places_of(core)
    said = [said_in(core, turn, places) for turn in batch]
    with core.database.writing() as tx:
        for turn, messages in zip(batch, said, strict=True):
            if turn.session not in opened:
                core.session = turn.session
                opened[turn.session] = open_session(tx, core, turn.session, turn.host)
            made += episodes_of(core, opened[turn.session], turn, messages, origin)
        episodes.add_many(tx, made)
    return len(made)


def _named(core: Core, turn: Turn) -> Turn:
    """Return a turn whose names any store can hold; raise when it belongs to no session."""
    if not turn.session:
        raise errors.UsageError("a turn needs a session", why="session is empty")
    names = {name: clean(getattr(turn, name))[:MAX_NAME_CHARS] for name in ("session", "turn", "host")}
    names = {name: core.storable_name(given) for name, given in names.items()}
    return turn if all(getattr(turn, name) == given for name, given in names.items()) else turn.evolve(**names)


def places_of(core: Core) -> Mapping[str, str]:
    """Return the folders whose absolute paths are not stored, longest first."""
    home = os.path.expanduser("~")
    found = {core.root.path: "", home: "~"}
    return {path: found[path] for path in sorted(found, key=len, reverse=True) if len(path) > 1}


def session_here(tx: Transaction, core: Core) -> Session | None:
    """Return the session this core stands in, when it has been seen."""
    group = core.reach(tx).in_scope(Scope.SESSION)
    return sessions.of_group(tx, group.no) if group else None
