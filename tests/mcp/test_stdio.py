"""The stdio transport in this process: lines in, lines out, whatever the other side does."""

from __future__ import annotations

import io
import json
import os
import sys
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast.mcp import stdio
from holdfast.mcp.place import Surroundings
from holdfast.mcp.server import Server
from holdfast.mcp.stdio import MAX_LINE_BYTES, Stdio
from mcp_agents import FORMS, yes


class Line:
    """A server on two pipes, with a client that writes and reads lines."""

    def __init__(self, folder):
        theirs_in, self._ours_out = os.pipe()
        self._ours_in, theirs_out = os.pipe()
        self.reader = os.fdopen(self._ours_in, "rb")
        self.source, self.target = os.fdopen(theirs_in, "rb"), os.fdopen(theirs_out, "wb")
        self.link = Stdio(Server(Surroundings(environ={}, folder=str(folder))), self.source, self.target)
        self.thread = threading.Thread(target=self.link.run, daemon=True)
        self.thread.start()

    def say(self, *messages):
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
            os.write(self._ours_out, line)

    def hear(self):
        return json.loads(self.reader.readline())

    def request(self, number, method, **params):
        self.say({"jsonrpc": "2.0", "id": number, "method": method, "params": params})

    def begin(self, **capabilities):
        self.request(0, "initialize", protocolVersion="2025-06-18", capabilities=capabilities, clientInfo={})
        return self.hear()

    def close(self):
        if self._ours_out is not None:
            os.close(self._ours_out)
            self._ours_out = None
        self.thread.join(10)
        assert not self.thread.is_alive()
        self.target.close()
        rest = [json.loads(line) for line in self.reader]
        self.reader.close()
        self.source.close()
        return rest


@pytest.fixture
def line(home, workspace):
    made = Line(workspace)
    yield made
    if made._ours_out is not None:
        made.close()


def served(folder, given):
    """Serve some bytes to their end and return the messages that came out."""
    target = io.BytesIO()
    link = Stdio(Server(Surroundings(environ={}, folder=str(folder))), io.BytesIO(given), target)
    link.run()
    return [json.loads(one) for one in target.getvalue().splitlines()]


def taken_back(asked):
    """Return what takes a form away again."""
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": asked["id"]}}


PING = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'


def test_everything_asked_before_the_end_is_answered(line, on):
    """A client may close its end as soon as it has asked."""
    line.begin()
    for number in range(1, 21):
        line.request(number, "tools/call", name="memory_list", arguments={})
    assert set(range(1, 21)) == {reply["id"] for reply in line.close()}


def test_a_reply_is_one_line_of_ascii(line, on):
    """Whatever a memory holds: line ends of every kind would part a message."""
    on.remember("tea \u2028 caf\u00e9 \x85 \x0c end")
    line.begin()
    line.request(1, "tools/call", name="memory_list", arguments={})
    raw = line.reader.readline()
    assert raw.isascii()
    assert 1 == raw.count(b"\n")
    assert "caf\u00e9" in json.loads(raw)["result"]["content"][0]["text"]


@pytest.mark.parametrize(
    "rubbish",
    [b"\n", b"   \n", b"not json\n", b"{\n", b'{"a": 1, "a": 2}\n', b"[" * 5000 + b"\n", b"\xff\xfe\x00\n", b"NaN\n", b'"text"\n', b"7\n",
     b'{"jsonrpc": "2.0", "id": 9' + b"9" * 50 + b', "method": "ping"}\n', b"\x00" * 100 + b"\n", b"\r\n", b"[]\n", b"null\n"],
)  # fmt: skip
def test_rubbish_is_told_and_passed_over(home, tmp_path, rubbish):
    """The next message is answered."""
    replies = served(tmp_path, rubbish + PING)
    assert {"jsonrpc": "2.0", "id": 1, "result": {}} == replies[-1]
    assert all(reply["id"] is None and reply["error"]["code"] in {-32700, -32600} for reply in replies[:-1])
    assert len(replies) <= 2


def test_a_line_that_is_too_long_is_passed_over(home, tmp_path):
    """It is not kept in memory, and the next one is answered."""
    replies = served(tmp_path, b"x" * (3 * MAX_LINE_BYTES) + b"\n" + PING)
    assert [None, 1] == [reply["id"] for reply in replies]
    assert "8,388,608 bytes" in replies[0]["error"]["message"]
    assert [None] == [reply["id"] for reply in served(tmp_path, b"x" * (MAX_LINE_BYTES + 1))]


def test_a_long_message_within_the_bound_is_read(home, tmp_path):
    """Its arguments are then too long for the tool, and that is the answer."""
    begin = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}},
    }
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "memory_recall", "arguments": {"query": "x" * 7_000_000}},
    }
    replies = served(tmp_path, json.dumps(begin).encode() + b"\n" + json.dumps(call).encode() + b"\n")
    assert "at most 10,000" in replies[1]["result"]["content"][0]["text"]


def test_a_last_line_without_its_end_is_read(home, tmp_path):
    """A client that was cut off said something all the same."""
    assert [1] == [reply["id"] for reply in served(tmp_path, PING.rstrip())]


def test_notifications_and_stray_responses_are_silent(home, tmp_path):
    """Nothing is answered to them."""
    lines = [
        {"jsonrpc": "2.0", "method": "notifications/initialized"}, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled"}, {"jsonrpc": "2.0", "id": "holdfast-1", "result": {"action": "accept"}},
        {"jsonrpc": "2.0", "method": "x"}, {"jsonrpc": "2.0", "id": 5, "error": {}},
    ]  # fmt: skip
    assert [] == served(tmp_path, b"".join(json.dumps(one).encode() + b"\n" for one in lines))


def test_a_form_is_asked_and_its_answer_goes_on(line, home):
    """While the person thinks, pings and other calls are answered."""
    line.begin(**FORMS)
    line.request(1, "tools/call", name="memory_list", arguments={})
    asked = line.hear()
    assert "elicitation/create" == asked["method"]
    assert "mode" not in asked["params"], "forms had no mode in this revision"
    line.request(2, "ping")
    assert 2 == line.hear()["id"]
    line.request(3, "tools/call", name="profile", arguments={})
    assert "off" in line.hear()["result"]["structuredContent"], "one form at a time"
    line.say({"jsonrpc": "2.0", "id": asked["id"], "result": yes()})
    reply = line.hear()
    assert (1, []) == (reply["id"], reply["result"]["structuredContent"]["memories"])


def test_a_client_that_refuses_the_form_is_told_the_command(line, home):
    """An error in place of an answer is no yes."""
    line.begin(**FORMS)
    line.request(1, "tools/call", name="memory_list", arguments={})
    line.say({"jsonrpc": "2.0", "id": line.hear()["id"], "error": {"code": -32601, "message": "no"}})
    assert "holdfast consent grant" == line.hear()["result"]["structuredContent"]["off"]["next"]
    assert not home.exists()


def test_a_person_who_does_not_answer_is_given_up(line, home, monkeypatch):
    """The form is taken back, and the agent goes on."""
    monkeypatch.setattr(stdio, "ANSWER_S", 0.05)
    line.begin(**FORMS)
    line.request(1, "tools/call", name="memory_list", arguments={})
    asked = line.hear()
    assert taken_back(asked) == line.hear()
    assert "off" in line.hear()["result"]["structuredContent"]


def test_a_cancelled_call_says_nothing_more(line, home):
    """Its form is taken back, nothing is stored, and no reply comes."""
    line.begin(**FORMS)
    line.request(1, "tools/call", name="memory_list", arguments={})
    asked = line.hear()
    line.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    assert taken_back(asked) == line.hear()
    line.request(2, "ping")
    assert 2 == line.hear()["id"]
    assert [] == line.close()
    assert not home.exists()


def test_the_end_does_not_wait_for_a_person(line, home):
    """A form that is open when the client goes is an answer that never comes."""
    line.begin(**FORMS)
    line.request(1, "tools/call", name="memory_list", arguments={})
    line.hear()
    line.close()
    assert line.link.is_idle
    assert not home.exists()


def test_too_many_waiting_requests_are_refused(line, on, monkeypatch):
    """Each is answered, and memory stays bounded."""
    monkeypatch.setattr(stdio, "MAX_WAITING", 3)
    line.begin(**FORMS)
    for number in range(1, 41):
        line.request(number, "tools/call", name="memory_list", arguments={})
    replies = line.close()
    assert set(range(1, 41)) == {reply["id"] for reply in replies}
    assert any("result" in reply for reply in replies)
    assert all("ask again later" in reply["error"]["message"] for reply in replies if "error" in reply)


def test_a_damaged_installation_is_an_answer(line, on, monkeypatch):
    """A module that cannot be loaded costs the call, not the server."""
    monkeypatch.setattr(stdio, "WARM", ("holdfast.there_is_no_such_module",))
    monkeypatch.setitem(sys.modules, "holdfast.mcp.desk", None)
    line.begin()
    line.request(1, "tools/call", name="memory_list", arguments={})
    assert "ModuleNotFoundError" in line.hear()["error"]["message"]
    line.request(2, "ping")
    assert 2 == line.hear()["id"]


def test_a_batch_is_answered_as_one(line, on):
    """In the revision that has them."""
    line.request(0, "initialize", protocolVersion="2025-03-26", capabilities={}, clientInfo={})
    line.hear()
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "memory_list", "arguments": {}}}
    line.say([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call])
    assert [1, 2] == [reply["id"] for reply in line.hear()]


def test_an_output_that_nobody_reads_ends_it(home, tmp_path):
    """Quietly."""

    class Closed(io.BytesIO):
        def write(self, _data):
            raise BrokenPipeError

    link = Stdio(Server(Surroundings(environ={}, folder=str(tmp_path))), io.BytesIO(PING * 1000), Closed())
    link.run()
    assert link.is_idle
    assert link.server.answered < 1000


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=60) | st.text(max_size=30).map(str.encode), max_size=5))
def test_any_bytes_leave_it_serving(tmp_path, pieces):
    """Whatever comes in, what goes out is lines of JSON, and a ping at the end is answered."""
    rubbish = b"\n".join(piece.replace(b"\n", b"") for piece in pieces)
    assert {"jsonrpc": "2.0", "id": 1, "result": {}} == served(tmp_path, rubbish + b"\n" + PING)[-1]
