"""The tool for work that outlasts a session: tasks and their state. `tests/mcp/test_working.py` holds the laws."""

from __future__ import annotations

from holdfast import errors
from holdfast.flows import tasks
from holdfast.flows.capture import session_here
from holdfast.gate.policy import Purpose
from holdfast.mcp import shown
from holdfast.mcp.answer import NOTE, Answer
from holdfast.recall.neutral import neutralise
from holdfast.text.clean import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.mcp.desk import Desk
    from holdfast.store.work import Task

STATE_LINES = 20
TAKES = {
    "list": {"project"}, "add": {"title", "text", "project"}, "note": {"id", "text", "replace"},
    "done": {"id", "text", "dropped"},
}  # fmt: skip
NEEDS = {"list": (), "add": ("title",), "note": ("id", "text"), "done": ("id",)}


def task_update(desk: Desk, given: dict[str, Any]) -> Answer:
    """List, add, note or finish a task."""
    action = given["action"]
    desk.admit(Purpose.RECALL if action == "list" else Purpose.CAPTURE)
    _check(action, given)
    text = clean(given.get("text", ""))
    match action:
        case "list":
            return _listed(desk.memory.tasks.list(project=given.get("project")))
        case "add":
            task = desk.memory.tasks.add(clean(given["title"]), project=given.get("project"), state=text)
        case "note":
            task = desk.memory.tasks.note(given["id"], text, replace=given.get("replace", False))
        case _:
            task = desk.memory.tasks.done(given["id"], summary=text, dropped=given.get("dropped", False))
            kept = f"{task.status.capitalize()}: {task.id}. Its state is kept in the archive as {task.archived_as}."
            return Answer(text=kept, data={"task": shown.task_data(task), "archived": task.archived_as})
    _work_on(desk, task)
    done = "Began" if action == "add" else "Noted on"
    return Answer(
        text=f"{done} {task.id}: {neutralise(task.title, shown.MAX_CHARS)}", data={"task": shown.task_data(task)}
    )


def _check(action: str, given: dict[str, Any]) -> None:
    missing = [name for name in NEEDS[action] if name not in given]
    odd = [name for name in given if name not in TAKES[action] | {"action", "workspace"}]
    if missing or odd:
        needs = f"it needs {' and '.join(missing)}" if missing else f"it takes no {', '.join(odd)}"
        raise errors.UsageError(
            f"task_update cannot {action} that", why=needs, hint="call task_update again with that mended"
        )


def _listed(found: Sequence[Task]) -> Answer:
    lines = [line for task in found for line in _lines(task)]
    data = {"note": NOTE, "tasks": [shown.task_data(task) for task in found]}
    return Answer(text="\n".join(lines) or "No task is under way here.", data=data)


def _lines(task: Task) -> list[str]:
    state = shown.state_lines(task.state)
    more = [f"  ({len(state) - STATE_LINES} earlier lines)"] if len(state) > STATE_LINES else []
    title = neutralise(task.title, shown.MAX_CHARS)
    return [f"- {task.id} · {title}", *more, *(f"  - {line}" for line in state[-STATE_LINES:])]


def _work_on(desk: Desk, task: Task) -> None:
    """Bind a session that is known and works on nothing yet, so that its summary goes to this task."""
    with desk.core.database.reading() as tx:
        session = session_here(tx, desk.core)
    if session is not None and session.task is None:
        tasks.bind(desk.core, session.id, task.id)
