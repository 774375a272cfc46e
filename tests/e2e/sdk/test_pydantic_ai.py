"""A pydantic-ai agent with the capability is told once, keeps its turns, and can write."""

from __future__ import annotations

import asyncio

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel
from tests.e2e.sdk.conftest import ANSWER, FACT, PREFERENCE, QUESTION

from holdfast.sdk.pydantic_ai import MemoryCapability


class Seen:
    """A model that keeps what it was asked, and calls a tool when it is told to."""

    def __init__(self) -> None:
        self.requests, self.tools, self.call = [], [], None

    def __call__(self, messages, info) -> ModelResponse:
        self.requests.append((info.instructions or "", _texts(messages)))
        self.tools = [tool.name for tool in info.function_tools]
        if self.call:
            call, self.call = self.call, None
            return ModelResponse(parts=[call])
        return ModelResponse(parts=[TextPart(ANSWER)])


def _texts(messages) -> list[str]:
    parts = [part for message in messages for part in message.parts if part.part_kind == "user-prompt"]
    return [text for part in parts for text in ([part.content] if isinstance(part.content, str) else part.content)]


@pytest.fixture
def seen():
    return Seen()


@pytest.fixture
def agent(agreed, workspace, seen):
    return Agent(
        FunctionModel(seen), instructions="You help with a shop.", capabilities=[MemoryCapability(workspace=workspace)]
    )


def test_the_model_is_told_and_the_turn_is_kept(agent, seen, said):
    done = asyncio.run(agent.run(QUESTION, conversation_id="s1"))
    assert ANSWER == done.output
    instructions, texts = seen.requests[0]
    assert PREFERENCE in instructions
    assert 1 == "\n".join(texts).count(FACT)
    assert QUESTION == texts[0]
    assert [("user", QUESTION), ("assistant", ANSWER)] == said("s1")


def test_nothing_is_told_twice_and_the_instructions_stay_the_same(agent, seen):
    async def turns():
        first = await agent.run(QUESTION, conversation_id="s1")
        await agent.run("And for reports?", conversation_id="s1", message_history=first.all_messages())

    asyncio.run(turns())
    assert seen.requests[0][0] == seen.requests[-1][0]
    assert 1 == "\n".join(seen.requests[-1][1]).count(FACT)


def test_the_agent_can_write(agent, seen, agreed):
    seen.call = ToolCallPart("memory_write", {"action": "add", "content": "Releases happen on Mondays."})
    asyncio.run(agent.run("Remember when we release.", conversation_id="s1"))
    assert ["memory_write", "memory_recall", "memory_why"] == seen.tools
    (written,) = agreed.recall("when do releases happen").hits
    assert "agent" == str(written.memory.source)
