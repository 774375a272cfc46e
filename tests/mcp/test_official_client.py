"""The official SDK as the client, over stdio, in both eras: its own types check every answer of ours."""

from __future__ import annotations

import json
import os
import sys

import anyio
import mcp_types as types
import pytest
from mcp.client.stdio import StdioServerParameters, stdio_client

from holdfast.flows import decisions
from holdfast.mcp import catalog
from mcp import Client, MCPError

ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28"}  # with a handshake, and without one
KINDS = {"memory_recall": {"query": "run the tests"}, "memory_list": {}, "memory_why": {}, "profile": {},
         "history_search": {"query": "the tests"}, "task_update": {"action": "list"}}  # fmt: skip


@pytest.fixture(params=ERAS)
def mode(request):
    return request.param


@pytest.fixture
def talk(home, workspace, mode):
    """Run a conversation with the server as a program."""

    def run(conversation, **more):
        inherited = {
            name: value for name, value in os.environ.items() if name.startswith(("HOLDFAST_", "PYTHON", "HOME"))
        }
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "holdfast.cli.main", "mcp"], env=inherited, cwd=workspace
        )

        async def main(nowhere):
            transport = stdio_client(server, errlog=nowhere)
            async with Client(transport, mode=mode, read_timeout_seconds=30, **more) as client:
                return await conversation(client)

        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            return anyio.run(main, nowhere)

    return run


def test_it_is_understood_in_the_newest_revision_of_each_era(talk, on, mode):
    """The client settles on the revision and learns name, instructions and capabilities."""

    async def conversation(client):
        return client.protocol_version, client.server_info, client.instructions, client.server_capabilities

    version, info, instructions, capabilities = talk(conversation)
    assert ERAS[mode] == version
    assert ("holdfast", catalog.instructions()) == (info.name, instructions)
    assert capabilities.tools is not None
    assert capabilities.prompts is not None
    assert capabilities.resources is not None


@pytest.mark.parametrize("mode", ["2026-07-28"])
def test_a_client_that_asks_nothing_first_is_served(talk, on, mode):
    """Without a handshake a client may call a tool with its first message."""
    on.remember("Run the tests with make test.")

    async def conversation(client):
        return await client.call_tool("memory_list", {})

    assert "make test" in talk(conversation).content[0].text


def test_every_listing_is_what_the_protocol_says(talk, on):
    """Tools with hints and schemas, prompts, resources and templates."""

    async def conversation(client):
        return (await client.list_tools(), await client.list_prompts(), await client.list_resources(),
                await client.list_resource_templates())  # fmt: skip

    tools, prompts, resources, templates = talk(conversation)
    assert list(catalog.TOOLS) == [tool.name for tool in tools.tools]
    assert all(tool.annotations and tool.output_schema and tool.title for tool in tools.tools)
    assert ["remember_session", "what_do_you_know"] == [prompt.name for prompt in prompts.prompts]
    assert 2 == len(resources.resources) == len(templates.resource_templates)


@pytest.mark.parametrize("tool", KINDS)
def test_answers_keep_to_their_schemas(talk, on, tool):
    """The client checks what a tool answers against what it announced."""
    on.remember("Run the tests with make test.", kind="procedure")
    on.remember("I prefer short answers.", layer="L0")
    on.capture(session="s", turn="1", user="How do I run the tests?", assistant="With make.")
    on.tasks.add("Move to trunk", state="begun")

    async def conversation(client):
        await client.list_tools()
        return await client.call_tool(tool, KINDS[tool])

    result = talk(conversation)
    assert not result.is_error
    assert result.content[0].text
    assert "off" not in result.structured_content


def test_an_agent_writes_corrects_and_removes(talk, on):
    """One conversation, as an agent has it."""

    async def conversation(client):
        made = await client.call_tool(
            "memory_write", {"action": "add", "content": "The tests need Docker.", "tags": ["test"]}
        )
        made_id = made.structured_content["memory"]["id"]
        new = await client.call_tool(
            "memory_write", {"action": "update", "id": made_id, "content": "The tests need Podman."}
        )
        found = await client.call_tool("memory_recall", {"query": "what do the tests need"})
        new_id = new.structured_content["memory"]["id"]
        gone = await client.call_tool("memory_write", {"action": "remove", "id": new_id})
        return made, new, found, gone

    made, new, found, gone = talk(conversation)
    assert ["remembered", "superseded", "forgotten"] == [one.structured_content["outcome"] for one in (made, new, gone)]
    assert ["The tests need Podman."] == [memory["content"] for memory in found.structured_content["memories"]]
    assert () == on.list(sources=["agent"]).memories


def test_mistakes_of_the_agent_are_results_and_those_of_the_client_errors(talk, on):
    """As the protocol wants it."""

    async def conversation(client):
        wrong = await client.call_tool("memory_recall", {"qery": "x"})
        with pytest.raises(MCPError) as unknown:
            await client.session.send_request(
                types.CallToolRequest(params=types.CallToolRequestParams(name="nothing", arguments={})),
                types.CallToolResult,
            )
        with pytest.raises(MCPError) as missing:
            await client.read_resource("holdfast://memories/m_aaaaaaaa")
        return wrong, unknown.value.error.code, missing.value.error.code

    wrong, unknown, missing = talk(conversation)
    assert wrong.is_error
    assert "did you mean 'query'?" in wrong.content[0].text
    assert -32602 == unknown
    assert missing in {-32002, -32602}


def test_resources_and_prompts_are_read(talk, on):
    """A memory by its address, and the prompt about a topic."""
    made = on.remember("The office is in Ghent.").memory

    async def conversation(client):
        profile = await client.read_resource("holdfast://profile")
        memory = await client.read_resource(f"holdfast://memories/{made.id}")
        prompt = await client.get_prompt("what_do_you_know", {"topic": "the office"})
        return profile, memory, prompt

    profile, memory, prompt = talk(conversation)
    assert "The profile is empty." == profile.contents[0].text
    assert "The office is in Ghent." == json.loads(memory.contents[0].text)["memory"]["content"]
    assert "Ghent" in prompt.messages[0].content.text


@pytest.mark.parametrize("agrees", [True, False])
def test_the_person_is_asked_through_the_client(talk, memory, home, agrees):
    """For consent first, then for what only they may decide: the same callback in both eras."""
    asked = []

    async def answer(_context, params):
        asked.append(params.message)
        return (
            types.ElicitResult(action="accept", content={"agree": True})
            if agrees
            else types.ElicitResult(action="decline")
        )

    async def conversation(client):
        return await client.call_tool(
            "memory_write", {"action": "add", "content": "Never push on Fridays.", "layer": "L0"}
        )

    result = talk(conversation, elicitation_callback=answer)
    assert "May Holdfast remember" in asked[0]
    if agrees:
        assert "Never push on Fridays." in asked[1]
        assert "user-approved" == result.structured_content["memory"]["origin"]
        assert [True] == [one["current"] for one in decisions.consents(memory.core)]
    else:
        assert "off" in result.structured_content
        assert not home.exists()


def test_calls_at_the_same_time_are_all_answered(talk, on):
    """Each with its own."""
    for number in range(10):
        on.remember(f"Fact number{number} is this.")

    async def conversation(client):
        found = {}

        async def ask(number):
            result = await client.call_tool("memory_recall", {"query": f"number{number}", "limit": 1})
            found[number] = result.structured_content["memories"][0]["content"]

        async with anyio.create_task_group() as group:
            for number in range(10):
                group.start_soon(ask, number)
        return found

    assert {number: f"Fact number{number} is this." for number in range(10)} == talk(conversation)


def test_an_older_revision_of_the_handshake_is_spoken(home, workspace, on):
    """A client of 2024 gets no field that it does not know."""
    from mcp_agents import Program

    on.remember("Run the tests with make test.")
    server = Program(workspace)
    assert "2024-11-05" == server.begin(revision="2024-11-05")["protocolVersion"]
    tools = server.ask(1, "tools/list")["result"]["tools"]
    assert {"name", "description", "inputSchema"} == set(tools[0])
    result = server.ask(2, "tools/call", {"name": "memory_recall", "arguments": {"query": "run tests"}})["result"]
    assert {"content", "isError"} == set(result)
    assert (0, [], "") == server.end()
    for stream in (server.process.stdin, server.process.stdout, server.process.stderr):
        stream.close()
