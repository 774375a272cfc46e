"""Import of past sessions from transcripts as Codex CLI and Claude Code write them. Bar: 100,000 messages in ≤ 60 s."""

from __future__ import annotations

import json
import os
import resource
import time
from contextlib import contextmanager

from bench.stores import make_home
from holdfast.flows import decisions
from holdfast.flows.import_sessions import Wish, import_sessions
from holdfast.gate.policy import Trust

TURNS_PER_SESSION = 50
TOOL_OUTPUT = "x" * 2000  # what surrounds the messages: two calls of tools a turn


class Watch:
    """Notes how long each step takes."""

    def __init__(self) -> None:
        self.seconds = {}
        self.computed = 0.0

    @contextmanager
    def _timed(self, name):
        started, computed = time.perf_counter(), time.process_time()
        yield lambda _: None
        self.seconds[name] = time.perf_counter() - started
        self.computed += time.process_time() - computed

    def reading(self, _total):
        return self._timed("store")

    def learning(self, _total):
        return self._timed("learn")

    def indexing(self):
        return self._timed("index")


def run(folder: str, rows: int) -> None:
    for host, write in (("codex", _codex), ("claude", _claude)):
        home = os.path.join(folder, host)
        os.makedirs(home)
        memory, corpus, workspace = make_home(home, 0)
        decisions.trust(memory.core, Trust.TRUSTED)
        statements = corpus.statements(rows)
        size = write(home, workspace, statements)
        watch = Watch()
        receipt = import_sessions(memory.core, host, [home], Wish(), watch)
        again = Watch()
        known = import_sessions(memory.core, host, [home], Wish(), again)
        memory.close()
        total = sum(watch.seconds.values())
        print(f"  {host}: {receipt.added:,} messages in {receipt.sessions:,} sessions, {size / 1e6:,.0f} MB: {total:.1f} s "
              f"(bar 60 s for 100,000), {watch.computed:.1f} s of them computing; " + ", ".join(f"{name} {spent:.1f} s" for name, spent in watch.seconds.items()))  # fmt: skip
        print(f"    once more: {known.added:,} added, {known.known:,} known in {sum(again.seconds.values()):.1f} s; "
              f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB at most")  # fmt: skip


def _sessions(statements):
    pairs = list(zip(statements[::2], statements[1::2], strict=True))
    for number, start in enumerate(range(0, len(pairs), TURNS_PER_SESSION)):
        yield number, pairs[start : start + TURNS_PER_SESSION]


def _codex(home, workspace, statements):
    size = 0
    for number, turns in _sessions(statements):
        session = f"01a1f598-4f32-7a41-9a33-{number:012x}"
        lines = [_line("session_meta", id=session, cwd=workspace, originator="codex_exec")]
        for place, (asked, answered) in enumerate(turns):
            turn = f"01a1f599-{number:04x}-7000-8000-{place:012x}"
            tagged = {"turn_id": turn, "content_item_metadata": [{"provenance": {"type": "user"}}]}
            lines += [
                _line("event_msg", type="task_started", turn_id=turn),
                _line("response_item", type="message", role="user", content=[{"type": "input_text", "text": asked}],
                      internal_chat_message_metadata_passthrough=tagged),
                *(_line("response_item", type="function_call_output", call_id="c", output=TOOL_OUTPUT) for _ in range(2)),
                _line("response_item", type="message", role="assistant",
                      content=[{"type": "output_text", "text": answered}]),
                _line("event_msg", type="task_complete", turn_id=turn, last_agent_message=answered),
            ]  # fmt: skip
        size += _write(os.path.join(home, f"rollout-2026-11-01T10-00-00-{session}.jsonl"), lines)
    return size


def _claude(home, workspace, statements):
    size = 0
    for number, turns in _sessions(statements):
        session = f"0e944ec6-1e3f-4f30-a0ce-{number:012x}"
        shared = {"sessionId": session, "cwd": workspace, "isSidechain": False, "timestamp": "2026-11-01T10:00:00.000Z"}
        lines = []
        for place, (asked, answered) in enumerate(turns):
            own = {**shared, "promptId": f"7c075360-{number:04x}-44c8-aa5b-{place:012x}"}
            result = [{"type": "tool_result", "tool_use_id": "t", "content": TOOL_OUTPUT}]
            lines += [
                {**own, "type": "user", "message": {"role": "user", "content": asked}},
                *({**own, "type": "user", "message": {"role": "user", "content": result}} for _ in range(2)),
                {**shared, "type": "assistant", "message": {
                    "role": "assistant", "content": [{"type": "text", "text": answered}], "stop_reason": "end_turn"}},
            ]  # fmt: skip
        lines.append({"type": "last-prompt", "sessionId": session})
        size += _write(os.path.join(home, f"{session}.jsonl"), lines)
    return size


def _line(kind, **payload):
    return {"timestamp": "2026-11-01T10:00:00.000Z", "type": kind, "payload": payload}


def _write(path, lines):
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return len(text)
