"""`holdfast mcp` as the program that a client starts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

from holdfast.flows import decisions
from mcp_agents import FORMS

CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "memory_recall", "arguments": {"query": "run the tests"}},
}


def test_it_answers_and_ends_with_its_input(program, on):
    """Status 0, nothing on stderr, nothing but messages on stdout."""
    on.remember("Run the tests with make test.")
    server = program()
    assert "2025-11-25" == server.begin()["protocolVersion"]
    server.say(CALL)
    assert "make test" in server.hear()["result"]["content"][0]["text"]
    assert (0, [], "") == server.end()


def test_it_ends_at_once_when_nobody_ever_spoke(program):
    """And leaves nothing behind."""
    assert (0, [], "") == program().end()


def test_it_ends_while_a_form_is_open(program, home):
    """A client that is gone answers no form."""
    server = program()
    server.begin(FORMS)
    server.say({**CALL, "id": 1})
    assert "elicitation/create" == server.hear()["method"]
    status, said, _ = server.end(10)
    assert 0 == status
    assert not home.exists()
    assert all(message.get("id") == 1 or message["method"] == "notifications/cancelled" for message in said)


def test_a_closed_output_is_not_an_error(program, on):
    """A client that stops reading gets no traceback."""
    server = program()
    server.begin()
    server.process.stdout.close()
    for _ in range(3):
        server.say(CALL)
    server.process.stdin.close()
    assert 0 == server.process.wait(20)
    assert b"" == server.process.stderr.read()


def test_prints_of_others_do_not_reach_the_client(program, on, tmp_path):
    """A library that prints would part the stream of messages; it prints to stderr instead."""
    (tmp_path / "noisy").mkdir()
    (tmp_path / "noisy" / "sitecustomize.py").write_text(
        "import builtins, holdfast.mcp.methods as m\n"
        "old = m.initialize\n"
        "def initialize(*given):\n    print('noise')\n    return old(*given)\n"
        "import holdfast.mcp.server as s\ns.initialize = initialize\n"
    )
    server = program(environ={"PYTHONPATH": str(tmp_path / "noisy")})
    assert server.begin()
    status, said, err = server.end()
    assert (0, []) == (status, said)
    assert "noise" in err


def test_what_is_logged_holds_ids_and_counts_only(program, on):
    """Where the person asked for a log."""
    on.remember("Run the tests with make test.")
    server = program(environ={"HOLDFAST_LOG": "info"})
    server.begin()
    server.say(CALL)
    server.hear()
    server.say({**CALL, "params": {"name": "memory_recall", "arguments": {"qery": "secret words"}}})
    server.hear()
    _, _, err = server.end()
    assert "memory_recall" in err
    assert "make test" not in err
    assert "secret words" not in err


def test_nothing_is_stored_before_the_person_agreed(program, home):
    """Neither home nor store."""
    server = program()
    server.begin()
    server.say({**CALL, "params": {"name": "memory_write", "arguments": {"action": "add", "content": "Tea."}}})
    assert "off" in server.hear()["result"]["structuredContent"]
    server.end()
    assert not home.exists()


def test_it_does_not_outlive_its_parent(tmp_path, home, workspace):
    """Also when somebody else holds the other end of its input open."""
    kept_in, kept_out = os.pipe()
    said_in, said_out = os.pipe()
    starter = (
        "import subprocess, sys\n"
        "command = [sys.executable, '-m', 'holdfast.cli.main', 'mcp']\n"
        "p = subprocess.Popen(command, stdin=int(sys.argv[1]), stdout=int(sys.argv[2]))\n"
        "print(p.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", starter, str(kept_in), str(said_out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        pass_fds=[kept_in, said_out], cwd=workspace,
    )  # fmt: skip
    try:
        server = int(parent.stdout.readline())
        os.write(kept_out, b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        assert b'"id":1' in os.read(said_in, 1000)  # it stands and watches
        parent.kill()
        parent.wait(10)
        until = time.monotonic() + 20
        while _is_alive(server) and time.monotonic() < until:
            time.sleep(0.1)
        assert not _is_alive(server)
    finally:
        for stream in (parent.stdin, parent.stdout):
            stream.close()
        for pipe in (kept_in, kept_out, said_in, said_out):
            os.close(pipe)


def test_several_servers_and_hooks_share_one_store(program, on, workspace, monkeypatch):
    """Every acknowledged write is there, nothing is there twice, and nobody fails."""
    servers = [program() for _ in range(3)]
    for server in servers:
        server.begin()
    failed = []

    def write(place, server):
        for number in range(8):
            content = f"Server {place} has fact number {number}."
            server.say({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                        "params": {"name": "memory_write", "arguments": {"action": "add", "content": content}}})  # fmt: skip
            reply = server.hear()
            if reply.get("result", {}).get("isError") is not False:
                failed.append(reply)

    def hear(place):
        for number in range(5):
            event = {
                "session_id": f"s-{place}",
                "turn_id": str(number),
                "cwd": str(workspace),
                "prompt": f"What is fact {number}?",
            }
            done = subprocess.run(
                [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event", "UserPromptSubmit"],
                input=json.dumps(event).encode(), capture_output=True, check=False,
            )  # fmt: skip
            if done.returncode or done.stderr:
                failed.append(done)

    threads = [threading.Thread(target=write, args=(place, server)) for place, server in enumerate(servers)]
    threads += [threading.Thread(target=hear, args=(place,)) for place in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [] == failed
    written = [memory.content for memory in on.list(sources=["agent"], limit=100).memories]
    assert 24 == len(written) == len(set(written))
    assert 10 == sum(len(on.episodes(f"s-{place}")) for place in range(2))


def test_the_persons_workspace_holds_for_every_call(program, on, tmp_path, workspace):
    """`--workspace` names the folder wherever the client starts the program."""
    on.remember("Run the tests with make test.")
    (tmp_path / "desktop").mkdir()
    server = program(tmp_path / "desktop", "--workspace", str(workspace))
    server.begin()
    server.say(CALL)
    assert "make test" in server.hear()["result"]["content"][0]["text"]


def test_both_ways_to_start_it_serve_alike(program, on):
    """With an option it goes through the table of commands, without one past it."""
    on.remember("Run the tests with make test.")
    answers = []
    for words in ((), ("--quiet",)):
        server = program(None, *words)
        answers.append([server.begin(), server.ask(1, "tools/list")])
        assert (0, [], "") == server.end()
    assert answers[0] == answers[1]


def test_a_folder_that_is_gone_is_told(program, tmp_path):
    """Both ways, with three lines and no traceback."""
    for words in ((), ("--quiet",)):
        folder = tmp_path / "gone"
        folder.mkdir()
        command = [
            sys.executable,
            "-c",
            "import os, sys\nos.rmdir(os.getcwd())\nfrom holdfast.cli.main import main\nsys.exit(main(['mcp', *sys.argv[1:]]))",
        ]
        server = program(folder, command=[*command, *words])
        status, said, err = server.end()
        assert (1, []) == (status, said)
        assert "the current folder is gone" in err


def test_a_label_is_no_folder(program):
    """The message says so, on stderr."""
    status, said, err = program(None, "--workspace", "acme/api").end()
    assert (2, []) == (status, said)
    assert "mcp serves a folder, not a label" in err


def test_a_consent_given_elsewhere_counts_for_the_next_call(program, memory):
    """The server need not be started anew."""
    server = program()
    server.begin()
    server.say(CALL)
    assert "off" in server.hear()["result"]["structuredContent"]
    decisions.grant(memory.core)
    server.say(CALL)
    assert "off" not in server.hear()["result"]["structuredContent"]


def test_a_killed_server_leaves_a_whole_store(program, on):
    """Whatever it was at."""
    server = program()
    server.begin()
    for number in range(30):
        server.say({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                    "params": {"name": "memory_write", "arguments": {"action": "add", "content": f"Fact {number} of many."}}})  # fmt: skip
    heard = server.hear()["result"]["structuredContent"]["memory"]["id"]
    server.process.send_signal(signal.SIGKILL)
    server.process.wait(10)
    assert on.get(heard).content
    assert [] == on.core.database.problems()


def _is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
    except OSError:
        return True
