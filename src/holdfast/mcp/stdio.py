"""The stdio transport: one JSON message a line in, one a line out, until the input ends.

What needs no store is answered by the thread that reads, so that a client waits for nothing when it starts. What does goes to
a few threads: a call that waits for the person must not hold up the others, nor a `ping`. When the input ends, what was
asked is still answered, within a bound; when the parent is gone although somebody holds the pipe open, so do we.
`tests/mcp/test_stdio.py` and `tests/mcp/test_processes.py` hold the laws.
"""

from __future__ import annotations

import json
import os
import threading
import time
from queue import SimpleQueue

from holdfast.errors import BadInput
from holdfast.mcp import jsonrpc
from holdfast.mcp.call import Connection, Peer
from holdfast.mcp.jsonrpc import INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR
from holdfast.mcp.server import SLOW
from holdfast.strict_json import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from holdfast.mcp.server import Server

MAX_LINE_BYTES = 8 * 1024 * 1024
THREADS = 4
MAX_WAITING = 256  # requests that are not begun yet
ANSWER_S = 300.0  # so long a person may look at a form
GRACE_S = 10.0  # for what was asked before the input ended; nearly always it is milliseconds
PARENT_S = 2.0
WARM = ("holdfast.mcp.desk", "holdfast.mcp.answer", "holdfast.mcp.tools.finding", "holdfast.store.sqlite")
OPENING = ("initialize", "server/discover")


class Stdio:
    """One client on a pair of streams."""

    def __init__(self, server: Server, source: BinaryIO, target: BinaryIO) -> None:
        self.server, self.connection = server, Connection()
        self._source, self._target = source, target
        self._writing = threading.Lock()
        self._todo: SimpleQueue[Job | None] = SimpleQueue()
        self._running: dict[object, Job] = {}
        self._asked: dict[object, Asked] = {}
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._count = 0
        self._ended = False

    def run(self) -> None:
        """Serve until the input ends or nobody reads the output any more."""
        while not self._ended and (line := self._next_line()) is not None:
            self._take(line)
        self._finish()

    def send(self, message: object) -> None:
        """Write one message; the first that finds nobody reading ends the run."""
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            with self._writing:
                self._target.write(line)
                self._target.flush()
        except (OSError, ValueError):
            self._ended = True

    def ask(self, job: Job, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """Send a request of ours and wait for its answer; one at a time, so that no two forms are open."""
        with self._lock:
            if self._asked or self._ended or job.cancelled:
                return None
            self._count += 1
            asked = Asked(f"holdfast-{self._count}", job)
            self._asked[asked.id] = asked
        self.send(jsonrpc.request(asked.id, method, params))
        answered = asked.done.wait(ANSWER_S)
        with self._lock:
            self._asked.pop(asked.id, None)
        if not answered or job.cancelled:
            self.send(jsonrpc.notification("notifications/cancelled", {"requestId": asked.id}))
        return asked.result

    def _next_line(self) -> bytes | None:
        """Return the next line; None at the end. One that is too long is passed over, and the client told."""
        try:
            line = self._source.readline(MAX_LINE_BYTES + 1)
            if len(line) <= MAX_LINE_BYTES:
                return line or None
            while line and not line.endswith(b"\n"):
                line = self._source.readline(MAX_LINE_BYTES)
        except (OSError, ValueError):
            return None
        self.send(jsonrpc.error(None, INVALID_REQUEST, f"A message has at most {MAX_LINE_BYTES:,} bytes"))
        return b"\n"

    def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            message = parse(line, max_bytes=MAX_LINE_BYTES)
        except BadInput as error:
            self.send(jsonrpc.error(None, PARSE_ERROR, " ".join(part for part in (error.message, error.why) if part)))
            return
        found = jsonrpc.read(message)
        match found:
            case jsonrpc.Response():
                self._hear(found)
            case jsonrpc.Notification(method="notifications/cancelled"):
                self._cancel(found.params.get("requestId"))
            case _ if _is_slow(message):
                self._hand_on(Job(message))
            case _:
                self._answer_at_once(message, found)

    def _answer_at_once(self, message: object, found: object) -> None:
        reply = self.server.handle(message, Waiting(self, Job(message)))
        if reply is not None:
            self.send(reply)
        if isinstance(found, jsonrpc.Request) and found.method in OPENING:
            self._start_thread(warm=True)

    def _hand_on(self, job: Job) -> None:
        with self._lock:
            is_full = len(self._running) >= MAX_WAITING
            if not is_full:
                self._running[job.key] = job
        if is_full:
            self.send(jsonrpc.error(job.id, INTERNAL_ERROR, f"More than {MAX_WAITING} requests wait; ask again later"))
            return
        if sum(thread.is_alive() for thread in self._threads) < min(THREADS, len(self._running)):
            self._start_thread()
        self._todo.put(job)

    def _start_thread(self, *, warm: bool = False) -> None:
        if warm and self._threads:
            return
        thread = threading.Thread(target=self._warm_and_work if warm else self._work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _warm_and_work(self) -> None:
        _warm_up()
        self._work()

    def _work(self) -> None:
        while (job := self._todo.get()) is not None:
            reply = None if job.cancelled else self.server.handle(job.message, Waiting(self, job))
            with self._lock:
                self._running.pop(job.key, None)
            if reply is not None and not job.cancelled:
                self.send(reply)

    def _hear(self, response: jsonrpc.Response) -> None:
        with self._lock:
            asked = self._asked.get(response.id)
        if asked is not None:
            asked.result = response.result
            asked.done.set()

    def _cancel(self, request_id: object) -> None:
        """Forget a request: what is written is written, but nothing is said any more."""
        with self._lock:
            jobs = [job for job in self._running.values() if job.id is not None and job.id == request_id]
            waiting = [asked for asked in self._asked.values() if asked.job in jobs]
        for job in jobs:
            job.cancelled = True
        for asked in waiting:
            asked.done.set()

    def _finish(self) -> None:
        """Let what was asked be answered, but nobody wait for a person who is gone."""
        self._ended = True
        with self._lock:
            waiting = list(self._asked.values())
        for asked in waiting:
            asked.done.set()
        for _ in self._threads:
            self._todo.put(None)
        until = time.monotonic() + GRACE_S
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    @property
    def is_idle(self) -> bool:
        """Say whether nothing is under way any more."""
        return not any(thread.is_alive() for thread in self._threads)


class Job:
    """One message that waits for a thread or is worked on."""

    def __init__(self, message: Any) -> None:
        self.message = message
        self.id = message.get("id") if isinstance(message, dict) else None
        self.key = object()
        self.cancelled = False


class Asked:
    """One request of ours that waits for the client's answer."""

    def __init__(self, number: str, job: Job) -> None:
        self.id, self.job = number, job
        self.done = threading.Event()
        self.result: dict[str, Any] | None = None


class Waiting(Peer):
    """The way back to the client from within one request."""

    def __init__(self, stdio: Stdio, job: Job) -> None:
        super().__init__(stdio.connection)
        self._stdio, self._job = stdio, job

    def tell(self, message: dict[str, Any]) -> None:
        """Send a notification."""
        self._stdio.send(message)

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """Send a request and wait for the answer."""
        return self._stdio.ask(self._job, method, params)


def leave_with_parent() -> None:
    """End the process when the one that started it is gone, whoever else may hold our input open."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_S)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _is_slow(message: object) -> bool:
    """Say whether a message, or one in a batch, opens the store."""
    several = message if isinstance(message, list) else [message]
    return any(isinstance(one, dict) and one.get("method") in SLOW for one in several)


def _warm_up() -> None:
    """Load what the first call will need, while the client is still reading what we can do."""
    from importlib import import_module  # noqa: PLC0415

    try:
        for name in WARM:
            import_module(name)
    except ImportError:
        return  # a damaged installation: the first call says what is missing
