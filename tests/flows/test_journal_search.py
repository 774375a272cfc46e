"""Searching the journal: what was said is found as soon as it is captured, by whoever said it, where it was said."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast.flows import journal
from repositories import make_repository


def said(memory, *texts: str, session: str = "s1", **more) -> None:
    for number, text in enumerate(texts, 1):
        memory.capture(session=session, turn=f"{session}-{number}", user=text, **more)


def texts(found) -> list[str]:
    return [one.episode.content for one in found]


def test_a_message_is_found_as_soon_as_it_is_captured(memory):
    """No worker has to run first."""
    said(memory, "The proxy listens on port 8443.", "Lunch at noon.")
    assert "The proxy listens on port 8443." == texts(memory.history_search("which port has the proxy"))[0]


def test_it_costs_only_what_is_new(memory):
    """What was indexed once is not indexed again."""
    said(memory, "The proxy listens on port 8443.", "Lunch at noon.")
    assert 2 == journal.catch_up(memory.core)
    assert 0 == journal.catch_up(memory.core)
    said(memory, "The proxy moved.", session="s2")
    assert 1 == journal.catch_up(memory.core)


def test_another_workspace_finds_nothing_of_this_one(memory, open_here, tmp_path):
    said(memory, "The proxy listens on port 8443.")
    other = open_here(make_repository(tmp_path / "other", remote="git@example.org:acme/other.git"))
    said(other, "The proxy of the other one is red.")
    assert ["The proxy of the other one is red."] == texts(other.history_search("proxy"))
    assert ["The proxy listens on port 8443."] == texts(memory.history_search("proxy"))


def test_another_agent_of_the_same_person_finds_nothing(memory, open_here, workspace):
    said(memory, "The proxy listens on port 8443.")
    assert [] == texts(open_here(workspace, agent="reviewer").history_search("proxy"))


def test_messages_of_all_sessions_of_the_workspace_are_found(memory):
    said(memory, "The proxy listens on port 8443.", session="s1")
    said(memory, "The proxy moved to port 9443.", session="s2")
    assert {"s1", "s2"} == {one.episode.session for one in memory.history_search("proxy port")}


def test_what_was_purged_is_not_found(memory):
    """Neither what was indexed nor what was not yet."""
    said(memory, "The proxy listens on port 8443.")
    journal.catch_up(memory.core)
    said(memory, "The proxy moved to port 9443.", session="s2")
    memory.purge(scope="session")
    memory.purge(scope="workspace")
    assert [] == texts(memory.history_search("proxy port"))


def test_a_span_of_time_limits_what_is_found(memory):
    said(memory, "The proxy is red.", session="s1", occurred_at="2025-03-01T10:00:00Z")
    said(memory, "The proxy is blue.", session="s2", occurred_at="2025-06-01T10:00:00Z")
    assert ["The proxy is blue."] == texts(memory.history_search("proxy", since="2025-05-01"))
    assert ["The proxy is red."] == texts(memory.history_search("proxy", until="2025-05-01"))


def test_a_time_in_the_question_is_seen_from_the_day_it_is_asked_on(memory):
    """`last week` is the week before `at`."""
    said(memory, "We deploy the proxy by hand.", session="s1", occurred_at="2025-03-04T10:00:00Z")
    said(memory, "We deploy the proxy by script.", session="s2", occurred_at="2025-06-10T10:00:00Z")
    first = [
        texts(memory.history_search("how did we deploy the proxy last week", at=day))[0]
        for day in ("2025-03-12", "2025-06-18")
    ]
    assert ["We deploy the proxy by hand.", "We deploy the proxy by script."] == first


def test_the_answer_beside_a_question_is_found_too(memory):
    """A message that shares no word with the question comes along with the one it answers."""
    said(memory, "Which port does the proxy listen on?", "8443, as on the old machine.", "Lunch at noon.")
    assert "8443, as on the old machine." in texts(memory.history_search("which port does the proxy listen on"))


def test_the_newer_statement_comes_first_where_it_is_asked_how_things_stand(memory):
    said(memory, "We use port 8443 for the proxy.", session="s1", occurred_at="2025-03-04T10:00:00Z")
    said(memory, "We use port 9443 for the proxy.", session="s2", occurred_at="2025-06-10T10:00:00Z")
    found = texts(memory.history_search("which port do we use for the proxy now"))
    assert ["We use port 9443 for the proxy.", "We use port 8443 for the proxy."] == found


def test_no_more_than_asked_for_are_returned_with_every_part_of_their_score(memory):
    said(memory, *[f"proxy number {number}" for number in range(12)])
    found = memory.history_search("proxy", limit=3)
    assert 3 == len(found)
    assert {"relevance", "words", "phrases", "coverage", "beside", "session", "fit"} <= found[0].parts.keys()
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@pytest.mark.parametrize("query", ["", " ", "?", "zanzibar"])
def test_a_question_without_a_known_word_finds_nothing(memory, query):
    said(memory, "The proxy listens on port 8443.")
    assert [] == texts(memory.history_search(query))


def test_an_empty_home_finds_nothing(memory):
    assert [] == texts(memory.history_search("proxy"))


def test_our_own_blocks_are_no_question(memory):
    """What was injected into a message is not searched for."""
    said(memory, "The proxy listens on port 8443.", session="s1")
    said(memory, "Lunch at noon.", session="s2")
    block = "<memory-context>\n- m_1 · today · lunch at noon\n</memory-context>"
    assert ["The proxy listens on port 8443."] == texts(memory.history_search(f"{block}\nproxy port"))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200))
def test_any_text_is_a_valid_question(memory, query):
    """Operators, quotes, control characters: nothing raises, and every hit is a message of this person."""
    said(memory, "The proxy listens on port 8443.")
    assert {one.episode.session for one in memory.history_search(query)} <= {"s1"}
