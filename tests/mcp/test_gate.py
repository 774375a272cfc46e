"""Nothing is read or written before the person agreed, and they can be asked where the client can ask."""

from __future__ import annotations

import pytest

from holdfast.flows import decisions, sessions
from holdfast.gate.policy import Trust
from holdfast.mcp import catalog
from mcp_agents import FORMS, STATELESS, yes

CALLS = {
    "memory_recall": {"query": "How do the tests run?"},
    "memory_write": {"action": "add", "content": "The tests need Docker."},
    "memory_promote": {"id": "m_aaaaaaaa"},
    "memory_why": {},
    "memory_list": {},
    "task_update": {"action": "add", "title": "Move to trunk"},
    "profile": {},
    "history_search": {"query": "the tests"},
}


def counts(memory):
    """How much is stored of what a tool could add."""
    return len(memory.list().memories), len(memory.recalls()), len(memory.tasks.list())


def test_every_tool_is_tried():
    """None is forgotten below."""
    assert set(CALLS) == set(catalog.TOOLS)


@pytest.mark.parametrize("tool", CALLS)
def test_without_consent_a_tool_says_that_memory_is_off(agent, home, tool):
    """It is no error, it names the person's command, and no file is made."""
    client = agent()
    data = client.data(tool, **CALLS[tool])
    assert {"off"} == set(data)
    assert "holdfast consent grant" == data["off"]["next"]
    assert "Memory is off here" in client.text(tool, **CALLS[tool])
    assert not home.exists()


@pytest.mark.parametrize("tool", CALLS)
@pytest.mark.parametrize("why", ["untrusted", "revoked", "off", "ignored"])
def test_whatever_speaks_against_it_stops_every_tool(agent, on, workspace, monkeypatch, tool, why):
    """Also after consent: an untrusted folder, a revoked consent, the mode off, a marker."""
    on.remember("The tests need Docker.")
    before = counts(on)
    match why:
        case "untrusted":
            decisions.trust(on.core, Trust.UNTRUSTED)
        case "revoked":
            decisions.revoke(on.core)
        case "off":
            monkeypatch.setenv("HOLDFAST_MODE", "off")
        case "ignored":
            (workspace / ".holdfastignore").touch()
    answer = agent(capabilities=FORMS if why != "revoked" else {}).data(tool, **CALLS[tool])
    assert {"off"} == set(answer)
    assert "Docker" not in str(answer)
    monkeypatch.delenv("HOLDFAST_MODE", raising=False)
    assert before == counts(on)


@pytest.mark.parametrize("setting", ["capture", "recall"])
def test_reading_and_writing_are_switched_off_apart(agent, on, monkeypatch, setting):
    """An agent that may read need not be allowed to write, and the other way round."""
    monkeypatch.setenv(f"HOLDFAST_{setting.upper()}_ENABLED", "false")
    client = agent()
    off = {tool for tool in CALLS if "off" in (client.call(tool, **CALLS[tool])["structuredContent"])}
    writing = {"memory_write", "memory_promote", "task_update"}
    assert (writing if setting == "capture" else set(CALLS) - writing) == off


def test_a_changed_setting_counts_for_the_next_call(agent, on, tmp_path):
    """Nothing is restarted for it."""
    client = agent()
    assert "off" not in client.data("memory_list")
    (tmp_path / "config.toml").write_text('mode = "off"\n')
    assert "off" in client.data("memory_list")


def test_a_paused_session_is_not_written_to(agent, on):
    """What the person paused stays as it is; reading goes on."""
    on.capture(session="s-1", turn="1", user="Hello", assistant="Hello")
    sessions.set_paused(on.core, "s-1", paused=True)
    client = agent(meta={"sessionId": "s-1"})
    assert "this session is paused" == client.data("memory_write", **CALLS["memory_write"])["off"]["why"]
    assert "off" not in client.data("memory_recall", **CALLS["memory_recall"])


@pytest.mark.parametrize("meta", [{"x-codex-turn-metadata": {}}, {}])
def test_a_host_that_distrusts_the_folder_is_obeyed(agent, on, workspace, monkeypatch, tmp_path, meta):
    """Codex keeps its word in its settings; what it calls untrusted gets nothing, whatever was agreed to here."""
    settings = tmp_path / "codex" / "config.toml"
    monkeypatch.setenv("CODEX_HOME", str(settings.parent))
    settings.parent.mkdir()
    for level, is_off in (("untrusted", True), ("trusted", False)):
        settings.write_text(f'[projects."{workspace}"]\ntrust_level = "{level}"\n')
        client = agent(meta=meta, capabilities=FORMS, name="codex-mcp-client")
        assert is_off is ("off" in client.data("memory_list"))
        assert [] == client.peer.asked
    settings.write_text(f'[projects."{workspace}"]\ntrust_level = "untrusted"\n')
    assert "off" not in agent(name="another").data("memory_list")


def test_the_person_is_asked_for_consent_where_the_client_can_ask(agent, home, workspace, open_here):
    """The form is the question of the command line; with a yes the call goes on."""
    client = agent(capabilities=FORMS, answers=[yes()])
    data = client.data("memory_write", action="add", content="The tests need Docker.")
    assert "remembered" == data["outcome"]
    asked = client.peer.asked[0]["params"]
    assert "May Holdfast remember what happens in" in asked["message"]
    assert "holdfast consent revoke" in asked["message"]
    here = open_here(workspace)
    assert [True] == [one["current"] for one in decisions.consents(here.core)]
    assert "agent" == here.list().memories[0].origin


@pytest.mark.parametrize(
    "answer", [{"action": "decline"}, {"action": "cancel"}, {"action": "accept", "content": {"agree": False}}, None]
)
def test_anything_but_a_yes_leaves_memory_off_and_is_not_asked_again(agent, home, answer):
    """One question a session is enough."""
    client = agent(capabilities=FORMS, answers=[answer, yes()])
    assert "off" in client.data("memory_list")
    assert "off" in client.data("memory_list")
    assert 1 == len(client.peer.asked)
    assert not home.exists()


def test_without_a_handshake_the_question_comes_with_the_answer(agent, home):
    """The call ends with the form, and comes again with what the person said."""
    client = agent(revision=STATELESS, capabilities=FORMS)
    asked = client.call("memory_list")
    assert "input_required" == asked["resultType"]
    assert {"consent"} == set(asked["inputRequests"])
    assert not home.exists()
    again = {"inputResponses": {"consent": yes()}, "requestState": asked["requestState"]}
    assert [] == client.call("memory_list", _params=again)["structuredContent"]["memories"]
    assert home.exists()


def test_an_answer_without_its_seal_is_asked_for_again(agent, home):
    """A yes that the client made up, or that was given to another call, does nothing."""
    client = agent(revision=STATELESS, capabilities=FORMS)
    asked = client.call("memory_list")
    for state in ("", "1.ab", asked["requestState"] + "0", None):
        forged = {"inputResponses": {"consent": yes()}, "requestState": state}
        assert "input_required" == client.call("memory_list", _params=forged)["resultType"]
    moved = {"inputResponses": {"consent": yes()}, "requestState": asked["requestState"]}
    assert "input_required" == client.call("memory_list", limit=3, _params=moved)["resultType"]
    assert not home.exists()


def test_a_client_without_forms_is_never_asked(agent):
    """It gets the command instead, in both eras."""
    for revision in ("2025-11-25", STATELESS):
        client = agent(revision=revision, capabilities={"elicitation": {"url": {}}}, answers=[yes()])
        assert "off" in client.data("memory_list")
        assert [] == client.peer.asked


def test_resources_and_prompts_stand_behind_the_same_gate(agent, home):
    """They say so in their text."""
    client = agent()
    read = client.send("resources/read", {"uri": "holdfast://profile"})["result"]["contents"][0]["text"]
    words = client.send("prompts/get", {"name": "remember_session"})["result"]["messages"][0]["content"]["text"]
    assert all(text.startswith("Memory is off here") for text in (read, words))
    assert not home.exists()
