"""The tools of `holdfast mcp` for agents in this process: the same names, texts, checks and gate, without a server.

`tests/sdk/test_tools.py` holds the laws.
"""

from __future__ import annotations

import asyncio
import os

from holdfast.mcp import catalog
from holdfast.mcp.call import Connection, Peer
from holdfast.mcp.client import CAPABILITIES_KEY, INFO_KEY, REVISION_KEY, STATELESS
from holdfast.mcp.place import Surroundings
from holdfast.mcp.server import Server
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class ToolAnswer(Value):
    """What a tool said, and whether that is an error."""

    text: str
    is_error: bool = False


class Tools:
    """The memory tools of one workspace, as an agent framework offers them to its model."""

    def __init__(
        self,
        *,
        host: str,
        workspace: str | os.PathLike[str] | None = None,
        store: str | None = None,
        names: Iterable[str] = tuple(catalog.TOOLS),
    ) -> None:
        folder = os.path.abspath(os.fspath(workspace) if workspace is not None else os.getcwd())
        self._server = Server(Surroundings(environ={}, folder=folder, workspace=folder, store=store or ""))
        self._peer = Peer(Connection())
        self._host = host
        self.names = tuple(names)

    def definitions(self) -> list[dict[str, Any]]:
        """Return each tool with `name`, `description` and `inputSchema`."""
        return [catalog.tool(name) for name in self.names]

    def call(self, name: str, arguments: dict[str, Any], *, session: str = "") -> ToolAnswer:
        """Do what a tool does; what is wrong with the call is an answer too, for the model to read."""
        meta = {REVISION_KEY: STATELESS[-1], CAPABILITIES_KEY: {}, INFO_KEY: {"name": self._host, "version": ""}}
        params = {"name": name, "arguments": arguments, "_meta": {**meta, "sessionId": session} if session else meta}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        reply = self._server.handle(message, self._peer)
        if not isinstance(reply, dict) or "result" not in reply:
            error = reply.get("error", {}) if isinstance(reply, dict) else {}
            return ToolAnswer(text=str(error.get("message", "no answer")), is_error=True)
        result = reply["result"]
        said = "\n".join(part["text"] for part in result["content"] if part["type"] == "text")
        return ToolAnswer(text=said, is_error=bool(result.get("isError")))

    async def acall(self, name: str, arguments: dict[str, Any], *, session: str = "") -> ToolAnswer:
        """Do what `call` does without holding up an event loop."""
        return await asyncio.to_thread(self.call, name, arguments, session=session)
