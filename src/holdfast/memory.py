"""`Memory`: the verbs of Holdfast as a library. Composition only; every verb lives in `flows`."""

from __future__ import annotations

import os

from holdfast import errors, model
from holdfast.flows import capture as _capture
from holdfast.flows import correct as _correct
from holdfast.flows import forget as _forget
from holdfast.flows import profile as _profile
from holdfast.flows import recall as _recall
from holdfast.flows import remember as _remember
from holdfast.flows import tasks as _tasks
from holdfast.flows import undo as _undo
from holdfast.flows.provenance import Provenance, trace
from holdfast.model import Kind, Layer, Origin, Scope, Source
from holdfast.opening import open_core
from holdfast.scope.select import parse_scope
from holdfast.store import changes, memories, recalls
from holdfast.store.memories import ListFilter
from holdfast.store.search import Filters
from holdfast.text.clean import clean
from holdfast.times import parse_when

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from enum import StrEnum
    from types import TracebackType
    from typing import Any, Self, TypeVar

    from holdfast.capture.turns import Turn
    from holdfast.core import Core
    from holdfast.exchange.receipt import ImportReceipt
    from holdfast.flows.forget import Receipt
    from holdfast.flows.journal import FoundEpisode
    from holdfast.flows.profile import Profile
    from holdfast.flows.remember import Outcome
    from holdfast.model import Episode, Recall, StoredMemory
    from holdfast.store.changes import Change
    from holdfast.store.memories import Page
    from holdfast.store.work import Project, Task

    Names = str | Iterable[str] | None  # an enumeration's member is a text too
    E = TypeVar("E", bound=StrEnum)

_ORIGIN_OF = {Source.USER: Origin.USER_TYPED, Source.AGENT: Origin.AGENT, Source.SYSTEM: Origin.AGENT}


class Memory:
    """One person's memory in one workspace: remember, recall, correct, forget, and see everything.

    Open it with `holdfast.open()`; it is a context manager and may be used from several threads.
    """

    def __init__(self, core: Core) -> None:
        self.core = core

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the store."""
        self.core.database.close()

    def remember(
        self,
        content: str,
        *,
        kind: Kind | str = Kind.FACT,
        scope: Scope | str = Scope.WORKSPACE,
        layer: Layer | str = Layer.L1,
        tags: Iterable[str] = (),
        cite: Iterable[str] = (),
        project: str | None = None,
        task: str | None = None,
        source: Source | str = Source.USER,
        origin: Origin | str | None = None,
        confidence: float = 1.0,
        reason: str = "",
        valid_from: str | None = None,
        derived_from: Iterable[str] = (),
        on_branch: bool | None = None,
    ) -> Outcome:
        """Store a statement; merge it when it is known, close what it contradicts.

        `source` says who speaks: the person (the default), an `agent`, or the `system`. What an agent
        says never enters the profile or user scope. With `on_branch` it is offered on the branch that is checked out
        only, until that is merged; left out, so is what an agent says.
        """
        said_by = _one(Source, source, "source")
        statement = _remember.Statement(
            content=content, kind=_one(Kind, kind, "kind"), scope=parse_scope(str(scope)),
            layer=_one(Layer, layer, "layer"), tags=_texts(tags), citations=_texts(cite), project=project, task=task,
            source=said_by, origin=_one(Origin, origin, "origin") if origin else _ORIGIN_OF[said_by],
            confidence=min(1.0, max(0.0, float(confidence))), reason=reason,
            valid_from=parse_when(valid_from, name="valid_from") if valid_from else None,
            derived_from=_texts(derived_from), on_branch=on_branch,
        )  # fmt: skip
        return _remember.remember(self.core, statement)

    def recall(
        self,
        query: str,
        *,
        scopes: Names = None,
        layers: Names = None,
        kinds: Names = None,
        tags: Iterable[str] = (),
        project: str | None = None,
        limit: int | None = None,
        budget: int | None = None,
        since: str | None = None,
        until: str | None = None,
        at: str | None = None,
        as_injected: bool = False,
    ) -> Recall:
        """Find what fits a query; iterate over the result for its hits.

        `at` asks what held at a time. Every scope of the person is searched unless `scopes` or a setting names some;
        `as_injected` answers as a turn with that message would be, where the words of the query pick the scopes.
        """
        return _recall.recall(
            self.core,
            self.wanted(query, scopes=scopes, layers=layers, kinds=kinds, tags=tags, project=project, limit=limit,
                        budget=budget, since=since, until=until, at=at, as_injected=as_injected),
        )  # fmt: skip

    def block(self, query: str, *, limit: int | None = None, budget: int | None = None) -> str:
        """Return the block a host would inject for a query; empty when nothing fits."""
        request = _recall.wanted(self.core, clean(query), limit=limit, budget=budget, purpose="inject")
        return _recall.recall(self.core, request).block

    def correct(self, memory_id: str, content: str, *, source: Source | str = Source.USER) -> Outcome:
        """Replace a wrong memory by what is right; the wrong one is never returned as current again."""
        said_by = _one(Source, source, "source")
        return _correct.correct(self.core, memory_id, content, source=said_by, origin=_ORIGIN_OF[said_by])

    def edit(
        self,
        memory_id: str,
        content: str | None = None,
        *,
        kind: Kind | str | None = None,
        tags: Iterable[str] | None = None,
        cite: Iterable[str] | None = None,
        project: str | None = None,
        confirm: bool = False,
    ) -> Outcome:
        """Change a memory in place; `confirm` says that it still holds although a cited file changed."""
        return _correct.edit(
            self.core, memory_id, text=content, kind=_one(Kind, kind, "kind") if kind else None,
            tags=None if tags is None else _texts(tags), citations=None if cite is None else _texts(cite),
            project=project, confirm_anchors=confirm,
        )  # fmt: skip

    def forget(self, *memory_ids: str) -> Receipt:
        """Hide memories; `undo` brings them back, learning and import do not."""
        return _forget.forget(self.core, memory_ids)

    def purge(self, *memory_ids: str, scope: Scope | str | None = None) -> Receipt:
        """Erase memories, or everything in a scope, with all that was made from it. There is no undo."""
        if scope is not None:
            if memory_ids:
                raise errors.UsageError("purge takes ids or a scope", why="both were given")
            return _forget.purge_scope(self.core, parse_scope(str(scope)))
        return _forget.purge_memories(self.core, memory_ids)

    def promote(self, memory_id: str, *, to: Scope | str = Scope.USER) -> Outcome:
        """Copy a memory into a wider scope by an act of the person; the copy knows where it came from."""
        from holdfast.flows.promote import promote  # noqa: PLC0415

        return promote(self.core, memory_id, parse_scope(str(to)))

    def get(self, memory_id: str) -> StoredMemory:
        """Return one memory by id or unique prefix."""
        with self.core.database.reading() as tx:
            return memories.get(tx, self.core.reach(tx), memory_id)

    def list(
        self,
        *,
        scopes: Names = None,
        layers: Names = None,
        kinds: Names = None,
        sources: Names = None,
        statuses: Names = None,
        tags: Iterable[str] = (),
        project: str | None = None,
        task: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page:
        """Return one page of memories, newest first; pass its `next` as `after` for the following one."""
        if limit < 1:
            raise errors.UsageError(f"limit {limit} is too small", why="a page has at least one memory")
        wanted = ListFilter(
            layers=_many(Layer, layers, "layer") or tuple(Layer), kinds=_many(Kind, kinds, "kind"),
            sources=_many(Source, sources, "source"),
            statuses=_many(model.Status, statuses, "status") or (model.Status.ACTIVE,), tags=_texts(tags),
            project=_clean(project), task=_clean(task), since=parse_when(since, name="since") if since else "",
            until=parse_when(until, name="until", end_of_day=True) if until else "9999",
        )  # fmt: skip
        with self.core.database.reading() as tx:
            reach = self.core.reach(tx)
            return memories.page(tx, reach, wanted, scopes=_scopes(scopes), limit=limit, after=after)

    def history(self, memory_id: str) -> Sequence[dict[str, Any]]:
        """Return every change of one memory, oldest first."""
        with self.core.database.reading() as tx:
            memory = memories.get(tx, self.core.reach(tx), memory_id)
            return changes.history(tx, "memory", memory.id)

    def provenance(self, memory_id: str) -> Provenance:
        """Return what a memory was made from, down to the messages, and what was made from it."""
        return trace(self.core, memory_id)

    def undo(self, change_id: str | None = None) -> Change:
        """Undo the last change, or the one named."""
        return _undo.undo(self.core, change_id)

    def changes(self, limit: int = 20) -> Sequence[Change]:
        """Return the last changes, newest first."""
        with self.core.database.reading() as tx:
            return changes.latest(tx, self.core.owner, limit)

    def why(self, recall_or_memory: str | None = None, *, not_: str | None = None) -> dict[str, Any]:
        """Explain a recall, the uses of a memory, or why a memory was not recalled."""
        if recall_or_memory is not None and recall_or_memory.startswith("m_"):
            return _recall.find_uses(self.core, recall_or_memory)
        entry = _recall.logged(self.core, recall_or_memory)
        if not_ is None:
            return entry.public()
        return {**_recall.explain_absence(self.core, entry, not_), "recall": entry.id, "query": entry.query}

    def recalls(self, limit: int = 20) -> Sequence[recalls.LoggedRecall]:
        """Return the last recalls of this workspace, newest first."""
        with self.core.database.reading() as tx:
            group = self.core.known_workspace(tx)
            return recalls.latest(tx, group.no if group else 0, self.core.owner, limit)

    def capture(self, turn: Turn | None = None, /, **fields: Any) -> Sequence[Episode]:
        """Make a turn durable: `capture(session=…, turn=…, user=…, assistant=…)`; twice is once."""
        from holdfast.capture.turns import Turn  # noqa: PLC0415

        return _capture.capture(self.core, turn if turn is not None else Turn(**fields))

    def capture_many(self, turns: Iterable[Turn]) -> int:
        """Store many finished turns in bulk and return how many episodes were made."""
        return _capture.capture_many(self.core, turns)

    def episodes(self, session: str) -> Sequence[Episode]:
        """Return what was said in a session of this workspace."""
        from holdfast.flows.sessions import episodes_of  # noqa: PLC0415

        return episodes_of(self.core, session)

    def profile(self, text: str | None = None) -> Profile:
        """Return the profile; with a text, make the profile say that first."""
        return _profile.show(self.core) if text is None else _profile.replace(self.core, text)

    @property
    def tasks(self) -> Tasks:
        """The tasks of this workspace."""
        return Tasks(self.core)

    @property
    def projects(self) -> Projects:
        """The projects of this person."""
        return Projects(self.core)

    def suggestions(self) -> Sequence[Any]:
        """Return the pending suggestions."""
        return ()

    def history_search(
        self, query: str, *, limit: int = 8, since: str | None = None, until: str | None = None, at: str | None = None
    ) -> Sequence[FoundEpisode]:
        """Find what was really said in your sessions of this workspace: messages, best first.

        `at` is the day that words such as "last week" are seen from. What was captured can be found at once.
        """
        from holdfast.flows import journal  # noqa: PLC0415

        request = journal.HistoryRequest(
            query=clean(query),
            limit=_positive(limit, "limit") or 0,
            since=parse_when(since, name="since") if since else "",
            until=parse_when(until, name="until", end_of_day=True) if until else "9999",
            asked_at=parse_when(at, name="at", end_of_day=True) if at else "",
        )
        return journal.search(self.core, request)

    def report(self, *, since: str, until: str | None = None, project: str | None = None) -> dict[str, Any]:
        """Return what was done in a span of time, from the archive, grouped by project."""
        from holdfast.flows.report import report  # noqa: PLC0415

        return report(self.core, since=since, until=until, project=project)

    def export(self, path: str | os.PathLike[str], *, format: str = "json", scopes: Names = None) -> dict[str, int]:  # noqa: A002
        """Write everything (or some scopes) to a file: `json` is lossless, `md` is for reading."""
        from holdfast.exchange.export import export_to  # noqa: PLC0415

        return export_to(self.core, os.fspath(path), format, _scopes(scopes))

    def import_(self, path: str | os.PathLike[str], *, dry_run: bool = False) -> ImportReceipt:
        """Read an export back, merging it with what is here."""
        from holdfast.exchange.restore import import_from  # noqa: PLC0415

        return import_from(self.core, os.fspath(path), dry_run=dry_run)

    def wanted(self, query: str, **given: Any) -> _recall.Wanted:
        """Return a recall request with names checked and the settings filled in."""
        if not isinstance(query, str):
            raise errors.UsageError("a query is a text", why=f"{type(query).__name__} was given")
        since, until, at = given.get("since"), given.get("until"), given.get("at")
        return _recall.wanted(
            self.core,
            clean(query),
            scopes=_scopes(given.get("scopes")),
            layers=_many(Layer, given.get("layers"), "layer") or None,
            filters=Filters(
                kinds=_many(Kind, given.get("kinds"), "kind"),
                tags=_texts(given.get("tags") or ()),
                project=_clean(given.get("project")),
                since=parse_when(since, name="since") if since else "",
                until=parse_when(until, name="until", end_of_day=True) if until else "9999",
            ),
            limit=_positive(given.get("limit"), "limit"),
            budget=_positive(given.get("budget"), "budget"),
            at=parse_when(at, name="at", end_of_day=True) if at else None,
            purpose=_recall.INJECT if given.get("as_injected") else None,
        )


class Tasks:
    """The tasks of a workspace: add, note, done, get, list."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def add(self, title: str, *, project: str | None = None, state: str = "", links: Iterable[str] = ()) -> Task:
        """Open a task."""
        return _tasks.add(self._core, title, project=project, state=state, links=_texts(links))

    def note(self, task_id: str, text: str, *, replace: bool = False) -> Task:
        """Add to a task's working state."""
        return _tasks.note(self._core, task_id, text, replace=replace)

    def done(self, task_id: str, *, summary: str = "", dropped: bool = False) -> Task:
        """Complete a task and archive its state."""
        return _tasks.done(self._core, task_id, summary=summary, dropped=dropped)[0]

    def get(self, task_id: str) -> Task:
        """Return one task."""
        return _tasks.show(self._core, task_id)[0]

    def list(self, *, statuses: Iterable[str] = ("active",), project: str | None = None) -> Sequence[Task]:
        """Return tasks, last touched first."""
        return _tasks.listed(self._core, statuses=tuple(statuses), project=project)


class Projects:
    """The projects of a person: add, list."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def add(self, name: str, about: str = "") -> Project:
        """Make a project, or change what it is about."""
        return _tasks.add_project(self._core, name, about)

    def list(self) -> Sequence[dict[str, object]]:
        """Return the projects with their counts."""
        return _tasks.projects(self._core)


def open_memory(
    store: str | os.PathLike[str] | None = None,
    *,
    home: str | os.PathLike[str] | None = None,
    workspace: str | os.PathLike[str] | None = None,
    session: str = "",
    agent: str = "",
    settings: dict[str, Any] | None = None,
) -> Memory:
    """Open the memory of this person in a workspace (the current folder, unless told).

    `store` is a path or a `postgresql://` URL; without it the settings decide, and without settings the one
    file in the home. Nothing is created before something is stored.
    """
    return Memory(
        open_core(
            os.fspath(store) if store is not None else None,
            home=os.fspath(home) if home is not None else None,
            folder=os.fspath(workspace) if workspace is not None else None,
            overrides=settings,
            session=session,
            agent=agent,
        )
    )


def _one(kind: type[E], given: E | str, what: str) -> E:
    try:
        return kind(str(given))
    except ValueError:
        raise errors.UsageError(f"{what} {str(given)[:60]!r} is not known", why=f"one of: {', '.join(kind)}") from None


def _many(kind: type[E], given: Names, what: str) -> tuple[E, ...]:
    if given is None:
        return ()
    return tuple(_one(kind, one, what) for one in ([given] if isinstance(given, str) else given))


def _scopes(given: Names) -> tuple[Scope, ...] | None:
    if given is None:
        return None
    return tuple(parse_scope(str(one)) for one in ([given] if isinstance(given, str) else given)) or None


def _texts(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(clean(str(one)) for one in ([given] if isinstance(given, str) else given))


def _clean(text: str | None) -> str | None:
    return None if text is None else clean(text)


def _positive(number: int | None, what: str) -> int | None:
    if number is not None and number < 0:
        raise errors.UsageError(f"{what} {number} is negative", why="it is a number from 0 up")
    return number
