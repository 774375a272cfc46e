"""opencode: the tables `session`, `message` and `part` of its database, with JSON in `data`.

Parts of text that are marked `synthetic` or `ignored` were written by programs, our plugin among them. Sessions with a
parent are those of sub-agents. A summary that stands for an earlier conversation is no answer.

Read: 1.18.33 (recorded).
"""

from __future__ import annotations

from holdfast import errors
from holdfast.hosts.spoken import spoken
from holdfast.strict_json import parse_object
from holdfast.transcripts.exchange import Exchange
from holdfast.transcripts.said import MAX_ID_CHARS, MAX_LINE_BYTES, About, moment, object_in, text_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from holdfast.transcripts.said import Note, Said

name = "opencode"

MAX_PART_BYTES = 4 * 1024 * 1024
TABLES = {
    "session": {"id", "directory", "parent_id", "time_created"},
    "message": {"id", "session_id", "time_created", "data"},
    "part": {"id", "message_id", "data"},
}
SESSIONS = "SELECT id, directory FROM session WHERE parent_id IS NULL ORDER BY time_created, id"
PARTS = (
    "SELECT m.id, m.time_created, m.data, p.data FROM message AS m LEFT JOIN part AS p ON p.message_id = m.id "
    "AND instr(p.data, '\"text\"') > 0 AND length(p.data) <= ?2 WHERE m.session_id = ?1 AND length(m.data) <= ?2 "
    "ORDER BY m.time_created, m.id, p.id"
)


def read_rows(session: Any, folder: Any, rows: Iterable[tuple[Any, ...]], note: Note) -> Iterator[Said]:
    """Yield what was said in a session, from rows (message, time, data, part's data) in their order."""
    if not isinstance(session, str) or len(session) > MAX_ID_CHARS:
        return
    exchange = Exchange(About(session=session, folder=folder if isinstance(folder, str) else ""))
    is_over = False
    for message, at, data, texts in _messages(rows, note):
        if data.get("summary") is True:
            continue
        if data.get("role") == "user":
            is_over = False
            yield from exchange.prompt(spoken("\n".join(texts)), moment(at), turn=message)
        elif data.get("role") == "assistant":
            parent = text_in(data, "parentID")
            if parent and parent != exchange.turn:
                yield from exchange.begin(parent)
            is_over = "completed" in object_in(data, "time") and data.get("finish") != "tool-calls"
            yield from exchange.answer("\n".join(texts), moment(at))
    yield from exchange.end(is_open=not is_over)


def _messages(rows: Iterable[tuple[Any, ...]], note: Note) -> Iterator[tuple[str, Any, dict[str, Any], list[str]]]:
    """Yield (message, time, its data, its texts), one for each message."""
    current: tuple[str, Any, dict[str, Any], list[str]] | None = None
    for number, (message, at, data, part) in enumerate(rows, 1):
        if not isinstance(message, str) or len(message) > MAX_ID_CHARS:
            continue
        if current is None or current[0] != message:
            if current is not None:
                yield current
            current = message, at, _parsed(data, number, note), []
        found = _parsed(part, number, note) if part is not None else {}
        is_written = found.get("synthetic") is not True and found.get("ignored") is not True
        if found.get("type") == "text" and is_written and text_in(found, "text"):
            current[3].append(found["text"])
    if current is not None:
        yield current


def _parsed(data: Any, number: int, note: Note) -> dict[str, Any]:
    try:
        return parse_object(data if isinstance(data, (str, bytes)) else "", max_bytes=MAX_LINE_BYTES)
    except errors.BadInput as error:
        note(number, error.why or error.message)
        return {}
