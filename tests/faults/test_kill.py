"""Processes are killed at any moment: what they acknowledged is there, once and whole."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest
from tests.faults import mortal
from tests.faults.dying import killed_at, steps_of
from tests.faults.soundness import counts, problems

import holdfast
from holdfast.flows import backups, erasing, sessions
from holdfast.flows.repair import is_sound
from holdfast.flows.workspaces import grant_consent
from holdfast.model import Status

LIBRARY_RUNS, ROUNDS = 6, 5  # with four writers each: 120 kills
PROGRAM_RUNS, KILLS = 4, 12  # of the hook and of the command line: 96 kills
AT_ONCE = 3
LATEST = 1.1  # of the time that a program takes: some are killed when they have ended
WORKERS_END_S = 30


@pytest.fixture
def known(home, workspace):
    """A home whose memory knows something, in a workspace the person agreed to; its hook has much time."""
    (home.parent / "config.toml").write_text("[hook]\ndeadline_ms = 60000\n")
    memory = holdfast.open(workspace=workspace)
    memory.remember("The harbour freezes in January")
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    yield memory
    memory.close()


def everything(memory):
    """Return each memory as (text, status), each message, and each task's title: all that there is, as often as it is."""
    listed = memory.list(statuses=list(Status), layers=["L0", "L1", "L2"], limit=100_000).memories
    said = Counter(
        one.content for session in sessions.listed(memory.core, 10_000) for one in memory.episodes(session["id"])
    )
    return (
        Counter((one.content, str(one.status)) for one in listed),
        said,
        Counter(one.title for one in memory.tasks.list()),
    )


def assert_it_is_whole(home, memory):
    """Every check is clean, and the store takes new memories."""
    memory.close()
    assert [] == problems(home)
    made = memory.remember("What was said after all were killed").memory
    assert made.content == memory.get(made.id).content


@pytest.mark.parametrize("seed", range(LIBRARY_RUNS))
def test_writers_that_are_killed_lose_and_double_nothing(known, home, workspace, seed):
    """Of several writers killed at once each acknowledged act is there once, each other as a whole or not at all."""
    words = [sys.executable, mortal.__file__, str(home), str(workspace), str(seed), str(ROUNDS)]
    said = [json.loads(line) for line in subprocess.run(words, check=True, capture_output=True).stdout.splitlines()]
    begun = [tuple(what[1:]) for what in said if what[0] == "begun"]
    done = {tuple(what[1:3]) for what in said if what[0] == "done"}
    memories, messages, tasks = everything(known)
    ids = {text: made for _, verb, text, made in (what for what in said if len(what) == 4) if verb == "remember"}
    for verb, text, *about in begun:
        may_be = {1} if (verb, text) in done else {0, 1}
        match verb:
            case "remember":
                found = sum(number for (one, _), number in memories.items() if one == text)
                was_forgotten = ("forget", text) in {act[:2] for act in begun}
                assert found in (may_be | {0} if was_forgotten else may_be), text
            case "correct":
                assert memories[text, "active"] in may_be, text
                assert memories[f"{text}, wrongly", "superseded"] == memories[text, "active"], text
            case "forget":
                there = memories[text, "active"]
                assert there == (0 if (verb, text) in done else there), text
                assert known.get(about[0]).status is (Status.ACTIVE if there else Status.FORGOTTEN), text
            case "capture":
                assert messages[text] in may_be, text
                assert messages[text] == messages[f"Answer to {text}"], text
            case "task":
                assert tasks[text] in may_be, text
    told = {text for _, text, *_ in begun} | {f"{text}, wrongly" for _, text, *_ in begun} | {""}
    assert set() == {text for text, _ in memories} - told - {"The harbour freezes in January"}
    assert set() == set(messages) - told - {f"Answer to {text}" for text in told}
    for session in sessions.listed(known.core, 10_000):
        assert 2 * session["turn_count"] == session["episodes"], session["id"]
    assert ids
    assert len(begun) > len(done)  # some were killed in the middle
    assert_it_is_whole(home, known)


def killed(commands, chosen, environ, took_s):
    """Run programs, some at once, kill each at a random moment, and return their status and what they said."""
    ended = []
    for start in range(0, len(commands), AT_ONCE):
        running = []
        for words, given in commands[start : start + AT_ONCE]:
            program = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ
            )
            program.stdin.write(given)
            program.stdin.close()
            program.stdin = None
            running.append((time.monotonic() + chosen.uniform(0.3, LATEST) * took_s, program))
        for moment, program in sorted(running, key=lambda one: one[0]):
            time.sleep(max(0.0, moment - time.monotonic()))
            program.send_signal(signal.SIGKILL)
        ended += [(program.communicate(timeout=60)[0], program.returncode) for _, program in running]
    return ended


def took_s(commands, environ):
    """Return how long these programs take when as many run at once and nobody kills them."""
    started = time.monotonic()
    running = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environ) for words, _ in commands
    ]
    for program, (_, given) in zip(running, commands, strict=True):
        program.communicate(given, timeout=60)
    return time.monotonic() - started


def wait_for_workers(home):
    """Wait until the workers that the hook started are gone."""
    give_up = time.monotonic() + WORKERS_END_S
    while workers_of(home) and time.monotonic() < give_up:
        time.sleep(0.05)
    assert [] == workers_of(home)


def workers_of(home):
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if "holdfast.worker" in line and str(home) in line]


def event(name, turn, workspace):
    words = [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event", name]
    payload = {"session_id": "s1", "turn_id": turn, "cwd": str(workspace), "prompt": f"Prompt of turn {turn}",
               "last_assistant_message": f"Answer of turn {turn}"}  # fmt: skip
    return words, json.dumps(payload).encode()


@pytest.mark.parametrize("seed", range(PROGRAM_RUNS))
def test_hooks_that_are_killed_lose_and_double_nothing(known, home, workspace, seed):
    """An event whose hook ended is in the journal once; one whose hook was killed is there or not, and can be sent again."""
    chosen = random.Random(seed)
    once = took_s(
        [event(name, f"first {name}", workspace) for name in ("UserPromptSubmit", "Stop", "Stop")], os.environ
    )
    events = [(name, f"{seed}-{number}") for number in range(KILLS // 2) for name in ("UserPromptSubmit", "Stop")]
    chosen.shuffle(events)
    ended = killed([event(*one, workspace) for one in events], chosen, os.environ, once)
    wait_for_workers(home)
    messages = everything(known)[1]
    assert not (home / "failures.jsonl").exists()
    for (name, turn), (_, status) in zip(events, ended, strict=True):
        text = f"{'Prompt' if name == 'UserPromptSubmit' else 'Answer'} of turn {turn}"
        assert messages[text] in ({1} if status == 0 else {0, 1}), text
    for name, turn in events:
        words, given = event(name, turn, workspace)
        subprocess.run(words, input=given, check=True, capture_output=True, timeout=60)
    wait_for_workers(home)
    messages = everything(known)[1]
    assert {1} == {messages[f"{what} of turn {turn}"] for _, turn in events for what in ("Prompt", "Answer")}
    [session] = [one for one in sessions.listed(known.core) if one["id"] == "s1"]
    assert session["turn_count"] == sum(text.startswith("Answer") for text in messages)
    assert_it_is_whole(home, known)


@pytest.mark.parametrize("seed", range(PROGRAM_RUNS))
def test_commands_that_are_killed_lose_and_double_nothing(known, home, workspace, seed, monkeypatch):
    """What a command said that it stored is there once; what a killed one was about is there as a whole or not at all."""
    monkeypatch.chdir(workspace)
    chosen = random.Random(seed)
    program = [sys.executable, "-m", "holdfast.cli.main"]
    once = took_s([([*program, "remember", f"first {number}"], b"") for number in range(AT_ONCE)], os.environ)
    texts = [f"Command {seed} notes number {number}" for number in range(KILLS)]
    commands = [([*program, "remember", text, "--json"], b"") for text in texts]
    for text, (said, status) in zip(texts, killed(commands, chosen, os.environ, once), strict=True):
        found = everything(known)[0][text, "active"]
        assert found in ({1} if said and status == 0 else {0, 1}), text
        again = known.remember(text)
        assert ("merged" if found else "remembered") == again.outcome
        assert 1 == everything(known)[0][text, "active"]
    assert_it_is_whole(home, known)


ACTS = ("remember {text}", "capture {text}", "correct {first} {text}", "forget {second}", "purge {third}", "snapshot")
SOME = 40  # steps of an act that are tried, at most


@pytest.mark.parametrize("act", ACTS)
def test_an_act_that_is_killed_at_any_step_is_done_or_not_begun(known, home, workspace, act):
    """Killed at each write, sync, truncation and renaming, half a write done: the old state or the new, never between."""
    ids = [known.remember(f"Known fact number {number}").memory.id for number in range(3)]
    known.close()
    act = act.format(text="Quite new", first=ids[0], second=ids[1], third=ids[2])
    number = len(steps_of(home, workspace, act))
    before, after = counts(home), counts(f"{home}-all")
    assert (before == after) == (act == "snapshot")
    seen = []
    for copy in killed_at(home, workspace, act, range(1, number + 1, 1 + number // SOME)):
        seen.append(counts(copy))
        assert seen[-1] in (before, after), copy
        assert [] == problems(copy), copy
        memory = holdfast.open(home=copy, workspace=workspace)
        with memory.core.database.reading() as tx:
            is_pending = bool(erasing.pending_since(tx))
        assert seen[-1] == after or not is_pending, copy
        if is_pending:
            erasing.finish(memory.core)
        memory.remember("What was said after it was killed")
        assert all(map(is_sound, backups.listed(memory.core))), copy
        memory.close()
    assert before in seen
    assert after in seen
