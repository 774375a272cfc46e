"""What a turn was given, from the log of recalls."""

from __future__ import annotations

import pytest

from holdfast.flows import recall as recalling
from holdfast.flows.used import START, used_now


@pytest.fixture
def told(memory):
    """Log a recall as it happens in a session: what was injected with a turn, or searched for."""
    memory.remember("Run the tests with make test.")
    memory.remember("The shop opens at nine.")
    for session in ("monday", "tuesday"):
        memory.capture(session=session, turn="0", user="Hello")

    def log(query, session="", turn="", purpose="inject"):
        memory.core.session = session
        return recalling.recall(memory.core, recalling.wanted(memory.core, query, turn=turn, purpose=purpose)).id

    return log


def ids(memory, session, turn=""):
    memory.core.session = session
    return [one.id for one in used_now(memory.core, turn).turn]


def test_the_turn_is_the_last_injection_and_the_searches_since(memory, told):
    """Newest first; what came before belongs to another turn."""
    told("tests", "monday", "1")
    last = told("shop", "monday", "2")
    searches = [told("tests", "monday", purpose="search"), told("shop", "monday", purpose="search")]
    assert [*reversed(searches), last] == ids(memory, "monday")


def test_a_named_turn_is_found_by_its_name(memory, told):
    """Whatever came later."""
    first = told("tests", "monday", "1")
    told("shop", "monday", "2")
    assert [first] == ids(memory, "monday", "1")


def test_two_prompts_of_one_turn_are_both_told(memory, told):
    """The second one is logged under a longer name."""
    both = [told("tests", "monday", "1"), told("shop", "monday", "1-0a1b2c3d")]
    told("shop", "monday", "2")
    assert [*reversed(both)] == ids(memory, "monday", "1")


def test_a_turn_nobody_heard_of_falls_back_to_the_last(memory, told):
    """A client may count turns in another way than its hooks do."""
    last = told("tests", "monday", "1")
    assert [last] == ids(memory, "monday", "t-77")


def test_sessions_are_apart(memory, told):
    """Another conversation of the workspace is not this one."""
    mine = told("tests", "monday", "1")
    told("shop", "tuesday", "1")
    assert [mine] == ids(memory, "monday")


def test_without_a_session_the_one_that_was_injected_into_last_is_taken(memory, told):
    """With the searches that belong to no session, and the answer says that it is a guess."""
    told("tests", "monday", "1")
    last = told("shop", "tuesday", "1")
    search = told("shop", purpose="search")
    assert [search, last] == ids(memory, "")
    assert not used_now(memory.core).knows_session


def test_the_start_of_a_session_is_told_apart(memory, told):
    """What was injected then is no turn."""
    start = told("tests", "monday", START)
    turn = told("shop", "monday", "1")
    memory.core.session = "monday"
    used = used_now(memory.core)
    assert (start, [turn], True) == (used.start.id, [one.id for one in used.turn], used.knows_session)


def test_without_hooks_the_last_searches_are_told(memory, told):
    """A client that only calls tools has no injections."""
    searches = [told("tests", "monday", purpose="search") for _ in range(7)]
    assert list(reversed(searches))[:5] == ids(memory, "monday")


def test_where_nothing_was_recalled_there_is_nothing(memory, open_here, tmp_path):
    """Also in a folder that is no workspace yet."""
    assert () == used_now(memory.core).turn
    assert () == used_now(open_here(tmp_path).core).turn
