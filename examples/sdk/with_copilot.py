"""A session of the GitHub Copilot SDK that remembers this folder: `python examples/sdk/with_copilot.py "your question"`.

Needs `pip install "holdfast-memory[copilot-sdk]"`, a Copilot account (or a provider of your own in the COPILOT_PROVIDER_… variables),
and once, in the folder: `holdfast consent grant`.
"""

import asyncio
import os
import sys

from copilot import CopilotClient
from copilot.session import PermissionHandler

from holdfast.sdk.copilot import CopilotMemory


def own_provider():
    """Return a model server of your own, where the variables name one."""
    server = os.environ.get("COPILOT_PROVIDER_BASE_URL")
    key = os.environ.get("COPILOT_PROVIDER_API_KEY", "")
    return {"type": "openai", "base_url": server, "api_key": key} if server else None


async def main(question: str) -> None:
    memory = CopilotMemory()
    async with CopilotClient() as client:
        session = await client.create_session(
            **memory.options(),
            working_directory=os.getcwd(),
            model=os.environ.get("COPILOT_MODEL"),
            provider=own_provider(),
            on_permission_request=PermissionHandler.approve_all,
        )
        answer = await session.send_and_wait(question)
        print(answer.data.content if answer else "no answer")
        await session.disconnect()


if __name__ == "__main__":
    asyncio.run(main(" ".join(sys.argv[1:]) or "What do you know about this project?"))
