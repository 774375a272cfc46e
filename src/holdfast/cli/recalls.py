"""`holdfast recall`, `why` and `log`: what is found, why just that, and what happened before.

`tests/cli/commands/test_recall_command.py`, `test_why_command.py` and `test_log_command.py` hold the laws.
"""

from __future__ import annotations

from holdfast import times
from holdfast.cli.change_text import change_lines
from holdfast.cli.layout import columns, when
from holdfast.cli.memory_text import counted, memory_lines, sheet, short, speaker
from holdfast.cli.output import Result
from holdfast.errors import NotFound, UsageError
from holdfast.flows import failures
from holdfast.recall.rank import MADE_OF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.model import Hit, Recall
    from holdfast.store.recalls import LoggedRecall

MISSED_SHOWN = 10
REASON_INDENT = "   "
HIT_INDENT = "          "
LOGGED = 20


def recall(context: Context) -> Result:
    """Find the memories that answer a question."""
    args = context.args
    found = context.memory.recall(
        args.query, scopes=args.scopes or None, layers=args.layers or None, kinds=args.kinds or None, tags=args.tags,
        project=args.project, limit=args.limit, budget=args.budget, at=args.at, as_injected=args.as_injected,
    )  # fmt: skip
    data = {
        "recall": {
            "id": found.id, "query": found.query, "scopes": [str(scope) for scope in found.scopes], "at": found.at,
            "as_of": args.at, "timings": found.timings, "unlogged": found.unlogged,
        },
        "hits": [hit.public() for hit in found.hits],
        "block": found.block,
        "missed": [one.as_dict() for one in found.missed],
    }  # fmt: skip
    notes = _notes(context, found)
    if args.as_injected:
        return Result(data=data, text=found.block, notes=notes)
    return Result(data=data, text=lambda terminal: _found(found, terminal, why=args.why), notes=notes)


def why(context: Context) -> Result:
    """Explain a recall, the uses of a memory, or why a memory was left out."""
    args = context.args
    wanted = args.id.strip() if args.id else None
    if args.not_id:
        return _absence(context, wanted)
    if wanted and wanted.lower().startswith("m_"):
        data = context.memory.why(wanted.lower())
        return Result(data=data, text=lambda terminal: _told_uses(data, terminal))
    return recall_result(context, wanted)


def recall_result(context: Context, recall_id: str | None) -> Result:
    """Return what one recall asked, used and left out; the last one when none is named."""
    entry = context.memory.why(recall_id)
    hits = [{**hit, "content": _content(context, hit["memory"])} for hit in entry["hits"]]
    logged = {**entry, "hits": hits}
    return Result(data={"recall": logged}, text=lambda terminal: _told_recall(logged, terminal))


def log(context: Context) -> Result:
    """Show what was recalled, what was changed, or what failed."""
    limit = context.args.limit or LOGGED
    match context.args.what:
        case "recalls":
            return _recalls(context, limit)
        case "changes":
            return _changes(context, limit)
    found = failures.latest(context.memory.core, limit)
    return Result(data={"failures": found}, text=lambda terminal: _told_failures(found, terminal) or "Nothing failed.")


def score_lines(parts: Mapping[str, float], score: float, terminal: Terminal) -> list[str]:
    """Return a score as the product that it is, and what its relevance comes from."""
    times_sign = terminal.symbol(" × ", " x ")
    product = times_sign.join(f"{name} {value:.2f}" for name, value in parts.items() if name not in MADE_OF)
    made_of = ", ".join(f"{name} {parts[name]:.2f}" for name in MADE_OF if parts.get(name))
    return [f"{score:.2f} = {product}" if product else f"{score:.2f}", *([f"from {made_of}"] if made_of else [])]


def _notes(context: Context, found: Recall) -> tuple[str, ...]:
    """Say what did not go as it should although there is an answer."""
    notes = [f"note: this recall is not in the log: {found.unlogged}"] if found.unlogged else []
    if context.memory.core.by_meaning:
        from holdfast.flows import embedding  # noqa: PLC0415 - an extra, off by default

        problem = embedding.trouble(context.memory.core)
        notes += [f"note: {problem.message}, so words alone decided; next: {problem.hint}"] if problem else []
    return tuple(notes)


def _recalls(context: Context, limit: int) -> Result:
    found = context.memory.recalls(limit)
    nothing = 'Nothing was recalled here yet.\nTry: holdfast recall "how do we run the tests"'
    return Result(
        data={"recalls": [one.public() for one in found]},
        text=lambda terminal: _told_recalls(found, terminal) or nothing,
    )


def _changes(context: Context, limit: int) -> Result:
    found = context.memory.changes(limit)
    return Result(
        data={"changes": [one.public() for one in found]},
        text=lambda terminal: change_lines(context, found, terminal) or "Nothing was changed yet.",
    )


def _found(found: Recall, terminal: Terminal, *, why: bool) -> str:
    if not found.hits:
        scopes = ", ".join(found.scopes)
        lines = [f"Nothing fits in {scopes} scope.", "All that is remembered: holdfast list"]
        return "\n".join([*lines, *(_missed(found, terminal) if why else [])])
    lines = memory_lines([hit.memory for hit in found.hits], terminal, numbered=True)
    if not why:
        asks = terminal.is_tty and not found.unlogged
        footer = [terminal.paint(f"why: holdfast why {short(found.id)}", "dim")] if asks else []
        return "\n".join([*lines, *footer])
    explained = [part for line, hit in zip(lines, found.hits, strict=True) for part in (line, _reason(hit, terminal))]
    spent = sum(found.timings.values())
    dot = terminal.symbol(" · ", " - ")
    cost = dot.join((f"as injected: {len(found.block):,} characters", f"{spent:.0f} ms", short(found.id)))
    return "\n".join([*explained, *_missed(found, terminal), cost])


def _reason(hit: Hit, terminal: Terminal) -> str:
    memory = hit.memory
    dot = terminal.symbol(" · ", " - ")
    about = dot.join((str(memory.scope), f"said by {speaker(memory)}", f"used {counted(memory.recall_count, 'time')}"))
    lines = [*score_lines(hit.parts, hit.score, terminal), about]
    return "\n".join(terminal.paint(REASON_INDENT + line, "dim") for line in lines)


def _missed(found: Recall, terminal: Terminal) -> list[str]:
    lines = [f"not used: {short(one.id)} {one.reason}" for one in found.missed[:MISSED_SHOWN]]
    more = len(found.missed) - MISSED_SHOWN
    return [terminal.paint(line, "dim") for line in (*lines, *([f"not used: {more:,} more"] if more > 0 else []))]


def _absence(context: Context, recall_id: str | None) -> Result:
    not_id = context.args.not_id
    if recall_id and recall_id.lower().startswith("m_"):
        raise UsageError(
            "--not goes with a recall", why=f"{recall_id} is a memory", hint=f"holdfast why --not {not_id}"
        )
    data = context.memory.why(recall_id, not_=not_id)
    place = f", rank {data['rank']}" if data["rank"] else ""
    asked = f"asked: {data['query']}" if data["query"] else "asked: (the log keeps no words)"
    return Result(
        data=data, text=f"{short(data['memory'])}{place}: {data['reason']}\n{asked} ({short(data['recall'])})"
    )


def _told_uses(data: Mapping[str, Any], terminal: Terminal) -> str:
    memory = data["memory"]
    now = times.now()
    head = f"{short(memory['id'])}  {memory['content'] or '(' + memory['status'] + ')'}"
    if not data["uses"]:
        return f"{head}\nNo recall has used it yet.\nWhere it came from: holdfast show {short(memory['id'])}"
    rows = [
        (short(one["recall"]), when(one["at"], terminal, now), f"{one['score']:.2f}", one["outcome"])
        for one in data["uses"]
    ]
    return f"{head}\n{columns(rows, terminal, flexible=3)}"


def _told_recall(entry: Mapping[str, Any], terminal: Terminal) -> str:
    dot = terminal.symbol(" · ", " - ")
    spent = f"{sum(entry['timings'].values()):.0f} ms"
    purpose = f"injected (turn {entry['turn']})" if entry["purpose"] == "inject" else "asked for by command"
    head = sheet(
        [
            ("recall", dot.join((entry["id"], when(entry["at"], terminal, times.now()), purpose, spent))),
            ("asked", entry["query"] or "(no words)"),
            ("scopes", ", ".join(entry["scopes"])),
            ("found", f"{entry['found']:,} that match, {entry['chars']:,} characters in the block"),
        ],
        terminal,
    )
    lines = [line for hit in entry["hits"] for line in _told_hit(hit, terminal)]
    block = (
        ["", "as injected:" if entry["purpose"] == "inject" else "the block:", entry["block"]] if entry["block"] else []
    )
    return "\n".join([head, "", *(lines or ["Nothing fitted."]), *block])


def _told_hit(hit: Mapping[str, Any], terminal: Terminal) -> list[str]:
    content = hit["content"] if hit["content"] is not None else "(gone)"
    if hit["outcome"] not in ("injected", "returned"):
        row = columns([("not used", short(hit["memory"]), hit["outcome"], content)], terminal, flexible=3)
        return [terminal.paint(row, "dim")]
    row = columns([(f"{hit['outcome']:<8}", short(hit["memory"]), content)], terminal, flexible=2)
    why = score_lines(hit["parts"], hit["score"], terminal)
    return [row, *(terminal.paint(f"{HIT_INDENT}{line}", "dim") for line in why)]


def _told_recalls(found: Sequence[LoggedRecall], terminal: Terminal) -> str:
    now = times.now()
    rows = [
        (
            short(one.id), when(one.at, terminal, now), "injected" if one.purpose == "inject" else "asked",
            f"{sum(hit.outcome in ('injected', 'returned') for hit in one.hits)} of {one.found}",
            f"{sum(one.timings.values()):.0f} ms", one.query or "(no words)",
        )
        for one in found
    ]  # fmt: skip
    return columns(rows, terminal, flexible=5)


def _told_failures(found: Sequence[Mapping[str, str]], terminal: Terminal) -> str:
    now = times.now()
    rows = [(when(one["at"], terminal, now), one["place"], one["code"], one["message"], one["hint"]) for one in found]
    return columns(rows, terminal, flexible=3)


def _content(context: Context, memory_id: str) -> str | None:
    try:
        return context.memory.get(memory_id).content
    except NotFound:
        return None
