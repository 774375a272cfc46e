"""Tasks and projects: pieces of work with a state, and the bodies of work they belong to."""

from __future__ import annotations

import json

from holdfast import errors
from holdfast.ids import parse_prefix
from holdfast.store.digest import digest
from holdfast.store.memories import AFTER_ANY_ID
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.store.database import Row, Transaction

TASK_STATUSES = ("active", "done", "dropped")


class Task(Value):
    """A piece of work; its state is what an agent is told when it starts."""

    id: str
    title: str
    state: str = ""
    status: str = "active"
    project: str | None = None
    links: tuple[str, ...] = ()
    archived_as: str | None = None
    created_at: str = ""
    updated_at: str = ""
    done_at: str | None = None
    group_no: int = 0

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of a task."""
        shown = {field: value for field, value in self.as_dict().items() if field != "group_no"}
        return {**shown, "links": list(self.links)}


class Project(Value):
    """A body of work."""

    name: str
    about: str = ""
    created_at: str = ""
    updated_at: str = ""
    group_no: int = 0

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of a project."""
        return {field: value for field, value in self.as_dict().items() if field != "group_no"}


def put_task(tx: Transaction, task: Task, *, is_new: bool) -> None:
    """Insert or replace a task."""
    values = task_columns(task)
    if is_new:
        tx.rows("work.insert_task", **values)
        return
    del values["created_at"]
    if tx.one("work.update_task", **values) is None:
        raise errors.Conflict(f"task {task.id} is gone", why="another process removed it in between")


def task_columns(task: Task) -> dict[str, Any]:
    """Return the row of a task, digest included."""
    values = {**task.as_dict(), "links": json.dumps(task.links, ensure_ascii=False)}
    return {**values, "digest": task_digest(values)}


def drop_task(tx: Transaction, task_id: str) -> None:
    """Remove a task's row."""
    tx.rows("work.delete_task", id=task_id)


def get_task(tx: Transaction, groups: Sequence[int], id_or_prefix: str) -> Task:
    """Return one task within these groups."""
    prefix = parse_prefix(id_or_prefix, "t")
    rows = tx.rows("work.task_by_prefix", low=prefix, high=prefix + AFTER_ANY_ID, groups=list(groups))
    if not rows:
        raise errors.NotFound(f"there is no task {id_or_prefix!r} here", hint="holdfast task list")
    if len(rows) > 1:
        raise errors.Ambiguous(f"{id_or_prefix!r} fits several tasks")
    return task_from_row(rows[0])


def tasks(
    tx: Transaction, groups: Sequence[int], *, statuses: Sequence[str], project: str | None = None, limit: int = 100
) -> list[Task]:
    """Return tasks, last touched first."""
    rows = tx.rows(
        "work.tasks", groups=list(groups), statuses=list(statuses), any_project=int(project is None),
        project=project or "", limit=limit,
    )  # fmt: skip
    return [task_from_row(row) for row in rows]


def put_project(tx: Transaction, project: Project, *, is_new: bool) -> bool:
    """Insert or replace a project; return False when a new one's name is taken."""
    values = {**project.as_dict(), "digest": project_digest(project.as_dict())}
    if not is_new:
        del values["created_at"]
    return tx.one("work.insert_project" if is_new else "work.update_project", **values) is not None


def drop_project(tx: Transaction, project: Project) -> None:
    """Remove a project's row."""
    tx.rows("work.delete_project", name=project.name, group_no=project.group_no)


def projects(tx: Transaction, groups: Sequence[int]) -> list[Project]:
    """Return the projects of these groups by name."""
    return [
        Project(name=row[1], group_no=row[2], about=row[3], created_at=row[4], updated_at=row[5])
        for row in tx.rows("work.projects", groups=list(groups))
    ]


def project_counts(tx: Transaction, groups: Sequence[int]) -> dict[str, int]:
    """Return how many active memories each project has."""
    return {row[0]: row[1] for row in tx.rows("work.project_counts", groups=list(groups))}


def is_in_use(tx: Transaction, name: str) -> bool:
    """Say whether anything says that it belongs to a project of that name."""
    return tx.one("work.project_in_use", name=name) is not None


def task_from_dict(fields: dict[str, Any]) -> Task:
    """Return the task that a change holds as JSON."""
    return Task(**{**fields, "links": tuple(fields["links"])})


def task_digest(values: dict[str, Any]) -> str:
    """Return the digest of a task's columns."""
    names = ("id", "title", "state", "status", "project", "links", "archived_as", "updated_at", "done_at")
    return digest(*(values[name] for name in names))


def project_digest(values: dict[str, Any]) -> str:
    """Return the digest of a project's columns."""
    return digest(values["name"], values["about"], values["updated_at"])


def task_from_row(row: Row) -> Task:
    """Return the value of a row of the tasks table."""
    return Task(
        id=row[1], group_no=row[2], title=row[3], state=row[4], status=row[5], project=row[6],
        links=tuple(json.loads(row[7])), archived_as=row[8], created_at=row[9], updated_at=row[10], done_at=row[11],
    )  # fmt: skip
