"""`holdfast session`: the conversations of this workspace, what was said in them, and whether they are captured.

`tests/cli/commands/test_sessions_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import times
from holdfast.cli.layout import columns, when
from holdfast.cli.memory_text import counted, sheet, short
from holdfast.cli.output import Result
from holdfast.errors import NotFound
from holdfast.flows import lookup, sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.model import Episode, StoredMemory

LISTED = 20


def list_(context: Context) -> Result:
    """List sessions, the latest first."""
    found = sessions.listed(context.memory.core, context.args.limit or LISTED)
    nothing = "No session was captured here yet.\nWhat is on: holdfast workspace show"
    return Result(data={"sessions": found}, text=lambda terminal: _listed(found, terminal) or nothing)


def show(context: Context) -> Result:
    """Show the messages of a session and what was made of them."""
    core = context.memory.core
    session = sessions.get(core, _wanted(context))
    said = sessions.episodes_of(core, session.id)
    made = lookup.made_of(core, said)
    data = {
        "session": session.public(),
        "episodes": [episode.public() for episode in said],
        "memories": [memory.public() for memory in made],
    }
    return Result(data=data, text=lambda terminal: _shown(session.public(), said, made, terminal))


def pause(context: Context) -> Result:
    """Capture nothing more of a session."""
    return _set_paused(context, paused=True)


def resume(context: Context) -> Result:
    """Capture a paused session again."""
    return _set_paused(context, paused=False)


def _set_paused(context: Context, *, paused: bool) -> Result:
    session = sessions.set_paused(context.memory.core, _wanted(context), paused=paused)
    told = (
        f"session {session.id} is paused: nothing more of it is captured\ngo on: holdfast session resume {session.id}"
        if paused
        else f"session {session.id} is captured again\nstop: holdfast session pause {session.id}"
    )
    return Result(data={"session": session.public()}, text=told)


def _wanted(context: Context) -> str:
    """Return the session that is named, or the latest of this workspace."""
    if context.args.id:
        return str(context.args.id)
    latest = sessions.listed(context.memory.core, 1)
    if not latest:
        raise NotFound(
            "no session was captured here yet",
            why="capture begins when you agree to it",
            hint="holdfast workspace show",
        )
    return str(latest[0]["id"])


def _listed(found: Sequence[dict[str, Any]], terminal: Terminal) -> str:
    now = times.now()
    rows = [
        (
            one["id"], when(one["seen_at"], terminal, now), one["host"], one["state"], counted(one["turn_count"], "turn"),
            counted(one["episodes"], "message"), short(one["task"]),
        )
        for one in found
    ]  # fmt: skip
    return columns(rows, terminal, flexible=0)


def _shown(session: dict[str, Any], said: Sequence[Episode], made: Sequence[StoredMemory], terminal: Terminal) -> str:
    now = times.now()
    facts = sheet(
        [
            ("session", session["id"]),
            ("host", session["host"]),
            ("state", session["state"]),
            ("began", when(session["started_at"], terminal, now)),
            ("last seen", when(session["seen_at"], terminal, now)),
            ("turns", f"{session['turn_count']:,}"),
            ("task", short(session["task"])),
            ("project", session["project"] or ""),
            ("made of it", "\n".join(f"{short(memory.id)} {memory.content}" for memory in made)),
        ],
        terminal,
    )
    lines = [
        part
        for episode in said
        for part in ("", terminal.paint(f"{episode.role}  {when(episode.occurred_at, terminal, now)}  {short(episode.id)}", "dim"),
                     episode.content)
    ]  # fmt: skip
    return "\n".join([facts, *(lines or ["", "Nothing was said in it."])])
