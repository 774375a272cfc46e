"""Claude Code: `projects/<folder>/<session>.jsonl`, a line for each message and much besides.

Kept is what a person typed and the last thing that the agent wrote in a turn. Left out are side chains, meta messages,
summaries that stand for an earlier conversation, results of tools, output of local commands, attachments (our own context
is one), and prompts that a timer, another agent or the program sent.

Read: 2.1.327 (recorded), and files of 1.0 on, which name no prompts: there a turn is called by its first line.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.hosts.spoken import is_from_person, spoken
from holdfast.strict_json import parse_object
from holdfast.transcripts.exchange import Exchange
from holdfast.transcripts.said import CUT_OFF, MAX_LINE_BYTES, id_in, is_cut_off, moment, object_in, text_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from holdfast.transcripts.said import About, Lines, Note, Said

name = "claude"

_SIGNS = (b'"user"', b'"assistant"')
_NO_MESSAGE = (
    "isMeta",
    "isSidechain",
    "isCompactSummary",
    "isVisibleInTranscriptOnly",
    "isVirtual",
    "isApiErrorMessage",
)
_OF_MACHINES = frozenset(("auto_continuation", "host_synthetic"))
_ENDS = frozenset(("end_turn", "stop_sequence", "max_tokens", "refusal"))


def read(lines: Lines, about: About, note: Note) -> Iterator[Said]:
    """Yield what was said in a transcript."""
    exchange = Exchange(about)
    has_ended = is_over = False
    for number, raw in lines:
        if is_cut_off(raw):
            note(number, CUT_OFF)
            continue
        if b'"attachment":{' in raw[:400] or not any(sign in raw for sign in _SIGNS):
            is_over = has_ended  # something else follows, so the answer had no further part
            continue
        try:
            line = parse_object(raw, max_bytes=MAX_LINE_BYTES)
        except errors.BadInput as error:
            note(number, error.why or error.message)
            continue
        if line.get("type") not in ("user", "assistant"):
            is_over = has_ended
            continue
        exchange.session = id_in(line, "sessionId") or exchange.session
        exchange.folder = text_in(line, "cwd") or exchange.folder
        if line["type"] == "user":
            is_over = has_ended
            yield from _prompted(exchange, line)
            has_ended = is_over = is_over and exchange.has_answer
        elif not _is_left_out(line):
            message = object_in(line, "message")
            has_ended, is_over = text_in(message, "stop_reason") in _ENDS, False
            yield from exchange.answer(text_of(message, last=True), moment(line.get("timestamp")))
    yield from exchange.end(is_open=not is_over)


def _prompted(exchange: Exchange, line: dict[str, Any]) -> Iterator[Said]:
    if line.get("isSidechain") is True:
        return
    turn = id_in(line, "promptId")
    text = "" if _is_left_out(line) or not _is_persons(line) else spoken(text_of(object_in(line, "message")))
    if turn:
        yield from exchange.begin(turn)  # also a message that is left out begins its turn
    elif text:
        yield from exchange.begin(id_in(line, "uuid"))
    yield from exchange.prompt(text, moment(line.get("timestamp")))


def text_of(message: dict[str, Any], *, last: bool = False) -> str:
    """Return the text of a message, of its last part only where asked; nothing when it holds the result of a tool."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    if any(part.get("type") == "tool_result" for part in parts):
        return ""
    texts = [spoken(text_in(part, "text")) for part in parts if part.get("type") == "text"]
    return "\n".join(texts[-1:] if last else filter(None, texts))


def _is_left_out(line: dict[str, Any]) -> bool:
    return any(line.get(mark) is True for mark in _NO_MESSAGE)


def _is_persons(line: dict[str, Any]) -> bool:
    origin = line.get("origin")
    sent_by = text_in(origin, "kind") if isinstance(origin, dict) else ""
    return is_from_person(line) and text_in(line, "turnOrigin") not in _OF_MACHINES and sent_by in ("", "human")
