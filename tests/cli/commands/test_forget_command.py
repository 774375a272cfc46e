"""`holdfast forget`: hiding, purging, and asking before more than was named goes."""

from __future__ import annotations

import pytest


def contents(holdfast):
    """Return what is still remembered."""
    return sorted(one["content"] for one in holdfast("list", "--limit", "500", "--json").data["memories"])


@pytest.fixture
def three(remembered):
    """Three memories, two of them with a word in common."""
    return [
        remembered(text) for text in ("The staging server is slow.", "The staging password rotates.", "Tea is nice.")
    ]


def test_named_memories_are_forgotten_at_once(holdfast, three, fits):
    """Ids are taken at their word; the receipt lists them, and undo brings them back."""
    ids = [memory["id"] for memory in three[:2]]
    said = holdfast("forget", *ids, "--json")
    assert fits(said.data["receipt"], {"verb": str, "ids": list, "removed": dict, "derived": list, "change": str})
    assert ids == said.data["receipt"]["ids"]
    assert ["Tea is nice."] == contents(holdfast)
    holdfast("undo", said.data["receipt"]["change"])
    assert 3 == len(contents(holdfast))


def test_text_names_the_undo(holdfast, three):
    """The answer ends with the command that takes it back."""
    assert "undo: holdfast undo c_" in holdfast("forget", three[0]["id"]).out


def test_one_unknown_id_leaves_all_in_place(holdfast, three):
    """Either all named memories go, or none."""
    assert 3 == holdfast("forget", three[0]["id"], "m_aaaaaaaa").status
    assert 3 == len(contents(holdfast))


def test_a_query_reaches_what_holds_all_words(holdfast, three):
    """A memory that shares only some of the words is not touched."""
    said = holdfast("forget", "--query", "staging password", "--yes", "--json")
    assert said.data["receipt"]["ids"] == [three[1]["id"]]
    assert ["Tea is nice.", "The staging server is slow."] == contents(holdfast)


def test_a_query_shows_and_asks(at_terminal, holdfast, three):
    """What would go is listed before the question; anything but yes leaves it."""
    said = at_terminal("forget", "--query", "staging", typed="\n")
    assert "The staging server is slow." in said.err
    assert "Nothing was forgotten." == said.out.strip()
    assert 3 == len(contents(holdfast))
    at_terminal("forget", "--query", "staging", typed="y\n")
    assert ["Tea is nice."] == contents(holdfast)


def test_without_a_terminal_the_question_names_its_option(holdfast, three):
    """Nobody to ask: a usage error with the option that answers."""
    said = holdfast("forget", "--query", "staging", "--json")
    assert (2, "add --yes") == (said.status, said.error["hint"])
    assert 3 == len(contents(holdfast))


def test_a_query_that_finds_nothing_is_told(holdfast, three):
    """Nothing fits: status 0, an empty receipt."""
    said = holdfast("forget", "--query", "zebra", "--json")
    assert (0, []) == (said.status, said.data["receipt"]["ids"])
    assert 0 == holdfast("forget", "--query", "").status


def test_a_query_stays_within_its_scope(holdfast, three, remembered):
    """`--scope` narrows what a query reaches."""
    remembered("My staging notes.", "--scope", "user")
    holdfast("forget", "--query", "staging", "--scope", "user", "--yes")
    assert 3 == len(contents(holdfast))


def test_forgetting_a_scope_asks_and_can_be_undone(holdfast, three, remembered):
    """All of one scope goes at once, other scopes stay, undo brings it back."""
    remembered("I like tea.", "--scope", "user")
    assert 2 == holdfast("forget", "--scope", "workspace").status
    change = holdfast("forget", "--scope", "workspace", "--yes", "--json").data["receipt"]["change"]
    assert ["I like tea."] == contents(holdfast)
    holdfast("undo", change)
    assert 4 == len(contents(holdfast))


def test_a_purge_asks_even_for_named_memories(at_terminal, holdfast, three, own_home):
    """Purging says that there is no way back; agreed to, no byte of the text is left."""
    assert 2 == holdfast("forget", three[1]["id"], "--purge").status
    said = at_terminal("forget", three[1]["id"], "--purge", typed="n\n")
    assert "for good" in said.err
    assert 3 == len(contents(holdfast))
    said = holdfast("forget", three[1]["id"], "--purge", "--yes", "--json")
    assert ("purge", None) == (said.data["receipt"]["verb"], said.data["receipt"]["change"])
    assert 2 == len(contents(holdfast))
    files = [path for path in own_home.rglob("*") if path.is_file()]
    assert not [path.name for path in files if b"password rotates" in path.read_bytes()]


def test_purging_a_scope_wants_its_name(holdfast, three, fits):
    """`--yes` alone does not answer it, nor does the name of another scope."""
    assert 2 == holdfast("forget", "--scope", "workspace", "--purge").status
    assert 2 == holdfast("forget", "--scope", "workspace", "--purge", "--yes").status
    assert 2 == holdfast("forget", "--scope", "workspace", "--purge", "--yes=user").status
    assert 3 == len(contents(holdfast))
    said = holdfast("forget", "--scope", "workspace", "--purge", "--yes=workspace", "--json")
    assert fits(said.data["receipt"], {"verb": str, "ids": list, "removed": dict, "physical": bool})
    assert [] == contents(holdfast)


def test_purging_a_scope_is_answered_by_typing_its_name(at_terminal, holdfast, three):
    """At a terminal the person types the scope."""
    assert (
        "Nothing was forgotten." == at_terminal("forget", "--scope", "workspace", "--purge", typed="yes\n").out.strip()
    )
    assert at_terminal("forget", "--scope", "workspace", "--purge", typed="workspace\n").out.startswith(
        "purged of workspace scope"
    )
    assert [] == contents(holdfast)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--purge",),
        ("m_aaaa", "--query", "x"),
        ("m_aaaa", "--scope", "user"),
        ("--scope", "x"),
        ("m_a",),
        ("banana",),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(holdfast, three, words):
    """Nothing, or two things at once, is never guessed at."""
    assert 2 == holdfast("forget", *words).status
    assert 3 == len(contents(holdfast))


def test_what_was_forgotten_comes_back_only_by_the_person(holdfast, three):
    """The person may say it again; an agent may not."""
    import holdfast as library

    holdfast("forget", three[2]["id"])
    with library.open() as memory, pytest.raises(library.HoldfastError):
        memory.remember("Tea is nice.", source="agent")
    assert 0 == holdfast("remember", "Tea is nice.").status
