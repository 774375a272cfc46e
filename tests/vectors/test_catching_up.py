"""Vectors are kept in step with the rows: made when something is new, gone when it is, made anew when all are lost."""

from __future__ import annotations

import os

import pytest
from tests.vectors.conftest import ON

import holdfast
from holdfast import errors, worker
from holdfast.deadline import Deadline
from holdfast.flows import embedding, repair
from holdfast.flows.merge import merge
from holdfast.store import failures, vectors
from holdfast.vectors import embedder as seam
from repositories import make_repository


class Counting:
    """An embedder that counts what it is given; its vectors tell texts apart by their length alone."""

    dimensions = 4

    def __init__(self, name):
        self.name, self.seen = name, []

    def embed(self, texts):
        import numpy as np

        self.seen += texts
        return np.array([[1.0, len(one) % 2, 0, 0] for one in texts], dtype=np.float32).reshape(len(texts), 4)


@pytest.fixture
def counting(monkeypatch):
    """Put another embedder in the place of the real one, and return a way to change it."""

    def use(name):
        made = Counting(name)
        monkeypatch.setattr(embedding, "open_embedder", lambda _name: made)
        return made

    return use


def kept(memory):
    """Return how many vectors there are, by embedder."""
    with memory.core.database.reading() as tx:
        return dict(tx.rows("vectors.counts"))


def lacking(memory):
    return embedding.state(memory.core)["missing"]


def test_off_makes_none(memory):
    """By default there is no vector, whoever searches or works."""
    memory.remember("Coffee beans stand on the third shelf")
    list(memory.recall("espresso"))
    memory.capture(session="s", turn="1", user="hello there")
    list(memory.history_search("hello"))
    worker.drain(memory.core)
    assert {} == kept(memory)
    assert {"embedder": "off", "kept": 0, "missing": 0, "of_others": 0} == embedding.state(memory.core)


def test_a_search_makes_what_is_missing(by_meaning):
    """A statement can be found by its meaning in the very next search; no worker has to run first."""
    by_meaning.remember("Coffee beans stand on the third shelf")
    assert 1 == lacking(by_meaning)
    assert ["Coffee beans stand on the third shelf"] == [hit.memory.content for hit in by_meaning.recall("espresso")]
    assert 0 == lacking(by_meaning)


def test_a_worker_makes_the_rest(by_meaning):
    """Whatever is in the store has its vector after a worker ran: memories of all layers, and messages."""
    by_meaning.remember("Coffee beans stand on the third shelf")
    by_meaning.remember("I like short answers", layer="L0")
    by_meaning.capture(session="s", turn="1", user="hello there", assistant="good day")
    worker.drain(by_meaning.core)
    assert (4, 0) == (sum(kept(by_meaning).values()), lacking(by_meaning))


def test_only_what_is_new_costs(by_meaning, counting):
    """What has a vector is not embedded again; what was edited, undone or superseded is."""
    embedder = counting("counting-4")
    first = by_meaning.remember("Use tabs for indentation").memory
    by_meaning.remember("Coffee beans stand on the third shelf")
    assert 2 == embedding.catch_up(by_meaning.core)
    assert 0 == embedding.catch_up(by_meaning.core)
    by_meaning.edit(first.id, "Use four spaces for indentation")
    assert 1 == embedding.catch_up(by_meaning.core)
    by_meaning.undo()
    assert 1 == embedding.catch_up(by_meaning.core)
    by_meaning.correct(first.id, "Use two spaces for indentation")
    assert 2 == embedding.catch_up(by_meaning.core)  # what is right, and what was: a question about the past finds it
    assert ["Use four spaces for indentation", "Use tabs for indentation"] == embedder.seen[2:4]


def test_what_is_forgotten_has_no_vector(by_meaning):
    """Forgetting drops it, undo has it made again."""
    made = by_meaning.remember("Coffee beans stand on the third shelf").memory
    embedding.work(by_meaning.core)
    by_meaning.forget(made.id)
    assert {} == kept(by_meaning)
    by_meaning.undo()
    assert 1 == embedding.work(by_meaning.core)


def test_a_deadline_ends_it_between_batches(by_meaning, counting, monkeypatch):
    """A search waits for some vectors only; those it does not wait for are made later."""
    counting("counting-4")
    monkeypatch.setattr(embedding, "BATCH", 2)
    for number in range(5):
        by_meaning.remember(f"Statement number {number}")
    assert 2 == embedding.catch_up(by_meaning.core, deadline=Deadline.after_ms(-1))
    assert 3 == lacking(by_meaning)
    steps = []
    assert 3 == embedding.catch_up(by_meaning.core, step=lambda: steps.append(1))
    assert 2 == len(steps)


def test_what_changes_while_it_is_embedded_is_not_stored(by_meaning, counting, monkeypatch):
    """A vector of a text that is gone by the time it is made is thrown away, and no attempt goes on for ever."""
    embedder = counting("counting-4")
    made = by_meaning.remember("Coffee beans stand on the third shelf").memory
    plain = embedder.embed

    def meanwhile(texts):
        if texts == ["Coffee beans stand on the third shelf"]:
            by_meaning.purge(made.id)
        return plain(texts)

    embedder.embed = meanwhile
    assert 0 == embedding.catch_up(by_meaning.core)
    assert {} == kept(by_meaning)


def test_another_embedder_makes_them_anew(by_meaning, counting):
    """When the embedder changes its vectors replace the old ones; two kinds are never compared."""
    counting("counting-4")
    by_meaning.remember("Coffee beans stand on the third shelf")
    embedding.work(by_meaning.core)
    counting("counting-5")
    assert 1 == embedding.work(by_meaning.core)
    assert {"counting-5": 1} == kept(by_meaning)


def test_switching_off_drops_them(by_meaning, open_here, workspace):
    """A worker that finds vectors off drops all of them."""
    by_meaning.remember("Coffee beans stand on the third shelf")
    embedding.work(by_meaning.core)
    worker.drain(open_here(workspace).core)
    assert {} == kept(by_meaning)


def test_a_missing_package_drops_nothing(by_meaning, monkeypatch):
    """Where the embedder cannot be used its vectors wait for it."""
    by_meaning.remember("Coffee beans stand on the third shelf")
    embedding.work(by_meaning.core)

    def missing(_name):
        raise errors.MissingExtra("not here", hint=seam.INSTALL)

    monkeypatch.setattr(embedding, "open_embedder", missing)
    assert 0 == embedding.work(by_meaning.core)
    assert 1 == sum(kept(by_meaning).values())


def test_off_means_that_nothing_is_written(by_meaning, open_here, workspace):
    """In the mode off no vector is made, and none is dropped."""
    by_meaning.remember("Coffee beans stand on the third shelf")
    off = open_here(workspace, settings={**ON, "mode": "off"})
    assert 0 == embedding.work(off.core)
    assert {} == kept(off)


def test_a_failure_of_the_worker_is_recorded(by_meaning, monkeypatch):
    """What goes wrong with vectors is told by `status` and stops no other work."""
    by_meaning.capture(session="s", turn="1", user="hello there", assistant="good day")

    def broken(*_arguments, **_more):
        raise errors.BadInput("the numbers are not numbers")

    monkeypatch.setattr(embedding, "work", broken)
    assert worker.drain(by_meaning.core).was_alone
    with by_meaning.core.database.reading() as tx:
        assert [("worker:vectors", "the numbers are not numbers")] == [
            (one["place"], one["message"]) for one in failures.latest(tx, 5)
        ]


def test_a_merge_of_workspaces_takes_nothing_wrong_along(by_meaning, open_here, tmp_path):
    """What moved to another workspace is found there by its meaning, and no vector stays where it was."""
    other = open_here(make_repository(tmp_path / "other", remote="git@example.org:acme/other.git"), settings=ON)
    other.remember("Coffee beans stand on the third shelf")
    other.capture(session="s", turn="1", user="my cat is called Tiger")
    by_meaning.remember("The harbour freezes in January")
    for memory in (by_meaning, other):
        embedding.work(memory.core)
    with other.core.database.reading() as tx:
        gone, stays = other.core.known_workspace(tx), by_meaning.core.known_workspace(tx)
    merge(by_meaning.core, gone.id, stays.id)
    embedding.work(by_meaning.core)
    with by_meaning.core.database.reading() as tx:
        assert [] == tx.rows("vectors.strays", limit=9)
    assert (3, 0) == (sum(kept(by_meaning).values()), lacking(by_meaning))
    assert "Coffee beans stand on the third shelf" == by_meaning.recall("espresso").hits[0].memory.content


def test_a_scrubbed_text_has_no_vector_of_what_it_was(by_meaning):
    """What a scrub masks is embedded anew, as it reads then."""
    from holdfast.flows import scrub

    by_meaning.capture(session="s", turn="1", user="the word for the staging door is mellon-9Xq7")
    embedding.work(by_meaning.core)
    with by_meaning.core.database.reading() as tx:
        [(_, before)] = shelf_rows(tx)
    by_meaning.core.settings.values["secrets.extra_patterns"] = ("mellon-[0-9A-Za-z]+",)
    by_meaning.core._rules = None
    scrub.scrub(by_meaning.core)
    assert {} == kept(by_meaning)
    embedding.work(by_meaning.core)
    with by_meaning.core.database.reading() as tx:
        [(_, after)] = shelf_rows(tx)
    assert before != after


def shelf_rows(tx):
    [place] = vectors.places(tx)
    return [
        (row[0], bytes(row[1]))
        for name in dict(tx.rows("vectors.counts"))
        for row in vectors.of_shelf(tx, place.shelf, name, 9)
    ]


def test_an_index_made_anew_has_its_vectors_made_anew(by_meaning):
    """The doctor's new index begins without vectors: one whose message is not indexed would outlive a purge."""
    by_meaning.remember("Coffee beans stand on the third shelf")
    by_meaning.capture(session="s", turn="1", user="my cat is called Tiger")
    embedding.work(by_meaning.core)
    repair.rebuild_index(by_meaning.core)
    assert {} == kept(by_meaning)
    assert 2 == embedding.work(by_meaning.core)


def test_a_repaired_store_has_them_made_anew(by_meaning, home):
    """Repair restores rows, not vectors; they are made again and found again."""
    by_meaning.remember("Coffee beans stand on the third shelf")
    embedding.work(by_meaning.core)
    by_meaning.close()
    with by_meaning.core.database.reading() as tx:
        assert tx.rows("vectors.counts")
    by_meaning.close()
    repair.repair(by_meaning.core)
    assert {} == kept(by_meaning)
    assert "Coffee beans stand on the third shelf" == by_meaning.recall("espresso").hits[0].memory.content


def test_an_export_holds_no_vector_and_an_import_needs_none(by_meaning, open_here, workspace, tmp_path, monkeypatch):
    """Vectors are made where they are used: what is passed on is the same with and without them."""
    by_meaning.remember("Coffee beans stand on the third shelf")
    plain, with_vectors = tmp_path / "plain.json", tmp_path / "with.json"
    by_meaning.export(plain)
    embedding.work(by_meaning.core)
    by_meaning.export(with_vectors)
    assert "vector" not in with_vectors.read_text(encoding="utf-8")
    assert abs(os.path.getsize(plain) - os.path.getsize(with_vectors)) < 200
    monkeypatch.setenv("HOLDFAST_HOME", str(tmp_path / "second"))
    with holdfast.open(workspace=workspace, settings=ON) as second:
        second.import_(with_vectors)
        assert 1 == embedding.work(second.core)
        assert 0 == embedding.state(second.core)["missing"]
