"""A memory with something in every table, and homes to bring it to."""

from __future__ import annotations

import os
import shutil

import pytest

import holdfast


@pytest.fixture
def full(memory, clock):
    """A memory that has used every verb."""
    memory.remember("Run the tests with make test", tags=["testing", "ci"], cite=["README.md"], project="web")
    memory.remember("Indent with spaces")
    memory.remember("Indent with tabs")
    wrong = memory.remember("The API limit is 100 per minute").memory
    memory.correct(wrong.id, "The API limit is 60 per minute")
    memory.remember("Answers in short sentences", layer="L0", tags=["section:preferences"])
    memory.forget(memory.remember("The build machine is called hopper").memory.id)
    memory.capture(session="s1", turn="1", user="hello there", assistant="hi – how can I help? 🙂")
    memory.capture(session="s1", turn="2", user="run the tests", assistant="they pass")
    memory.remember("only for this talk", scope="workspace", source="agent", derived_from=[memory.episodes("s1")[0].id])
    task = memory.tasks.add("Move to pnpm", project="web", state="lockfile first")
    memory.tasks.note(task.id, "half way")
    memory.tasks.done(memory.tasks.add("Old one").id, summary="went well")
    list(memory.recall("how do we run the tests"))
    return memory


@pytest.fixture
def exported(full, tmp_path):
    path = tmp_path / "export.json"
    full.export(path)
    return path


@pytest.fixture
def open_home(tmp_path, workspace, home, clock):
    """Open a memory in another home: with the first home's key, or with one of its own."""
    opened = []

    def opener(name, *, same_key=False, folder=None):
        there = tmp_path / name
        if same_key:
            there.mkdir(mode=0o700)
            shutil.copy(home / "key", there / "key")
            os.chmod(there / "key", 0o600)
        memory = holdfast.open(home=there, workspace=folder or workspace)
        memory.core.clock = clock
        opened.append(memory)
        return memory

    yield opener
    for memory in opened:
        memory.close()
