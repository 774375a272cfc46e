"""One call at work: the store opened where the call comes from, the gate, and the person who may be asked.

The store is opened for a call and closed after it: nothing is held while an agent thinks, and a changed setting, a
consent, or a file that was repaired counts at once. What happens here is the agent's act (`Core.actor`), unless the person
said yes to it; then it is recorded as theirs. `tests/mcp/test_gate.py` and `tests/mcp/test_workspaces.py` hold the laws.
"""

from __future__ import annotations

import time
from contextlib import contextmanager

from holdfast import errors
from holdfast.flows import decisions
from holdfast.flows.workspace_gate import gate_here
from holdfast.gate.consent import question as consent_question
from holdfast.gate.policy import Purpose, Trust
from holdfast.mcp.asking import METHOD as ASK
from holdfast.mcp.asking import InputNeeded, Question, Said, form, heard, is_sealed
from holdfast.mcp.place import TURN_KEY, find_place, is_folder, is_within
from holdfast.memory import Memory
from holdfast.model import Mode, Scope
from holdfast.opening import open_core
from holdfast.scope.workspace import find_root
from holdfast.store import sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.core import Core
    from holdfast.flows.workspace_gate import Gate
    from holdfast.mcp.call import Call
    from holdfast.mcp.place import Place
    from holdfast.store.database import Transaction

AGENT, PERSON = "agent", "person"
CONSENT_LABEL = "Yes, remember in this workspace"


class MemoryOff(Exception):
    """The gate says no: nothing is read and nothing is written."""

    def __init__(self, why: str, hint: str, folder: str) -> None:
        super().__init__(why)
        self.why, self.hint, self.folder = why, hint, folder


class Desk:
    """What a tool works with."""

    def __init__(self, core: Core, call: Call, place: Place, *, may_ask_consent: bool) -> None:
        self.core, self.call, self.place = core, call, place
        self.memory = Memory(core)
        self._may_ask_consent = may_ask_consent

    def admit(self, purpose: Purpose) -> None:
        """Raise MemoryOff unless this may happen here; ask the person for consent where that is all that is missing."""
        gate = self._look()
        if not _allows(gate, purpose) and self._agrees_to_consent(gate):
            with self.as_person():
                decisions.grant(self.core)
            gate = self._look()
        if not _allows(gate, purpose):
            raise MemoryOff(gate.why, gate.hint, self.core.root.path or self.place.folder)

    @property
    def allowed_scopes(self) -> tuple[Scope, ...]:
        """The scopes that the settings leave to an agent; a workspace's file may have taken some away."""
        setting = self.core.settings.get("recall.scopes")
        every = (Scope.SESSION, Scope.WORKSPACE, Scope.USER)
        return every if "auto" in setting else tuple(scope for scope in every if scope in setting)

    def at_most(self, setting: str, asked: int | None, usual: int) -> int:
        """Return a number that the agent asked for, no larger than what somebody set on purpose."""
        most = self.core.setting_int(setting)
        if self.core.settings.origin(setting) == "default":
            return asked or usual
        return min(asked or usual, most)

    def ask(self, question: Question) -> Said:
        """Return what the person says; raises InputNeeded where the client brings the answer with another call."""
        client, call = self.call.client, self.call
        if not client.can_elicit:
            return Said.CANNOT_ASK
        if not client.is_stateless:
            answer = call.peer.ask(ASK, form(question, with_mode=client.knows("elicitation modes")))
            return Said.CANNOT_ASK if answer is None else heard(answer)
        answered = call.params.get("inputResponses")
        given = answered.get(question.key) if isinstance(answered, dict) else None
        state = call.params.get("requestState")
        if given is None or not is_sealed(call.key, call.identity, question, state, time.time()):
            raise InputNeeded(question)
        return heard(given)

    @contextmanager
    def as_person(self) -> Iterator[None]:
        """Do what follows as an act of the person, who was asked and said yes."""
        self.core.actor = PERSON
        try:
            yield
        finally:
            self.core.actor = AGENT

    def _look(self) -> Gate:
        with self.core.database.reading() as tx:
            self.core.session = _session(tx, self.core, self.place)
            paused = _is_paused(tx, self.core)
            return gate_here(tx, self.core, host_trusts=_word_of_host(self.core, self.call, self.place), paused=paused)

    def _agrees_to_consent(self, gate: Gate) -> bool:
        core, told_no = self.core, self.call.peer.connection.refused
        is_all = core.mode is not Mode.OFF and not core.root.ignored and gate.trust is not Trust.UNTRUSTED
        if not (self._may_ask_consent and is_all) or (gate.has_consent and gate.trust is Trust.TRUSTED):
            return False
        if core.root.path in told_no:
            return False
        asked = consent_question(decisions.label_here(core), core.database.endpoint, core.mode)
        said = self.ask(Question(key="consent", message=asked, label=CONSENT_LABEL))
        if said is not Said.YES:
            told_no.add(core.root.path)  # once is enough, however it ended
        return said is Said.YES


@contextmanager
def desk_for(call: Call, chosen: str | None = None) -> Iterator[Desk]:
    """Open the store where a call comes from; `chosen` is the folder that the agent says it works in."""
    place = find_place(call.meta, call.around, lambda folder: bool(find_root(folder).git_dir))
    folder, is_chosen = _chosen(call, place, chosen)
    core = _open(call, folder)
    started, outcome = time.perf_counter(), "ok"
    try:
        yield Desk(core, call, place, may_ask_consent=not is_chosen)
    except errors.HoldfastError as error:
        outcome = error.code
        raise
    except (MemoryOff, InputNeeded) as ended:
        outcome = type(ended).__name__
        raise
    finally:
        core.database.close()
        core.say("info", "mcp.call", what=call.title, outcome=outcome, ms=(time.perf_counter() - started) * 1000)


def _chosen(call: Call, place: Place, chosen: str | None) -> tuple[str, bool]:
    """Return the folder to work in, and whether the agent chose the workspace where nobody else had.

    What the client says of itself cannot be argued with: an agent that was told something by a file must not reach the
    memories of another project. Only where we were merely started somewhere without memory, its word counts, and then
    only inside a workspace that the person trusts.
    """
    if chosen is None:
        return place.folder, False
    if not is_folder(chosen):
        raise errors.UsageError(
            f"there is no folder {chosen[:200]!r}", why="workspace is the absolute path of a folder"
        )
    here = find_root(place.folder).path
    if any(is_within(chosen, one) for one in place.named or (here,)):
        return chosen, find_root(chosen).path != here
    if place.named or _is_on(call, place.folder):
        raise errors.UsageError(
            "workspace names another folder than the one you work in", why=f"the client works in {place.folder!r}",
            hint="leave workspace out",
        )  # fmt: skip
    return chosen, True


def _is_on(call: Call, folder: str) -> bool:
    core = _open(call, folder)
    try:
        with core.database.reading() as tx:
            gate = gate_here(tx, core)
        return gate.may_recall or gate.may_capture
    finally:
        core.database.close()


def _open(call: Call, folder: str) -> Core:
    return open_core(call.around.store or None, folder=folder, actor=AGENT, host=call.client.name)


def _allows(gate: Gate, purpose: Purpose) -> bool:
    return gate.may_recall if purpose is Purpose.RECALL else gate.may_capture


def _session(tx: Transaction, core: Core, place: Place) -> str:
    """Return the session that the store knows among those the client names, else the client's first word."""
    for session in (*place.sessions, *place.hinted):
        core.session = session
        if core.reach(tx).in_scope(Scope.SESSION) is not None:
            return session
    return next(iter(place.sessions), "")


def _word_of_host(core: Core, call: Call, place: Place) -> bool | None:
    """Return whether the client trusts the folder, where it is one that keeps its word in a file."""
    if TURN_KEY not in call.meta and "codex" not in call.client.name.lower():
        return None
    from holdfast.flows.host_trust import word_on  # noqa: PLC0415 - one host has such a file
    from holdfast.hosts import codex  # noqa: PLC0415

    return word_on(codex)(core, place.folder)


def _is_paused(tx: Transaction, core: Core) -> bool:
    group = core.reach(tx).in_scope(Scope.SESSION) if core.session else None
    session = sessions.of_group(tx, group.no) if group else None
    return session is not None and session.state == "paused"
