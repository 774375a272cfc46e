"""Tasks and projects of an export: of two versions the later stands, when the file proves to be ours."""

from __future__ import annotations

from holdfast.exchange.work import ADDED, CONFLICT, REFUSED, SKIPPED, Work
from holdfast.store import work as store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def take_project(work: Work, row: dict[str, Any]) -> str:
    """Add a project, or take over what it is about."""
    project = store.Project(
        name=row["name"], about=row["about"], created_at=row["created_at"], updated_at=row["updated_at"],
        group_no=work.at(row["group"]).no,
    )  # fmt: skip
    old = next((one for one in store.projects(work.tx, [project.group_no]) if one.name == project.name), None)
    if old is None and work.buried.covers(project.group_no, project.created_at):
        return REFUSED
    if old is None:
        work.write(lambda: store.put_project(work.tx, project, is_new=True), "project", project.name, None, project)
        return ADDED
    if old.about == project.about:
        return SKIPPED
    if work.trust.is_ours and project.updated_at > old.updated_at:
        newer = project.evolve(created_at=old.created_at)
        work.write(lambda: store.put_project(work.tx, newer, is_new=False), "project", project.name, old, newer)
    return CONFLICT


def take_task(work: Work, row: dict[str, Any]) -> str:
    """Add a task, or take over its later state."""
    fields = {**row, "links": tuple(row["links"]), "group_no": work.at(row["group"]).no}
    del fields["group"]
    task = store.Task(**fields)
    found = work.tx.one("exchange.task", id=task.id)
    if found is not None:
        return _later(work, store.task_from_row(found), task)
    if work.buried.covers(task.group_no, task.created_at):
        return REFUSED
    if task.status == "active" and not work.trust.keeps_origins:
        # An agent is told the active task when a session starts; a stranger's file may not put one there.
        task = task.evolve(status="dropped")
        work.counts["lowered"] += 1
    work.write(lambda: store.put_task(work.tx, task, is_new=True), "task", task.id, None, task)
    return ADDED


def _later(work: Work, old: store.Task, task: store.Task) -> str:
    if old == task:
        return SKIPPED
    if work.trust.is_ours and old.group_no == task.group_no and task.updated_at > old.updated_at:
        newer = task.evolve(created_at=old.created_at)
        work.write(lambda: store.put_task(work.tx, newer, is_new=False), "task", task.id, old, newer)
    return CONFLICT
