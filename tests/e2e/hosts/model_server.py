"""A model server that answers every request with one fixed text, in the dialect it was asked in, and keeps what it got.

It speaks what the real clients speak: OpenAI's responses and chat completions, Anthropic's messages, Gemini's content.
A client's request body is all that the tests look at: what is not in there, no model ever saw.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODEL = "stub"
USAGE = {
    "input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "input_tokens_details": {"cached_tokens": 0},
    "output_tokens_details": {"reasoning_tokens": 0},
}  # fmt: skip


class ModelServer:
    """Serves on a free port of loopback until it is closed."""

    def __init__(self, answer: str) -> None:
        self.requests: list[dict] = []
        self.answer = answer
        server = self

        class Handler(_Handler):
            owner = server

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.port = self._http.server_address[1]
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: ModelServer

    def log_message(self, *_words) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        self._send(b"")

    def do_GET(self) -> None:
        self._json({"object": "list", "data": [{"id": MODEL, "object": "model"}], "models": [{"name": MODEL}]})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            body = {"unreadable": len(raw)}
        path = self.path.partition("?")[0]
        self.owner.requests.append({"path": path, "body": body})
        answer = self.owner.answer
        if path.endswith("/responses"):
            events = _responses(answer)
            self._events(events) if body.get("stream") else self._json(events[-1][1]["response"])
        elif path.endswith("/chat/completions"):
            self._chat(answer, stream=bool(body.get("stream")))
        elif path.endswith("/count_tokens"):
            self._json({"input_tokens": 1})
        elif path.endswith("/messages"):
            self._messages(answer, stream=bool(body.get("stream")))
        elif path.endswith(":streamGenerateContent"):
            self._events([("", _content(answer))])
        elif path.endswith(":generateContent"):
            self._json(_content(answer))
        elif path.endswith(":countTokens"):
            self._json({"totalTokens": 1})
        else:
            self._json({})

    def _chat(self, answer: str, *, stream: bool) -> None:
        about = {"id": "c1", "model": MODEL, "created": 1}
        if not stream:
            message = {"index": 0, "message": {"role": "assistant", "content": answer}, "finish_reason": "stop"}
            return self._json({**about, "object": "chat.completion", "choices": [message], "usage": _CHAT_USAGE})
        about["object"] = "chat.completion.chunk"
        said = {"index": 0, "delta": {"role": "assistant", "content": answer}, "finish_reason": None}
        stop = {"index": 0, "delta": {}, "finish_reason": "stop"}
        parts = [{**about, "choices": [said]}, {**about, "choices": [stop], "usage": _CHAT_USAGE}]
        return self._events([("", part) for part in parts], last="[DONE]")

    def _messages(self, answer: str, *, stream: bool) -> None:
        whole = {
            "id": "msg_1", "type": "message", "role": "assistant", "model": MODEL, "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }  # fmt: skip
        if not stream:
            return self._json({**whole, "content": [{"type": "text", "text": answer}], "stop_reason": "end_turn"})
        return self._events(
            [
                (name, {"type": name, **more})
                for name, more in (
                    ("message_start", {"message": {**whole, "content": [], "stop_reason": None}}),
                    ("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}),
                    ("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": answer}}),
                    ("content_block_stop", {"index": 0}),
                    ("message_delta", {"delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}}),
                    ("message_stop", {}),
                )
            ]
        )

    def _events(self, events, last: str = "") -> None:
        lines = [(f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n" for name, data in events]
        self._send("".join([*lines, f"data: {last}\n\n" if last else ""]).encode(), "text/event-stream")

    def _json(self, value) -> None:
        self._send(json.dumps(value).encode(), "application/json")

    def _send(self, data: bytes, kind: str = "text/plain") -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


_CHAT_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def _responses(answer: str):
    item = {
        "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": answer, "annotations": []}],
    }  # fmt: skip
    whole = {
        "id": "resp_1", "object": "response", "status": "completed", "output": [item], "usage": USAGE, "model": MODEL,
        "created_at": 1, "tools": [], "tool_choice": "auto", "parallel_tool_calls": True,
    }  # fmt: skip
    return [
        ("response.created", {"type": "response.created", "response": {"id": "resp_1"}}),
        ("response.output_item.done", {"type": "response.output_item.done", "output_index": 0, "item": item}),
        ("response.completed", {"type": "response.completed", "response": whole}),
    ]


def _content(answer: str):
    candidate = {"index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": [{"text": answer}]}}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": MODEL}
