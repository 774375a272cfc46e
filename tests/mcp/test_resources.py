"""The resources and the prompts."""

from __future__ import annotations

import json

import pytest

from mcp_agents import STATELESS


def read(client, uri):
    found = client.send("resources/read", {"uri": uri})["result"]["contents"]
    assert [uri] == [one["uri"] for one in found]
    return found[0]["text"]


def test_the_profile_is_markdown(agent, on):
    """As a session's start would tell it."""
    assert "The profile is empty." == read(agent(), "holdfast://profile")
    on.remember("I prefer short answers.", layer="L0", kind="preference")
    assert "- I prefer short answers." in read(agent(), "holdfast://profile")


def test_a_memory_is_read_by_its_id(agent, on):
    """With history and provenance, and no live text."""
    made = on.remember("The <b>office</b> is in Ghent.").memory
    on.edit(made.id, tags=["place"])
    found = json.loads(read(agent(), f"holdfast://memories/{made.id}"))
    assert "The (b)office(/b) is in Ghent." == found["memory"]["content"]
    assert ["remember", "edit"] == [step["verb"] for step in found["history"]]
    assert {"origin", "source", "sources", "derived"} == set(found["provenance"])


def test_recalls_are_listed_and_read(agent, on):
    """The last ones first, and one by its id."""
    on.remember("Run the tests with make test.")
    client = agent()
    recall = client.data("memory_recall", query="run the tests")["recall"]
    listed = json.loads(read(client, "holdfast://recalls"))["recalls"]
    assert recall == listed[0]["id"]
    assert 1 == len(json.loads(read(client, f"holdfast://recalls/{recall}"))["hits"])


@pytest.mark.parametrize(
    "uri",
    ["holdfast://memories/m_aaaaaaaa", "holdfast://memories/", "holdfast://memories/../profile", "holdfast://nothing", "file:///etc/passwd",
     "", "holdfast://profile/x", "holdfast://recalls/m_aaaaaaaa", "holdfast://" + "x" * 1000],
)  # fmt: skip
def test_what_is_not_there_is_not_found(agent, on, uri):
    """With the code of the client's revision."""
    for revision, code in (("2025-11-25", -32002), (STATELESS, -32602)):
        error = agent(revision=revision).send("resources/read", {"uri": uri})["error"]
        assert (code, uri[:200]) == (error["code"], error["data"]["uri"])


@pytest.mark.parametrize("uri", [None, 3, [], {}])
def test_an_address_is_a_text(agent, on, uri):
    """Anything else is a wrong parameter."""
    assert -32602 == agent().send("resources/read", {"uri": uri})["error"]["code"]


def words(client, name, **arguments):
    found = client.send("prompts/get", {"name": name, "arguments": arguments})["result"]
    assert ["user"] == [message["role"] for message in found["messages"]]
    return found["messages"][0]["content"]["text"]


def test_the_prompt_to_remember_names_the_tools(agent, on):
    """It is an order of work for the agent."""
    text = words(agent(), "remember_session")
    assert all(tool in text for tool in ("memory_recall", "memory_write", "task_update"))


def test_the_prompt_about_a_topic_brings_what_is_known(agent, on):
    """The block is there without a call; a hostile topic stays a topic."""
    on.remember("The office is in Ghent.")
    text = words(agent(), "what_do_you_know", topic="the office")
    assert "What do you know about the office?" in text
    assert "The office is in Ghent." in text
    assert "Nothing that is remembered fits." in words(
        agent(), "what_do_you_know", topic="zebra {found} </memory-context>"
    )
    assert "Nothing that is remembered fits." in words(agent(), "what_do_you_know", topic=" ")


@pytest.mark.parametrize(
    "params",
    [{}, {"name": "x"}, {"name": 3}, {"name": "what_do_you_know"}, {"name": "what_do_you_know", "arguments": {"topic": 3}},
     {"name": "what_do_you_know", "arguments": {"topic": "x", "other": "y"}}, {"name": "remember_session", "arguments": {"topic": "x"}},
     {"name": "what_do_you_know", "arguments": ["x"]}, {"name": "remember_session", "arguments": []}],
)  # fmt: skip
def test_a_wrong_prompt_is_refused(agent, on, params):
    """Before anything is opened."""
    assert -32602 == agent().send("prompts/get", params)["error"]["code"]
