"""Importing past sessions: what a transcript tells becomes the episodes that live capture would have made of it.

Every message has a name made of host and turn, so that taking it in twice, after a kill or after it was captured live, stores
it once. Hosts whose events name no turns were captured under names that no transcript knows: there a message counts as known
while the session holds one more in the same words. Secrets are masked before anything is decided, outside of every
transaction; a batch is one transaction, so that running sessions are captured in between. Nothing here is more trusted than
an import. `tests/flows/test_import_sessions.py` holds the laws.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from typing import TYPE_CHECKING, Protocol

from holdfast import errors, times
from holdfast.capture.turns import Turn, name_of
from holdfast.exchange.work import Buried
from holdfast.flows import archive, journal, learning
from holdfast.flows.capture import said_in
from holdfast.flows.host_trust import word_on
from holdfast.flows.import_places import LeftOut, Places
from holdfast.flows.import_receipt import MAX_PROBLEMS, Problem, SessionsReceipt
from holdfast.hashes import blake2b
from holdfast.hosts.host import HOSTS
from holdfast.intake.transcripts import found, said
from holdfast.model import Episode, Origin, Role, Scope
from holdfast.store import changes, episodes, sessions
from holdfast.store.sessions import Session
from holdfast.text.clean import clean
from holdfast.values import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from holdfast.core import Core
    from holdfast.intake.transcripts import Transcript
    from holdfast.store.database import Transaction
    from holdfast.transcripts.said import Said

BATCH = 500
PAGE = 2000
MAX_LEFT_OUT = 100
MAX_SEEN = 1_000_000
# So many sessions are held at once, with the names of what they hold; the longest untouched is learned from and let go.
MAX_TALKS = 500
MIN_UNIQUE_CHARS = 16  # a shorter name of a turn is a number, and every session has one of it
# An answer whose end is not told may still be written; later it would not replace what was stored.
QUIET_S = 3600.0
VERB = "import-sessions"
_NAMELESS = re.compile(r"\d{1,9}(-[0-9a-f]{12})?\Z")  # how a turn is called whose host names none


class Wish(Value):
    """How an import is to be done."""

    is_dry: bool = False
    allow_untrusted: bool = False


class Steps(Protocol):
    """What is told while an import runs, so that somebody can show how far it is."""

    def reading(self, total_bytes: int) -> AbstractContextManager[Callable[[int], None]]:
        """Begin to read that many bytes; what it returns is told how many were read."""

    def learning(self, total: int) -> AbstractContextManager[Callable[[int], None]]:
        """Begin to learn from that many sessions."""

    def indexing(self) -> AbstractContextManager[object]:
        """Begin to make what is new findable."""


def import_sessions(core: Core, host: str, paths: Sequence[str], wish: Wish, steps: Steps) -> SessionsReceipt:
    """Take in the sessions of a host, from its usual places or from these, and learn from what is new."""
    transcripts = found(host, paths, core.root.path)
    word = word_on(importlib.import_module(HOSTS[host]))
    finish = (lambda _talk: None) if wish.is_dry else learn_from
    intake = Intake(core, host, wish, now_s=times.to_unix(core.clock()), host_trusts=word, let_go=finish)
    with steps.reading(sum(one.bytes for one in transcripts)) as read:
        for one in transcripts:
            intake.take(one, read)
        receipt = intake.finish()
    if not wish.is_dry:
        talks = intake.talks
        with steps.learning(len(talks)) as learned:
            for talk in talks:
                learn_from(talk)
                learned(1)
        with steps.indexing():
            journal.catch_up(core)
    return receipt


def learn_from(talk: Talk) -> None:
    """Learn from a session that was imported, and archive it, unless it was captured live: then the worker does."""
    if talk.row is None:
        return
    learning.learn(talk.core.standing_in(talk.row.workspace_no, talk.id), talk.group_no)
    if talk.known.is_live or (talk.row.state == "ended" and not talk.has_new):
        return
    if talk.core.settings.get("session.summary"):
        archive.archive_session(talk.core.standing_in(talk.row.workspace_no, talk.id), talk.group_no)
    with talk.core.database.writing(durable=False) as tx:  # lost, the next import does this once more
        tx.rows("sessions.archived", session_no=talk.row.no)


class _Known:
    """The messages of a session that are in the journal, kept up to date at the cost of what is new."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.heard: Counter[bytes] = Counter()  # live, under names that no transcript knows
        self.is_live = False
        self._last = 0

    def refresh(self, tx: Transaction, group_no: int) -> None:
        """Read what was added since."""
        while rows := tx.rows("episodes.known", group_no=group_no, after=self._last, limit=PAGE):
            for number, name, role, turn, origin, content in rows:
                self.names.add(name)
                self._last = number
                if origin != Origin.IMPORT:
                    self.is_live = True
                    if _NAMELESS.match(turn):
                        self.heard[_mark(role, content)] += 1


class Talk:
    """One session that messages are taken into."""

    def __init__(self, core: Core, host: str, session: str) -> None:
        self.core, self.host, self.id = core, host, session
        self.known = _Known()
        self.group_no = 0
        self.row: Session | None = None
        self.is_closed = False  # paused by the person, who wants nothing more of it
        self.is_counted = False
        self.has_new = False

    def look(self, tx: Transaction) -> None:
        """Find the session in the store, when it is there, and what it holds."""
        self.core.session = self.id
        if self.row is None:
            group = self.core.reach(tx).in_scope(Scope.SESSION)
            self.row = sessions.of_group(tx, group.no) if group else None
            self.group_no = group.no if group else 0
        if self.row is not None:
            self.is_closed = self.row.state == "paused"
            self.known.refresh(tx, self.group_no)

    def make(self, tx: Transaction, at: str) -> Session:
        """Return the session, making it as one that began at that time."""
        self.core.session = self.id
        if self.row is None:
            workspace = self.core.workspace(tx)
            group = self.core.group(tx, Scope.SESSION)
            wanted = Session(
                id=self.id, group_no=group.no, workspace_no=workspace.no, owner=self.core.owner, host=self.host
            )
            self.row, self.group_no = sessions.ensure(tx, wanted, at), group.no
        return self.row


class _Message(Value):
    """One message as it will stand in the journal."""

    talk: Talk
    name: str
    turn: str
    role: Role
    content: str
    at: str
    truncated: bool
    redacted: int


class Intake:
    """Takes transcripts in, one after the other; `take` and `finish` say what became of them in `receipt`."""

    def __init__(
        self, core: Core, host: str, wish: Wish, *, now_s: float, host_trusts: Callable[[Core, str], bool | None],
        let_go: Callable[[Talk], None],
    ) -> None:  # fmt: skip
        core.require_open()
        self._core, self._host, self._wish, self._now_s, self._let_go = core, host, wish, now_s, let_go
        self._places = Places(core, allow_untrusted=wish.allow_untrusted, host_trusts=host_trusts)
        self._talks: dict[tuple[int, str], Talk] = {}
        self._seen: dict[bytes, str] = {}  # turns with their sessions: a copy is told by it
        self._waiting: list[tuple[Talk, Said]] = []
        self._left_out: dict[str, LeftOut] = {}
        self._left_sessions: set[tuple[str, str]] = set()
        self._problems: list[Problem] = []
        self._is_linked = False
        self.counts: Counter[str] = Counter()
        if not wish.is_dry:
            core.settle()
        with core.database.reading() as tx:
            self._buried = Buried(tx)

    def take(self, transcript: Transcript, read: Callable[[int], None]) -> None:
        """Take in one transcript; a file that cannot be read is noted, and so is each damaged line."""
        self.counts["files"] += 1
        is_quiet = self._now_s - transcript.written_at > QUIET_S
        unnamed = self.counts["unnamed"]
        try:
            for one in said(transcript, lambda line, why: self._note(transcript.path, line, why), read):
                self._take(one, is_quiet=is_quiet)
        except errors.BadInput as error:
            self._note(transcript.path, 0, f"{error.message}: {error.why}".rstrip(": "))
        except errors.MissingExtra as error:
            self._note(transcript.path, 0, f"{error.message}: {error.hint}")
        except UnicodeEncodeError as error:  # a path with half a character in it
            self._note(transcript.path, 0, str(error))
        if self.counts["unnamed"] > unnamed:
            self._note(transcript.path, 0, "nothing tells which session its messages belong to")

    def finish(self) -> SessionsReceipt:
        """Store what waits and return what was done."""
        self._flush()
        names = ("files", "sessions", "added", "known", "copied", "unfinished", "forgotten", "redacted", "damaged")
        return SessionsReceipt(
            host=self._host, is_dry=self._wish.is_dry, left_out=tuple(self._left_out.values()),
            problems=tuple(self._problems), **{name: self.counts[name] for name in names},
        )  # fmt: skip

    @property
    def talks(self) -> Sequence[Talk]:
        """The sessions that were met and may be learned from."""
        return [talk for talk in self._talks.values() if talk.row is not None and not talk.is_closed]

    def _take(self, one: Said, *, is_quiet: bool) -> None:
        if not one.session or not one.turn:
            self.counts["unnamed"] += 1
            return
        place = self._places.of(one.folder, one.remote)
        if place.core is None:
            self._leave_out(place.left_out, one.session)
            return
        if one.role is Role.ASSISTANT and not place.core.settings.get("capture.assistant"):
            return
        if one.is_open and not is_quiet:
            self.counts["unfinished"] += 1
            return
        if self._is_copy(one):
            self.counts["copied"] += 1
            return
        key = id(place.core), one.session
        talk = self._talks.pop(key, None) or Talk(place.core, self._host, clean(one.session))
        self._talks[key] = talk  # last: it was touched last
        self._waiting.append((talk, one))
        if len(self._waiting) >= BATCH:
            self._flush()
            self._trim()

    def _leave_out(self, left_out: LeftOut | None, session: str) -> None:
        if left_out is None or (left_out.folder, session) in self._left_sessions:
            return
        if len(self._left_sessions) < MAX_SEEN // 10:
            self._left_sessions.add((left_out.folder, session))
        known = self._left_out.get(left_out.folder, left_out)
        if left_out.folder in self._left_out or len(self._left_out) < MAX_LEFT_OUT:
            self._left_out[left_out.folder] = known.evolve(sessions=known.sessions + 1)

    def _is_copy(self, one: Said) -> bool:
        """Say whether a turn came in another session before, of which this one is a fork."""
        if len(one.turn) < MIN_UNIQUE_CHARS:
            return False
        mark = blake2b(one.turn.encode(errors="replace"), digest_size=12).digest()
        first = self._seen.get(mark)
        if first is None and len(self._seen) < MAX_SEEN:
            self._seen[mark] = one.session
        return first is not None and first != one.session

    def _trim(self) -> None:
        """Let go of the sessions that were touched longest ago; one that comes once more is looked up again."""
        while len(self._talks) > MAX_TALKS:
            talk = self._talks.pop(next(iter(self._talks)))
            if talk.row is not None and not talk.is_closed:
                self._let_go(talk)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        talks = list(dict.fromkeys(talk for talk, _ in waiting))
        with self._core.database.reading() as tx:
            for talk in talks:
                talk.look(tx)
        for talk in talks:
            self.counts["sessions"] += not talk.is_counted
            talk.is_counted = True
        made = [message for talk, one in waiting for message in self._prepared(talk, one)]
        if self._wish.is_dry:
            self._count([message for message in made if self._is_new(message)])
        elif made:
            with self._core.database.writing() as tx:
                self._write(tx, made)

    def _prepared(self, talk: Talk, one: Said) -> Iterable[_Message]:
        """Yield the message as it would stand in the journal, masked, unless its name is known already."""
        if talk.is_closed:
            return
        if name_of(talk.host, clean(one.turn), one.role) in talk.known.names:
            self.counts["known"] += 1
            return
        spoken = {str(one.role): one.text}
        turn = Turn(session=talk.id, turn=clean(one.turn), host=talk.host, **spoken)
        for message in said_in(talk.core, turn):
            yield _Message(
                talk=talk, name=name_of(talk.host, turn.turn, message.role), turn=turn.turn, role=message.role,
                content=message.content, at=one.at, truncated=message.truncated, redacted=message.redacted,
            )  # fmt: skip

    def _is_new(self, message: _Message) -> bool:
        known = message.talk.known
        if message.name in known.names:
            self.counts["known"] += 1
            return False
        mark = _mark(message.role, message.content)
        known.names.add(message.name)
        if known.heard[mark]:
            known.heard[mark] -= 1
            self.counts["known"] += 1
            return False
        if self._is_forgotten(message):
            self.counts["forgotten"] += 1
            return False
        return True

    def _is_forgotten(self, message: _Message) -> bool:
        row = message.talk.row
        numbers = (row.group_no, row.workspace_no) if row else (0,)
        key = self._core.keys.key
        covered = any(self._buried.covers(number, message.at) for number in numbers)
        return covered or self._buried.holds(key, numbers[0], message.content, message.at)

    def _write(self, tx: Transaction, made: Sequence[_Message]) -> None:
        for talk in dict.fromkeys(message.talk for message in made):
            talk.look(tx)  # another process may have been faster
        new = []
        for message in made:
            talk = message.talk
            if talk.row is None:
                talk.make(tx, message.at or self._core.clock())
            if self._is_new(message):
                new.append(message)
        if new and not self._is_linked:
            changes.audit(tx, self._core.clock(), self._core.actor, VERB, [self._host])
            self._is_linked = True
        episodes.add_many(tx, [self._episode(message) for message in new])
        for talk in dict.fromkeys(message.talk for message in new):
            self._note_session(tx, talk, [message for message in new if message.talk is talk])
        self._count(new)

    def _episode(self, message: _Message) -> Episode:
        talk, at = message.talk, self._core.clock()
        return Episode(
            id=self._core.new_id("e"), content=message.content, name=message.name, role=message.role, session=talk.id,
            turn=message.turn, origin=Origin.IMPORT, host=talk.host, occurred_at=message.at or at, created_at=at,
            truncated=message.truncated, redacted=message.redacted, group_no=talk.group_no,
        )  # fmt: skip

    def _note_session(self, tx: Transaction, talk: Talk, new: Sequence[_Message]) -> None:
        talk.has_new = True
        times = [message.at for message in new if message.at]
        turns = len({message.turn for message in new if message.role is Role.USER})
        if talk.row is not None and times:
            tx.rows("sessions.imported", session_no=talk.row.no, turns=turns, first=min(times), last=max(times))

    def _count(self, new: Sequence[_Message]) -> None:
        self.counts["added"] += len(new)
        self.counts["redacted"] += sum(message.redacted > 0 for message in new)

    def _note(self, path: str, line: int, why: str) -> None:
        self.counts["damaged"] += 1
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(Problem(file=path, line=line, why=why))


def _mark(role: str, content: str) -> bytes:
    return blake2b(f"{role}\0{content}".encode(errors="replace"), digest_size=16).digest()
