"""An agent on the Claude Agent SDK that remembers this folder: `python examples/sdk/with_claude_agent.py "your question"`.

Needs `pip install "holdfast-memory[claude-agent-sdk]"`, a key in ANTHROPIC_API_KEY, and once, in the folder: `holdfast consent grant`.
"""

import asyncio
import sys

from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query

from holdfast.sdk.claude_agent import ClaudeMemory


async def main(question: str) -> None:
    memory = ClaudeMemory()
    options = ClaudeAgentOptions(hooks=memory.hooks(), mcp_servers={"holdfast": memory.server()})
    async for message in query(prompt=question, options=options):
        if isinstance(message, ResultMessage):
            print(message.result)


if __name__ == "__main__":
    asyncio.run(main(" ".join(sys.argv[1:]) or "What do you know about this project?"))
