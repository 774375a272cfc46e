"""However the store is broken, no prompt of any agent fails or waits: twelve ways, every host, a thousand prompts."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time

import apsw
import pytest

from holdfast import hook
from holdfast.errors import HoldfastError
from holdfast.flows.workspaces import grant_consent
from holdfast.hosts.host import HOSTS, Answer, Moment
from holdfast.testing.payloads import recorded

PROMPTS = 1_000
LONGEST_S = 60.0  # of one process, on a machine that is busy with others; the hook gives up after its own second


def nothing_there(home):
    for path in home.glob("holdfast.db*"):
        path.unlink()


def garbage(home):
    (home / "holdfast.db").write_bytes(os.urandom(8192))


def empty(home):
    (home / "holdfast.db").write_bytes(b"")


def cut_in_half(home):
    data = (home / "holdfast.db").read_bytes()
    (home / "holdfast.db").write_bytes(data[: len(data) // 2])


def holes(home):
    data = bytearray((home / "holdfast.db").read_bytes())
    for page in range(4096, len(data) - 4096, 8192):
        data[page : page + 512] = bytes(512)
    (home / "holdfast.db").write_bytes(bytes(data))


def folder(home):
    nothing_there(home)
    (home / "holdfast.db").mkdir()


def pipe(home):
    nothing_there(home)
    os.mkfifo(home / "holdfast.db", 0o600)


def link_in_a_circle(home):
    nothing_there(home)
    (home / "holdfast.db").symlink_to("holdfast.db")


def newer_schema(home):
    change(home, "PRAGMA user_version=999")


def table_gone(home):
    change(home, "DROP TABLE episodes")


def no_key(home):
    (home / "key").unlink()


def bad_key(home):
    (home / "key").write_bytes(b"\xff no key")


def bad_settings(home):
    (home.parent / "config.toml").write_text("mode = [nonsense\n")


def server_away(home):
    (home.parent / "config.toml").write_text('[store]\nurl = "postgresql://nobody@127.0.0.1:1/none"\n')


def home_is_a_file(home):
    home.rename(home.parent / "moved")
    home.write_text("")


def change(home, statement):
    connection = apsw.Connection(str(home / "holdfast.db"))
    connection.execute(statement)
    connection.close()


BREAKS = [
    nothing_there, garbage, empty, cut_in_half, holes, folder, pipe, link_in_a_circle, newer_schema, table_gone, no_key,
    bad_key, bad_settings, server_away, home_is_a_file,
]  # fmt: skip


@pytest.fixture
def consented(memory):
    memory.core.settle()
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    memory.remember("Run the tests with make test.")
    return memory


def events_of(host, workspace):
    """One recorded event of a host for each moment, from this folder."""
    adapter = __import__(HOSTS[host], fromlist=["_"])
    found = {}
    for name, payload in recorded(host):
        event = adapter.parse(name, payload)
        if event.is_person and event.cwd:
            found.setdefault(
                event.moment, (name, json.loads(json.dumps(payload).replace('"/repo"', json.dumps(str(workspace)))))
            )
    return adapter, found


def is_an_answer(adapter, name, payload, printed):
    """Nothing, or one JSON object with the keys that the host reads."""
    if not printed:
        return True
    shown = json.loads(printed)
    inner = shown.get("hookSpecificOutput", shown)
    context = next(
        value for key, value in inner.items() if key in {"additionalContext", "additional_context", "context"}
    )
    return adapter.render(adapter.parse(name, payload), Answer(context=context)) == shown


def test_there_are_at_least_twelve_ways():
    """And each is another one."""
    assert 12 <= len({one.__name__ for one in BREAKS})


@pytest.mark.parametrize("broken", BREAKS)
def test_every_event_ends_well_in_its_own_process(consented, home, workspace, broken):
    """Status 0, nothing but an answer on standard output, for a host of each dialect."""
    consented.close()
    broken(home)
    for host in ("codex", "copilot", "gemini", "cursor"):
        adapter, events = events_of(host, workspace)
        for name, payload in events.values():
            done = subprocess.run(
                [sys.executable, "-m", "holdfast.hook", "--host", host, "--event", name], input=json.dumps(payload).encode(),
                capture_output=True, check=False, timeout=LONGEST_S,
            )  # fmt: skip
            assert 0 == done.returncode
            assert is_an_answer(adapter, name, payload, done.stdout)


@pytest.mark.parametrize("broken", BREAKS)
def test_a_thousand_prompts_over_all_ways(consented, home, workspace, broken, monkeypatch):
    """Each is answered, or ends with an error of ours that the program turns into silence."""
    monkeypatch.setattr("holdfast.worker_start.spawn", lambda *_: None)
    consented.close()
    broken(home)
    hosts = list(HOSTS)
    for number in range(-(-PROMPTS // len(BREAKS))):
        host = hosts[number % len(hosts)]
        adapter, events = events_of(host, workspace)
        name, payload = events[Moment.PROMPT]
        payload = {**payload, "prompt": f"how do we run the tests, please? {number}"}
        try:
            printed = hook.run(["--host", host, "--event", name], io.BytesIO(json.dumps(payload).encode()))
        except (HoldfastError, OSError, hook.DeadlinePassed, apsw.Error):
            continue
        finally:
            hook._alarm(0)  # the program would have ended
        assert is_an_answer(adapter, name, payload, printed)


def test_a_store_that_somebody_holds_delays_nobody_beyond_the_deadline(consented, home, workspace):
    """Locked while a prompt comes in: the hook gives up and says nothing, well before the program would."""
    (home.parent / "config.toml").write_text("[hook]\ndeadline_ms = 200\n")
    connection = apsw.Connection(str(home / "holdfast.db"))
    connection.execute("BEGIN IMMEDIATE")
    freed = threading.Timer(LONGEST_S, connection.interrupt)
    freed.start()
    try:
        for host in HOSTS:
            adapter, events = events_of(host, workspace)
            name, payload = events[Moment.PROMPT]
            done = subprocess.run(
                [sys.executable, "-m", "holdfast.hook", "--host", host, "--event", name], input=json.dumps(payload).encode(),
                capture_output=True, check=False, timeout=LONGEST_S,
            )  # fmt: skip
            assert (0, True) == (done.returncode, is_an_answer(adapter, name, payload, done.stdout))
    finally:
        freed.cancel()
        connection.execute("ROLLBACK")
        connection.close()


def test_two_agents_at_once_in_one_workspace_lose_nothing(consented, workspace):
    """Their hooks run at the same time: each conversation is whole, and both were told."""

    def talk(host, told):
        _, events = events_of(host, workspace)
        for turn in range(5):
            for moment, words in ((Moment.PROMPT, {"prompt": f"{host} asks {turn}: how do we run the tests"}),
                                  (Moment.STOP, {"last_assistant_message": f"{host} answers {turn}", "prompt_response": f"{host} answers {turn}"})):  # fmt: skip
                name, payload = events[moment]
                payload = {key: value for key, value in payload.items() if key not in {"turn_id", "prompt_id"}}
                done = subprocess.run(
                    [sys.executable, "-m", "holdfast.hook", "--host", host, "--event", name],
                    input=json.dumps({**payload, **words}).encode(), capture_output=True, check=False, timeout=LONGEST_S,
                )  # fmt: skip
                assert 0 == done.returncode
                told[host] = told.get(host, 0) + (b"make test" in done.stdout)

    told: dict[str, int] = {}
    threads = [threading.Thread(target=talk, args=(host, told)) for host in ("codex", "gemini")]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=LONGEST_S * 4)
    assert time.monotonic() - started < LONGEST_S * 4
    assert {"codex": 1, "gemini": 1} == told
    from holdfast.flows.sessions import listed

    for session in listed(consented.core):
        said = [one.content for one in consented.episodes(session["id"])]
        host = session["host"]
        expected = [
            text
            for turn in range(5)
            for text in (f"{host} asks {turn}: how do we run the tests", f"{host} answers {turn}")
        ]
        assert expected == said
        assert 5 == session["turn_count"]
