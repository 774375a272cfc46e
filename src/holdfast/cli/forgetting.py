"""`holdfast forget`: what is meant is shown and asked about before it goes; purging says what is left.

Named memories are hidden at once, since undo brings them back. What a query or a scope reaches is counted and asked
about; a purge always is. `tests/cli/commands/test_forget_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.cli.memory_text import counted, memories, memory_lines, short
from holdfast.cli.outcomes import undo_line
from holdfast.cli.output import Result
from holdfast.errors import UsageError
from holdfast.flows.forget import Receipt
from holdfast.flows.matching import all_in, matching
from holdfast.scope.select import parse_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.model import StoredMemory

SHOWN = 20
_NOUNS = {
    "memories": ("memory", "memories"), "episodes": ("message", "messages"), "tasks": ("task", "tasks"),
    "projects": ("project", "projects"), "history": ("entry of the history", "entries of the history"),
    "recalls": ("recall", "recalls"), "recalls blanked": ("recall blanked", "recalls blanked"),
    "sessions": ("session", "sessions"), "queue": ("waiting job", "waiting jobs"),
    "derivations": ("link of origin", "links of origin"), "backups": ("backup rewritten", "backups rewritten"),
}  # fmt: skip
NO_WAY_BACK = (
    "Text, index entries, history and backups are erased for good; a one-way mark\n"
    "stays, so that it is not learned again."
)


def forget(context: Context) -> Result:
    """Hide or erase the memories that ids, a query or a scope name."""
    args = context.args
    if args.ids and (args.query or args.scope):
        raise UsageError("forget takes ids, or a query, or a scope", why="both were given")
    if args.ids:
        return _purge_ids(context) if args.purge else _forgotten(context.memory.forget(*args.ids))
    if args.query is not None:
        return _matching(context)
    if args.scope:
        return _purge_scope(context) if args.purge else _forget_scope(context)
    raise UsageError("there is nothing to forget", why="no id, --query or --scope was given", hint="holdfast list")


def _purge_ids(context: Context) -> Result:
    found = [context.memory.get(one) for one in context.args.ids]
    return _purge(context, found)


def _matching(context: Context) -> Result:
    args = context.args
    scopes = (parse_scope(args.scope),) if args.scope else None
    found = matching(context.memory.core, args.query, scopes)
    if not found:
        text = f"No memory holds all of these words: {args.query}\nSee what is there: holdfast list"
        return Result(data={"receipt": _nothing(purge=args.purge)}, text=text)
    if args.purge:
        return _purge(context, found)
    if not context.confirm(_question(f"Forget {memories(len(found))}?", found, context)):
        return _left(context)
    return _forgotten(context.memory.forget(*(memory.id for memory in found)))


def _forget_scope(context: Context) -> Result:
    scope = parse_scope(context.args.scope)
    found = all_in(context.memory.core, scope)
    if not found:
        return Result(data={"receipt": _nothing(purge=False)}, text=f"Nothing is remembered in {scope} scope.")
    if not context.confirm(_question(f"Forget all {memories(len(found))} of {scope} scope?", found, context)):
        return _left(context)
    return _forgotten(context.memory.forget(*(memory.id for memory in found)))


def _purge(context: Context, found: Sequence[StoredMemory]) -> Result:
    unique = list({memory.id: memory for memory in found}.values())
    if not context.confirm(_question(f"Purge {memories(len(unique))}?\n{NO_WAY_BACK}", unique, context)):
        return _left(context)
    return _purged(context.memory.purge(*(memory.id for memory in unique)), "")


def _purge_scope(context: Context) -> Result:
    scope = parse_scope(context.args.scope)
    number = len(all_in(context.memory.core, scope))
    question = (
        f"Purge {scope} scope?\n{NO_WAY_BACK}\n"
        f"It holds {memories(number)}; messages, recalls and waiting work go along."
    )
    if not context.confirm_scope(question, str(scope)):
        return _left(context)
    return _purged(context.memory.purge(scope=scope), f" of {scope} scope")


def _forgotten(receipt: Receipt) -> Result:
    if not receipt.ids:
        return Result(data={"receipt": receipt.public()}, text="Nothing to forget: that was forgotten before.")

    def told(terminal: Terminal) -> str:
        ids = ", ".join(map(short, receipt.ids))
        return "\n".join([f"forgot {ids}; nothing learns it again", undo_line(receipt.change, terminal)])

    return Result(data={"receipt": receipt.public()}, text=told)


def _purged(receipt: Receipt, where: str) -> Result:
    removed = ", ".join(_removed(name, number) for name, number in receipt.removed.items())
    lines = [f"purged{where}: {removed or 'nothing was there'}"]
    if receipt.derived:
        lines.append(f"with what was made of it alone: {', '.join(map(short, receipt.derived))}")
    proof = "no byte of the text is left in the files of the home" if receipt.physical else (
        "the rows are gone; the server frees their space when it next cleans up"
    )  # fmt: skip
    lines.append(proof)
    return Result(data={"receipt": receipt.public()}, text="\n".join(lines))


def _removed(name: str, number: int) -> str:
    """Return how many rows of a kind went, in the words of the documentation."""
    return counted(number, *_NOUNS.get(name, (name, name)))


def _left(context: Context) -> Result:
    return Result(data={"receipt": _nothing(purge=context.args.purge)}, text="Nothing was forgotten.")


def _nothing(*, purge: bool) -> dict[str, object]:
    return Receipt(verb="purge" if purge else "forget", ids=(), removed={}).public()


def _question(asked: str, found: Sequence[StoredMemory], context: Context) -> str:
    """Return the question with what it is about; its first line stands alone where nobody can be asked."""
    lines = memory_lines(found[:SHOWN], context.error_terminal)
    more = [f"and {len(found) - SHOWN:,} more"] if len(found) > SHOWN else []
    return "\n".join([asked, *lines, *more, "Go on?"])
