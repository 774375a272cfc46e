"""The protocol, message by message, in every revision."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast import errors
from holdfast.flows import failures
from holdfast.mcp.call import Connection
from holdfast.mcp.client import CAPABILITIES_KEY, HANDSHAKE, REVISION_KEY, REVISIONS
from holdfast.mcp.place import Surroundings
from holdfast.mcp.server import Server
from holdfast.version import __version__
from mcp_agents import NEWEST, STATELESS, Person

LISTINGS = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]


@pytest.mark.parametrize("revision", [*HANDSHAKE, "2026-07-28", "1999-01-01"])
def test_a_handshake_tells_who_we_are(agent, revision):
    """In the client's revision where it has a handshake, else in the newest that has one."""
    told = agent(revision=revision if revision != STATELESS else "2026-07-28x").initialized
    assert (revision if revision in HANDSHAKE else NEWEST) == told["protocolVersion"]
    assert {"tools": {}, "resources": {}, "prompts": {}} == told["capabilities"]
    assert ("holdfast", __version__) == (told["serverInfo"]["name"], told["serverInfo"]["version"])
    assert ("title" in told["serverInfo"]) is (told["protocolVersion"] >= "2025-06-18")
    assert "never instructions" in told["instructions"]


def test_a_client_without_a_handshake_discovers(agent):
    """Revisions, capabilities and how long the answer keeps."""
    found = agent(revision=STATELESS).send("server/discover")["result"]
    assert ["2026-07-28"] == found["supportedVersions"]
    assert {"complete", "public"} == {found["resultType"], found["cacheScope"]}
    assert found["ttlMs"] > 0
    assert "holdfast" == found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"]
    assert found["instructions"]


@pytest.mark.parametrize("method", LISTINGS)
def test_a_listing_carries_what_its_era_wants(agent, method):
    """Kind, keeping and sender in each answer without a handshake; none of it with one."""
    plain, signed = (agent(revision=revision).send(method)["result"] for revision in (NEWEST, STATELESS))
    assert {"resultType", "ttlMs", "cacheScope", "_meta"} == set(signed) - set(plain)
    assert all(plain[name] == signed[name] for name in plain)


def test_what_is_read_is_not_kept(agent, on):
    """A resource may change with the next call."""
    read = agent(revision=STATELESS).send("resources/read", {"uri": "holdfast://profile"})["result"]
    assert (0, "private") == (read["ttlMs"], read["cacheScope"])


@pytest.mark.parametrize("method", LISTINGS)
def test_a_listing_has_one_page(agent, method):
    """A cursor that we never gave is refused."""
    assert -32602 == agent().send(method, {"cursor": "2"})["error"]["code"]


@pytest.mark.parametrize(
    "method",
    ["nothing", "", "server/discover", "subscriptions/listen", "logging/setLevel", "completion/complete", "tasks/list"],
)
def test_an_unknown_method_is_said_to_be(agent, method):
    """Also one that the client's era does not have."""
    assert -32601 == agent().send(method)["error"]["code"]


def test_ping_belongs_to_the_handshake(agent):
    """Later revisions have none."""
    assert {} == agent().send("ping")["result"]
    assert -32601 == agent(revision=STATELESS).send("ping")["error"]["code"]


def test_before_a_handshake_only_a_ping_is_answered():
    """Any other request is told what to say first."""
    server, peer = Server(Surroundings(environ={}, folder="/")), Person(Connection(), [])
    assert {} == server.handle({"jsonrpc": "2.0", "id": 1, "method": "ping"}, peer)["result"]
    error = server.handle({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}, peer)["error"]
    assert -32602 == error["code"]
    assert list(reversed(REVISIONS)) == error["data"]["supported"]


def test_both_eras_share_a_connection(agent):
    """A request that brings its revision is answered by it, whatever was shaken before."""
    client = agent(revision="2024-11-05")
    meta = {REVISION_KEY: STATELESS, CAPABILITIES_KEY: {}}
    assert "resultType" in client.send("tools/list", {"_meta": meta})["result"]
    assert "resultType" not in client.send("tools/list")["result"]


def test_an_unsupported_revision_lists_what_is_spoken(agent):
    """So that the client can come again."""
    client = agent()
    error = client.send("tools/list", {"_meta": {REVISION_KEY: "2030-01-01", CAPABILITIES_KEY: {}}})["error"]
    assert (-32022, "2030-01-01") == (error["code"], error["data"]["requested"])
    assert STATELESS in error["data"]["supported"]


def test_a_subscription_is_acknowledged_and_stays_open(agent):
    """To nothing: our listings do not change while we run."""
    client = agent(revision=STATELESS)
    assert client.send("subscriptions/listen", {"notifications": {"toolsListChanged": True}}) is None
    (told,) = client.peer.told
    assert "notifications/subscriptions/acknowledged" == told["method"]
    assert {} == told["params"]["notifications"]
    assert 1 == told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"]
    assert -32602 == client.send("subscriptions/listen")["error"]["code"]


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"name": "nothing"},
        {"name": 3},
        {"name": "profile", "arguments": []},
        {"name": "profile", "arguments": "x"},
        {"name": ["profile"]},
    ],
)
def test_a_call_that_is_none_is_a_wrong_request(agent, params):
    """An unknown tool is the client's mistake; wrong arguments are the agent's, who is answered."""
    assert -32602 == agent().send("tools/call", params)["error"]["code"]


def test_wrong_arguments_are_answered_to_the_agent(agent, on):
    """As a result, so that the model sees it and can mend it."""
    result = agent().call("memory_recall", qery="x")
    assert result["isError"]
    assert "did you mean 'query'?" in result["content"][0]["text"]


def test_batches_belong_to_one_revision(agent):
    """Each message in it is answered, notifications are not, and another revision refuses it."""
    client = agent(revision="2025-03-26")
    batch = [
        {"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "nothing"}, 7, [],
    ]  # fmt: skip
    replies = client.server.handle(batch, client.peer)
    assert [1, 2, None] == [reply["id"] for reply in replies]
    assert client.server.handle(batch[1:2], client.peer) is None
    assert -32600 == client.server.handle([], client.peer)["error"]["code"]
    later = agent()
    assert -32600 == later.server.handle(batch, later.peer)["error"]["code"]


def test_a_broken_store_is_an_answer(agent, on, home):
    """What, why and what to do next; and the next call works once it is mended."""
    on.close()
    store = home / "holdfast.db"
    whole = store.read_bytes()
    for name in home.glob("holdfast.db*"):
        name.unlink()
    store.write_bytes(b"SQLite format 3\0" + b"rubbish" * 1000)
    client = agent()
    refused = client.refusal("memory_recall", query="x")
    assert "corrupt" == refused["code"]
    assert refused["why"] or refused["hint"]
    assert "doctor" in client.call("memory_recall", query="x")["content"][0]["text"]
    store.write_bytes(whole)
    assert "off" not in client.data("memory_recall", query="x")


@pytest.mark.parametrize("damage", ["config", "key", "folder"])
def test_other_trouble_is_an_answer_too(agent, on, home, tmp_path, workspace, damage):
    """Settings that cannot be read, a spoilt key, a folder that is gone."""
    folder = workspace
    match damage:
        case "config":
            (tmp_path / "config.toml").write_text("mode = 3\n")
        case "key":
            (home / "key").write_bytes(b"\xff\xfe")
        case "folder":
            folder = tmp_path / "gone"
    result = agent(folder=folder).call("memory_list")
    assert result["isError"] or "off" in result["structuredContent"]
    assert result["content"][0]["text"]


def test_an_error_nobody_foresaw_is_kept_and_said(agent, on, monkeypatch):
    """The client gets an error without what it was about, the person finds it in the log, the server goes on."""

    def fail(*_):
        raise ZeroDivisionError("the secret recipe")

    monkeypatch.setattr("holdfast.mcp.tools.finding.memory_list", fail)
    client = agent()
    error = client.send("tools/call", {"name": "memory_list", "arguments": {}})["error"]
    assert -32603 == error["code"]
    assert "ZeroDivisionError" in error["message"]
    kept = failures.latest(on.core, 1)[0]
    assert ("mcp", "ZeroDivisionError") == (kept["place"], kept["code"])
    assert "recipe" not in str(error) + str(kept)
    assert "off" not in client.data("profile")


def test_strict_lets_it_through(agent, on, monkeypatch):
    """For tests of ours."""
    monkeypatch.setenv("HOLDFAST_STRICT", "1")
    monkeypatch.setattr("holdfast.mcp.tools.finding.memory_list", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        agent().call("memory_list")


def test_a_refusal_by_the_store_is_no_failure_of_ours(agent, on, monkeypatch):
    """Somebody else holds the store: the agent is told to try again."""

    def busy(*_):
        raise errors.Busy("the store is locked", why="another process writes")

    monkeypatch.setattr("holdfast.mcp.tools.finding.memory_list", busy)
    assert "busy" == agent().refusal("memory_list")["code"]
    assert [] == failures.latest(on.core, 1)


PLAIN = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=10)
)
ANY = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
METHODS = st.sampled_from(["initialize", "ping", "tools/list", "tools/call", "resources/read", "prompts/get", "server/discover",
                           "subscriptions/listen", "notifications/cancelled", "notifications/initialized", "x"])  # fmt: skip
TOOLS = st.sampled_from(["memory_recall", "memory_list", "memory_why", "profile", "memory_write", "task_update", "x"])
PARAMS = ANY | st.fixed_dictionaries(
    {}, optional={"name": TOOLS | ANY, "arguments": ANY | st.dictionaries(st.sampled_from(["query", "action", "id", "limit", "workspace"]), ANY),
                  "uri": ANY, "cursor": ANY, "protocolVersion": ANY, "capabilities": ANY, "inputResponses": ANY, "requestState": ANY,
                  "_meta": ANY | st.dictionaries(st.sampled_from([REVISION_KEY, CAPABILITIES_KEY, "sessionId", "x-codex-turn-metadata"]), ANY | st.just(STATELESS))},
)  # fmt: skip
MESSAGES = ANY | st.fixed_dictionaries(
    {}, optional={"jsonrpc": st.just("2.0") | ANY, "id": ANY, "method": METHODS | ANY, "params": PARAMS}
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists(MESSAGES, max_size=4))
def test_whatever_comes_the_server_answers_or_is_silent(tmp_path, messages):
    """Any JSON at all: a well-formed reply with the id of its request, or none; never an exception."""
    server, peer = Server(Surroundings(environ={}, folder=str(tmp_path))), Person(Connection(), [])
    for message in messages:
        reply = server.handle(message, peer)
        for one in reply if isinstance(reply, list) else [reply]:
            if one is not None:
                assert "2.0" == one["jsonrpc"]
                assert ("result" in one) is not ("error" in one)
                assert isinstance(one["id"], str | int | None)
                json.dumps(one)
    assert {} == server.handle({"jsonrpc": "2.0", "id": 1, "method": "ping"}, peer)["result"]
