"""The tools that write: whose words they are, and what only the person may decide."""

from __future__ import annotations

import pytest

from holdfast.model import Layer, Origin, Scope, Source, Status
from mcp_agents import FORMS, STATELESS, yes

KEY = "AKIA" + "IOSFODNN7EXAMPLQ"


def add(client, content="The tests need Docker.", **more):
    return client.data("memory_write", action="add", content=content, **more)


def stored(memory, memory_id):
    found = memory.get(memory_id)
    return found.content, found.source, found.origin


def actors(memory):
    return [change.actor for change in memory.changes()]


def test_what_an_agent_writes_is_the_agents(agent, on):
    """Source and origin say so, and so does the change."""
    made = add(agent(), kind="fact", tags=["docker"], cite=["Makefile:3"], project="shop")
    found = on.get(made["memory"]["id"])
    assert ("The tests need Docker.", Source.AGENT, Origin.AGENT) == stored(on, found.id)
    assert (Scope.WORKSPACE, Layer.L1, ("docker",), ("Makefile:3",), "shop") == (
        found.scope, found.layer, found.tags, found.citations, found.project)  # fmt: skip
    assert "agent" == actors(on)[0]


def test_the_same_words_are_known_already(agent, on):
    """Twice is once."""
    client = agent()
    assert add(client)["memory"]["id"] == add(client, "the tests need docker")["memory"]["id"]
    assert "merged" == add(client)["outcome"]


def test_an_agent_replaces_what_an_agent_said(agent, on):
    """An update leaves the wrong memory superseded, and keeps tags and kind unless others are given."""
    client = agent()
    old = add(client, "The tests need Docker.", kind="procedure", tags=["a"])["memory"]["id"]
    new = client.data("memory_write", action="update", id=old, content="The tests need Podman.", tags=["b"])
    assert ("superseded", [old]) == (new["outcome"], new["superseded"])
    found = on.get(new["memory"]["id"])
    assert ("The tests need Podman.", "procedure", ("b",), Origin.AGENT) == (
        found.content,
        found.kind,
        found.tags,
        found.origin,
    )
    assert Status.SUPERSEDED == on.get(old).status


def test_tags_alone_are_changed_in_place(agent, on):
    """The statement stays the same memory."""
    client = agent()
    old = add(client)["memory"]["id"]
    assert (
        old == client.data("memory_write", action="update", id=old, tags=["x"], kind="lesson_learned")["memory"]["id"]
    )
    assert (("x",), "lesson_learned") == (on.get(old).tags, on.get(old).kind)


def test_an_agent_removes_what_an_agent_said(agent, on):
    """It is forgotten, not learned again, and can be undone."""
    client = agent()
    old = add(client)["memory"]["id"]
    assert "forgotten" == client.data("memory_write", action="remove", id=old)["outcome"]
    assert "tombstoned" == client.refusal("memory_write", action="add", content="The tests need Docker.")["code"]
    on.undo()
    assert Status.ACTIVE == on.get(old).status


@pytest.mark.parametrize("action", ["update", "remove"])
def test_what_the_person_said_stays_without_their_yes(agent, on, action):
    """An agent is told the command that the person would type."""
    said = on.remember("Indent with tabs.").memory.id
    given = {"content": "Indent with spaces."} if action == "update" else {}
    refused = agent().refusal("memory_write", action=action, id=said, **given)
    assert "origin_too_low" == refused["code"]
    assert f"holdfast {'correct' if action == 'update' else 'forget'} {said}" in refused["hint"]
    assert ("Indent with tabs.", Source.USER, Origin.USER_TYPED) == stored(on, said)


def test_an_agent_that_contradicts_the_person_is_told_so(agent, on):
    """Both stay, and the agent's is disputed."""
    said = on.remember("We use pnpm as package manager.").memory.id
    made = add(agent(), "We use npm as package manager.")
    assert [said] == made["conflicts"]
    assert Status.ACTIVE == on.get(said).status


def test_with_the_persons_yes_it_is_their_act(agent, on):
    """The form shows both texts; the new memory counts as approved by them."""
    said = on.remember("Indent with tabs.").memory.id
    client = agent(capabilities=FORMS, answers=[yes()])
    new = client.data("memory_write", action="update", id=said, content="Indent with spaces.")
    message = client.peer.asked[0]["params"]["message"]
    assert "was: Indent with tabs." in message
    assert "now: Indent with spaces." in message
    assert ("Indent with spaces.", Source.USER, Origin.USER_APPROVED) == stored(on, new["memory"]["id"])
    assert "person" == actors(on)[0]
    add(client)
    assert "agent" == actors(on)[0]


@pytest.mark.parametrize("answer", [{"action": "decline"}, {"action": "cancel"}])
def test_without_a_yes_nothing_changes(agent, on, answer):
    """The agent is told, and not that something failed."""
    said = on.remember("Indent with tabs.").memory.id
    client = agent(capabilities=FORMS, answers=[answer])
    assert {"outcome": "declined"} == client.data("memory_write", action="remove", id=said)
    assert Status.ACTIVE == on.get(said).status


@pytest.mark.parametrize("given", [{"layer": "L0", "section": "constraints"}, {"scope": "user"}])
def test_profile_and_own_scope_take_only_what_the_person_approved(agent, on, given):
    """Without forms the agent gets a command; with them the person's yes decides."""
    text = "Never push on Fridays."
    refused = agent().refusal("memory_write", action="add", content=text, **given)
    assert "holdfast remember 'Never push on Fridays.'" in refused["hint"]
    assert () == on.list().memories
    made = add(agent(capabilities=FORMS, answers=[yes()]), text, **given)
    found = on.get(made["memory"]["id"])
    assert (Scope.USER, Origin.USER_APPROVED, Source.USER) == (found.scope, found.origin, found.source)
    if "layer" in given:
        assert "## Constraints\n- Never push on Fridays." == on.profile().text


def test_a_full_profile_is_told_before_the_person_is_asked(agent, on):
    """With what there is and what to shorten; what is known already takes no room."""
    known = on.remember("x" * 900, layer="L0").memory.content
    again = add(agent(capabilities=FORMS, answers=[yes()]), known, layer="L0")
    assert "merged" == again["outcome"]
    client = agent(capabilities=FORMS, answers=[yes()])
    refused = client.refusal("memory_write", action="add", content="Never push on Fridays. " * 5, layer="L0")
    assert "limit_reached" == refused["code"]
    assert "of 1,000 characters" in refused["message"]
    assert [] == client.peer.asked


def test_without_a_handshake_a_yes_comes_with_the_second_call(agent, on):
    """And only for the words that were shown."""
    client = agent(revision=STATELESS, capabilities=FORMS)
    given = {"action": "add", "content": "Never push on Fridays.", "layer": "L0"}
    asked = client.call("memory_write", **given)
    again = {"inputResponses": {"approval": yes()}, "requestState": asked["requestState"]}
    other = {**given, "content": "Always push on Fridays."}
    assert "input_required" == client.call("memory_write", **other, _params=again)["resultType"]
    assert "remembered" == client.call("memory_write", **given, _params=again)["structuredContent"]["outcome"]
    assert "- Never push on Fridays." in on.profile().text


def test_nobody_says_yes_to_what_they_do_not_see(agent, on):
    """A text that is too long for a form is not asked about."""
    client = agent(capabilities=FORMS, answers=[yes()])
    assert "origin_too_low" == client.refusal("memory_write", action="add", content="x " * 600, scope="user")["code"]
    assert [] == client.peer.asked


def test_a_form_shows_no_characters_that_hide_something(agent, on):
    """What would turn the line around, or begin another one, is made harmless."""
    client = agent(capabilities=FORMS, answers=[yes()])
    add(client, "Never push.\n\nSystem: \u202eagree <b>", scope="user")
    message = client.peer.asked[0]["params"]["message"]
    assert 3 == len(message.split("\n"))
    assert "\u202e" not in message


def test_a_command_that_is_named_is_safe_to_paste(agent, on):
    """Quotes and substitutions of a shell stay text."""
    hint = agent().refusal("memory_write", action="add", content="a'; rm -rf $(pwd) `x`\n\\", scope="user")["hint"]
    import shlex

    words = shlex.split(hint.partition("run: ")[2])
    assert ["holdfast", "remember"] == words[:2]
    assert ["--kind", "fact", "--scope", "user"] == words[3:]


def test_the_archive_and_what_is_gone_are_not_changed(agent, on):
    """L2 is written by the system; what was replaced or forgotten is history."""
    client = agent()
    archived = on.tasks.done(on.tasks.add("Move").id).archived_as
    assert "archive" in client.refusal("memory_write", action="update", id=archived, content="x")["message"]
    old = add(client)["memory"]["id"]
    client.data("memory_write", action="update", id=old, content="The tests need Podman.")
    assert "conflict" == client.refusal("memory_write", action="update", id=old, content="y")["code"]
    gone = add(client, "The kettle is blue.")["memory"]["id"]
    client.data("memory_write", action="remove", id=gone)
    assert "conflict" == client.refusal("memory_write", action="update", id=gone, content="The kettle is red.")["code"]


def test_an_update_does_not_bring_back_what_was_forgotten(agent, on):
    """In the same words it stays forgotten, whichever way an agent takes."""
    gone = on.remember("The kettle is blue.").memory.id
    on.forget(gone)
    client = agent()
    other = add(client, "The pot is blue.")["memory"]["id"]
    assert (
        "tombstoned" == client.refusal("memory_write", action="update", id=other, content="the kettle is blue")["code"]
    )


def test_secrets_are_refused(agent, on):
    """Also where the person would say yes."""
    client = agent(capabilities=FORMS, answers=[yes()])
    for more in ({}, {"layer": "L0"}, {"scope": "user"}):
        refused = client.refusal("memory_write", action="add", content=f"The key is {KEY}", **more)
        assert "secret_found" == refused["code"]
        assert KEY not in str(refused)
    assert [] == client.peer.asked


@pytest.mark.parametrize(
    "given",
    [
        {"action": "add"},
        {"action": "add", "content": "   "},
        {"action": "add", "content": "x", "id": "m_aaaaaaaa"},
        {"action": "add", "content": "x", "section": "identity"},
        {"action": "add", "content": "x", "scope": "session"},
        {"action": "update", "content": "x"},
        {"action": "update", "id": "m_aaaaaaaa"},
        {"action": "update", "id": "m_aaaaaaaa", "content": "x", "scope": "user"},
        {"action": "remove"},
        {"action": "remove", "id": "m_aaaaaaaa", "content": "x"},
        {"action": "remove", "id": "r_aaaaaaaa"},
        {"action": "delete", "id": "m_aaaaaaaa"},
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_reason(agent, on, given):
    """Nothing is guessed."""
    refused = agent().refusal("memory_write", **given)
    assert refused["code"] in {"usage", "not_found"}
    assert refused["message"]


def test_a_session_memory_stays_in_its_session(agent, on):
    """Where the client says which one it is."""
    add(agent(meta={"sessionId": "s-1"}), "The branch is called tea.", scope="session")
    assert "tea" in str(agent(meta={"sessionId": "s-1"}).data("memory_recall", query="branch"))
    assert "tea" not in str(agent(meta={"sessionId": "s-2"}).data("memory_recall", query="branch"))
    assert "tea" not in str(agent().data("memory_recall", query="branch"))


def test_promotion_is_the_persons(agent, on):
    """Asked where the client can, a command otherwise; the copy knows where it came from."""
    made = add(agent())["memory"]["id"]
    refused = agent().refusal("memory_promote", id=made)
    assert f"holdfast promote {made} --to user" in refused["hint"]
    assert {"outcome": "declined"} == agent(capabilities=FORMS, answers=[{"action": "decline"}]).data(
        "memory_promote", id=made
    )
    client = agent(capabilities=FORMS, answers=[yes()])
    copy = client.data("memory_promote", id=made)["memory"]
    assert ("user", "user-approved") == (copy["scope"], copy["origin"])
    assert "The tests need Docker." in client.peer.asked[0]["params"]["message"]
    assert made in str(on.provenance(copy["id"]).sources)
    assert "usage" == client.refusal("memory_promote", id=copy["id"], to="workspace")["code"]
