"""Codex CLI: `sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`.

One JSON object a line: `{timestamp, type, payload}`; the first releases wrote the payload alone. Who wrote a text is told
by its provenance in the newest files, by an event beside it in older ones, and in the oldest by nothing, so that there
everything that looks like a program's is left out. The three are read in this order, each turn by itself. Sessions of
sub-agents hold no word of the person and are passed over whole.

Read: 0.169.0 (recorded), and the forms of 0.20 to 0.168 as its source keeps on reading them.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.hosts.spoken import spoken
from holdfast.strict_json import parse_object
from holdfast.transcripts.exchange import Exchange
from holdfast.transcripts.said import (
    CUT_OFF,
    MAX_LINE_BYTES,
    id_in,
    is_cut_off,
    list_in,
    moment,
    object_in,
    text_in,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from holdfast.transcripts.said import About, Lines, Note, Said

name = "codex"

# Only lines with one of these are parsed: the others are instructions, tool calls and their results.
_SIGNS = (b'"session_meta"', b'"turn_context"', b'"message"', b'"user_message"', b'"agent_message"', b'"task_started"',
          b'"task_complete"', b'"turn_started"', b'"turn_complete"', b'"turn_aborted"', b'"item_completed"', b'"instructions"')  # fmt: skip
_INSTRUCTIONS = (
    "# AGENTS.md instructions",
    "<INSTRUCTIONS>",
    "<permissions instructions>",
    "<turn_aborted>",
    "<skill>",
)
_TEXTS = frozenset(("input_text", "output_text", "text", "Text"))


def read(lines: Lines, about: About, note: Note) -> Iterator[Said]:
    """Yield what was said in a rollout."""
    rollout = _Rollout(about)
    for number, raw in lines:
        if is_cut_off(raw):
            note(number, CUT_OFF)
            continue
        if not any(sign in raw for sign in _SIGNS):
            continue
        try:
            line = parse_object(raw, max_bytes=MAX_LINE_BYTES)
        except errors.BadInput as error:
            note(number, error.why or error.message)
            continue
        yield from rollout.take(number, line)
        if rollout.is_of_agent:
            return
    yield from rollout.close()


class _Rollout:
    """One session, line by line."""

    def __init__(self, about: About) -> None:
        self.exchange = Exchange(about)
        self.is_of_agent = False
        self._has_meta = False
        self._turn = ""
        self._is_over = False
        # What the turn's prompts may be, by how surely they are the person's; told when the agent answers.
        self._proven: list[tuple[str, str]] = []
        self._told: list[tuple[str, str]] = []
        self._guessed: list[tuple[str, str]] = []

    def take(self, number: int, line: dict[str, Any]) -> Iterator[Said]:
        """Take one line."""
        payload = object_in(line, "payload") or line
        kind, at = text_in(line, "type"), moment(line.get("timestamp"))
        if kind == "session_meta" or ("instructions" in line and "id" in line):
            self._meta(payload)
        elif kind == "turn_context":
            self.exchange.folder = text_in(payload, "cwd") or self.exchange.folder
            yield from self._turn_is(id_in(payload, "turn_id"))
        elif kind == "event_msg":
            yield from self._event(number, payload, at)
        elif kind in ("response_item", "message") and text_in(payload, "type") == "message":
            yield from self._message(number, payload, at)

    def close(self) -> Iterator[Said]:
        """Tell what is left at the end of the file."""
        yield from self._tell()
        yield from self.exchange.end(is_open=not self._is_over)

    def _meta(self, payload: dict[str, Any]) -> None:
        if self._has_meta:
            return  # a fork repeats the one it was made of
        self._has_meta = True
        self.exchange.session = id_in(payload, "id", "session_id") or self.exchange.session
        self.exchange.folder = text_in(payload, "cwd") or self.exchange.folder
        self.exchange.remote = text_in(object_in(payload, "git"), "repository_url") or self.exchange.remote
        is_object = isinstance(payload.get("source"), dict)
        self.is_of_agent = payload.get("thread_source") == "subagent" or (is_object and "subagent" in payload["source"])

    def _event(self, number: int, payload: dict[str, Any], at: str) -> Iterator[Said]:
        match text_in(payload, "type"):
            case "task_started" | "turn_started":
                yield from self._turn_is(id_in(payload, "turn_id"))
            case "user_message":
                if text_in(payload, "kind") in ("", "plain"):
                    yield from self._prompted(number, self._told, text_in(payload, "message"), at)
            case "agent_message":
                yield from self._answered(text_in(payload, "message"), at)
            case "item_completed":
                yield from self._item(number, payload, at)
            case "task_complete" | "turn_complete":
                yield from self._answered(text_in(payload, "last_agent_message"), at, is_last=True)
            case "turn_aborted":
                self._is_over = True

    def _item(self, number: int, payload: dict[str, Any], at: str) -> Iterator[Said]:
        item = object_in(payload, "item")
        yield from self._turn_is(id_in(payload, "turn_id"))
        if text_in(item, "type") == "UserMessage":
            yield from self._prompted(number, self._told, _joined(list_in(item, "content")), at)
        elif text_in(item, "type") == "AgentMessage":
            yield from self._answered(_joined(list_in(item, "content")), at)

    def _message(self, number: int, payload: dict[str, Any], at: str) -> Iterator[Said]:
        content = list_in(payload, "content")
        passed_on = object_in(payload, "internal_chat_message_metadata_passthrough")
        yield from self._turn_is(id_in(passed_on, "turn_id"))
        if payload.get("role") == "assistant":
            yield from self._answered(_joined(content), at)
        elif payload.get("role") == "user":
            origins = [object_in(one, "provenance") for one in list_in(passed_on, "content_item_metadata")]
            if origins:
                typed = [part for part, origin in zip(content, origins, strict=False) if origin.get("type") == "user"]
                yield from self._prompted(number, self._proven, _joined(typed), at)
            else:
                text = _joined(content)
                self.exchange.folder = self.exchange.folder or _folder_in(text)
                yield from self._prompted(number, self._guessed, _guess(text), at)

    def _turn_is(self, turn: str) -> Iterator[Said]:
        if turn and turn != self._turn:
            yield from self._tell()
            self._turn, self._is_over = turn, False
            yield from self.exchange.begin(turn)

    def _prompted(self, number: int, kept: list[tuple[str, str]], text: str, at: str) -> Iterator[Said]:
        if not text.strip():
            return
        if not self._turn and self.exchange.has_answer:
            yield from self.exchange.end()
        if not self._turn and not self.exchange.turn:
            # These files name no turns: the time of its prompt does, or the line where there is none.
            yield from self.exchange.begin(at or f"line-{number}")
        self._is_over = False
        kept.append((text, at))

    def _answered(self, text: str, at: str, *, is_last: bool = False) -> Iterator[Said]:
        yield from self._tell()
        yield from self.exchange.answer(text, at, is_last=is_last)
        self._is_over = is_last

    def _tell(self) -> Iterator[Said]:
        for text, at in self._proven or self._told or self._guessed:
            yield from self.exchange.prompt(spoken(text), at)
        self._proven, self._told, self._guessed = [], [], []


def _joined(content: Any) -> str:
    parts = (text_in(part, "text") for part in content if text_in(part, "type") in _TEXTS)
    return "\n".join(part for part in parts if part)


def _guess(text: str) -> str:
    """Return a text that nothing says the origin of, unless it begins as a program's does."""
    return "" if text.lstrip().startswith(_INSTRUCTIONS) else text


def _folder_in(text: str) -> str:
    """Return the folder that the first releases named in the conversation only."""
    begin, end = ("<cwd>", "</cwd>") if "<cwd>" in text else ("Current working directory: ", "\n")
    if not text.lstrip().startswith("<environment_context>") or begin not in text:
        return ""
    return text.partition(begin)[2].partition(end)[0].strip()
