"""`holdfast recall`: finding memories, with scores, blocks and reasons."""

from __future__ import annotations

import pytest


def test_json_has_the_documented_shape(holdfast, remembered, fits):
    """`recall --json` answers `{"recall", "hits", "block", "missed"}`."""
    remembered("Run tests with make test.")
    data = holdfast("recall", "how do we run tests", "--json").data
    assert fits(data, {"recall": dict, "hits": list, "block": str, "missed": list})
    assert fits(data["recall"], {"id": str, "query": str, "scopes": list, "at": str, "timings": dict})
    assert fits(data["hits"][0], {"memory": dict, "score": float, "parts": dict})
    assert fits(data["hits"][0]["memory"], "memory")


def test_why_shows_the_parts_and_what_was_cut(holdfast, remembered):
    """`--why` shows each score as a product, and what did not fit."""
    remembered("Run tests with make test.")
    remembered("Slow tests need Docker.")
    said = holdfast("recall", "tests", "--limit", "1", "--why")
    assert "relevance" in said.out
    assert "not used: m_" in said.out
    assert "as injected:" in said.out


def test_as_injected_prints_the_block_and_nothing_else(holdfast, remembered):
    """`--as-injected` prints byte for byte what the JSON calls the block."""
    remembered("Run tests with make test.")
    block = holdfast("recall", "run tests", "--json").data["block"]
    said = holdfast("recall", "run tests", "--as-injected")
    assert (block + "\n", "") == (said.out, said.err)
    assert "" == holdfast("recall", "zebra", "--as-injected").out


def test_at_asks_what_held_then(holdfast, remembered):
    """`--at` a day on which nothing was known finds nothing; today it is found."""
    remembered("Run tests with make test.")
    assert [] == holdfast("recall", "tests", "--at", "2001-01-01", "--json").data["hits"]
    assert 1 == len(holdfast("recall", "tests", "--at", "2999-01-01", "--json").data["hits"])


def test_filters_and_limits(holdfast, remembered):
    """Kind, tag, scope, project, layer and limit narrow; the budget bounds the block."""
    remembered("Tests run with make.", "--kind", "procedure", "--tag", "ci", "--project", "web")
    remembered("Tests are sacred to me.", "--scope", "user")
    for words in (("--kind", "procedure"), ("--tag", "ci"), ("--scope", "workspace"), ("--project", "web")):
        found = holdfast("recall", "tests", *words, "--json").data["hits"]
        assert ["Tests run with make."] == [hit["memory"]["content"] for hit in found]
    both = ("recall", "tests", "--scope", "workspace", "--scope", "user", "--json")
    assert 2 == len(holdfast(*both).data["hits"])
    assert 1 == len(holdfast(*both, "--limit", "1").data["hits"])
    assert len(holdfast(*both, "--budget", "300").data["block"]) <= 300
    assert [] == holdfast("recall", "tests", "--layer", "L2", "--json").data["hits"]


def test_nothing_found_is_status_0_and_says_where_to_look(holdfast):
    """Finding nothing is not an error."""
    said = holdfast("recall", "zebra")
    assert (0, True) == (said.status, "holdfast list" in said.out)


@pytest.mark.parametrize(
    "query",
    [
        "*",
        '"',
        "AND OR NOT",
        "(((",
        "a" * 10_000,
        "🦓🦓",
        "测试",
        "NEAR(x y)",
        "-",
        "';--",
        "\\",
        " ",
        "\x00",
        "\ud800",
    ],
)
def test_any_text_is_a_query(holdfast, remembered, query):
    """No text a person can type makes a recall fail."""
    remembered("Run tests with make test.")
    assert 0 == holdfast("recall", "--json", "--", query).status


@pytest.mark.parametrize(
    "words",
    [("--limit", "0"), ("--budget", "x"), ("--at", "yesterday"), ("--scope", "x"), ("--kind", "x"), ("--layer", "4")],
)
def test_what_cannot_be_meant_is_a_usage_error(holdfast, words):
    """Options that mean nothing are refused before anything is searched."""
    assert 2 == holdfast("recall", "x", *words).status
    assert [] == holdfast("log", "recalls", "--json").data["recalls"]


def test_on_a_terminal_the_reason_is_one_command_away(at_terminal, remembered):
    """A person sees how to ask why."""
    remembered("Run tests with make test.")
    assert "why: holdfast why r_" in at_terminal("recall", "run tests").out
