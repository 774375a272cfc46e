"""What remember, correct, edit and promote answer: what became of the statement, and how to take it back.

One shape for all four: `{"outcome", "memory", "superseded", "conflicts", "change"}`.
`tests/cli/commands/test_remember_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.cli.memory_text import short, speaker
from holdfast.cli.output import Result
from holdfast.flows.remember import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.flows.remember import Outcome


def outcome_result(context: Context, outcome: Outcome, since: str, done: str = "") -> Result:
    """Return the answer; `since` is when the command began, `done` the word for what it did."""
    change = change_of(context, outcome.memory.id, since)
    data = {
        "outcome": str(outcome.outcome),
        "memory": outcome.memory.public(),
        "superseded": [memory.id for memory in outcome.superseded],
        "conflicts": [memory.id for memory in outcome.conflicts],
        "change": change,
    }
    return Result(data=data, text=lambda terminal: _told(outcome, change, done, terminal))


def change_of(context: Context, memory_id: str, since: str) -> str | None:
    """Return the change that touched a memory since a moment, or None when nothing did."""
    last = [one for one in context.memory.history(memory_id) if one["at"] >= since][-1:]
    return str(last[0]["change"]) if last else None


def latest_change(context: Context, since: str, *verbs: str) -> str | None:
    """Return the change of these verbs that this person made since a moment."""
    mine = (one for one in context.memory.changes(5) if one.verb in verbs and one.actor == "person" and one.at >= since)
    return next((one.id for one in mine), None)


def undo_line(change: str | None, terminal: Terminal) -> str:
    """Return how to take a change back; nothing when nothing changed."""
    return terminal.paint(f"undo: holdfast undo {short(change)}", "dim") if change else ""


def _told(outcome: Outcome, change: str | None, done: str, terminal: Terminal) -> str:
    memory = outcome.memory
    dot = terminal.symbol(" · ", " - ")
    tags = (" ".join(f"#{tag}" for tag in memory.tags),) if memory.tags else ()
    about = dot.join((str(memory.scope), f"{memory.layer} {memory.kind}", *tags))
    lines = [f"{_headline(outcome, change, done)}{dot}{about}"]
    lines += [f"replaces {short(old.id)}: {old.content}" for old in outcome.superseded]
    lines += [f"disputed: {short(old.id)}, from {speaker(old)}, says: {old.content}" for old in outcome.conflicts]
    return "\n".join(line for line in (*lines, undo_line(change, terminal)) if line)


def _headline(outcome: Outcome, change: str | None, done: str) -> str:
    known = short(outcome.memory.id)
    if outcome.outcome is Verdict.MERGED and change is None:
        return f"nothing to change: {known} says so already"
    if outcome.outcome is Verdict.MERGED:
        return f"merged into {known}, which says the same"
    return f"{done or 'remembered'} {known}"
