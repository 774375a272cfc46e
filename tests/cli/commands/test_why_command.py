"""`holdfast why`: what a recall used, and why not something else."""

from __future__ import annotations


def test_the_last_recall_is_explained(holdfast, remembered, fits):
    """Without an id it is the last recall, with scores, texts and block."""
    remembered("Run tests with make test.")
    asked = holdfast("recall", "how do we run tests", "--json").data
    data = holdfast("why", "--json").data
    assert fits(
        data["recall"], {"id": str, "query": str, "at": str, "scopes": list, "hits": list, "block": str, "chars": int}
    )
    assert (asked["recall"]["id"], asked["block"]) == (data["recall"]["id"], data["recall"]["block"])
    assert fits(
        data["recall"]["hits"][0], {"memory": str, "outcome": str, "score": float, "parts": dict, "content": str}
    )
    text = holdfast("why").out
    assert "Run tests with make test." in text
    assert asked["block"] in text


def test_a_named_recall_is_explained(holdfast, remembered):
    """An earlier recall is found by a prefix of its id."""
    remembered("Run tests with make test.")
    first = holdfast("recall", "run tests", "--json").data["recall"]["id"]
    holdfast("recall", "zebra")
    assert first == holdfast("why", first[:8], "--json").data["recall"]["id"]


def test_a_memory_tells_its_uses(holdfast, remembered, fits):
    """The recalls a memory played a part in are listed."""
    memory = remembered("Run tests with make test.")
    assert "No recall has used it yet." in holdfast("why", memory["id"]).out
    asked = holdfast("recall", "run tests", "--json").data["recall"]["id"]
    data = holdfast("why", memory["id"], "--json").data
    assert fits(data, {"memory": dict, "uses": list})
    assert [use["recall"] for use in data["uses"]] == [asked]
    assert asked[:10] in holdfast("why", memory["id"]).out


def test_not_says_why_a_memory_was_left_out(holdfast, remembered, fits):
    """`--not` names the reason: superseded, another scope, no word in common."""
    remembered("Run tests with make test.")
    lonely = remembered("Zebras are striped.")
    holdfast("recall", "run tests")
    data = holdfast("why", "--not", lonely["id"], "--json").data
    assert fits(data, {"memory": str, "reason": str, "recall": str, "query": str})
    assert "no word" in data["reason"]
    assert "no word" in holdfast("why", "--not", lonely["id"]).out


def test_a_purged_memory_is_gone_from_the_explanation(holdfast, remembered):
    """A recall can be explained after its memory was purged, without the text."""
    memory = remembered("Run tests with make test.")
    recall = holdfast("recall", "run tests", "--json").data["recall"]["id"]
    holdfast("forget", memory["id"], "--purge", "--yes")
    said = holdfast("why", recall)
    assert "make test" not in said.out + said.err


def test_what_is_not_there(holdfast, remembered):
    """Nothing recalled yet and unknown ids are 3; `--not` on a memory cannot be meant."""
    assert 3 == holdfast("why").status
    memory = remembered("Run tests with make test.")
    holdfast("recall", "run tests")
    assert 3 == holdfast("why", "r_aaaa").status
    assert 3 == holdfast("why", "m_aaaa").status
    assert 3 == holdfast("why", "--not", "m_aaaa").status
    assert 2 == holdfast("why", memory["id"], "--not", memory["id"]).status
    assert 2 == holdfast("why", "banana").status


def test_a_memory_that_came_later_was_not_there(holdfast, remembered):
    """Making the recall again would find it; that is not why it was left out."""
    remembered("Tea is green.")
    holdfast("recall", "which colour is the tea")
    later = remembered("Tea was black.")
    assert "it was not there yet" == holdfast("why", "--not", later["id"], "--json").data["reason"]


def test_without_words_in_the_log_nothing_is_guessed(holdfast, remembered, monkeypatch):
    """A recall whose words were not kept cannot be made again, and the answer says so."""
    monkeypatch.setenv("HOLDFAST_RECALL_LOG_TEXT", "false")
    lonely = remembered("Coffee is strong.")
    holdfast("recall", "which colour is the tea")
    assert "keeps no words" in holdfast("why", "--not", lonely["id"], "--json").data["reason"]
