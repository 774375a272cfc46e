"""An agent on the OpenAI Agents SDK is told what the hook would tell it, once, and both sides of a turn are kept."""

from __future__ import annotations

import asyncio
import json

import pytest
from agents import Agent, OpenAIChatCompletionsModel, Runner, SQLiteSession, set_tracing_disabled
from openai import AsyncOpenAI
from tests.e2e.sdk.conftest import ANSWER, FACT, PREFERENCE, QUESTION

from holdfast.sdk.openai_agents import AgentsMemory

set_tracing_disabled(True)  # it would report to the vendor


@pytest.fixture
def run(agreed, workspace, model):
    """Let an agent answer one prompt of a conversation."""
    memory = AgentsMemory("s1", workspace=workspace)
    client = AsyncOpenAI(base_url=f"http://127.0.0.1:{model.port}/v1", api_key="dummy")
    agent = Agent(
        name="helper", instructions=memory.instructions("You help with a shop."), tools=memory.tools(),
        model=OpenAIChatCompletionsModel(model="stub", openai_client=client),
    )  # fmt: skip
    session = SQLiteSession("s1")

    def ask(*prompts: str) -> list[str]:
        async def turns() -> list[str]:
            said = []
            for prompt in prompts:
                done = await Runner.run(
                    agent, prompt, session=session, run_config=memory.run_config(), hooks=memory.hooks()
                )
                said.append(done.final_output)
            await client.close()
            return said

        return asyncio.run(turns())

    return ask


def test_the_model_is_told_and_the_turn_is_kept(run, model, said):
    assert [ANSWER] == run(QUESTION)
    body = model.requests[-1]["body"]
    system, before, prompt = body["messages"]
    assert system["content"].startswith("You help with a shop.")
    assert PREFERENCE in system["content"]
    assert FACT in before["content"]
    assert QUESTION == prompt["content"]
    assert [("user", QUESTION), ("assistant", ANSWER)] == said("s1")


def test_nothing_is_told_twice_and_the_instructions_stay_the_same(run, model):
    """The history keeps what was told, so the second request holds it once; the prompt cache of a provider is not broken."""
    run(QUESTION, "And for reports, which database?")
    first, second = (one["body"]["messages"] for one in model.requests)
    assert first[0] == second[0]
    assert 1 == json.dumps(second).count(FACT)


def test_the_tools_reach_the_model_and_work(run, model, agreed, workspace):
    run(QUESTION)
    offered = [tool["function"]["name"] for tool in model.requests[-1]["body"]["tools"]]
    assert ["memory_write", "memory_recall", "memory_why"] == offered
    write = AgentsMemory("s1", workspace=workspace).tools()[0]
    answer = asyncio.run(write.on_invoke_tool(None, '{"action": "add", "content": "Releases happen on Mondays."}'))
    (written,) = agreed.recall("when do releases happen").hits
    assert ("agent", True) == (str(written.memory.source), written.memory.id in answer)
    assert "not JSON" in asyncio.run(write.on_invoke_tool(None, "[not an object"))
