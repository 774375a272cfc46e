"""Many processes on one store: nobody is lost, nobody waits for ever."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

import apsw
import pytest
from tests.faults import crowd
from tests.faults.soundness import problems, store_of

import holdfast
from holdfast import errors, times, worker
from holdfast.flows import backups, sessions
from holdfast.flows.capture import ARCHIVE, enqueue, open_session
from holdfast.flows.repair import is_sound
from holdfast.flows.workspaces import grant_consent
from holdfast.store import queue

WRITERS = {"library": 5, "hooks": 3}
OTHERS = ("reads", "checkpoints", "snapshots")
ACTS = 40
PATIENCE_MS = 200
HOOK = [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event"]
KNOWN = "The harbour freezes in January"
GONE_WITHIN_S = 30


@pytest.fixture
def known(home, workspace):
    """A home whose memory knows something, in a workspace the person agreed to; its hook has much time."""
    (home.parent / "config.toml").write_text("[hook]\ndeadline_ms = 60000\n")
    memory = holdfast.open(workspace=workspace)
    memory.remember(KNOWN)
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    yield memory
    memory.close()


@pytest.fixture
def start(home, workspace):
    """Start processes of the crowd; all are gone at the end."""
    running = []

    def starter(role, name, number=0):
        words = [sys.executable, crowd.__file__, str(home), str(workspace), role, name, str(number)]
        running.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        return running[-1]

    yield starter
    for process in running:
        process.kill()
        process.communicate()


def said_by(process):
    """Let a process come to its end and return what it said."""
    said, wrong = process.communicate(timeout=120)
    assert (b"", 0) == (wrong, process.returncode)
    return [json.loads(line) for line in said.splitlines()]


def texts_in(path):
    """Return every memory and message of a store as often as it stands there."""
    connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return Counter(
            row[0] for row in connection.execute("SELECT content FROM memories UNION ALL SELECT content FROM episodes")
        )
    finally:
        connection.close()


def test_a_crowd_of_writers_loses_and_doubles_nothing(known, home, start):
    """Whatever else is done to the store: every acknowledged act is there once, no caller hears that it was busy."""
    writers = [start(role, f"{role}{one}", ACTS) for role, number in WRITERS.items() for one in range(number)]
    others = [start(role, role) for role in OTHERS]
    acknowledged = [what for process in writers for what in said_by(process)]
    answers = [what for process in others for what in said_by(process)]
    assert [] == [what for what in acknowledged + answers if what[0] == "failed"]
    assert set(OTHERS) == {name for what, name, *_ in answers if what == "did"}
    assert sum(WRITERS.values()) * ACTS == len(acknowledged)
    assert not (home / "failures.jsonl").exists()
    texts = texts_in(store_of(home))
    assert {1} == {texts[text] for _, _, _, text in acknowledged}
    assert {1} == set(texts.values())
    known.close()
    assert [] == problems(home)
    assert backups.listed(known.core)
    for snapshot in backups.listed(known.core):
        assert is_sound(snapshot)
        assert_it_is_a_moment(texts_in(snapshot), acknowledged)


def assert_it_is_a_moment(texts, acknowledged):
    """A snapshot holds of each writer what it had done until a moment, and nothing that it did later."""
    done = {}
    for _, name, turn, text in acknowledged:
        done.setdefault(name, {})[turn] = text in texts
    for turns in done.values():
        there = [turns[turn] for turn in sorted(turns)]
        assert sorted(there, reverse=True) == there


def ask(workspace, session, more=None):
    """Send a prompt to the hook and return its status and what it injects."""
    payload = {"session_id": session, "turn_id": "1", "cwd": str(workspace), "prompt": "is the harbour frozen"}
    done = subprocess.run(
        [*HOOK, "UserPromptSubmit"], input=json.dumps(payload).encode(), capture_output=True, timeout=60, env=more
    )
    return done.returncode, json.loads(done.stdout)["context"] if done.stdout else ""


def test_a_process_that_is_stopped_with_the_lock_holds_nobody_up_for_long(known, home, workspace, start):
    """Others answer what can be read, refuse what must be written, and go on when it goes on; its work is done as well."""
    known.close()
    (home.parent / "config.toml").write_text("[hook]\ndeadline_ms = 1500\n")
    stopped = start("stands in the way", "it")
    assert ["holding", "it"] == json.loads(stopped.stdout.readline())
    stopped.send_signal(signal.SIGSTOP)
    try:
        impatient = holdfast.open(workspace=workspace)
        impatient.core.database.busy_timeout_ms = PATIENCE_MS
        with pytest.raises(errors.Busy):
            impatient.remember("Not now")
        found = impatient.recall("is the harbour frozen")
        assert (KNOWN, True) == (found.hits[0].memory.content, "busy" in found.unlogged)
        status, context = ask(workspace, "s1")
        assert (0, True) == (status, KNOWN in context)
        [failure] = [json.loads(line) for line in (home / "failures.jsonl").read_text().splitlines()]
        assert "busy" == failure["code"]
    finally:
        stopped.send_signal(signal.SIGCONT)
    assert ["done"] == [what[0] for what in said_by(stopped)]
    impatient.remember("Now it is")
    impatient.close()
    assert (0, True) == ((answer := ask(workspace, "s2"))[0], KNOWN in answer[1])
    with known.core.database.reading() as tx:
        assert ("it",) == tx.one("groups.meta", name="who was in the way")
    assert {KNOWN, "Now it is"} == {one.content for one in known.list(layers="L1").memories}
    known.close()
    assert [] == problems(home)


def test_a_process_that_is_killed_with_the_lock_leaves_it(known, home, start):
    """The lock of a process that died is free at once, and nothing of what it had begun is there."""
    holder = start("stands in the way", "it")
    assert ["holding", "it"] == json.loads(holder.stdout.readline())
    holder.kill()
    holder.wait()
    known.remember("Right after")
    with known.core.database.reading() as tx:
        assert tx.one("groups.meta", name="who was in the way") is None
    known.close()
    assert [] == problems(home)


def test_a_worker_that_was_stopped_for_longer_than_its_lease_does_no_harm(known):
    """Another takes over when the lease is over; the one that comes back doubles nothing."""
    known.capture(session="s1", turn="1", user="why is the build red?", assistant="A flag was missing.")
    with known.core.database.writing() as tx:
        enqueue(tx, known.core, ARCHIVE, open_session(tx, known.core, "s1", "generic"), "s1:1")
    past = time.time() - 2 * worker.LEASE_S
    at, until = times.from_unix(past), times.from_unix(past + worker.LEASE_S)
    with known.core.database.writing() as tx:
        assert queue.lease(tx, worker.LEASE, owner="stopped", at=at, until=until)
        jobs = queue.claim(tx, [ARCHIVE, "learn"], owner="stopped", at=times.now(), until=until, number=9)
    done = worker.drain(known.core)
    assert (2, True) == (done.done, done.was_alone)
    assert 2 == len(jobs)
    for job in jobs:
        assert worker.run_one(known.core, job) is None
    assert 1 == len(known.list(layers="L2").memories)


def left_of(home):
    """Return the programs of ours that still run for this home."""
    found = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in found if "holdfast." in line and str(home) in line]


def wait_until(is_so):
    give_up = time.monotonic() + GONE_WITHIN_S
    while not is_so() and time.monotonic() < give_up:
        time.sleep(0.05)
    return is_so()


HOST = """
import subprocess, sys
hooks = [subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(4)]
print(*(hook.pid for hook in hooks), flush=True)
sys.stdin.read()
"""


def test_a_host_that_dies_leaves_no_process_behind(known, home, workspace):
    """Its hooks end when their input ends, their workers when the queue is empty; nothing of ours goes on running."""
    ask(workspace, "s1")
    payload = {"session_id": "s1", "turn_id": "1", "cwd": str(workspace), "last_assistant_message": "it is"}
    for event in ("Stop", "SessionEnd"):
        subprocess.run([*HOOK, event], input=json.dumps(payload).encode(), check=True, timeout=60)
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, *HOOK, "UserPromptSubmit"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    hooks = [int(number) for number in host.stdout.readline().split()]
    host.kill()
    host.communicate()
    assert 4 == len(hooks)
    assert wait_until(lambda: not any(map(is_running, hooks)))
    assert wait_until(lambda: not left_of(home))
    with known.core.database.reading() as tx:
        assert [] == queue.counts(tx)
    assert 1 == len(known.list(layers="L2").memories)


def is_running(process):
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout.strip()
    return bool(listed) and not listed.startswith("Z")


def open_files():
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else len(os.listdir("/dev/fd"))


def test_opening_and_closing_leaves_neither_files_nor_threads(known, workspace):
    """However often a memory is opened, used and closed, the process is as it was."""

    def use():
        with holdfast.open(workspace=workspace) as memory:
            memory.remember("Something to know")
            list(memory.recall("what is known"))
            memory.capture(session="s1", turn="1", user="hello")

    async def use_awaiting():
        async with await holdfast.AsyncMemory.open(workspace=workspace) as memory:
            await memory.recall("what is known")

    use()
    asyncio.run(use_awaiting())
    before = open_files()
    for _ in range(20):
        use()
        asyncio.run(use_awaiting())
    assert before == open_files()
    assert wait_until(lambda: [] == [one.name for one in threading.enumerate() if re.match("holdfast", one.name)])


def test_threads_share_a_memory(known, home):
    """One memory serves many threads at once; each act is there once."""
    failed = []

    def work(name):
        try:
            for number in range(10):
                known.remember(f"Thread {name} notes number {number}")
                list(known.recall("who notes what"))
        except errors.HoldfastError as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [] == failed
    texts = texts_in(store_of(home))
    assert {1} == {texts[f"Thread {name} notes number {number}"] for name in range(6) for number in range(10)}
    known.close()
    assert [] == problems(home)


def test_sessions_of_many_hosts_are_kept_apart(known, workspace):
    """Hooks of several hosts at once make one session each, whoever is first."""
    running = []
    for number in range(6):
        payload = {
            "session_id": f"s{number % 3}",
            "turn_id": str(number),
            "cwd": str(workspace),
            "prompt": f"Prompt {number}",
        }
        running.append(subprocess.Popen([*HOOK, "UserPromptSubmit"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL))
        running[-1].stdin.write(json.dumps(payload).encode())
        running[-1].stdin.close()
    assert [0] * 6 == [process.wait(timeout=60) for process in running]
    assert {"s0": 2, "s1": 2, "s2": 2} == {one["id"]: one["episodes"] for one in sessions.listed(known.core)}
