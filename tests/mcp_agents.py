"""Clients of the MCP server for tests: in this process, message by message, or with the server as a program."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys

from holdfast.mcp.call import Connection, Peer
from holdfast.mcp.client import CAPABILITIES_KEY, INFO_KEY, REVISION_KEY
from holdfast.mcp.place import Surroundings
from holdfast.mcp.server import Server

NEWEST = "2025-11-25"
STATELESS = "2026-07-28"
FORMS = {"elicitation": {"form": {}}}


def yes():
    """Return what a client sends when its person ticked the box."""
    return {"action": "accept", "content": {"agree": True}}


class Person(Peer):
    """The way back to a client whose person answers forms; every form is kept."""

    def __init__(self, connection, answers):
        super().__init__(connection)
        self.answers = list(answers)
        self.asked = []
        self.told = []

    def tell(self, message):
        self.told.append(message)

    def ask(self, method, params):
        self.asked.append({"method": method, "params": params})
        return self.answers.pop(0) if self.answers else None


class Agent:
    """One client of a server in this process."""

    def __init__(
        self, folder, *, revision=NEWEST, capabilities=None, answers=(), environ=None, meta=None, name="test", **around
    ):
        self.server = Server(Surroundings(environ=environ or {}, folder=str(folder), **around))
        self.peer = Person(Connection(), answers)
        self.revision, self.meta = revision, meta or {}
        self.capabilities = capabilities or {}
        self.name = name
        self._ids = itertools.count(1)
        if revision != STATELESS:
            info = {"protocolVersion": revision, "capabilities": self.capabilities, "clientInfo": {"name": name}}
            self.initialized = self.send("initialize", info)["result"]

    def send(self, method, params=None):
        """Send one request and return the reply."""
        params = dict(params or {})
        if self.revision == STATELESS:
            said = {REVISION_KEY: STATELESS, CAPABILITIES_KEY: self.capabilities, INFO_KEY: {"name": self.name}}
            params["_meta"] = {**said, **self.meta, **params.get("_meta", {})}
        elif self.meta:
            params["_meta"] = {**self.meta, **params.get("_meta", {})}
        message = {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params}
        reply = self.server.handle(json.loads(json.dumps(message)), self.peer)
        assert reply is None or {"2.0", message["id"]} == {reply["jsonrpc"], reply["id"]}
        return reply

    def call(self, tool, /, **arguments):
        """Call a tool and return its result; `_params` are further parameters of the request."""
        more = arguments.pop("_params", {})
        reply = self.send("tools/call", {"name": tool, "arguments": arguments, **more})
        assert "result" in reply, reply
        return reply["result"]

    def data(self, tool, /, **arguments):
        """Call a tool that must succeed and return its data."""
        result = self.call(tool, **arguments)
        assert not result["isError"], result
        return result["structuredContent"]

    def text(self, tool, /, **arguments):
        """Call a tool that must succeed and return its text."""
        result = self.call(tool, **arguments)
        assert not result["isError"], result
        return result["content"][0]["text"]

    def refusal(self, tool, /, **arguments):
        """Call a tool that must fail and return its error."""
        result = self.call(tool, **arguments)
        assert result["isError"], result
        return result["structuredContent"]["error"]


class Program:
    """The server as a program, spoken to line by line."""

    def __init__(self, folder, *words, environ=None, command=None):
        words = command or [sys.executable, "-m", "holdfast.cli.main", "mcp", *words]
        self.process = subprocess.Popen(
            words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "HOLDFAST_STRICT": "", **(environ or {})},
        )  # fmt: skip

    def say(self, message):
        """Write one line: a message, or bytes as they are."""
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def hear(self):
        """Read one message."""
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def ask(self, number, method, params=None):
        """Send a request and read the next message."""
        self.say({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        return self.hear()

    def begin(self, capabilities=None, revision=NEWEST):
        """Shake hands."""
        params = {"protocolVersion": revision, "capabilities": capabilities or {}, "clientInfo": {"name": "test"}}
        reply = self.ask(0, "initialize", params)
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return reply["result"]

    def end(self, seconds=20.0):
        """Close its input, wait, and return status, what was still said, and what was said on stderr."""
        out, err = self.process.communicate(timeout=seconds)
        return self.process.returncode, [json.loads(line) for line in out.splitlines()], err.decode()
