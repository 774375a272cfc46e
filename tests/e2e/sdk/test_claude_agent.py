"""An agent of the Claude Agent SDK, with the real program behind it, is told what the hook would tell it."""

from __future__ import annotations

import asyncio

import pytest
from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query
from tests.e2e.hosts.clients import CLIENTS
from tests.e2e.sdk.conftest import ANSWER, FACT, PREFERENCE, QUESTION

from holdfast.sdk.claude_agent import ClaudeMemory


@pytest.fixture
def program(tmp_path):
    client = next(one for one in CLIENTS if one.name == "claude")
    client.install()
    client.prepare(tmp_path / "person", client.modules)
    return client


def test_an_agent_is_told_and_kept(agreed, workspace, model, asked, program, said, tmp_path):
    memory = ClaudeMemory(workspace=workspace)
    options = ClaudeAgentOptions(
        cwd=str(workspace), hooks=memory.hooks(), mcp_servers={"holdfast": memory.server()},
        cli_path=str(program.modules / program.program), setting_sources=[],
        env={**{name: value.format(port=model.port) for name, value in program.environment.items()},
             "HOME": str(tmp_path / "person")},
    )  # fmt: skip

    async def turn():
        return [message async for message in query(prompt=QUESTION, options=options)]

    (result,) = [one for one in asyncio.run(turn()) if isinstance(one, ResultMessage)]
    assert ANSWER == result.result
    request = asked(QUESTION)
    assert (1, 1) == (request.count(PREFERENCE), request.count(FACT))
    assert "memory_write" in request
    assert [("user", QUESTION), ("assistant", ANSWER)] == said(result.session_id)
