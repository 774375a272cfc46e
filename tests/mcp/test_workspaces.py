"""No call reaches another workspace, another session's memories, or more than its own client may see."""

from __future__ import annotations

import json

import pytest

from holdfast.flows import decisions
from holdfast.gate.policy import Trust
from mcp_agents import FORMS, yes
from repositories import make_repository

READS = {
    "memory_recall": {"query": "canary"}, "memory_list": {}, "memory_why": {}, "profile": {}, "task_update": {"action": "list"},
    "history_search": {"query": "canary"},
}  # fmt: skip


@pytest.fixture
def other(open_here, tmp_path):
    """Another project of the same person, agreed to, with something of every kind in it."""
    there = open_here(make_repository(tmp_path / "work" / "other"))
    decisions.grant(there.core)
    there.remember("canary canary in the other project")
    there.tasks.add("canary task")
    there.capture(session="s-1", turn="1", user="canary message", assistant="canary answer")
    there.recall("canary")
    return there


@pytest.fixture
def elsewhere(tmp_path):
    """A folder without a repository, such as a desktop program starts servers in."""
    folder = tmp_path / "desktop"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("tool", READS)
def test_nothing_of_another_project_is_seen(agent, on, other, tool):
    """Whatever is asked, under whatever session."""
    for meta in ({}, {"sessionId": "s-1"}):
        answer = agent(meta=meta).call(tool, **READS[tool])
        assert "canary" not in json.dumps(answer).replace('"canary"', "")


def test_an_id_of_another_project_answers_like_one_that_does_not_exist(agent, on, other):
    """Reading, writing and explaining alike."""
    foreign = other.list().memories[0].id
    task = other.tasks.list()[0].id
    recall = other.recalls(1)[0].id
    client = agent()
    assert "not_found" == client.refusal("memory_write", action="update", id=foreign, content="x")["code"]
    assert "not_found" == client.refusal("memory_write", action="remove", id=foreign)["code"]
    assert "not_found" == client.refusal("memory_promote", id=foreign)["code"]
    assert "not_found" == client.refusal("memory_why", id=foreign)["code"]
    assert "not_found" == client.refusal("memory_why", id=recall)["code"]
    assert "not_found" == client.refusal("task_update", action="note", id=task, text="x")["code"]
    assert -32002 == client.send("resources/read", {"uri": f"holdfast://memories/{foreign}"})["error"]["code"]


@pytest.mark.parametrize("tool", READS)
def test_an_agent_does_not_argue_its_way_into_another_project(agent, on, other, workspace, tool):
    """Not where we stand in a workspace with memory, not where the client or the person named one."""
    there = other.core.root.path
    for client in (
        agent(),
        agent(meta={"x-codex-turn-metadata": {"workspaces": {str(workspace): {}}}}),
        agent(folder=workspace.parent, workspace=str(workspace)),
        agent(folder=workspace.parent, environ={"CLAUDE_PROJECT_DIR": str(workspace)}),
    ):
        refused = client.refusal(tool, **READS[tool], workspace=there)
        assert ("usage", "workspace names another folder than the one you work in") == (
            refused["code"],
            refused["message"],
        )


def test_a_server_that_was_started_elsewhere_takes_the_agents_word(agent, on, elsewhere, workspace):
    """Inside a workspace that the person trusts."""
    on.remember("The office is in Ghent.")
    client = agent(folder=elsewhere)
    assert "off" in client.data("memory_recall", query="office")
    found = client.data("memory_recall", query="office", workspace=str(workspace))
    assert ["The office is in Ghent."] == [memory["content"] for memory in found["memories"]]


@pytest.mark.parametrize("decision", [Trust.UNTRUSTED, Trust.UNKNOWN])
def test_the_agents_word_opens_no_other_folder(agent, on, elsewhere, workspace, decision):
    """An untrusted folder stays closed, and the person is not asked about a folder that an agent picked."""
    decisions.trust(on.core, decision)
    client = agent(folder=elsewhere, capabilities=FORMS, answers=[{"action": "decline"}, yes()])
    assert "off" in client.data("memory_recall", query="office", workspace=str(workspace))
    assert not any("acme/api" in asked["params"]["message"] for asked in client.peer.asked)


@pytest.mark.parametrize("folder", ["relative", "/no/such/folder", "\0", "x" * 4000])
def test_a_folder_that_is_none_is_refused(agent, on, folder):
    """With the reason."""
    assert "there is no folder" in agent().refusal("memory_list", workspace=folder)["message"]


def test_several_folders_of_a_client_are_apart(agent, on, other, workspace):
    """A client that works in two may ask in each, and each answers for itself."""
    on.remember("The office is in Ghent.")
    both = {"x-codex-turn-metadata": {"workspaces": {str(workspace): {}, other.core.root.path: {}}}}
    client = agent(meta=both)
    assert "canary" not in str(client.data("memory_list"))
    assert "Ghent" not in str(client.data("memory_list", workspace=other.core.root.path))
    assert "canary" in str(client.data("memory_list", workspace=other.core.root.path))


def test_the_person_s_own_scope_is_seen_from_every_project(agent, on, other, workspace):
    """It is theirs, wherever they are."""
    on.remember("I live in Ghent.", scope="user")
    assert "Ghent" in str(agent(folder=other.core.root.path).data("memory_recall", query="Ghent"))


def test_an_agent_writes_where_it_works(agent, on, other, workspace):
    """And nowhere else."""
    agent().data("memory_write", action="add", content="The office is in Ghent.")
    assert ["The office is in Ghent."] == [one.content for one in on.list(sources=["agent"]).memories]
    assert () == other.list(sources=["agent"]).memories


def test_a_fixed_store_is_the_only_one(agent, on, tmp_path, workspace):
    """`--store` holds for every call."""
    on.remember("The office is in Ghent.")
    client = agent(store=str(tmp_path / "another.db"))
    assert "off" in client.data("memory_recall", query="office")
