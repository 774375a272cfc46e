"""Gemini CLI: `tmp/<project>/chats/session-<time>-<id>.jsonl`, or `.json` before.

The first line tells of the session, a line with `$set` sets fields of it anew, all others are messages; a later line with
the id of an earlier one takes its place, and when a session is resumed all its messages are written once more. A message
keeps the time it had first. Of what was typed, the form that was shown is kept where there is one; context blocks of the
program and its hooks, ours among them, go.

Read: 0.61.0 (recorded), and single documents of 0.11 to 0.40.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.hosts.spoken import spoken
from holdfast.model import Role
from holdfast.strict_json import parse_object
from holdfast.transcripts.exchange import Exchange
from holdfast.transcripts.said import MAX_LINE_BYTES, id_in, list_in, moment, object_in, text_in
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from holdfast.transcripts.said import About, Lines, Note, Said

name = "gemini"

MAX_CHARS = 64 * 1024 * 1024  # of one session, which is held whole because its messages may be replaced
_ROLES = {"user": Role.USER, "gemini": Role.ASSISTANT, "model": Role.ASSISTANT}
_OWN_BLOCKS = ("<session_context>", "<hook_context>")


class _Message(Value):
    role: Role
    text: str
    at: str


class _Chat:
    """A session that is put together line by line."""

    def __init__(self, about: About) -> None:
        self.session = about.session
        self.is_of_agent = False
        self.chars = 0
        self.messages: dict[str, _Message] = {}

    def take(self, line: dict[str, Any]) -> None:
        """Take a line, or a whole document."""
        patch = object_in(line, "$set")
        for fields in (line, patch):
            self.session = id_in(fields, "sessionId") or self.session
            self.is_of_agent = self.is_of_agent or fields.get("kind") == "subagent"
            for message in list_in(fields, "messages"):
                if isinstance(message, dict):
                    self._put(message)
        if text_in(line, "type") in _ROLES:
            self._put(line)

    def _put(self, message: dict[str, Any]) -> None:
        key, role = id_in(message, "id"), _ROLES.get(text_in(message, "type"))
        if not key or role is None:
            return
        text = _typed(message) if role is Role.USER else _joined(message.get("content"))
        if not text:
            return
        old = self.messages.get(key)
        self.chars += len(text) - (len(old.text) if old else 0)
        if self.chars > MAX_CHARS:
            raise errors.BadInput("the session is too large", why=f"it has more than {MAX_CHARS:,} characters")
        self.messages[key] = _Message(role=role, text=text, at=old.at if old else moment(message.get("timestamp")))


def read(lines: Lines, about: About, note: Note) -> Iterator[Said]:
    """Yield what was said in a chat of one line for each message."""
    chat = _Chat(about)
    for number, raw in lines:
        try:
            chat.take(parse_object(raw, max_bytes=MAX_LINE_BYTES))
        except errors.BadInput as error:
            note(number, error.why or error.message)
            if chat.chars > MAX_CHARS:
                break
    yield from _said(chat, about)


def read_session(document: dict[str, Any], about: About) -> Iterator[Said]:
    """Yield what was said in a chat that is one document."""
    chat = _Chat(about)
    chat.take(document)
    yield from _said(chat, about)


def _said(chat: _Chat, about: About) -> Iterator[Said]:
    if chat.is_of_agent:
        return
    exchange = Exchange(about)
    exchange.session = chat.session
    for key, message in chat.messages.items():
        if message.role is Role.USER:
            yield from exchange.prompt(message.text, message.at, turn=key)
        else:
            yield from exchange.answer(message.text, message.at)
    yield from exchange.end(is_open=True)  # nothing tells that a turn is over, and its last message may be replaced


def _typed(message: dict[str, Any]) -> str:
    shown = _joined(message.get("displayContent"))
    return spoken(shown or _joined(message.get("content")))


def _joined(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts: Iterable[Any] = content if isinstance(content, list) else ()
    texts = (text_in(part, "text") for part in parts if not object_in(part, "functionResponse"))
    return "\n".join(text for text in texts if text and not text.lstrip().startswith(_OWN_BLOCKS))
