"""Memories, messages, recalls and tasks as an agent gets to see them: as lines of a block, and as data.

All text goes through the one renderer or its neutraliser. Pure; `tests/mcp/test_shown.py` holds the laws.
"""

from __future__ import annotations

from holdfast.model import Origin, Role, is_at_least
from holdfast.recall.neutral import neutralise
from holdfast.recall.render import Line, age_label, render_block
from holdfast.times import age_days

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from holdfast.model import Episode, StoredMemory
    from holdfast.store.recalls import LoggedRecall
    from holdfast.store.work import Task

MAX_CHARS = 500  # of a text in a list
MAX_WHOLE_CHARS = 20_000  # of a text that was asked for by its id
MAX_WORD_CHARS = 100


def memory_data(memory: StoredMemory, max_chars: int = MAX_CHARS) -> dict[str, Any]:
    """Return a memory as data."""
    shown: dict[str, Any] = {
        "id": memory.id, "content": neutralise(memory.content, max_chars), "layer": str(memory.layer),
        "kind": str(memory.kind), "scope": str(memory.scope), "source": str(memory.source), "origin": str(memory.origin),
        "status": str(memory.status), "tags": [neutralise(tag, MAX_WORD_CHARS) for tag in memory.tags],
        "updated_at": memory.updated_at,
    }  # fmt: skip
    more = {"project": memory.project, "task": memory.task, "superseded_by": memory.superseded_by,
            "conflicts_with": memory.conflicts_with, "valid_to": memory.valid_to}  # fmt: skip
    cited = [neutralise(one, MAX_CHARS) for one in memory.citations]
    return {
        **shown,
        **{name: neutralise(value, MAX_WORD_CHARS) for name, value in more.items() if value},
        **({"citations": cited} if cited else {}),
    }


def memory_line(memory: StoredMemory, at: str, *marks: str) -> Line:
    """Return a memory as a line of a block: what is not usual about it comes before its text."""
    told = [*marks]
    if memory.conflicts_with:
        told.append("disputed")
    if memory.valid_to:
        told.append(str(memory.status) if memory.status != "active" else "no longer valid")
    if not is_at_least(memory.origin, Origin.AGENT):
        told.insert(0, f"untrusted: {memory.origin}")
    return Line(id=memory.id, content=memory.content, age=_age(memory.updated_at, at), marks=tuple(told))


def memory_block(found: Iterable[tuple[StoredMemory, Sequence[str]]], at: str) -> str:
    """Return a block of memories, each with marks of its own; nothing for none."""
    return render_block([memory_line(memory, at, *marks) for memory, marks in found])


def episode_data(episode: Episode, score: float) -> dict[str, Any]:
    """Return a message as data."""
    return {
        "id": episode.id, "content": neutralise(episode.content, MAX_CHARS), "role": str(episode.role),
        "session": neutralise(episode.session, MAX_WORD_CHARS), "occurred_at": episode.occurred_at,
        "score": round(score, 4),
    }  # fmt: skip


def episode_line(episode: Episode, at: str) -> Line:
    """Return a message as a line of a block."""
    spoke = "you" if episode.role is Role.ASSISTANT else "the person" if episode.role is Role.USER else "the system"
    untrusted = () if is_at_least(episode.origin, Origin.AGENT) else (f"untrusted: {episode.origin}",)
    marks = (*untrusted, f"{episode.occurred_at[:10]} {spoke} said")
    return Line(id=episode.id, content=episode.content, age=_age(episode.occurred_at, at), marks=marks)


def task_data(task: Task) -> dict[str, Any]:
    """Return a task as data."""
    return {
        "id": task.id, "title": neutralise(task.title, MAX_CHARS), "state": state_lines(task.state),
        "status": task.status, "updated_at": task.updated_at,
        **({"project": neutralise(task.project, MAX_WORD_CHARS)} if task.project else {}),
    }  # fmt: skip


def state_lines(state: str) -> list[str]:
    """Return the lines of a task's state, each inert."""
    return [inert for line in state.splitlines() if (inert := neutralise(line, MAX_CHARS))]


def recall_data(entry: LoggedRecall) -> dict[str, Any]:
    """Return what was asked and when, without what was found."""
    return {
        "id": entry.id, "at": entry.at, "purpose": entry.purpose, "query": neutralise(entry.query, MAX_CHARS),
        "scopes": list(entry.scopes), "found": entry.found, "chars": entry.chars,
    }  # fmt: skip


def inert(value: Any, max_chars: int = MAX_CHARS) -> Any:
    """Return any data with every text in it made harmless; the keys are ours."""
    match value:
        case str():
            return neutralise(value, max_chars)
        case dict():
            return {key: inert(one, max_chars) for key, one in value.items()}
        case list() | tuple():
            return [inert(one, max_chars) for one in value]
        case _:
            return value


def _age(then: str, now: str) -> str:
    return age_label(int(age_days(then, now)))
