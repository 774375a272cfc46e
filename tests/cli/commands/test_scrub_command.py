"""`holdfast scrub`: what a new rule finds in what is stored already, everywhere, for good."""

from __future__ import annotations

import json

import pytest
from tests.faults.traces import traces

import holdfast as library

CODE = "TICKETCODE48151623"
PATTERN = "TICKETCODE[0-9]{8}"
MASK = "[secret:custom-1]"


@pytest.fixture
def stored(holdfast, remembered, repository):
    """Have the code in every noun, stored while no rule knew it, and the rule added afterwards."""
    (repository / "notes").mkdir()
    (repository / "notes" / f"{CODE}.md").write_text("a file that is cited")
    wrong = remembered(
        f"The gate opens with {CODE}.", "--tag", CODE, "--cite", f"notes/{CODE}.md", "--project", f"gate {CODE}"
    )
    holdfast("correct", wrong["id"], f"The door opens with {CODE} again.")
    holdfast("forget", remembered(f"Forgotten: {CODE}")["id"])
    holdfast("profile", "edit", "--yes", stdin=f"- my code is {CODE}\n")
    holdfast("recall", f"what opens with {CODE}")
    task = holdfast("task", "add", f"Change {CODE}", "--json").data["task"]
    holdfast("task", "note", task["id"], f"the new one is not {CODE}")
    with library.open() as memory:
        memory.capture(session="s1", turn="1", user=f"the code is {CODE}", assistant=f"I noted {CODE}")
    remembered("The gate is green.")
    assert 0 == holdfast("config", "set", "secrets.extra_patterns", PATTERN).status


def shown_everywhere(holdfast):
    """Return what every command shows of what is stored."""
    looks = [
        ("list", "--status", status, "--limit", "100") for status in ("active", "superseded", "forgotten")
    ] + [("task", "list"), ("project", "list"), ("log", "recalls"), ("log", "changes"), ("undo", "--list"), ("why",),
         ("profile", "show"), ("session", "show", "s1"), ("export",), ("report", "--day"), ("export", "--format", "md")]  # fmt: skip
    said = [holdfast(*words) for words in looks]
    assert [0] * len(said) == [one.status for one in said]
    return "\n".join(one.out for one in said)


def test_a_dry_run_counts_and_changes_nothing(holdfast, stored, own_home):
    """What would be masked is counted by table; the store says the same afterwards."""
    said = holdfast("scrub", "--dry-run", "--json")
    assert said.data["dry_run"]
    assert {"memories", "episodes", "tasks", "projects", "recalls", "change_rows"} <= set(said.data["found"])
    assert said.data == holdfast("scrub", "--dry-run", "--json").data
    assert traces(own_home, [CODE])


def test_without_an_answer_nothing_is_masked(holdfast, stored, at_terminal):
    """It asks, names the option that answers, and takes anything but yes for no."""
    said = holdfast("scrub", "--json")
    assert (2, "usage") == (said.status, said.error["code"])
    assert "--yes" in said.error["hint"]
    said = at_terminal("scrub", typed="\n")
    assert (0, "Nothing was masked.") == (said.status, said.out.strip())
    assert holdfast("scrub", "--dry-run", "--json").data["found"]


def test_what_was_masked_is_nowhere(holdfast, stored, own_home):
    """No command shows it, no file of the home holds a byte of it, and a second scrub finds nothing."""
    counted = holdfast("scrub", "--dry-run", "--json").data["found"]
    said = holdfast("scrub", "--yes", "--json")
    assert {"dry_run": False, "found": counted} == said.data
    assert [] == traces(own_home, [CODE])
    assert CODE not in shown_everywhere(holdfast)
    assert {"dry_run": False, "found": {}} == holdfast("scrub", "--yes", "--json").data


def test_everything_else_stays(holdfast, stored):
    """The words around it stay, are found by them, and no row is damaged."""
    holdfast("scrub", "--yes")
    assert f"The door opens with {MASK} again." in holdfast("list").out
    assert "The gate is green." in holdfast("recall", "which colour is the gate").out
    found = holdfast("doctor", "--json").data
    assert {} == {name: area["problems"] for name, area in found.items() if not area["ok"]}


def test_earlier_changes_can_still_be_undone_without_the_credential(holdfast, remembered, stored, own_home):
    """Undoing what was done before the scrub brings back the masked text, never the credential."""
    changes = holdfast("log", "changes", "--json", "--limit", "100").data["changes"]
    (forgetting,) = [one["id"] for one in changes if one["verb"] == "forget"]
    holdfast("scrub", "--yes")
    assert 0 == holdfast("undo", forgetting).status
    assert f"Forgotten: {MASK}" in holdfast("list").out
    assert [] == traces(own_home, [CODE])


def test_a_scrub_is_in_the_log_and_has_no_undo(holdfast, stored, own_home):
    """What was done can be seen; undoing it brings nothing back."""
    holdfast("scrub", "--yes")
    changes = holdfast("log", "changes", "--json").data["changes"]
    assert "scrub" == changes[0]["verb"]
    holdfast("undo", changes[0]["id"])
    assert [] == traces(own_home, [CODE])


def test_what_the_rule_knows_is_refused_from_then_on(holdfast, stored):
    """A rule that was added counts for what is said next."""
    said = holdfast("remember", f"The gate opens with {CODE}.", "--json")
    assert (1, "secret_found") == (said.status, said.error["code"])


def test_a_home_without_a_credential_says_so(holdfast, remembered):
    """Nothing to mask is a result, and nothing is asked."""
    remembered("The gate is green.")
    assert "No credential was found" in holdfast("scrub").out
    assert {"dry_run": True, "found": {}} == json.loads(holdfast("scrub", "--json").out)["data"]


def test_nothing_stored_is_nothing_to_scrub(holdfast, own_home):
    """On a machine without a home none is made."""
    assert "No credential was found" in holdfast("scrub", "--yes").out
    assert not own_home.exists()


def test_an_export_masks_what_no_scrub_has_masked_yet(holdfast, stored):
    """What the rules know leaves in no export, wherever in a row it stands."""
    for form in ("json", "md"):
        assert CODE not in holdfast("export", "--format", form).out
