"""A pydantic-ai agent that remembers this folder: `python examples/sdk/with_pydantic_ai.py "your question"`.

Needs `pip install "holdfast-memory[pydantic-ai]"`, a model in AGENT_MODEL (such as `openai-chat:gpt-5-mini`; `test` needs no key), and
once, in the folder: `holdfast consent grant`.
"""

import asyncio
import os
import sys

from pydantic_ai import Agent

from holdfast.sdk.pydantic_ai import MemoryCapability


async def main(question: str) -> None:
    agent = Agent(
        os.environ.get("AGENT_MODEL", "test"),
        instructions="You help with this project.",
        capabilities=[MemoryCapability(tools=["memory_recall"])],
    )
    answer = await agent.run(question, conversation_id="example")
    print(answer.output)


if __name__ == "__main__":
    asyncio.run(main(" ".join(sys.argv[1:]) or "What do you know about this project?"))
