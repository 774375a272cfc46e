"""`holdfast task`: pieces of work whose state an agent is told when it starts.

`tests/cli/commands/test_tasks_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import times
from holdfast.cli.layout import columns, when
from holdfast.cli.memory_text import sheet, short
from holdfast.cli.outcomes import latest_change, undo_line
from holdfast.cli.output import Result
from holdfast.flows import tasks
from holdfast.store.work import TASK_STATUSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.model import StoredMemory
    from holdfast.store.work import Task


def list_(context: Context) -> Result:
    """List tasks, the last touched first."""
    args = context.args
    statuses = TASK_STATUSES if args.all else ("active",)
    found = context.memory.tasks.list(statuses=statuses, project=args.project)
    nothing = f'No task {"fits" if args.all or args.project else "is under way"}.\nBegin one: holdfast task add "Move to pnpm"'
    return Result(
        data={"tasks": [task.public() for task in found]},
        text=lambda terminal: task_lines(found, terminal) or nothing,
    )


def show(context: Context) -> Result:
    """Show a task with its working state."""
    return task_result(context, context.args.id)


def add(context: Context) -> Result:
    """Begin a task."""
    args, since = context.args, times.now()
    state = context.text_of(args.state) if args.state else ""
    task = context.memory.tasks.add(context.text_of(args.title), project=args.project, state=state, links=args.links)
    return _changed(context, task, "task-add", since, f"began {short(task.id)}: {task.title}")


def note(context: Context) -> Result:
    """Add to the working state of a task."""
    args, since = context.args, times.now()
    task = context.memory.tasks.note(args.id, context.text_of(args.text), replace=args.replace)
    return _changed(context, task, "task-note", since, f"noted on {short(task.id)}: {task.title}")


def done(context: Context) -> Result:
    """Finish a task; its state goes to the archive."""
    args, since = context.args, times.now()
    summary = context.text_of(args.summary) if args.summary else ""
    task = context.memory.tasks.done(args.id, summary=summary, dropped=args.dropped)
    told = f"{task.status} {short(task.id)}: {task.title}\narchived as {short(task.archived_as)}"
    return _changed(context, task, "task-done", since, told)


def task_result(context: Context, task_id: str) -> Result:
    """Return one task and, when it is done, what was archived of it."""
    task, archived = tasks.show(context.memory.core, task_id)
    data = {"task": task.public(), "archived": archived.public() if archived else None}
    return Result(data=data, text=lambda terminal: _shown(task, archived, terminal))


def task_lines(found: Sequence[Task], terminal: Terminal) -> str:
    """Return one line for each task."""
    now = times.now()
    rows = [
        (short(task.id), task.title, task.project or "", task.status, when(task.updated_at, terminal, now))
        for task in found
    ]
    return columns(rows, terminal, flexible=1)


def _changed(context: Context, task: Task, verb: str, since: str, told: str) -> Result:
    change = latest_change(context, since, verb)
    data = {"task": task.public(), "change": change}
    return Result(data=data, text=lambda terminal: f"{told}\n{undo_line(change, terminal)}")


def _shown(task: Task, archived: StoredMemory | None, terminal: Terminal) -> str:
    now = times.now()
    facts = sheet(
        [
            ("task", task.id),
            ("status", task.status),
            ("project", task.project or ""),
            ("began", when(task.created_at, terminal, now)),
            ("touched", when(task.updated_at, terminal, now)),
            ("ended", when(task.done_at, terminal, now) if task.done_at else ""),
            ("links", "\n".join(task.links)),
            ("archived as", short(task.archived_as)),
        ],
        terminal,
    )
    state = archived.content if archived else task.state
    nothing = f"No state yet: holdfast task note {short(task.id)} TEXT"
    return "\n".join([terminal.paint(task.title, "bold"), facts, "", state or nothing])
