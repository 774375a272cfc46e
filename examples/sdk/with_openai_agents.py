"""An agent on the OpenAI Agents SDK that remembers this folder: `python examples/sdk/with_openai_agents.py "your question"`.

Needs `pip install "holdfast-memory[openai-agents]"`, a key in OPENAI_API_KEY, and once, in the folder: `holdfast consent grant`.
"""

import asyncio
import sys

from agents import Agent, Runner, SQLiteSession

from holdfast.sdk.openai_agents import AgentsMemory


async def main(question: str) -> None:
    memory = AgentsMemory("example")
    agent = Agent(name="Helper", instructions=memory.instructions("You help with this project."), tools=memory.tools())
    answer = await Runner.run(
        agent, question, session=SQLiteSession("example"), run_config=memory.run_config(), hooks=memory.hooks()
    )
    print(answer.final_output)
    await memory.end()


if __name__ == "__main__":
    asyncio.run(main(" ".join(sys.argv[1:]) or "What do you know about this project?"))
