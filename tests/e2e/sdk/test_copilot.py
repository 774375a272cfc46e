"""A session of the GitHub Copilot SDK, with the real runtime behind it, is told what the hook would tell it."""

from __future__ import annotations

import asyncio

import pytest
from copilot import CopilotClient
from copilot.session import PermissionHandler
from tests.e2e.hosts.clients import CLIENTS
from tests.e2e.sdk.conftest import ANSWER, FACT, PREFERENCE, QUESTION

from holdfast.sdk.copilot import CopilotMemory

TURN_S = 60


@pytest.fixture
def runtime(monkeypatch, model):
    """The runtime that the tests of the hosts install, instead of one that the SDK would fetch."""
    client = next(one for one in CLIENTS if one.name == "copilot")
    client.install()
    monkeypatch.setenv("COPILOT_CLI_PATH", str(client.modules / client.program))
    for name, value in client.environment.items():
        monkeypatch.setenv(name, value.format(port=model.port))


def test_a_session_is_told_and_kept(agreed, workspace, model, asked, runtime, said):
    memory = CopilotMemory(workspace=workspace)

    async def turn() -> str:
        async with CopilotClient() as client:
            session = await client.create_session(
                session_id="s1", model="stub", **memory.options(),
                working_directory=str(workspace), on_permission_request=PermissionHandler.approve_all,
                provider={"type": "openai", "base_url": f"http://127.0.0.1:{model.port}/v1", "api_key": "dummy"},
            )  # fmt: skip
            await session.send_and_wait(QUESTION, timeout=TURN_S)
            await session.disconnect()

    asyncio.run(turn())
    request = asked(QUESTION)
    assert (1, 1) == (request.count(PREFERENCE), request.count(FACT))
    assert "memory_write" in request
    assert ("user", QUESTION) in said("s1")
    assert ("assistant", ANSWER) in said("s1")
