"""The tools that write: what an agent writes is the agent's, unless the person says yes to it.

An agent's act is tried as the agent's. Where the rules of the library leave it to the person, the person is asked, and
with their yes the same act is done as theirs; where they cannot be asked, the agent is told their command.
`tests/mcp/test_writing.py` holds the laws.
"""

from __future__ import annotations

import shlex

from holdfast import errors
from holdfast.flows import correct as correcting
from holdfast.flows import forget as forgetting
from holdfast.flows import promote as promoting
from holdfast.flows import remember as remembering
from holdfast.flows.remember import Outcome, Statement, Verdict
from holdfast.gate.policy import Purpose
from holdfast.mcp import shown
from holdfast.mcp.answer import Answer
from holdfast.mcp.asking import Question, Said
from holdfast.model import Kind, Layer, Origin, Scope, Source, Status, StoredMemory
from holdfast.profile import refuse_over_limit, section_tag
from holdfast.recall.neutral import neutralise
from holdfast.text.clean import clean
from holdfast.text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from holdfast.mcp.desk import Desk

    T = TypeVar("T")

ASKABLE_CHARS = 1000  # a longer text is not shown whole in a form, and nobody should say yes to what they do not see
TYPED_CHARS = 300  # a longer text is not put into a command line
WRITTEN, APPROVED = "written by the agent", "proposed by the agent, approved by the person"
FORGOTTEN = "forgotten"
DECLINED = "declined"
EDITABLE = ("kind", "tags", "cite", "project")
FOR_NEW_ONLY = ("layer", "section", "scope", "task")


def memory_write(desk: Desk, given: dict[str, Any]) -> Answer:
    """Add, update or remove a memory."""
    desk.admit(Purpose.CAPTURE)
    match given["action"]:
        case "add":
            return _add(desk, given)
        case "update":
            return _update(desk, given)
    return _remove(desk, given)


def memory_promote(desk: Desk, given: dict[str, Any]) -> Answer:
    """Copy a memory to a wider scope, with the person's yes."""
    desk.admit(Purpose.CAPTURE)
    memory, to = _current(desk, given["id"]), Scope(given.get("to", "user"))
    question = _question(f"Let this reach further, from {memory.scope} to {to} scope?", memory.content)
    command = f"holdfast promote {memory.id} --to {to}"
    return _told(_decided(desk, lambda *_: promoting.promote(desk.core, memory.id, to), question, command))


def _add(desk: Desk, given: dict[str, Any]) -> Answer:
    _refuse(given, ("id",), "add makes a new memory", "use update to change one")
    content = clean(_needed(given, "content", "add"))
    statement = _statement(desk, given, content)
    if "section" in given and statement.layer is not Layer.L0:
        raise errors.UsageError("section belongs to the profile", why="layer is not L0", hint="leave section out")

    def act(source: Source, origin: Origin) -> Outcome:
        said = APPROVED if source is Source.USER else WRITTEN
        return remembering.remember(desk.core, statement.evolve(source=source, origin=origin, reason=said))

    if statement.layer is Layer.L0:
        _refuse_full_profile(desk, statement)  # before the person is asked in vain

    where = (
        "your profile, which every session begins with"
        if statement.layer is Layer.L0
        else "your own scope, for every project"
    )
    options = "--layer L0" if statement.layer is Layer.L0 else f"--scope {statement.scope}"
    command = f"holdfast remember {_typed(content)} --kind {statement.kind} {options}"
    return _told(_decided(desk, act, _question(f"Keep this in {where}?", content), command))


def _statement(desk: Desk, given: dict[str, Any], content: str) -> Statement:
    layer, section = Layer(given.get("layer", "L1")), given.get("section")
    tags = (*given.get("tags", ()), *([section_tag(section)] if section else ()))
    usual = Kind.PREFERENCE if section == "preferences" else Kind.FACT
    scope = Scope.USER if layer is Layer.L0 else Scope(given.get("scope", "workspace"))
    if scope is Scope.SESSION and not desk.core.session:
        raise errors.UsageError(
            "the session is not known here", why="the client does not say which one this is",
            hint="use workspace scope, or leave it out",
        )  # fmt: skip
    return Statement(
        content=content, layer=layer, scope=scope, kind=Kind(given.get("kind", usual)), tags=tags,
        citations=tuple(given.get("cite", ())), project=given.get("project"), task=given.get("task"),
        source=Source.AGENT, origin=Origin.AGENT,
    )  # fmt: skip


def _refuse_full_profile(desk: Desk, statement: Statement) -> None:
    made = StoredMemory(id="", content=statement.content, layer=Layer.L0, kind=statement.kind, tags=statement.tags)
    present = desk.memory.profile().memories
    if all(fingerprint(one.content) != fingerprint(made.content) for one in present):  # what is known takes no room
        refuse_over_limit(desk.core.setting_int("profile.limit"), present, made)


def _update(desk: Desk, given: dict[str, Any]) -> Answer:
    _refuse(given, FOR_NEW_ONLY, "update keeps where a memory stands", "use memory_promote for a wider scope")
    memory = _current(desk, _needed(given, "id", "update"))
    noted = {name: given[name] for name in EDITABLE if name in given}
    if "content" not in given and not noted:
        raise errors.UsageError(
            "there is nothing to update", why="neither content nor tags, kind, cite or project are given"
        )
    content = clean(given["content"]) if "content" in given else memory.content

    def act(source: Source, origin: Origin) -> Outcome:
        done = Outcome(outcome=Verdict.MERGED, memory=memory)
        if noted:
            done = correcting.edit(
                desk.core, memory.id, kind=Kind(noted["kind"]) if "kind" in noted else None,
                tags=_as_tuple(noted, "tags"), citations=_as_tuple(noted, "cite"), project=noted.get("project"),
                source=source, origin=origin,
            )  # fmt: skip
        if content == memory.content:
            return done
        # What was noted goes over to the memory that takes the place of this one.
        return correcting.correct(desk.core, memory.id, content, source=source, origin=origin)

    question = _question("The agent wants to change what you said. Change it?", memory.content, now=content)
    return _told(_decided(desk, act, question, f"holdfast correct {memory.id} {_typed(content)}"))


def _remove(desk: Desk, given: dict[str, Any]) -> Answer:
    _refuse(
        given, ("content", *EDITABLE, *FOR_NEW_ONLY), "remove takes an id and nothing else", "use update to change one"
    )
    memory = _current(desk, _needed(given, "id", "remove"))

    def act(_source: Source, origin: Origin) -> None:
        forgetting.forget(desk.core, [memory.id], origin=origin)

    question = _question("The agent wants to forget what you said. Forget it?", memory.content)
    done = _decided(desk, act, question, f"holdfast forget {memory.id}")
    if isinstance(done, Answer):
        return done
    data = {"outcome": FORGOTTEN, "memory": {"id": memory.id}}
    return Answer(text=f"Forgotten: {memory.id}. It is not learned again; the person can undo it.", data=data)


def _decided(desk: Desk, act: Callable[[Source, Origin], T], question: Question | None, command: str) -> T | Answer:
    """Do it as the agent, or with the person's yes as the person; say so where neither may be."""
    try:
        return act(Source.AGENT, Origin.AGENT)
    except errors.OriginTooLow as refusal:
        said = desk.ask(question) if question else Said.CANNOT_ASK
        if said is Said.YES:
            with desk.as_person():
                return act(Source.USER, Origin.USER_APPROVED)
        if said is Said.CANNOT_ASK:
            raise errors.OriginTooLow(
                refusal.message, why="only the person may decide that", hint=f"ask the person to run: {command}"
            ) from None
    text = (
        "The person said no. Do not ask again."
        if said is Said.NO
        else "The person did not answer; nothing was changed."
    )
    return Answer(text=text, data={"outcome": DECLINED})


def _told(done: Outcome | Answer) -> Answer:
    if isinstance(done, Answer):
        return done
    memory = done.memory
    said = {
        Verdict.REMEMBERED: "Remembered", Verdict.MERGED: "Known already", Verdict.SUPERSEDED: "Remembered",
    }[done.outcome]  # fmt: skip
    lines = [f"{said}: {memory.id} ({memory.scope} scope, {memory.layer} {memory.kind})."]
    if done.superseded:
        lines.append(f"It takes the place of {', '.join(one.id for one in done.superseded)}.")
    if done.conflicts:
        told = ", ".join(one.id for one in done.conflicts)
        lines.append(f"The person said otherwise in {told}: that stays in force. Ask them which is right.")
    data = {
        "outcome": str(done.outcome), "memory": shown.memory_data(memory),
        "superseded": [one.id for one in done.superseded], "conflicts": [one.id for one in done.conflicts],
    }  # fmt: skip
    return Answer(text="\n".join(lines), data=data)


def _current(desk: Desk, memory_id: str) -> StoredMemory:
    """Return a memory that an agent may change: one of L0 or L1 that still stands."""
    memory = desk.memory.get(memory_id)
    if memory.layer is Layer.L2:
        raise errors.UsageError(f"{memory.id} is in the archive", why="what happened is written by the system alone")
    if memory.status is not Status.ACTIVE:
        by = f" by {memory.superseded_by}" if memory.superseded_by else ""
        raise errors.Conflict(f"{memory.id} is {memory.status}{by}", hint="call memory_recall for what holds now")
    return memory


def _question(asked: str, text: str, *, now: str | None = None) -> Question | None:
    """Return the question about a text; None when it is too long to be shown whole."""
    texts = [text] if now is None or now == text else [text, now]
    if any(len(one) > ASKABLE_CHARS for one in texts):
        return None
    labels = ["  "] if len(texts) == 1 else ["  was: ", "  now: "]
    lines = [
        label + neutralise(one, ASKABLE_CHARS + ASKABLE_CHARS // 2) for label, one in zip(labels, texts, strict=True)
    ]
    return Question(key="approval", message="\n".join([asked, "", *lines]), label="Yes")


def _typed(text: str) -> str:
    """Return a text as it can be typed into a shell, or a word that stands for it."""
    flat = neutralise(text, TYPED_CHARS + 1)
    return shlex.quote(flat) if len(flat) <= TYPED_CHARS else "TEXT"


def _needed(given: dict[str, Any], name: str, action: str) -> str:
    if name not in given:
        raise errors.UsageError(
            f"{action} needs {name}", why=f"{name} is missing", hint="call memory_write again with it"
        )
    return str(given[name])


def _refuse(given: dict[str, Any], names: tuple[str, ...], why: str, hint: str) -> None:
    found = [name for name in names if name in given]
    if found:
        raise errors.UsageError(f"{given['action']} takes no {', '.join(found)}", why=why, hint=hint)


def _as_tuple(noted: dict[str, Any], name: str) -> tuple[str, ...] | None:
    return tuple(clean(one) for one in noted[name]) if name in noted else None
