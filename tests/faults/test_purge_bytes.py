"""After a purge no byte of the text is in any file of the home, and everything else is as it was."""

from __future__ import annotations

import os

import apsw
import pytest
from tests.faults.damage import doctor_finds
from tests.faults.traces import SAID, WORDS, spellings, traces

from holdfast import worker
from holdfast.flows import backups, capture, erasing
from holdfast.store import changes, queue

KEPT = "The harbour freezes in January"
SESSION = f"about {WORDS[0]}"


@pytest.fixture
def memory(open_here, workspace):
    """A memory in which something else is known too, that is to stay."""
    memory = open_here(workspace)
    memory.remember(KEPT, tags=["harbour"])
    memory.remember("I like short answers", layer="L0")
    memory.capture(session="another", turn="1", user="is the harbour open", assistant="in summer")
    memory.tasks.add("Paint the harbour wall")
    return memory


def tell(memory):
    """Have the text in a memory, its tags, citations, versions, index and history, in recalls and in what was made of it."""
    made = memory.remember(SAID, tags=[WORDS[0], "harbour"], cite=[f"src/{WORDS[1]}.py"], reason=WORDS[2]).memory
    memory.edit(made.id, f"{SAID}, or {WORDS[2]} alone")
    memory.undo(memory.forget(made.id).change)
    memory.edit(made.id, SAID)
    memory.remember(SAID, tags=["again"])
    memory.remember(f"It follows that {SAID}", source="system", derived_from=[made.id])
    list(memory.recall(f"what of the {WORDS[0]} in the harbour"))
    memory.block(SAID)
    return made


def tell_everywhere(memory):
    """Have the text in every table of the workspace: messages, summaries, tasks, sessions and waiting work as well."""
    tell(memory)
    wrong = memory.remember(f"Wrongly, {SAID}").memory
    memory.correct(wrong.id, f"Rightly, {SAID}")
    memory.forget(memory.remember(f"Forgotten: {SAID}").memory.id)
    memory.capture(session=SESSION, turn=WORDS[1], user=SAID, assistant=f"Indeed, {SAID}")
    task = memory.tasks.add(SAID, state=SAID, links=[f"https://example.org/{WORDS[3]}"])
    memory.tasks.note(task.id, f"again: {SAID}")
    memory.tasks.done(task.id, summary=SAID)
    memory.tasks.add(f"Open: {SAID}", state=SAID)
    core = memory.core
    with core.database.writing() as tx:
        session = capture.open_session(tx, core, SESSION, WORDS[3])
        capture.enqueue(tx, core, capture.ARCHIVE, session, "archive")
    worker.drain(core)
    with core.database.writing() as tx:
        queue.add(tx, "graphiti", SAID, {"content": SAID}, group_no=session.group_no, at=core.clock(), limit=10)
    list(memory.recall(f"what did we say yesterday about {SAID}"))
    return memory.list(layers="L2").memories


def copy_about(memory):
    """Have the text in snapshots, in kept copies of the store, and in drafts that dying processes left."""
    database, path = memory.core.database, memory.core.database.path
    backups.take(memory.core)
    backups.take(memory.core)
    kept = (".before-schema-1", ".corrupt-20260101T000000Z", ".repair-4242", ".repaired", ".new-42-ab", ".part")
    for copy in (*(path + mark for mark in kept), os.path.join(memory.core.home, "backups", "holdfast-2026.db.part")):
        database.snapshot(copy)
    log = apsw.Connection(path + ".corrupt-20260101T000000Z")
    log.execute("PRAGMA journal_mode=WAL; UPDATE memories SET project = content")
    with open(f"{path}-wal", "rb") as held, open(path + ".corrupt-20260101T000000Z-wal", "wb") as there:
        there.write(held.read())
    log.close()


def assert_the_rest_is_there(memory):
    """Every check of the doctor is clean, and what was not purged is found."""
    memory.close()
    assert [] == doctor_finds(memory.core.database.path)
    with memory.core.database.reading() as tx:
        assert (None, "") == (changes.verify(tx), erasing.pending_since(tx))
        assert [] == tx.rows("health.without_group", limit=9)
        assert [] == list(tx.rows("search.counts", terms=[f"11|{word}" for word in WORDS]))
    assert "I like short answers" in memory.profile().text


def test_a_trace_is_found_in_every_spelling(tmp_path):
    """Each spelling in which a word may stand in a file is one that the search finds: else it would prove nothing."""
    for number, spelling in enumerate(spellings(WORDS[0]).values()):
        (tmp_path / str(number)).write_bytes(b"\x00" + spelling + b"\xff")
    assert {str(number) for number in range(len(spellings(WORDS[0])))} == {
        one.partition(":")[0] for one in traces(tmp_path)
    }
    for shift in range(3):
        import base64

        (tmp_path / f"b{shift}").write_bytes(base64.b64encode(b"-" * shift + SAID.encode()))
        assert any(one.startswith(f"b{shift}:") for one in traces(tmp_path))


def test_a_purged_memory_leaves_no_byte(memory, home):
    """Its text, tags, citations, versions, history, index entries, recalls and copies are gone from every file."""
    made = tell(memory)
    copy_about(memory)
    assert {"backups", "holdfast.db"} <= {
        one.partition("/")[0].partition(":")[0].removesuffix("-wal") for one in traces(home)
    }
    receipt = memory.purge(made.id)
    assert [] == traces(home)
    assert (True, (made.id,)) == (receipt.physical, receipt.ids)
    assert_the_rest_is_there(memory)
    assert [KEPT] == [one.content for one in memory.list().memories if one.layer == "L1"]
