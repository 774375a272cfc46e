"""VS Code: `workspaceStorage/<id>/chatSessions/<session>.jsonl`, or `.json`, and what "Chat: Export Chat…" writes.

A `.json` file is the session. A `.jsonl` file is a log of changes to it, from which it is rebuilt: 0 sets all, 1 one field,
2 adds to a list after cutting it where told, 3 takes one field away. A line that does not fit what was built so far is
noted and passed over. Of a request the typed text is kept, and of its response what the agent wrote after its last tool.

Read: version 3 of the session, in both forms, as VS Code 1.109 defines them.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.hosts.spoken import spoken
from holdfast.strict_json import parse_object
from holdfast.transcripts.exchange import Exchange
from holdfast.transcripts.said import MAX_LINE_BYTES, id_in, list_in, moment, object_in, text_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from holdfast.transcripts.said import About, Lines, Note, Said

name = "vscode"

MAX_PATH = 32
MAX_REQUESTS = 100_000
MAX_LOG_BYTES = 64 * 1024 * 1024  # what was built is held whole
_TEXT_KINDS = frozenset(("markdownContent", "markdownVuln"))
_TOOL_KINDS = frozenset(("toolInvocation", "toolInvocationSerialized"))
# What is large and says nothing of ours: it is dropped while a line is read.
_DROPPED = frozenset((
    "inputState", "pendingRequests", "contentReferences", "codeCitations", "usedContext", "variableData", "followups",
    "toolSpecificData", "resultDetails", "toolCallResults", "toolCallRounds", "editedFileEvents", "responseMarkdownInfo",
))  # fmt: skip
_INITIAL, _SET, _PUSH, _DELETE = range(4)
_COMPLETE, _NEEDS_INPUT = 1, 4  # states of a response; those between are ends too


class _NoFit(ValueError):
    """A change that does not fit the session as it stands."""


def read(lines: Lines, about: About, note: Note) -> Iterator[Said]:
    """Yield what was said in a log of changes."""
    session: dict[str, Any] | None = None
    size = 0
    for number, raw in lines:
        size += len(raw)
        if size > MAX_LOG_BYTES:
            note(number, f"the log is larger than {MAX_LOG_BYTES:,} bytes; what follows was not read")
            break
        try:
            change = slim(parse_object(raw, max_bytes=MAX_LINE_BYTES))
            session = _changed(session, change)
        except errors.BadInput as error:
            note(number, error.why or error.message)
        except _NoFit as error:
            note(number, str(error))
    yield from read_session(session or {}, about)


def read_session(session: dict[str, Any], about: About) -> Iterator[Said]:
    """Yield what was said in a session, stored or exported."""
    requests = [one for one in list_in(session, "requests") if isinstance(one, dict)]
    exchange = Exchange(about)
    # An exported chat does not name its session; its first request does.
    first = id_in(requests[0], "requestId") if requests else ""
    exchange.session = id_in(session, "sessionId") or exchange.session or (f"export-{first}" if first else "")
    for place, request in enumerate(requests):
        if request.get("isHidden") is True or request.get("isSystemInitiated") is True:
            continue
        at = moment(request.get("timestamp"))
        turn = id_in(request, "requestId") or f"request-{place}"
        yield from exchange.prompt(spoken(_typed(request)), at, turn=turn)
        yield from exchange.answer(_answer(list_in(request, "response")), at)
        yield from exchange.end(is_open=place == len(requests) - 1 and not _is_over(request))


def slim(value: Any) -> Any:
    """Take the fields out of a parsed value that are large and say nothing here, and return it."""
    waiting = [value] if isinstance(value, (dict, list)) else []
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            for name in _DROPPED.intersection(here):
                del here[name]
        inner = here.values() if isinstance(here, dict) else here
        waiting += [one for one in inner if isinstance(one, (dict, list))]
    return value


def _changed(session: dict[str, Any] | None, change: dict[str, Any]) -> dict[str, Any] | None:
    kind = change.get("kind")
    if isinstance(kind, bool) or kind not in (_INITIAL, _SET, _PUSH, _DELETE):
        raise _NoFit("the line is no change of a session")
    if kind == _INITIAL:
        if not isinstance(change.get("v"), dict):
            raise _NoFit("the first entry of a log is no session")
        initial: dict[str, Any] = change["v"]
        return initial
    if session is None:
        raise _NoFit("the log has no first entry")
    path = list_in(change, "k")
    if not path or len(path) > MAX_PATH:
        raise _NoFit("the change names no place")
    if path[0] in _DROPPED:
        return session
    parent, last = _reach(session, path[:-1]), path[-1]
    if kind == _PUSH:
        _push(parent, last, change)
    else:
        _put(parent, last, change.get("v") if kind == _SET else None)
    return session


def _reach(session: Any, path: Sequence[Any]) -> Any:
    here: Any = session
    for step in path:
        if (isinstance(here, dict) and isinstance(step, str) and step in here) or (
            isinstance(here, list) and _is_place(step) and step < len(here)
        ):
            here = here[step]
        else:
            raise _NoFit("the change is about something that is not there")
    return here


def _put(parent: Any, place: Any, value: Any) -> None:
    if isinstance(parent, dict) and isinstance(place, str):
        parent[place] = value
    elif isinstance(parent, list) and _is_place(place) and place <= len(parent) < MAX_REQUESTS:
        parent[place : place + 1] = [value]
    else:
        raise _NoFit("the change is about something that is not there")


def _push(parent: Any, place: Any, change: dict[str, Any]) -> None:
    if isinstance(parent, dict) and isinstance(place, str) and parent.get(place) is None:
        parent[place] = []
    items = _reach(parent, [place]) if isinstance(parent, (dict, list)) else None
    if not isinstance(items, list):
        raise _NoFit("the change adds to something that is no list")
    cut = change.get("i")
    if _is_place(cut):
        del items[cut:]
    items.extend(list_in(change, "v")[: MAX_REQUESTS - len(items)])


def _typed(request: dict[str, Any]) -> str:
    message = request.get("message")
    return message if isinstance(message, str) else text_in(message, "text")


def _answer(parts: Sequence[Any]) -> str:
    """Return what the agent wrote after its last tool, or all it wrote when that is nothing."""
    pieces: list[str] = []
    after: list[str] = []
    for part in parts:
        if text_in(part, "kind") in _TOOL_KINDS:
            after = []
        text = _text_of(part)
        pieces.append(text)
        after.append(text)
    return "".join(after).strip() or "".join(pieces).strip()


def _text_of(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    if part.get("kind") is None:
        return text_in(part, "value")
    kind = text_in(part, "kind")
    if kind in _TEXT_KINDS:
        content = part.get("content")
        return content if isinstance(content, str) else text_in(content, "value")
    if kind == "inlineReference":
        return text_in(part, "name") or text_in(object_in(part, "inlineReference"), "name", "path").rpartition("/")[2]
    return ""


def _is_over(request: dict[str, Any]) -> bool:
    state = object_in(request, "modelState").get("value")
    if isinstance(state, int):
        return _COMPLETE <= state < _NEEDS_INPUT
    return bool(request.get("result") or request.get("isCanceled"))


def _is_place(value: Any) -> bool:
    """Say whether a value can be a place in a list."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
