"""`holdfast log`: what was recalled, changed, and what failed."""

from __future__ import annotations

import json

import pytest

from holdfast.flows import failures


@pytest.mark.parametrize("what", ["recalls", "changes", "failures"])
def test_nothing_yet_is_told(holdfast, what):
    """An empty log is an answer, not an error."""
    said = holdfast("log", what)
    assert (0, True) == (said.status, bool(said.out.strip()))
    assert {what: []} == holdfast("log", what, "--json").data


def test_recalls_are_listed_newest_first(holdfast, remembered, fits):
    """Each recall says what was asked, how many fitted and how many matched."""
    remembered("Run tests with make test.")
    for query in ("run tests", "zebra"):
        holdfast("recall", query)
    found = holdfast("log", "recalls", "--json").data["recalls"]
    assert ["zebra", "run tests"] == [one["query"] for one in found]
    assert fits(
        found[0], {"id": str, "at": str, "purpose": str, "found": int, "chars": int, "timings": dict, "hits": list}
    )
    assert 1 == len(holdfast("log", "recalls", "--limit", "1", "--json").data["recalls"])
    assert "1 of 1" in holdfast("log", "recalls").out


def test_changes_are_listed_newest_first(holdfast, remembered, fits):
    """Each change says who did what to what."""
    memory = remembered("Use tabs.")
    holdfast("edit", memory["id"], "Use spaces.")
    found = holdfast("log", "changes", "--json").data["changes"]
    assert ["edit", "remember"] == [one["verb"] for one in found]
    assert fits(found[0], {"id": str, "at": str, "actor": str, "verb": str, "reason": str})
    assert "Use spaces." in holdfast("log", "changes").out


def test_a_failed_hook_is_shown(holdfast, own_home):
    """What the hook wrote down is listed; a line cut off by a crash is passed over."""
    own_home.mkdir(mode=0o700)
    entry = {"at": "2026-03-01T12:00:00.000000Z", "place": "hook", "code": "busy", "message": "locked", "hint": "wait"}
    (own_home / failures.HOOK_FILE).write_text(json.dumps(entry) + '\n[1]\n{"at": "2026')
    assert holdfast("log", "failures", "--json").data["failures"] == [entry]
    assert "locked" in holdfast("log", "failures").out


def test_an_unknown_log_is_a_usage_error(holdfast):
    """There are three logs."""
    assert 2 == holdfast("log", "banana").status
    assert 2 == holdfast("log").status
