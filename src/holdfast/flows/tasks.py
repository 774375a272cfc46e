"""Tasks and projects: create, note, complete; a completed task's state goes to the archive."""

from __future__ import annotations

from holdfast import errors
from holdfast.flows.remember import ensure_project, refuse_secret
from holdfast.model import Kind, Layer, Origin, Scope, Source, StoredMemory
from holdfast.store import changes, memories, work
from holdfast.store.work import Project, Task
from holdfast.text.clean import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.core import Core
    from holdfast.store.database import Transaction

MAX_TITLE_CHARS = 300
MAX_STATE_CHARS = 20_000
REACHED = (Scope.WORKSPACE, Scope.USER)


def add(core: Core, title: str, *, project: str | None = None, state: str = "", links: Sequence[str] = ()) -> Task:
    """Open a task in this workspace."""
    core.require_open([Scope.WORKSPACE])
    checked = _checked(core, title, MAX_TITLE_CHARS, "title")
    kept_state = _checked(core, state, MAX_STATE_CHARS, "state", may_be_empty=True)
    refuse_secret(core, *links)
    core.settle()
    with core.database.writing() as tx:
        recorder = core.record(tx, "task-add")
        at = core.clock()
        task = Task(
            id=core.new_id("t"), title=checked, state=kept_state, project=ensure_project(tx, core, recorder, project),
            links=tuple(links), created_at=at, updated_at=at, group_no=core.group(tx, Scope.WORKSPACE).no,
        )  # fmt: skip
        work.put_task(tx, task, is_new=True)
        recorder.note("task", task.id, None, task)
        recorder.close()
    return task


def note(core: Core, task_id: str, text: str, *, replace: bool = False) -> Task:
    """Add a line to a task's working state, or replace the state."""
    core.require_open([Scope.WORKSPACE])
    said = _checked(core, text, MAX_STATE_CHARS, "note")
    core.settle_known()
    with core.database.writing() as tx:
        old = work.get_task(tx, core.reach(tx).numbers(REACHED), task_id)
        if old.status != "active":
            raise errors.Conflict(
                f"{old.id} is {old.status}", why="its state went to the archive", hint="holdfast task add"
            )
        state = said if replace or not old.state else f"{old.state}\n{said}"
        if len(state) > MAX_STATE_CHARS:
            raise errors.LimitReached(
                f"the state of {old.id} would have {len(state):,} characters", why=f"a task holds {MAX_STATE_CHARS:,}",
                hint=f"holdfast task note {old.id} TEXT --replace",
            )  # fmt: skip
        return _change(tx, core, "task-note", old, old.evolve(state=state, updated_at=core.clock()))


def done(core: Core, task_id: str, *, summary: str = "", dropped: bool = False) -> tuple[Task, StoredMemory]:
    """Complete a task: its state becomes an archived memory, the task keeps title, times and links."""
    core.require_open([Scope.WORKSPACE])
    said = _checked(core, summary, MAX_STATE_CHARS, "summary", may_be_empty=True)
    core.settle_known()
    with core.database.writing() as tx:
        old = work.get_task(tx, core.reach(tx).numbers(REACHED), task_id)
        if old.status != "active":
            raise errors.Conflict(
                f"{old.id} is already {old.status}", why=f"since {old.done_at}", hint=f"holdfast task show {old.id}"
            )
        recorder = core.record(tx, "task-done")
        archived = memories.put(tx, _archived(tx, core, old, said, dropped=dropped))
        memories.derive(tx, archived.id, [old.id], "archived")
        recorder.note("memory", archived.id, None, archived)
        at = core.clock()
        new = old.evolve(
            status="dropped" if dropped else "done", state="", archived_as=archived.id, updated_at=at, done_at=at
        )
        work.put_task(tx, new, is_new=False)
        recorder.note("task", old.id, old, new)
        recorder.close()
    return new, archived


def show(core: Core, task_id: str) -> tuple[Task, StoredMemory | None]:
    """Return a task and, when it is done, what was archived of it."""
    with core.database.reading() as tx:
        reach = core.reach(tx)
        task = work.get_task(tx, reach.numbers(REACHED), task_id)
        return task, memories.find(tx, reach, task.archived_as) if task.archived_as else None


def listed(
    core: Core, *, statuses: Sequence[str] = ("active",), project: str | None = None, limit: int = 100
) -> list[Task]:
    """Return tasks of this workspace and of the person, last touched first."""
    with core.database.reading() as tx:
        return work.tasks(tx, core.reach(tx).numbers(REACHED), statuses=statuses, project=project, limit=limit)


def add_project(core: Core, name: str, about: str = "") -> Project:
    """Make a project, or change what an existing one is about."""
    core.require_open([Scope.USER])
    cleaned = _checked(core, name, 200, "name")
    said = _checked(core, about, MAX_STATE_CHARS, "description", may_be_empty=True)
    core.settle()
    with core.database.writing() as tx:
        recorder = core.record(tx, "project-add")
        group = core.group(tx, Scope.USER)
        old = next((one for one in work.projects(tx, [group.no]) if one.name == cleaned), None)
        if old is not None and said in ("", old.about):
            return old
        at = core.clock()
        project = Project(
            name=cleaned, about=said, created_at=old.created_at if old else at, updated_at=at, group_no=group.no
        )
        work.put_project(tx, project, is_new=old is None)
        recorder.note("project", project.name, old, project)
        recorder.close()
    return project


def projects(core: Core) -> list[dict[str, object]]:
    """Return the person's projects with how many memories and tasks each has."""
    with core.database.reading() as tx:
        reach = core.reach(tx)
        counts = work.project_counts(tx, reach.numbers())
        found = work.projects(tx, reach.numbers([Scope.USER]))
        open_tasks = work.tasks(tx, reach.numbers(REACHED), statuses=("active",), limit=1000)
    return [
        {
            **project.public(),
            "memories": counts.get(project.name, 0),
            "tasks": sum(task.project == project.name for task in open_tasks),
        }
        for project in found
    ]


def bind(core: Core, session_id: str, task_id: str | None, project: str | None = None) -> None:
    """Bind a session to the task it works on."""
    from holdfast.flows.capture import open_session  # noqa: PLC0415

    refuse_secret(core, project or "")
    core.settle()
    core.session = session_id
    with core.database.writing() as tx:
        session = open_session(tx, core, session_id, core.host)
        task = work.get_task(tx, core.reach(tx).numbers(REACHED), task_id) if task_id else None
        tx.rows(
            "sessions.bind", session_no=session.no, task=task.id if task else None,
            project=project or (task.project if task else None),
        )  # fmt: skip


def _change(tx: Transaction, core: Core, verb: str, old: Task, new: Task) -> Task:
    recorder = core.record(tx, verb)
    work.put_task(tx, new, is_new=False)
    recorder.note("task", old.id, old, new)
    recorder.close()
    return new


def _archived(tx: Transaction, core: Core, task: Task, summary: str, *, dropped: bool) -> StoredMemory:
    group = core.group(tx, Scope.WORKSPACE)
    head = f"Task {'dropped' if dropped else 'done'}: {task.title}"
    content = "\n".join(part for part in (head, summary, task.state) if part)
    at = core.clock()
    source, origin = _written_by(tx, core, task)
    return StoredMemory(
        id=core.new_id("m"), content=content, layer=Layer.L2, kind=Kind.SUMMARY, scope=Scope.WORKSPACE, group=group.id,
        group_no=group.no, source=source, origin=origin, created_at=at, updated_at=at,
        valid_from=task.created_at, project=task.project, task=task.id,
    )  # fmt: skip


def _written_by(tx: Transaction, core: Core, task: Task) -> tuple[Source, Origin]:
    """Return whose words a task holds: the person's only while nobody else ever wrote on it."""
    actors = {core.actor, *(change["actor"] for change in changes.history(tx, "task", task.id))}
    return (Source.USER, Origin.USER_TYPED) if actors == {"person"} else (Source.AGENT, Origin.AGENT)


def _checked(core: Core, text: str, longest: int, what: str, *, may_be_empty: bool = False) -> str:
    cleaned = clean(text).strip()
    if not cleaned and not may_be_empty:
        raise errors.UsageError(f"the {what} is empty", why="it has to say something")
    if len(cleaned) > longest:
        raise errors.LimitReached(f"the {what} has {len(cleaned):,} characters", why=f"it may have {longest:,}")
    refuse_secret(core, cleaned)
    return cleaned
