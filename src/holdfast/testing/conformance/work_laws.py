"""Tasks and projects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from holdfast import errors
from holdfast.ids import new_id
from holdfast.store import work
from holdfast.store.work import Project, Task
from holdfast.testing.conformance.samples import furnished, moment, stored

if TYPE_CHECKING:
    from typing import Any

    from holdfast.store.database import Database


class WorkLaws:
    def test_a_task_survives_with_its_state(self, database: Database) -> None:
        """A task comes back as it was last written."""
        group = furnished(database).numbers()[1]
        first = _task(group, title="Ship it", links=("b", "a"))
        last = first.evolve(state="half done 🧠", status="done", done_at=moment(2), updated_at=moment(2))
        with database.writing() as tx:
            work.put_task(tx, first, is_new=True)
            work.put_task(tx, last, is_new=False)
            assert last == work.get_task(tx, [group], first.id)

    def test_tasks_come_last_touched_first(self, database: Database) -> None:
        """A list of tasks shows the wanted states and project, last touched first, up to its limit."""
        group = furnished(database).numbers()[1]
        with database.writing() as tx:
            for place, (status, project) in enumerate(
                [("active", "p"), ("done", "p"), ("active", None), ("active", "p")]
            ):
                work.put_task(
                    tx,
                    _task(group, title=str(place), status=status, project=project, updated_at=moment(place)),
                    is_new=True,
                )
            shown = work.tasks(tx, [group], statuses=["active"], limit=2)
            assert ["3", "2"] == [task.title for task in shown]
            assert ["3", "0"] == [task.title for task in work.tasks(tx, [group], statuses=["active"], project="p")]

    def test_updating_a_vanished_task_is_a_conflict(self, database: Database) -> None:
        """A task that was removed cannot be written back by an update."""
        task = _task(furnished(database).numbers()[1], title="gone")
        with pytest.raises(errors.Conflict), database.writing() as tx:  # noqa: PT012 - it is the transaction that ends with it
            work.put_task(tx, task, is_new=True)
            work.drop_task(tx, task.id)
            work.put_task(tx, task, is_new=False)

    def test_a_project_name_is_taken_once(self, database: Database) -> None:
        """The second project of a name in a group is refused, and the first stays as it is."""
        group = furnished(database).numbers()[1]
        first = Project(name="p", about="first", group_no=group, created_at=moment(0), updated_at=moment(0))
        with database.writing() as tx:
            assert [True, False] == [
                work.put_project(tx, one, is_new=True) for one in (first, first.evolve(about="second"))
            ]
            assert [first] == work.projects(tx, [group])

    def test_projects_count_their_active_memories(self, database: Database) -> None:
        """A project's count covers the groups asked for."""
        reach = furnished(database)
        with database.writing() as tx:
            for project in ("p", "p", "q", None):
                stored(tx, reach, "x", project=project)
            assert {"p": 2, "q": 1} == work.project_counts(tx, reach.numbers())
            assert {} == work.project_counts(tx, reach.numbers()[:1])


def _task(group_no: int, **fields: Any) -> Task:
    values = {"id": new_id("t"), "created_at": moment(0), "updated_at": moment(0), "group_no": group_no}
    return Task(**{**values, **fields})
