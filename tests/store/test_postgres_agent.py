"""An agent's tools on a team's server: the same answers as on a file, and a server that is gone is an answer too."""

from __future__ import annotations

from holdfast.flows import decisions
from mcp_agents import Agent


def test_an_agent_works_on_a_shared_server(home, workspace, open_here, shared_url, tenant, monkeypatch):
    """Consent is for that server; then it writes, finds, explains and corrects."""
    monkeypatch.setenv("HOLDFAST_STORE_TENANT", tenant)
    client = Agent(workspace, store=shared_url, meta={"sessionId": "s-1"})
    assert "off" in client.data("memory_list")
    memory = open_here(workspace, store=shared_url)
    decisions.grant(memory.core)
    memory.capture(session="s-1", turn="1", user="What do the tests need?", assistant="Docker.")
    made = client.data("memory_write", action="add", content="The tests need Docker.")["memory"]["id"]
    found = client.data("memory_recall", query="what do the tests need")
    assert [made] == [one["id"] for one in found["memories"]]
    assert [found["recall"]] == [one["id"] for one in client.data("memory_why")["recalls"]]
    client.data("memory_write", action="update", id=made, content="The tests need Podman.")
    assert ["The tests need Podman."] == [one["content"] for one in client.data("memory_list")["memories"]]
    assert client.data("history_search", query="tests Docker")["messages"]
    task = client.data("task_update", action="add", title="Move to Podman")["task"]["id"]
    assert client.data("task_update", action="done", id=task)["archived"]


def test_a_server_that_is_gone_is_told(home, workspace):
    """What, why and what to do next, and no password."""
    client = Agent(workspace, store="postgresql://me:hunter2@127.0.0.1:1/nothing")
    refused = client.refusal("memory_recall", query="x")
    assert refused["message"]
    assert refused["hint"]
    assert "hunter2" not in str(refused)
