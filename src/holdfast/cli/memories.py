"""The commands that write and list memories: each calls one verb of the library and tells what became of it.

`tests/cli/commands` holds the laws, a file for each command.
"""

from __future__ import annotations

from holdfast import times
from holdfast.cli import editor
from holdfast.cli.memory_text import memory_lines, short
from holdfast.cli.outcomes import outcome_result, undo_line
from holdfast.cli.output import Result
from holdfast.errors import UsageError
from holdfast.flows import lookup
from holdfast.ids import looks_like_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.flows.remember import Outcome
    from holdfast.store.changes import Change, ChangedRow
    from holdfast.store.memories import Page

PAGE = 50


def remember(context: Context) -> Result:
    """Keep a statement as a memory."""
    args, since = context.args, times.now()
    given = {"kind": args.kind, "scope": args.scope, "layer": args.layer}
    outcome = context.memory.remember(
        context.text_of(args.text), tags=args.tags, cite=args.cites, project=args.project, task=args.task,
        on_branch=args.branch or None, **{name: value for name, value in given.items() if value},
    )  # fmt: skip
    return outcome_result(context, outcome, since)


def correct(context: Context) -> Result:
    """Replace a wrong memory by what is right."""
    args, since, memory = context.args, times.now(), context.memory
    if args.text is not None:
        outcome = memory.correct(args.id, context.text_of(args.text))
    else:
        editor.require_editor(context, f"holdfast correct {args.id} TEXT")
        wrong = memory.get(args.id)
        outcome = editor.edit_and_apply(context, wrong.content, lambda text: memory.correct(wrong.id, text))
    return outcome_result(context, outcome, since)


def edit(context: Context) -> Result:
    """Change a memory in place."""
    args, since = context.args, times.now()
    noted = {
        "kind": args.kind,
        "tags": [tag for tag in args.tags if tag] if args.tags else None,
        "cite": [cited for cited in args.cites if cited] if args.cites else None,
        "project": args.project,
        "confirm": args.confirm,
    }
    if args.text is not None:
        outcome = context.memory.edit(args.id, context.text_of(args.text), **noted)
    elif args.confirm or any(value is not None for name, value in noted.items() if name != "confirm"):
        outcome = context.memory.edit(args.id, **noted)
    else:
        outcome = _edit_by_hand(context)
    return outcome_result(context, outcome, since, "changed")


def promote(context: Context) -> Result:
    """Copy a memory to a wider scope, or write a new statement there."""
    args, since, memory = context.args, times.now(), context.memory
    text = context.text_of(args.text)
    is_id = looks_like_id(text, "m") or (text.startswith("m_") and len(text.split()) == 1)
    if is_id and args.kind:
        raise UsageError("--kind belongs to a new statement", why=f"{text} has a kind already",
                         hint=f"holdfast edit {text} --kind {args.kind}")  # fmt: skip
    if is_id:
        outcome = memory.promote(text, to=args.to or "user")
        return outcome_result(context, outcome, since, f"copied to {outcome.memory.scope} scope:")
    given = {"kind": args.kind} if args.kind else {}
    return outcome_result(context, memory.remember(text, scope=args.to or "workspace", **given), since)


def list_(context: Context) -> Result:
    """List memories, the last changed first."""
    args = context.args
    page = context.memory.list(
        scopes=args.scopes or None, layers=args.layers or None, kinds=args.kinds or None, sources=args.source,
        statuses=args.status, tags=args.tags, project=args.project, task=args.task, limit=args.limit or PAGE,
        after=args.after,
    )  # fmt: skip
    data = {"memories": [memory.public() for memory in page.memories], "next": page.next}
    is_filtered = any(
        (args.scopes, args.layers, args.kinds, args.source, args.status, args.tags, args.project, args.task)
    )
    notes = (f"more: the same again with --after {page.next}",) if page.next else ()
    return Result(data=data, text=lambda terminal: _listed(page, terminal, is_filtered=is_filtered), notes=notes)


def undo(context: Context) -> Result:
    """Take back the last change, or a named one."""
    if context.args.list:
        return _undoable(context)
    change = context.memory.undo(context.args.change)
    _, rows = lookup.change(context.memory.core, change.id)
    return Result(data={"change": change.public()}, text=lambda terminal: _taken_back(change, rows, terminal))


def _edit_by_hand(context: Context) -> Outcome:
    memory, wanted = context.memory, context.args.id
    editor.require_editor(context, f"holdfast edit {wanted} TEXT")
    old = memory.get(wanted)
    return editor.edit_and_apply(context, old.content, lambda text: memory.edit(old.id, text))


def _listed(page: Page, terminal: Terminal, *, is_filtered: bool) -> str:
    if page.memories:
        return "\n".join(memory_lines(page.memories, terminal))
    if is_filtered:
        return "No memory fits.\nAll of them: holdfast list"
    return 'Nothing is remembered here yet.\nBegin with: holdfast remember "Run tests with make test." --kind procedure'


def _taken_back(change: Change, rows: Sequence[ChangedRow], terminal: Terminal) -> str:
    lines = [f"took back {change.reason} {short(change.undoes)}:"]
    for row in rows:
        image = row.after or row.before or {}
        said = " ".join(str(image.get("content") or image.get("title") or "").split())
        lines.append(f"  {'gone again' if row.after is None else 'as before'}: {short(row.row_id)} {said}".rstrip())
    return "\n".join([*lines, undo_line(change.id, terminal)])


def _undoable(context: Context) -> Result:
    from holdfast.cli.change_text import change_lines  # noqa: PLC0415

    changes = context.memory.changes()
    data = {"changes": [{**change.public(), "undoable": change.undone_by is None} for change in changes]}
    nothing = "Nothing was changed yet."
    return Result(data=data, text=lambda terminal: change_lines(context, changes, terminal) or nothing)
