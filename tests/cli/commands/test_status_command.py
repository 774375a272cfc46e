"""`holdfast status`: one screen of how things stand, whatever is wrong."""

from __future__ import annotations

import pytest

SAID = "The launch code name is heron"
AREAS = [
    "program",
    "here",
    "store",
    "memories",
    "profile",
    "recall",
    "vectors",
    "worker",
    "failures",
    "settings",
    "hosts",
]


def test_a_new_person_is_told_how_to_begin(holdfast, own_home):
    """Before anything is stored every area answers, the next step stands there, and nothing is made."""
    said = holdfast("status")
    assert (0, False) == (said.status, own_home.exists())
    for part in ("nothing is stored yet", "holdfast consent grant", "nothing was recalled yet", "none in 7 days"):
        assert part in said.out


def test_every_area_is_one_object(holdfast):
    """`--json` has one object for each area."""
    holdfast("remember", SAID)
    data = holdfast("status", "--json").data
    assert AREAS == list(data)
    assert all(isinstance(area, dict) and "problem" not in area for area in data.values())
    assert {"L1 active": 1} == data["memories"]["workspace"]


def test_consent_switches_capture_and_recall_on(holdfast):
    """What is on here is what the gate says, with the reason and the next command where it says no."""
    before = holdfast("status", "--json").data["here"]
    assert (False, False, "holdfast consent grant") == (before["capture"], before["recall"], before["hint"])
    holdfast("consent", "grant", "--yes")
    after = holdfast("status", "--json").data["here"]
    assert (True, True, "trusted", True, "") == tuple(
        after[name] for name in ("capture", "recall", "trust", "consent", "why")
    )


def test_no_text_of_a_memory_is_shown(holdfast):
    """The screen and its JSON hold no word of what is remembered or asked."""
    holdfast("remember", SAID)
    holdfast("recall", "what is the launch code name")
    for said in (holdfast("status"), holdfast("status", "--json")):
        assert "heron" not in said.out
        assert "launch" not in said.out


def test_it_answers_over_a_damaged_store(holdfast, own_home):
    """A store that cannot be read is said so, area by area, with the next command; the rest is shown."""
    holdfast("remember", SAID)
    (own_home / "holdfast.db").write_bytes(b"not a database at all" * 400)
    said = holdfast("status")
    assert 0 == said.status
    assert "holdfast doctor --fix" in said.out
    assert "settings" in said.out
    assert "problem" in holdfast("status", "--json").data["store"]


def test_a_failure_of_the_hook_is_counted(holdfast, own_home):
    """What broke where nobody watched stands on the screen."""
    holdfast("remember", SAID)
    (own_home / "failures.jsonl").write_text(
        '{"at": "2999-01-01T00:00:00.000000Z", "place": "hook", "code": "x", "message": "the hook failed", "hint": ""}\n'
    )
    assert "the hook failed" in holdfast("status").out
    assert 1 == holdfast("status", "--json").data["failures"]["count"]


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_it_fits_the_terminal(holdfast, at_terminal, columns):
    """No line outgrows the terminal."""
    holdfast("remember", SAID)
    said = at_terminal("status", columns=columns)
    prose = [line for line in said.out.splitlines() if "/" not in line]
    assert all(len(line) <= columns for line in prose)
