"""Memory for agents on the OpenAI Agents SDK.

    memory = AgentsMemory("conversation-1", workspace=folder)
    agent = Agent(name="…", instructions=memory.instructions("You help with this project."), tools=memory.tools())
    await Runner.run(agent, text, session=session, run_config=memory.run_config(), hooks=memory.hooks())

What a session begins with goes into the instructions, the same bytes on each turn. What fits a prompt is put right before it, and
once only: the SDK's own session keeps it in the history. `tests/e2e/sdk/test_openai_agents.py` runs it against the real package.
"""

from __future__ import annotations

from holdfast.errors import BadInput
from holdfast.hosts.host import Moment, Traits
from holdfast.sdk.conversation import Conversation
from holdfast.sdk.extra import required
from holdfast.sdk.tools import Tools
from holdfast.strict_json import parse_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Awaitable, Callable, Iterable
    from typing import Any

    Items = list[Any]

HOST = "openai-agents"
TOOLS = ("memory_write", "memory_recall", "memory_why")
MAX_ARGUMENT_BYTES = 256 * 1024
# The instructions are built anew for each run; what accompanies a prompt stays in the history.
IN_INSTRUCTIONS = Traits(tells_start_at=(Moment.SESSION_START,), keeps_start=False)


class AgentsMemory:
    """What the agents of one conversation are given."""

    def __init__(
        self,
        session: str,
        *,
        workspace: str | os.PathLike[str] | None = None,
        store: str | None = None,
        tools: Iterable[str] = TOOLS,
    ) -> None:
        self._sdk = required("agents", "openai-agents")
        self._talk = Conversation(session, host=HOST, workspace=workspace, store=store, traits=IN_INSTRUCTIONS)
        self._tools = Tools(host=HOST, workspace=workspace, store=store, names=tools)
        self._start: str | None = None

    def instructions(self, text: str = "") -> Callable[[Any, Any], Awaitable[str]]:
        """Return instructions that begin with `text` and go on with what the session begins with, told alike each time."""

        async def composed(_context: Any, _agent: Any) -> str:
            if self._start is None:
                self._start = await self._talk.astart()
            return "\n\n".join(part for part in (text, self._start) if part)

        return composed

    def run_config(self, **more: Any) -> Any:
        """Return a `RunConfig` that puts what fits before each prompt of a run with a session."""
        return self._sdk.RunConfig(session_input_callback=self._with_memories, **more)

    def hooks(self) -> Any:
        """Return `RunHooks` that keep what the agent answered."""
        talk = self._talk

        class Hooks(self._sdk.RunHooks):  # type: ignore[name-defined, misc]  # a base that is known at run time only
            async def on_agent_end(self, context: Any, agent: Any, output: Any) -> None:  # noqa: ARG002 - the SDK's shape
                await talk.aanswer(str(output))

        return Hooks()

    def tools(self) -> list[Any]:
        """Return the memory tools for `Agent(tools=…)`."""
        return [
            self._sdk.FunctionTool(
                name=one["name"], description=one["description"], params_json_schema=one["inputSchema"],
                on_invoke_tool=self._invoking(one["name"]), strict_json_schema=False,
            )
            for one in self._tools.definitions()
        ]  # fmt: skip

    async def end(self) -> None:
        """Close the conversation; a summary is made in the background."""
        await self._talk.aend()

    async def _with_memories(self, history: Items, new: Items) -> Items:
        said = "\n".join(text for item in new for text in _said(item))
        told = await self._talk.aprompt(said) if said else ""
        beside = [{"role": "user", "content": told}] if told else []
        return [*history, *beside, *new]

    def _invoking(self, name: str) -> Callable[[Any, str], Awaitable[str]]:
        async def invoke(_context: Any, arguments: str) -> str:
            try:
                given = parse_object(arguments.encode() or b"{}", max_bytes=MAX_ARGUMENT_BYTES)
            except BadInput as error:
                return f"{error.message}: {error.why}"
            return (await self._tools.acall(name, given, session=self._talk.session)).text

        return invoke


def _said(item: Any) -> list[str]:
    """Return the texts of an input item that a person wrote."""
    if not isinstance(item, dict) or item.get("role") != "user":
        return []
    content = item.get("content")
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") if isinstance(part, dict) else part for part in parts]
    return [text for text in texts if isinstance(text, str) and text]
