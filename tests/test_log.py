"""What is said on stderr, at which level, and what is never among it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.faults.traces import SAID, WORDS, traces

from holdfast import worker
from holdfast.flows.workspaces import grant_consent
from holdfast.log import LEVELS, line

AT = "2026-03-01T12:00:00.000000Z"
CLI, HOOK = ["-m", "holdfast.cli.main"], ["-m", "holdfast.hook", "--host", "generic", "--event"]


def run(*words, stdin="", cwd, **environ):
    return subprocess.run(
        [sys.executable, *words],
        input=stdin.encode(),
        cwd=cwd,
        env={**os.environ, **environ},
        capture_output=True,
        timeout=60,
    )


def test_a_line_can_be_taken_apart():
    """A moment, a level, an action, and facts of which none holds a bare space."""
    told = line(
        AT, "info", "worker.done", {"sink": "learn", "ms": 12.34, "alone": True, "why": "two words", "none": ""}
    )
    assert f"{AT} info worker.done sink=learn ms=12.3 alone=yes why='two words' none=''" == told


@given(st.dictionaries(st.sampled_from(["a", "b"]), st.text(max_size=30) | st.integers() | st.floats()))
def test_whatever_the_facts_it_is_one_line(facts):
    """No value breaks a line or hides in it."""
    told = line(AT, "info", "x", facts)
    assert told.isprintable()
    assert [told] == told.splitlines()


def test_by_default_nothing_is_said(memory, workspace):
    """A command that goes well leaves stderr alone, and so does the hook."""
    assert b"" == run(*CLI, "remember", "Tea is nice.", cwd=workspace).stderr
    assert b"" == run(*HOOK, "SessionStart", stdin='{"session_id": "s"}', cwd=workspace).stderr


@pytest.mark.parametrize("name", ["HOLDFAST_LOG", "HOLDFAST_LOG_LEVEL"])
def test_the_environment_asks_for_more(memory, workspace, name):
    """`HOLDFAST_LOG=debug` tells of each command; results stay on stdout alone."""
    memory.remember("Tea is nice.")
    done = run(*CLI, "recall", "tea", "--json", cwd=workspace, **{name: "debug"})
    said = done.stderr.decode()
    assert (0, True) == (done.returncode, json.loads(done.stdout)["data"]["hits"] != [])
    assert (True, True) == (" debug recall id=r_" in said, " debug command name=recall exit=0 ms=" in said)


def test_an_unknown_level_is_an_error(memory, workspace):
    """A slip is not taken for silence."""
    assert 2 == run(*CLI, "list", cwd=workspace, HOLDFAST_LOG="loud").returncode


@pytest.mark.parametrize(("level", "actions"), [("error", set()), ("warning", {"worker.failed"}),
                                                ("info", {"worker.failed", "worker.drained"})])  # fmt: skip
def test_each_level_says_its_part(memory, open_here, workspace, capsys, level, actions, monkeypatch):
    """A failing job is a warning, the work that was done is information."""
    memory.capture(session="s", turn="1", user="hello", assistant="hi")
    loud = open_here(workspace, settings={"log.level": level})
    monkeypatch.setitem(worker._DO, "learn", None)
    worker.drain(loud.core)
    assert actions == {told.split()[2] for told in capsys.readouterr().err.splitlines()} - {"backup.taken"}


def test_no_text_of_the_person_is_ever_said(memory, workspace, home, tmp_path):
    """At the most talkative level, through command, hook and worker, failures included: no word, path or key."""
    memory.core.settle()
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    loud = {"HOLDFAST_LOG": LEVELS[-1]}
    done = [
        run(*CLI, "remember", SAID, "--tag", WORDS[0], "--project", WORDS[1], cwd=workspace, **loud),
        run(*CLI, "recall", SAID, cwd=workspace, **loud),
        run(*CLI, "forget", "--query", WORDS[0], "--yes", cwd=workspace, **loud),
        run(*CLI, "task", "add", SAID, cwd=workspace, **loud),
        run(
            *HOOK, "UserPromptSubmit", stdin=json.dumps({"session_id": WORDS[2], "prompt": SAID}), cwd=workspace, **loud
        ),
        run(
            *HOOK,
            "Stop",
            stdin=json.dumps({"session_id": WORDS[2], "last_assistant_message": SAID}),
            cwd=workspace,
            **loud,
        ),
        run(*CLI, "worker", "--drain", cwd=workspace, **loud),
        run(*HOOK, "UserPromptSubmit", stdin="{" + SAID, cwd=workspace, **loud),
    ]
    (tmp_path / "said").mkdir()
    for number, one in enumerate(done):
        (tmp_path / "said" / str(number)).write_bytes(one.stderr)
    assert 4 < sum(b" debug " in one.stderr for one in done)
    assert [] == traces(tmp_path / "said")
    every = b"".join(one.stderr for one in done).decode()
    assert [] == [secret for secret in (str(workspace), str(home), memory.core.keys.key.hex()) if secret in every]
