"""Documents under a path and a key: found by each of them and by their words, written over in place, never mixed up."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast import errors
from holdfast.flows import items
from holdfast.flows.items import Write

NAMES = st.text(min_size=1, max_size=8)
PATHS = st.lists(NAMES, min_size=1, max_size=3).map(tuple)


def put(memory, path, key, value):
    items.write(memory.core, [Write(path=path, key=key, value=value)])


def test_an_item_comes_back_as_it_was_written(memory):
    value = {"text": "Tea, not coffee ☕ \ud800", "n": 1, "deep": {"list": [1, None, True]}}
    put(memory, ("users", "a/b%2F"), "taste//1", value)
    found = items.get(memory.core, ("users", "a/b%2F"), "taste//1")
    assert (value, ("users", "a/b%2F"), "taste//1") == (found.value, found.path, found.key)
    assert items.get(memory.core, ("users", "a"), "b%2F//taste//1") is None


def test_writing_again_replaces(memory):
    put(memory, ("a",), "k", {"v": 1})
    put(memory, ("a",), "k", {"v": 2})
    assert [{"v": 2}] == [one.value for one in items.below(memory.core, ("a",))]


def test_a_removed_item_is_gone_and_may_come_back(memory):
    put(memory, ("a",), "k", {"v": "tea"})
    put(memory, ("a",), "k", None)
    assert items.get(memory.core, ("a",), "k") is None
    assert [] == items.search(memory.core, ("a",), "tea")
    put(memory, ("a",), "k", {"v": "tea"})
    assert items.get(memory.core, ("a",), "k") is not None


def test_a_path_holds_what_is_below_it_and_nothing_beside_it(memory):
    for path in (("a",), ("a", "b"), ("ab",), ("a0",), ("b",)):
        put(memory, path, "k", {"at": list(path)})
    assert [["a"], ["a", "b"]] == [one.value["at"] for one in items.below(memory.core, ("a",))]
    assert 5 == len(items.below(memory.core, ()))
    assert [("a",), ("a", "b"), ("a0",), ("ab",), ("b",)] == items.paths(memory.core)


def test_search_finds_by_words_below_a_path_best_first(memory):
    put(memory, ("u", "1"), "a", {"text": "likes green tea and green tea cups"})
    put(memory, ("u", "1"), "b", {"text": "drinks tea at work, from a large blue mug"})
    put(memory, ("u", "2"), "a", {"text": "green tea"})
    found = items.search(memory.core, ("u", "1"), "green tea")
    assert ["a", "b"] == [one.key for one in found]
    assert found[0].score > found[1].score
    assert [] == items.search(memory.core, ("u", "3"), "green tea")


def test_a_change_of_several_items_is_undone_as_one(memory):
    put(memory, ("a",), "old", {"v": 1})
    items.write(memory.core, [Write(path=("a",), key="old", value=None), Write(path=("a",), key="new", value={"v": 2})])
    memory.undo()
    assert ["old"] == [one.key for one in items.below(memory.core, ("a",))]


@pytest.mark.parametrize("value", [{"x": object()}, {"x": float("nan")}, {"x": {1, 2}}])
def test_what_is_no_json_is_refused_and_nothing_is_written(memory, value):
    with pytest.raises(errors.UsageError):
        items.write(memory.core, [Write(path=("a",), key="good", value={}), Write(path=("a",), key="bad", value=value)])
    assert [] == items.below(memory.core, ())


def test_a_credential_is_refused(memory):
    with pytest.raises(errors.SecretFound):
        put(memory, ("a",), "k", {"key": "ghp_" + "a1B2" * 9})


def test_agents_do_not_see_each_others_items(open_here, workspace):
    one, other = open_here(workspace, agent="one"), open_here(workspace, agent="other")
    put(one, ("a",), "k", {"v": "tea"})
    assert items.get(other.core, ("a",), "k") is None
    assert [] == items.below(other.core, ()) + items.search(other.core, (), "tea")


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=st.lists(st.tuples(PATHS, NAMES), min_size=1, max_size=5, unique=True))
def test_any_names_are_kept_apart(memory, written):
    """Names may hold any sign, separators and halves of signs too."""
    items.write(memory.core, [Write(path=path, key=key, value={"n": n}) for n, (path, key) in enumerate(written)])
    assert list(range(len(written))) == [items.get(memory.core, path, key).value["n"] for path, key in written]
    assert {path for path, _ in written} <= set(items.paths(memory.core))
