"""`holdfast project`: bodies of work that tasks and memories belong to.

`tests/cli/commands/test_projects_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import times
from holdfast.cli.layout import columns, when
from holdfast.cli.memory_text import counted, memories, memory_lines
from holdfast.cli.outcomes import latest_change, undo_line
from holdfast.cli.output import Result
from holdfast.cli.tasks import task_lines
from holdfast.errors import NotFound
from holdfast.nearest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal

SHOWN = 20


def list_(context: Context) -> Result:
    """List projects."""
    found = context.memory.projects.list()
    nothing = 'There is no project yet.\nBegin one: holdfast project add web --about "The shop"'
    return Result(data={"projects": list(found)}, text=lambda terminal: _listed(found, terminal) or nothing)


def add(context: Context) -> Result:
    """Begin a project, or change what one is about."""
    args, since = context.args, times.now()
    project = context.memory.projects.add(args.name, args.about or "")
    change = latest_change(context, since, "project-add")
    done = (
        "nothing to change:" if change is None else "began" if project.created_at == project.updated_at else "changed"
    )
    return Result(
        data={"project": project.public(), "change": change},
        text=lambda terminal: f"{done} project {project.name}\n{undo_line(change, terminal)}",
    )


def show(context: Context) -> Result:
    """Show a project with its open tasks and its latest memories."""
    memory, name = context.memory, context.args.name
    project = _find(memory.projects.list(), name)
    tasks = memory.tasks.list(project=name)
    page = memory.list(project=name, limit=SHOWN)
    data = {
        "project": project,
        "tasks": [task.public() for task in tasks],
        "memories": [one.public() for one in page.memories],
        "next": page.next,
    }

    def told(terminal: Terminal) -> str:
        head = [terminal.paint(name, "bold"), *([str(project["about"])] if project["about"] else [])]
        lines = memory_lines(page.memories, terminal) or ["No memory in this workspace belongs to it."]
        more = [f"more: holdfast list --project {name}"] if page.next else []
        return "\n".join([*head, "", task_lines(tasks, terminal) or "No task is under way.", "", *lines, *more])

    return Result(data=data, text=told)


def _find(found: Sequence[dict[str, Any]], name: str) -> dict[str, Any]:
    for project in found:
        if project["name"] == name:
            return project
    why = did_you_mean(name, [project["name"] for project in found])
    raise NotFound(f"there is no project {name!r}", why=why or "", hint="holdfast project list")


def _listed(found: Sequence[dict[str, Any]], terminal: Terminal) -> str:
    now = times.now()
    rows = [
        (
            project["name"], counted(project["tasks"], "open task"), memories(project["memories"]),
            when(project["updated_at"], terminal, now), project["about"],
        )
        for project in found
    ]  # fmt: skip
    return columns(rows, terminal, flexible=4)
