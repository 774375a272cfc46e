"""GitHub Copilot CLI: `session-state/<id>/events.jsonl`; VS Code's extension writes transcripts of the same shape.

`user.message` has what was typed in `content`, and what was sent, our own context included, in `transformedContent`, which
is not read. Where only the rows of `session-store.db` are left, they do.

Read: 1.0.102 (recorded).
"""

from __future__ import annotations

from holdfast import errors
from holdfast.hosts.spoken import spoken
from holdfast.strict_json import parse_object
from holdfast.transcripts.exchange import Exchange
from holdfast.transcripts.said import (
    CUT_OFF,
    MAX_LINE_BYTES,
    About,
    id_in,
    is_cut_off,
    list_in,
    moment,
    object_in,
    text_in,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from holdfast.transcripts.said import Lines, Note, Said

name = "copilot"

_SIGNS = (b'"user.message"', b'"assistant.message"', b'"session.start"', b'"session.resume"', b'"session.shutdown"')
_OF_PERSON = frozenset(("", "user"))
ROWS = (
    "SELECT s.id, s.cwd, t.turn_index, t.user_message, t.assistant_response, t.timestamp FROM sessions AS s "
    "JOIN turns AS t ON t.session_id = s.id ORDER BY s.created_at, s.id, t.turn_index"
)


def read(lines: Lines, about: About, note: Note) -> Iterator[Said]:
    """Yield what was said in a file of events."""
    exchange = Exchange(about)
    is_over = False
    for number, raw in lines:
        if is_cut_off(raw):
            note(number, CUT_OFF)
            continue
        if not any(sign in raw for sign in _SIGNS):
            continue
        try:
            event = parse_object(raw, max_bytes=MAX_LINE_BYTES)
        except errors.BadInput as error:
            note(number, error.why or error.message)
            continue
        data, at = object_in(event, "data"), moment(event.get("timestamp"))
        match event.get("type"):
            case "session.start" | "session.resume":
                exchange.session = id_in(data, "sessionId") or exchange.session
                exchange.folder = text_in(object_in(data, "context"), "cwd") or exchange.folder
            case "user.message" if text_in(data, "source") in _OF_PERSON and not _is_of_agent(data):
                is_over = False
                yield from exchange.end()
                turn = id_in(data, "messageId", "interactionId") or id_in(event, "id")
                yield from exchange.prompt(spoken(text_in(data, "content")), at, turn=turn)
            case "assistant.message" if not _is_of_agent(data):
                is_over = not list_in(data, "toolRequests")
                yield from exchange.answer(text_in(data, "content"), at)
            case "session.shutdown":
                is_over = True
    yield from exchange.end(is_open=not is_over)


def read_rows(rows: Iterable[tuple[Any, ...]]) -> Iterator[Said]:
    """Yield what was said in rows (session, folder, turn, prompt, answer, time) of the session store."""
    for session, folder, turn, prompt, answer, at in rows:
        if not isinstance(session, str) or not isinstance(turn, int):
            continue
        exchange = Exchange(About(session=session, folder=folder if isinstance(folder, str) else ""))
        fields = {"prompt": prompt, "answer": answer}
        yield from exchange.prompt(spoken(text_in(fields, "prompt")), moment(at), turn=f"row-{turn}")
        yield from exchange.answer(text_in(fields, "answer"), moment(at))
        yield from exchange.end()


def _is_of_agent(data: dict[str, Any]) -> bool:
    """Say whether a message belongs to a sub-agent."""
    return bool(data.get("parentToolCallId") or data.get("agentId"))
