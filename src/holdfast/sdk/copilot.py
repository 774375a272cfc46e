"""Memory for agents on the GitHub Copilot SDK: hooks for its sessions, and the memory tools.

    memory = CopilotMemory(workspace=folder)
    session = await client.create_session(**memory.options(), working_directory=folder, ...)

A session starts with the profile, the standing rules and the active task; each prompt is accompanied by the memories that fit
it; its end hands the session over to learning. `tests/e2e/sdk/test_copilot.py` runs it against the real package.
"""

from __future__ import annotations

from holdfast.sdk.conversation import Conversation
from holdfast.sdk.extra import required
from holdfast.sdk.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from typing import Any

    Input = Any
    Output = dict[str, Any] | None

HOST = "copilot-sdk"
TOOLS = ("memory_write", "memory_recall", "memory_why")


class CopilotMemory:
    """What the Copilot sessions of a workspace are given."""

    def __init__(
        self,
        *,
        workspace: str | os.PathLike[str] | None = None,
        store: str | None = None,
        tools: Iterable[str] = TOOLS,
    ) -> None:
        self._sdk = required("copilot.tools", "copilot-sdk")
        self._workspace, self._store = workspace, store
        self._tools = Tools(host=HOST, workspace=workspace, store=store, names=tools)

    def options(self) -> dict[str, Any]:
        """Return `hooks`, `tools` and `on_event` for one `create_session`; call it for each session."""
        session = _Session(self._workspace, self._store)
        return {"hooks": session.hooks(), "tools": self.tools(), "on_event": session.on_event}

    def tools(self) -> list[Any]:
        """Return the memory tools alone."""
        return [
            self._sdk.Tool(
                name=one["name"], description=one["description"], parameters=one["inputSchema"], handler=self._call,
                skip_permission=True,
            )
            for one in self._tools.definitions()
        ]  # fmt: skip

    async def _call(self, invocation: Any) -> Any:
        arguments = invocation.arguments if isinstance(invocation.arguments, dict) else {}
        said = await self._tools.acall(invocation.tool_name, arguments, session=invocation.session_id)
        result_type = "failure" if said.is_error else "success"
        return self._sdk.ToolResult(text_result_for_llm=said.text, result_type=result_type)


class _Session:
    """One session. The hook that ends a turn brings no answer, and the transcript lags behind: the events bring it."""

    def __init__(self, workspace: str | os.PathLike[str] | None, store: str | None) -> None:
        self._workspace, self._store = workspace, store
        self._answer = ""

    def hooks(self) -> dict[str, Any]:
        return {
            "on_session_start": self._start,
            "on_user_prompt_submitted": self._prompt,
            "on_agent_stop": self._stop,
            "on_session_end": self._end,
        }

    def on_event(self, event: Any) -> None:
        """Note what the agent says; a sub-agent's words are none of a turn's answer."""
        if str(getattr(event.type, "value", event.type)) == "assistant.message" and not event.agent_id:
            self._answer = getattr(event.data, "content", "") or self._answer

    async def _start(self, given: Input, context: dict[str, str]) -> Output:
        return None if _is_subagent(given) else _told(await self._talk(context).astart())

    async def _prompt(self, given: Input, context: dict[str, str]) -> Output:
        if _is_subagent(given):
            return None
        self._answer = ""
        return _told(await self._talk(context).aprompt(given["prompt"]))

    async def _stop(self, given: Input, context: dict[str, str]) -> None:
        if not _is_subagent(given):
            await self._talk(context).aanswer(self._answer)

    async def _end(self, given: Input, context: dict[str, str]) -> None:
        if not _is_subagent(given):
            await self._talk(context).aend(given["reason"])

    def _talk(self, context: dict[str, str]) -> Conversation:
        return Conversation(context["session_id"], host=HOST, workspace=self._workspace, store=self._store)


def _is_subagent(given: Input) -> bool:
    """Say whether no person spoke: a sub-agent is sent by an agent."""
    return bool(given.get("agentId"))


def _told(block: str) -> Output:
    return {"additionalContext": block} if block else None
