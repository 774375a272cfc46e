"""Memory for pydantic-ai agents, as a capability.

    agent = Agent(model, capabilities=[MemoryCapability(workspace=folder)])
    await agent.run(text, message_history=history, conversation_id="conversation-1")

The instructions begin with what the session begins with, the same bytes on each run. What fits a prompt follows it as a
message that stays in the history, told once. `tests/e2e/sdk/test_pydantic_ai.py` runs it against the real package.
"""

from __future__ import annotations

from holdfast.hosts.host import Moment, Traits
from holdfast.sdk.conversation import Conversation
from holdfast.sdk.extra import required
from holdfast.sdk.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from typing import Any

HOST = "pydantic-ai"
TOOLS = ("memory_write", "memory_recall", "memory_why")
IN_INSTRUCTIONS = Traits(tells_start_at=(Moment.SESSION_START,), keeps_start=False)
MOST_STARTS = 1000  # conversations whose first words are kept, so that they stay the same bytes

_capabilities = required("pydantic_ai.capabilities", "pydantic-ai")
_toolsets = required("pydantic_ai.toolsets", "pydantic-ai")
_tools = required("pydantic_ai.tools", "pydantic-ai")


class MemoryCapability(_capabilities.AbstractCapability):  # type: ignore[name-defined, misc]  # known at run time only
    """Recall, tools and capture for an agent; one object serves any number of conversations."""

    def __init__(
        self,
        *,
        workspace: str | os.PathLike[str] | None = None,
        store: str | None = None,
        tools: Iterable[str] = TOOLS,
    ) -> None:
        self._workspace, self._store = workspace, store
        self._tools = Tools(host=HOST, workspace=workspace, store=store, names=tools)
        self._starts: dict[str, str] = {}

    def get_instructions(self) -> Any:
        """Return what tells each run what its session begins with."""
        return self._start

    def get_toolset(self) -> Any:
        """Return the memory tools."""
        made = [
            _tools.Tool.from_schema(self._calling(one["name"]), one["name"], one["description"], one["inputSchema"], takes_ctx=True)
            for one in self._tools.definitions()
        ]  # fmt: skip
        return _toolsets.FunctionToolset(made)

    async def before_model_request(self, ctx: Any, request_context: Any) -> Any:
        """Put what fits the prompt behind it, before the first request of a run."""
        if ctx.run_step == 1 and (said := _text(ctx.prompt)):
            told = await self._talk(ctx).aprompt(said, turn=ctx.run_id or "")
            if told:
                ctx.enqueue(told)
        return request_context

    async def after_run(self, ctx: Any, *, result: Any) -> Any:
        """Keep what the agent answered."""
        if _text(ctx.prompt):
            await self._talk(ctx).aanswer(str(result.output), turn=ctx.run_id or "")
        return result

    async def _start(self, ctx: Any) -> str:
        session = _session(ctx)
        if session not in self._starts:
            if len(self._starts) >= MOST_STARTS:
                self._starts.pop(next(iter(self._starts)))
            self._starts[session] = await self._talk(ctx).astart()
        return self._starts[session]

    def _calling(self, name: str) -> Any:
        async def call(ctx: Any, **arguments: Any) -> str:
            return (await self._tools.acall(name, arguments, session=_session(ctx))).text

        return call

    def _talk(self, ctx: Any) -> Conversation:
        return Conversation(
            _session(ctx), host=HOST, workspace=self._workspace, store=self._store, traits=IN_INSTRUCTIONS
        )


def _session(ctx: Any) -> str:
    return str(ctx.conversation_id or ctx.run_id)


def _text(prompt: Any) -> str:
    """Return the words of a prompt, which may be a list of texts and pictures."""
    parts = [prompt] if isinstance(prompt, str) else prompt or ()
    return "\n".join(part for part in parts if isinstance(part, str))
