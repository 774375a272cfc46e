"""`memory_why`: what this turn was given, where a memory comes from, why one is missing."""

from __future__ import annotations

import io
import json

import pytest

from holdfast import hook

SESSION = {"sessionId": "monday"}


@pytest.fixture
def turn(on, workspace, monkeypatch):
    """A conversation whose hooks are set up: it began, and the person asked something."""
    monkeypatch.setattr("holdfast.worker_start.spawn", lambda *_: None)
    on.remember("I prefer short answers.", layer="L0", kind="preference", tags=["section:preferences"])
    on.remember("Run the tests with make test.", kind="procedure")
    on.remember("The shop opens at nine.")

    def hear(event, session="monday", **fields):
        payload = {"session_id": session, "cwd": str(workspace), **fields}
        return hook.run(["--host", "generic", "--event", event], io.BytesIO(json.dumps(payload).encode()))

    hear("SessionStart")
    hear("UserPromptSubmit", turn_id="1", prompt="When does the shop open?")
    hear("UserPromptSubmit", turn_id="2", prompt="How do I run the tests?")
    return hear


def used(data):
    return [
        [memory["content"] for memory in recall["memories"] if memory["outcome"] != "below the bar"]
        for recall in data["recalls"]
    ]


def test_it_tells_what_this_turn_was_given(agent, turn):
    """The profile of the start, and what came with the person's last message; nothing of the turn before."""
    data = agent(meta=SESSION).data("memory_why")
    assert "monday" == data["session"]
    assert ["I prefer short answers."] == [memory["content"] for memory in data["start"]]
    assert [["Run the tests with make test."]] == used(data)
    memory = data["recalls"][0]["memories"][0]
    assert {"relevance", "decay", "trust", "scope"} <= set(memory["parts"])
    assert "How do I run the tests?" == data["recalls"][0]["query"]


def test_searches_of_the_turn_are_told_too(agent, turn):
    """What the agent looked up after the message belongs to it."""
    client = agent(meta=SESSION)
    client.data("memory_recall", query="shop opens")
    data = client.data("memory_why")
    assert [["The shop opens at nine."], ["Run the tests with make test."]] == used(data)
    assert ["search", "inject"] == [recall["purpose"] for recall in data["recalls"]]
    text = client.text("memory_why")
    assert "Given at the start of the session:" in text
    assert "Found by a search" in text


def test_a_turn_that_is_named_is_the_one_told(agent, turn):
    """A client that says which turn it is gets just that."""
    meta = {**SESSION, "x-codex-turn-metadata": {"turn_id": "1"}}
    assert [["The shop opens at nine."]] == used(agent(meta=meta).data("memory_why"))


def test_another_session_is_not_told(agent, turn):
    """What was given elsewhere in the workspace is not this turn's."""
    turn("UserPromptSubmit", session="tuesday", turn_id="1", prompt="When does the shop open?")
    assert [["Run the tests with make test."]] == used(agent(meta=SESSION).data("memory_why"))


def test_a_client_that_names_no_session_is_told_of_the_last_one(agent, turn):
    """And that it is a guess."""
    turn("UserPromptSubmit", session="tuesday", turn_id="1", prompt="When does the shop open?")
    client = agent()
    data = client.data("memory_why")
    assert "session" not in data
    assert [["The shop opens at nine."]] == used(data)
    assert "does not say which session" in client.text("memory_why")


def test_a_session_of_the_environment_counts_when_it_is_known(agent, turn):
    """Some hosts name another session there than their hooks do."""
    turn("UserPromptSubmit", session="tuesday", turn_id="1", prompt="When does the shop open?")
    known = agent(environ={"CLAUDE_CODE_SESSION_ID": "monday"}).data("memory_why")
    assert ("monday", [["Run the tests with make test."]]) == (known["session"], used(known))
    assert "session" not in agent(environ={"CLAUDE_CODE_SESSION_ID": "unheard-of"}).data("memory_why")


def test_nothing_used_is_said_so(agent, on):
    """No guess is made."""
    assert "No memory was used in this turn." == agent().text("memory_why")
    assert [] == agent(meta=SESSION).data("memory_why")["recalls"]


def test_a_forgotten_memory_is_shown_by_its_id_alone(agent, turn, on):
    """The log does not keep its words alive."""
    memory = next(one for one in on.list().memories if "make test" in one.content)
    on.forget(memory.id)
    client = agent(meta=SESSION)
    assert [{"id", "outcome", "score", "parts"}] == [
        set(one) for one in client.data("memory_why")["recalls"][0]["memories"]
    ]
    assert "(no longer there)" in client.text("memory_why")
    assert "make test" not in str(client.call("memory_why"))


def test_a_memory_tells_where_it_comes_from(agent, turn, on):
    """What it was made of, who said it, and the recalls that used it."""
    old = on.remember("The office is in Ghent.").memory
    new = on.correct(old.id, "The office is in Bruges.").memory
    client = agent()
    data = client.data("memory_why", id=new.id)
    assert ("The office is in Bruges.", "user") == (data["memory"]["content"], data["memory"]["source"])
    assert [old.id] == [one["id"] for one in data["provenance"]["sources"]]
    assert "Made from:" in client.text("memory_why", id=new.id)
    used_one = next(one for one in on.list().memories if "make test" in one.content)
    assert client.data("memory_why", id=used_one.id)["uses"]


def test_a_recall_is_told_by_its_id(agent, turn, on):
    """Of this workspace only."""
    entry = on.recalls(1)[0]
    assert [entry.id] == [one["id"] for one in agent().data("memory_why", id=entry.id)["recalls"]]
    assert "not_found" == agent().refusal("memory_why", id="r_aaaaaaaa")["code"]


def test_a_missing_memory_is_explained(agent, turn, on):
    """Why the last recall of this turn left it out."""
    shop = next(one for one in on.list().memories if "shop" in one.content)
    data = agent(meta=SESSION).data("memory_why", missing=shop.id)
    assert "it shares no word with the question" == data["reason"]
    assert shop.id == data["memory"]["id"]


def test_a_missing_memory_without_a_recall_is_an_error(agent, on):
    """There is nothing to explain yet."""
    memory = on.remember("Tea.").memory.id
    assert "not_found" == agent().refusal("memory_why", missing=memory)["code"]
