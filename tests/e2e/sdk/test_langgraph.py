"""The LangGraph store passes LangGraph's own tests of a store, taken from its source package, and survives a restart."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import tarfile

import pytest

from holdfast.sdk.langgraph import HoldfastStore

PACKAGE = "langgraph-checkpoint"
# What their tests ask of any store; the others are about their batching, their embeddings, or a store of texts.
THEIRS = (
    "test_list_namespaces_basic or test_list_namespaces_with_wildcards or test_list_namespaces_pagination or "
    "test_list_namespaces_max_depth or test_list_namespaces_no_conditions or test_search_pages_match_full_listing or "
    "test_list_namespaces_empty_store or test_cannot_put_empty_namespace or invalid_namespace_labels or "
    "keep_empty_prefixes_and_wildcards or test_async_batch_store_resilience"
)
FEWEST = 11
# Their module makes a store with this name in each test; ours is made in a folder of its own each time.
SWAP = """
import tempfile
import langgraph.store.memory
from holdfast.sdk.langgraph import HoldfastStore

class Swapped(HoldfastStore):
    def __init__(self):
        folder = tempfile.mkdtemp()
        super().__init__(workspace=folder, home=folder + "/home")

langgraph.store.memory.InMemoryStore = Swapped
"""


@pytest.fixture(scope="session")
def their_tests(tmp_path_factory):
    """LangGraph's tests at the version that is installed."""
    folder = tmp_path_factory.mktemp("theirs")
    version = importlib.metadata.version(PACKAGE)
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", PACKAGE,
         "--dest", str(folder), f"{PACKAGE}=={version}"],
        check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    (tests,) = folder.glob("*/tests")
    (tests / "conftest.py").write_text(SWAP, encoding="utf-8")
    return tests


def test_langgraphs_own_tests_pass(their_tests):
    """Run as they are, with our store in the place of theirs."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "test_store.py", "-q", "-p", "no:cacheprovider", "-k", THEIRS, "-c", os.devnull,
         "--rootdir", str(their_tests), "-o", "asyncio_mode=auto"],
        cwd=their_tests, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert 0 == done.returncode, done.stdout[-4000:]
    passed = int(done.stdout.rpartition(" passed")[0].split()[-1])
    assert passed >= FEWEST, done.stdout


@pytest.fixture
def store(home, workspace):
    with HoldfastStore(workspace=workspace) as opened:
        yield opened


def test_what_was_put_survives_a_restart_and_is_found(store, workspace):
    store.put(("users", "1"), "taste", {"text": "prefers green tea"})
    store.put(("users", "1"), "home", {"text": "lives in a lighthouse"})
    store.close()
    with HoldfastStore(workspace=workspace) as again:
        assert {"text": "prefers green tea"} == again.get(("users", "1"), "taste").value
        (found,) = again.search(("users",), query="which tea")
        assert ("taste", True) == (found.key, 0 < found.score <= 1)


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [({"n": 2}, ["b"]), ({"n": {"$gte": 2}}, ["b", "c"]), ({"n": {"$ne": 2}}, ["a", "c"]), ({"n": {"$lt": 3, "$gt": 1}}, ["b"])],
)  # fmt: skip
def test_filters(store, wanted, keys):
    for number, key in enumerate("abc", 1):
        store.put(("n",), key, {"n": number})
    assert keys == [one.key for one in store.search(("n",), filter=wanted)]


def test_a_graph_remembers_across_threads(store):
    """A node that writes in one thread of a graph is read in another one."""
    from langgraph.graph import START, StateGraph
    from langgraph.store.base import BaseStore
    from typing_extensions import TypedDict

    class State(TypedDict):
        said: str
        known: list[str]

    def remember(state: State, *, store: BaseStore) -> dict:
        known = [item.value["text"] for item in store.search(("notes",), query=state["said"])]
        store.put(("notes",), state["said"][:20], {"text": state["said"]})
        return {"known": known}

    graph = StateGraph(State).add_node("remember", remember).add_edge(START, "remember").compile(store=store)
    assert [] == graph.invoke({"said": "the kettle is in the cellar", "known": []})["known"]
    assert ["the kettle is in the cellar"] == graph.invoke({"said": "where is the kettle", "known": []})["known"]
