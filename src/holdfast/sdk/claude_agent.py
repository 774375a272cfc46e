"""Memory for agents on the Claude Agent SDK: hooks in this process, and the memory tools as an in-process server.

    memory = ClaudeMemory(workspace=folder)
    options = ClaudeAgentOptions(cwd=folder, hooks=memory.hooks(), mcp_servers={"holdfast": memory.server()}, ...)

The SDK has no hook for the start of a session: what it begins with comes with the first prompt.
`tests/e2e/sdk/test_claude_agent.py` runs it against the real package.
"""

from __future__ import annotations

from holdfast.hosts.host import Moment, Traits
from holdfast.hosts.spoken import heard
from holdfast.sdk.conversation import Conversation
from holdfast.sdk.extra import required
from holdfast.sdk.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Awaitable, Callable, Iterable
    from typing import Any

    Output = dict[str, Any]

HOST = "claude-agent-sdk"
TIMEOUT_S = 5
TOOLS = ("memory_write", "memory_recall", "memory_why")
STARTS_WITH_PROMPT = Traits(tells_start_at=(Moment.PROMPT,))


class ClaudeMemory:
    """What a Claude agent of a workspace is given."""

    def __init__(
        self,
        *,
        workspace: str | os.PathLike[str] | None = None,
        store: str | None = None,
        tools: Iterable[str] = TOOLS,
    ) -> None:
        self._sdk = required("claude_agent_sdk", "claude-agent-sdk")
        self._workspace, self._store = workspace, store
        self._tools = Tools(host=HOST, workspace=workspace, store=store, names=tools)

    def hooks(self) -> dict[str, Any]:
        """Return what `ClaudeAgentOptions(hooks=…)` takes."""
        events = {"UserPromptSubmit": self._prompt, "Stop": self._stop, "PreCompact": self._compact}
        return {name: [self._sdk.HookMatcher(hooks=[done], timeout=TIMEOUT_S)] for name, done in events.items()}

    def server(self) -> Any:
        """Return what stands behind a name in `ClaudeAgentOptions(mcp_servers=…)`."""
        tools = [
            self._sdk.SdkMcpTool(
                name=one["name"], description=one["description"], input_schema=one["inputSchema"],
                handler=self._handler(one["name"]),
            )
            for one in self._tools.definitions()
        ]  # fmt: skip
        return self._sdk.create_sdk_mcp_server("holdfast", tools=tools)

    async def _prompt(self, given: Any, _tool: str | None, _context: Any) -> Output:
        said, is_person = heard(given, given["prompt"])
        if not is_person:
            return {}
        told = await self._talk(given).aprompt(said, turn=given.get("prompt_id") or "")
        if not told:
            return {}
        return {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": told}}

    async def _stop(self, given: Any, _tool: str | None, _context: Any) -> Output:
        message = given.get("last_assistant_message") or ""
        await self._talk(given).aanswer(message, turn=given.get("prompt_id") or "")
        return {}

    async def _compact(self, given: Any, _tool: str | None, _context: Any) -> Output:
        self._talk(given).compacted()
        return {}

    def _handler(self, name: str) -> Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]:
        async def call(arguments: dict[str, Any]) -> dict[str, Any]:
            said = await self._tools.acall(name, arguments)
            return {"content": [{"type": "text", "text": said.text}], "is_error": said.is_error}

        return call

    def _talk(self, given: Any) -> Conversation:
        return Conversation(
            given["session_id"], host=HOST, workspace=self._workspace or given.get("cwd"), store=self._store,
            traits=STARTS_WITH_PROMPT,
        )  # fmt: skip
