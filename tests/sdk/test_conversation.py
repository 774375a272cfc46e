"""A conversation in this process does what the hook does, and never fails the agent it serves."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from holdfast import errors
from holdfast.flows import failures
from holdfast.flows.decisions import grant
from holdfast.sdk.conversation import REBUILT, Conversation


@pytest.fixture
def agreed(memory):
    """A workspace whose person agreed to memory."""
    grant(memory.core)
    return memory


@pytest.fixture
def converse(workspace):
    def begin(session="s1", **more):
        return Conversation(session, host="framework", workspace=workspace, **more)

    return begin


def test_a_conversation_tells_and_keeps(agreed, converse):
    """The start tells the profile, a prompt what fits it, and both sides of the turn are kept word for word."""
    agreed.profile("## Preferences\n- Answers in British English")
    agreed.remember("Run tests with `make test`.")
    talk = converse()
    assert "British English" in talk.start()
    assert "make test" in talk.prompt("how do we run the tests", turn="1")
    talk.answer("With make test.", turn="1")
    said = [(str(one.role), one.content, one.host) for one in agreed.episodes("s1")]
    assert [("user", "how do we run the tests", "framework"), ("assistant", "With make test.", "framework")] == said


def test_nothing_is_told_twice(agreed, converse):
    """Neither by the same object nor by another one of the same session, until the framework compacts."""
    agreed.remember("Run tests with `make test`.")
    assert "make test" in converse().prompt("run the tests", turn="1")
    assert "" == converse().prompt("run the tests again", turn="2")
    converse().compacted()
    assert "make test" in converse().prompt("run the tests once more", turn="3")


def test_a_prompt_that_is_built_anew_is_told_the_start_each_time(agreed, converse):
    """Where the framework rebuilds its instructions, the start is not in the conversation."""
    agreed.profile("## Preferences\n- Answers in British English")
    talk = converse(traits=REBUILT)
    assert talk.start() == talk.start() != ""


def test_without_consent_nothing_is_told_or_kept(memory, converse):
    memory.remember("Run tests with `make test`.")
    talk = converse()
    assert "" == talk.start() + talk.prompt("run the tests", turn="1")
    talk.answer("Done.", turn="1")
    with pytest.raises(errors.NotFound):
        memory.episodes("s1")


def test_a_broken_store_is_silent_and_written_down(agreed, converse, home):
    """The agent goes on; the person finds out with `holdfast status`."""
    agreed.close()
    (home / "holdfast.db").write_bytes(b"this is no store" * 500)
    talk = converse()
    assert "" == talk.prompt("run the tests", turn="1")
    talk.answer("Done.", turn="1")
    noted = failures.of_hook(str(home))
    assert ["sdk:framework", "sdk:framework"] == [one["place"] for one in noted]
    assert "run the tests" not in repr(noted)


def test_the_async_moments_are_the_same(agreed, converse):
    agreed.remember("Run tests with `make test`.")

    async def talk():
        conversation = converse()
        told = await conversation.astart() + await conversation.aprompt("run the tests", turn="1")
        await conversation.aanswer("Done.", turn="1")
        await conversation.aend()
        return told

    assert "make test" in asyncio.run(talk())
    assert ["run the tests", "Done."] == [one.content for one in agreed.episodes("s1")]


def test_workers_leave_no_zombie(agreed, converse):
    """A long-lived program that ends many turns has no dead children."""
    talk = converse()
    for turn in "123":
        talk.prompt("hello", turn=turn)
        talk.answer("hello", turn=turn)
    talk.end()
    ends = time.monotonic() + 20
    while _children() and time.monotonic() < ends:
        time.sleep(0.05)
    assert [] == _children()


def test_a_session_needs_an_id(converse):
    with pytest.raises(errors.UsageError):
        converse("")


def _children():
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and (b"holdfast.worker" in words or fields[0] == "Z"):
            found.append((name, fields[0]))
    return found
