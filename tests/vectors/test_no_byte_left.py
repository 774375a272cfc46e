"""After a purge or a scrub no byte of a vector of what is gone is in any file of the home."""

from __future__ import annotations

import os

import pytest

from holdfast import errors
from holdfast.flows import backups, embedding
from holdfast.store import vectors

SAID, KEPT = "Coffee beans stand on the third shelf", "The harbour freezes in January"
PART = 32  # bytes of a vector that nothing else holds by chance, wherever a page may have cut it


def tell(memory):
    """Have the text in memories, versions, messages and a backup, each with its vector."""
    made = memory.remember(SAID).memory
    memory.remember(KEPT)
    memory.capture(session="s", turn="1", user=f"{SAID}, I think", assistant=KEPT)
    embedding.work(memory.core)
    spoken = every(memory)
    memory.edit(made.id, f"{SAID}, on the left")
    embedding.work(memory.core)
    backups.take(memory.core)
    return made, spoken | every(memory)


def every(memory):
    """Return every vector there is."""
    found = set()
    with memory.core.database.reading() as tx:
        for place in vectors.places(tx):
            for name in dict(tx.rows("vectors.counts")):
                found |= {bytes(row[1]) for row in vectors.of_shelf(tx, place.shelf, name, 99)}
    return found


def traces(home, gone):
    """Return the files that hold a part of one of these vectors."""
    parts = {one[at : at + PART] for one in gone for at in range(0, len(one) - PART + 1, PART)}
    found = []
    for folder, _, names in os.walk(home):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            found += [name for part in parts if part in data][:1]
    return found


@pytest.mark.parametrize("how", ["the memory", "the workspace"])
def test_a_purge_leaves_no_byte_of_a_vector(how, by_meaning, home):
    """Gone are the vectors of all versions, from the store, its log, and every backup."""
    made, before = tell(by_meaning)
    assert {"holdfast.db", "holdfast.db-wal"} & {*traces(home, before)}
    if how == "the memory":
        by_meaning.purge(made.id)
    else:
        by_meaning.purge(scope="workspace")
    gone = before - every(by_meaning)
    assert len(gone) >= 2
    assert [] == traces(home, gone)


def test_a_scrub_leaves_no_byte_of_a_vector(by_meaning, home):
    """The vector of a text that held a credential goes with the credential."""
    from holdfast.flows import scrub

    by_meaning.capture(session="s", turn="1", user="the word for the staging door is mellon-9Xq7")
    embedding.work(by_meaning.core)
    before = every(by_meaning)
    by_meaning.core.settings.values["secrets.extra_patterns"] = ("mellon-[0-9A-Za-z]+",)
    by_meaning.core._rules = None
    scrub.scrub(by_meaning.core)
    embedding.work(by_meaning.core)
    assert [] == traces(home, before - every(by_meaning))


def test_switching_off_leaves_none_after_the_next_purge(by_meaning, open_here, workspace, home):
    """Vectors dropped because they are off are overwritten as they go; a purge takes them from every copy."""
    made, before = tell(by_meaning)
    by_meaning.close()
    off = open_here(workspace)
    embedding.work(off.core)
    off.purge(made.id)
    assert [] == traces(home, before)


def test_a_purge_that_died_leaves_none_once_finished(by_meaning, home, monkeypatch):
    """Killed before its last step, a purge is finished by the next."""
    made, before = tell(by_meaning)
    with monkeypatch.context() as patch:

        def dies():
            raise errors.Busy("died here")

        patch.setattr(by_meaning.core.database, "erase_traces", dies)
        with pytest.raises(errors.Busy):
            by_meaning.purge(made.id)
    other = by_meaning.remember("Something else").memory
    by_meaning.purge(other.id)
    assert [] == traces(home, before - every(by_meaning))
