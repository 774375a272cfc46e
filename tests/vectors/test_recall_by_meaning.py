"""Recall with vectors: what means the same is found without a shared word, within the same walls, and never at any price."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys

import pytest
from tests.vectors.conftest import ON

import holdfast
from holdfast import errors
from holdfast.cli.main import main
from holdfast.flows import embedding, nearness
from holdfast.flows import recall as flow
from holdfast.flows.workspaces import grant_consent
from repositories import make_repository

COFFEE, HARBOUR = "Coffee beans stand on the third shelf", "The harbour freezes in January"
HOOK = """
import io, json, sys
from holdfast import hook
class Input:
    buffer = io.BytesIO(json.dumps({event}).encode())
answer = hook.run(["--host", "generic", "--event", "UserPromptSubmit"], Input.buffer)
heavy = [name for name in sys.modules if name.partition(".")[0] in {{"numpy", "tokenizers", "typing"}}
         or name.startswith(("holdfast.vectors", "holdfast.flows.nearness", "holdfast.flows.embedding"))]
print(json.dumps([answer.decode(), sorted(heavy)]))
"""


@pytest.fixture
def missing(monkeypatch):
    """The package of the embedder is not there."""

    def raises(_name):
        raise errors.MissingExtra("vectors need wordllama, which is not installed", hint="pip install it")

    monkeypatch.setattr(embedding, "open_embedder", raises)


def contents(found):
    return [hit.memory.content for hit in found]


def test_a_paraphrase_is_found(by_meaning, memory):
    """A statement that shares no word with the question is found with vectors and only with them."""
    for text in (COFFEE, HARBOUR, "Deploy from the release branch"):
        by_meaning.remember(text)
    assert COFFEE == contents(by_meaning.recall("where do I get an espresso"))[0]
    assert [] == contents(memory.recall("where do I get an espresso"))


def test_words_still_count(by_meaning):
    """A statement that holds the words of the question comes before one that only means something like it."""
    by_meaning.remember("Espresso is made in the kitchen")
    by_meaning.remember(COFFEE)
    assert "Espresso is made in the kitchen" == contents(by_meaning.recall("where do I get an espresso"))[0]


def test_meaning_is_told_as_a_part_of_the_score(by_meaning):
    """`why` shows what meaning gained; where it gained nothing it is not named, and without vectors never."""
    by_meaning.remember(COFFEE)
    found = by_meaning.recall("where do I get an espresso")
    part = found.hits[0].parts["meaning"]
    assert 0 < part <= 0.3
    assert part == by_meaning.why(found.id)["hits"][0]["parts"]["meaning"]


def test_without_vectors_nothing_is_different(memory):
    """Off, no part of a score speaks of meaning."""
    memory.remember(COFFEE)
    assert "meaning" not in memory.recall("coffee").hits[0].parts


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        ({"kinds": "decision"}, ["Tea stands beside the beans"]),
        ({"tags": ["hot"]}, [COFFEE]),
        ({"project": "p"}, [COFFEE]),
        ({"scopes": "user"}, ["Cocoa is for guests"]),
        ({"layers": "L2"}, ["We bought an espresso maker"]),
        ({"since": "2027-01-01"}, []),
        ({"until": "2025-01-01"}, []),
    ],
)
def test_filters_hold_for_what_is_near_as_well(by_meaning, filters, kept):
    """Nothing gets around a filter by being near in meaning."""
    by_meaning.remember(COFFEE, tags=["hot"], project="p")
    by_meaning.remember("Tea stands beside the beans", kind="decision")
    by_meaning.remember("Cocoa is for guests", scope="user")
    by_meaning.remember("We bought an espresso maker", layer="L2")
    assert kept == contents(by_meaning.recall("a cup of espresso", **filters))


def test_what_held_at_a_time_is_found_by_meaning(by_meaning, clock):
    """A question about a time finds what held then, as it does by words."""
    first = by_meaning.remember(COFFEE).memory
    clock.sleep_days(10)
    by_meaning.correct(first.id, "Tea bags stand on the second shelf")
    assert [COFFEE] == contents(by_meaning.recall("espresso", at="2026-01-05"))
    assert COFFEE not in contents(by_meaning.recall("espresso"))


def test_a_message_is_found_by_its_meaning(by_meaning, memory):
    """The history is searched by meaning as memories are, within its span of time."""
    by_meaning.capture(session="s", turn="1", user=COFFEE, assistant=HARBOUR)
    [first, *_] = by_meaning.history_search("where do I get an espresso")
    assert (COFFEE, True) == (first.episode.content, first.parts["meaning"] > 0)
    assert [] == list(by_meaning.history_search("where do I get an espresso", since="2027-01-01"))
    assert [] == list(memory.history_search("where do I get an espresso"))


def test_no_vector_crosses_a_wall(home, tmp_path):
    """No question, however near, brings what belongs to another person, agent, workspace or session.

    The people of one store share a workspace's memories, and nothing else.
    """
    repositories = [make_repository(tmp_path / name / "api") for name in ("one", "two")]
    cells = {}
    for person, agent, place in itertools.product(("ada", "bo"), ("", "helper"), (0, 1)):
        memory = holdfast.open(
            workspace=repositories[place], agent=agent, session="s", settings={**ON, "user.id": person}
        )
        memory.remember(f"{COFFEE} of {agent or 'nobody'} in {place}")
        memory.remember(f"{COFFEE} of {agent or 'nobody'} in {place} for {person} now", scope="session")
        memory.capture(session="s", turn="1", user=f"{COFFEE} of {agent or 'nobody'} in {place} for {person} said")
        cells[person, agent or "nobody", place] = memory
    for memory in cells.values():
        embedding.work(memory.core)
    for (person, agent, place), memory in cells.items():
        shared = f"{COFFEE} of {agent} in {place}"
        for question in ("a cup of espresso", f"{shared} for {person} now", "third shelf", COFFEE):
            found = {*contents(memory.recall(question, limit=99))}
            assert {shared, f"{shared} for {person} now"} == found
            said = [one.episode.content for one in memory.history_search(question, limit=99)]
            assert [f"{shared} for {person} said"] == said
        memory.close()


def test_what_was_found_is_always_what_is_there(by_meaning):
    """Vectors that a process keeps in memory are read again after any change: nothing forgotten comes back."""
    made = by_meaning.remember(COFFEE).memory
    by_meaning.remember(HARBOUR)
    assert COFFEE == contents(by_meaning.recall("espresso"))[0]
    by_meaning.forget(made.id)
    assert COFFEE not in contents(by_meaning.recall("espresso"))
    by_meaning.remember("Fresh beans and a grinder are in the kitchen")
    assert "Fresh beans and a grinder are in the kitchen" == contents(by_meaning.recall("espresso"))[0]


def test_another_process_is_seen(by_meaning, workspace):
    """What another process stored is found by its meaning too, although this one had read all vectors before."""
    by_meaning.remember(HARBOUR)
    list(by_meaning.recall("espresso"))
    code = f"import holdfast\nwith holdfast.open() as memory:\n    memory.remember({COFFEE!r})"
    subprocess.run([sys.executable, "-c", code], cwd=workspace, check=True)
    assert COFFEE == contents(by_meaning.recall("espresso"))[0]


def test_the_memory_used_is_bounded(by_meaning, monkeypatch):
    """Of a large shelf the newest vectors are compared, and of many shelves the last used are kept."""
    monkeypatch.setattr(nearness, "MOST_ROWS", 2)
    monkeypatch.setattr(nearness, "KEPT_ROWS", 3)
    for text in (COFFEE, HARBOUR, "Deploy from the release branch", "Tests run in parallel"):
        by_meaning.remember(text)
    by_meaning.capture(session="s", turn="1", user="one thing", assistant="another thing")
    assert COFFEE not in contents(by_meaning.recall("espresso"))
    assert COFFEE == contents(by_meaning.recall("coffee"))[0]
    list(by_meaning.history_search("something"))
    kept = nearness._stores[by_meaning.core.database].matrices
    assert [2] == [len(matrix.numbers) for _, matrix in kept.values()]


@pytest.mark.parametrize(
    "question", ["", " ", "?!", "the of and", "\x00", "🧠", "日本語", "a" * 100_000, '"NEAR(a b)*"', "\ud800"]
)
def test_any_question_is_answered(by_meaning, question):
    """Nothing that can be typed raises, whatever the embedder makes of it."""
    by_meaning.remember(COFFEE)
    assert len(by_meaning.recall(question).hits) <= 1
    assert len(by_meaning.history_search(question)) <= 1


def test_recall_goes_on_without_the_package(by_meaning, missing):
    """Where the embedder cannot be used the words decide, as they would with vectors off."""
    by_meaning.remember(COFFEE)
    assert [COFFEE] == contents(by_meaning.recall("coffee"))
    assert [] == contents(by_meaning.recall("espresso"))
    by_meaning.capture(session="s", turn="1", user=COFFEE)
    assert 1 == len(by_meaning.history_search("coffee"))


def test_a_store_that_cannot_be_written_is_searched(by_meaning, monkeypatch):
    """A search makes no vectors where it cannot write, and answers from those there are."""
    by_meaning.remember(COFFEE)
    list(by_meaning.recall("espresso"))
    by_meaning.remember("Tea bags stand on the second shelf")

    def refuse(*_arguments, **_more):
        raise errors.ReadOnly("read only")

    with monkeypatch.context() as patch:
        patch.setattr(by_meaning.core.database, "writing", refuse)
        assert contents(by_meaning.recall("espresso")) == [COFFEE]


def test_the_hook_goes_by_words(memory, workspace, home, monkeypatch):
    """With vectors on, a prompt is answered as fast as ever: nothing of them is loaded, whatever it would have found."""
    memory.remember(COFFEE)
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    monkeypatch.setenv("HOLDFAST_RECALL_VECTORS", "wordllama")
    for prompt, is_found in (("on which shelf are the coffee beans?", True), ("where do I get an espresso?", False)):
        event = {"session_id": "s", "turn_id": prompt, "cwd": str(workspace), "prompt": prompt}
        script = HOOK.replace("{event}", repr(event)).replace("{{", "{").replace("}}", "}")
        done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
        answer, heavy = json.loads(done.stdout)
        assert ([], is_found) == (heavy, COFFEE in answer)
    assert not os.path.exists(home / "failures.jsonl")


def test_a_block_of_a_long_lived_program_uses_them(by_meaning):
    """What a program asks for itself goes by meaning as well; the bar against saying too much still counts words."""
    by_meaning.remember(COFFEE)
    assert COFFEE in by_meaning.block("on which shelf are the coffee beans?")
    request = flow.wanted(by_meaning.core, "where do I get an espresso?", purpose=flow.INJECT)
    with by_meaning.core.database.reading() as tx:
        assert 0.0 == flow.search(tx, by_meaning.core, request, request.query).closeness
    assert "" == by_meaning.block("where do I get an espresso?")


class TestCommands:
    @pytest.fixture(autouse=True)
    def here(self, workspace, monkeypatch, home):
        monkeypatch.chdir(workspace)

    def test_setting_it_needs_the_package(self, capsys, monkeypatch):
        """Who switches vectors on without the package is told what to install, and nothing is set."""
        monkeypatch.setitem(sys.modules, "tokenizers", None)
        monkeypatch.delitem(sys.modules, "holdfast.vectors.wordllama", raising=False)
        from holdfast.vectors.embedder import open_embedder

        open_embedder.cache_clear()
        assert 1 == main(["config", "set", "recall.vectors", "wordllama"])
        assert 'next:  pip install "holdfast-memory[vectors]"' in capsys.readouterr().err
        assert 0 == main(["config", "get", "recall.vectors"])
        assert "off" == capsys.readouterr().out.strip()
        open_embedder.cache_clear()

    def test_an_unknown_one_is_refused(self, capsys):
        assert 2 == main(["config", "set", "recall.vectors", "word2vec"])
        assert "wordllama" in capsys.readouterr().err

    def test_a_recall_says_that_words_alone_decided(self, memory, capsys, monkeypatch, missing):
        """Falling back is not silent: the note stands on stderr, the answer on stdout."""
        memory.remember(COFFEE)
        monkeypatch.setenv("HOLDFAST_RECALL_VECTORS", "wordllama")
        assert 0 == main(["recall", "coffee"])
        said = capsys.readouterr()
        assert COFFEE in said.out
        assert "so words alone decided; next: pip install it" in said.err

    def test_why_shows_meaning(self, memory, capsys, monkeypatch):
        memory.remember(COFFEE)
        monkeypatch.setenv("HOLDFAST_RECALL_VECTORS", "wordllama")
        assert 0 == main(["recall", "where do I get an espresso", "--why"])
        assert "from meaning 0.1" in capsys.readouterr().out

    def test_status_tells_how_things_stand(self, memory, capsys, monkeypatch):
        """On, it says how many vectors there are and how many are still to be made; off, nothing."""
        memory.remember(COFFEE)
        main(["status"])
        assert "vectors" not in capsys.readouterr().out
        monkeypatch.setenv("HOLDFAST_RECALL_VECTORS", "wordllama")
        main(["status"])
        assert "0 vectors by wordllama, 1 still to be made" in capsys.readouterr().out
        main(["worker", "--drain"])
        capsys.readouterr()
        main(["status", "--json"])
        area = json.loads(capsys.readouterr().out)["data"]["vectors"]
        assert {"embedder": "wordllama", "kept": 1, "missing": 0, "of_others": 0} == area

    def test_status_and_doctor_tell_of_a_missing_package(self, memory, capsys, monkeypatch, missing):
        memory.remember(COFFEE)
        monkeypatch.setenv("HOLDFAST_RECALL_VECTORS", "wordllama")
        main(["status", "--json"])
        assert "pip install it" == json.loads(capsys.readouterr().out)["data"]["vectors"]["hint"]
        assert 1 == main(["doctor", "--json"])
        area = json.loads(capsys.readouterr().out)["data"]["vectors"]
        assert (False, "pip install it") == (area["ok"], area["problems"][0]["hint"])

    def test_the_doctor_erases_a_stray(self, memory, capsys):
        """A vector that belongs to nothing is told and erased; those that are needed are made anew."""
        memory.remember(COFFEE)
        with memory.core.database.writing() as tx:
            tx.rows("vectors.put", shelf="199", no=1, embedder="x", vector=b"stray")
        assert 1 == main(["doctor"])
        assert "1 vectors or more belong to nothing that is searched" in capsys.readouterr().out
        assert 0 == main(["doctor", "--fix"])
        with memory.core.database.reading() as tx:
            assert [] == tx.rows("vectors.counts")
