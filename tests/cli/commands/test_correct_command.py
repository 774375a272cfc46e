"""`holdfast correct`, `edit` and `promote`: changing what is remembered."""

from __future__ import annotations

import itertools

import pytest

from holdfast.memory import open_memory


def test_a_correction_replaces_the_wrong_memory(holdfast, remembered, fits):
    """The wrong memory is superseded and points to the right one."""
    wrong = remembered("Run tests with npm test.", "--tag", "testing")
    said = holdfast("correct", wrong["id"], "Run tests with make test.", "--json")
    assert fits(said.data, {"outcome": str, "memory": dict, "superseded": list, "change": str})
    assert ("superseded", [wrong["id"]]) == (said.data["outcome"], said.data["superseded"])
    assert holdfast("show", wrong["id"], "--json").data["memory"]["superseded_by"] == said.data["memory"]["id"]


def test_a_prefix_of_four_characters_is_enough(holdfast, remembered):
    """An id may be cut to four characters behind the underscore."""
    wrong = remembered("Run tests with npm test.")
    assert 0 == holdfast("correct", wrong["id"][:6], "Run tests with make test.").status


def test_without_text_the_editor_opens_on_the_wrong_one(at_terminal, holdfast, remembered, editor):
    """At a terminal, `correct ID` lets the person change the text in their editor."""
    wrong = remembered("Run tests with npm test.")
    editor("path.write_text(text.replace('npm', 'make'))")
    assert 0 == at_terminal("correct", wrong["id"]).status
    assert ["Run tests with make test."] == [one["content"] for one in holdfast("list", "--json").data["memories"]]


def test_without_text_and_terminal_the_error_says_what_to_type(holdfast, remembered):
    """Where no editor can be opened, the answer is a usage error naming the command with TEXT."""
    wrong = remembered("Run tests with npm test.")
    said = holdfast("correct", wrong["id"], "--json")
    assert (2, f"holdfast correct {wrong['id']} TEXT") == (said.status, said.error["hint"])


def test_a_superseded_memory_cannot_be_corrected_again(holdfast, remembered):
    """Correcting what was already replaced is a conflict that names the current one."""
    wrong = remembered("Run tests with npm test.")
    right = holdfast("correct", wrong["id"], "Run tests with make test.", "--json").data["memory"]
    said = holdfast("correct", wrong["id"], "Run tests with ninja.", "--json")
    assert (5, "conflict") == (said.status, said.error["code"])
    assert right["id"] in said.error["hint"]


def test_edit_changes_the_text_in_place(holdfast, remembered):
    """An edit keeps the id."""
    memory = remembered("Use tabs.")
    said = holdfast("edit", memory["id"], "Use tabs, width four.", "--json")
    assert (memory["id"], "Use tabs, width four.") == (said.data["memory"]["id"], said.data["memory"]["content"])


def test_edit_changes_what_is_noted(holdfast, remembered):
    """Tags, kind, cited files and project are replaced; an empty tag takes all away."""
    memory = remembered("Use tabs.", "--tag", "old")
    changed = holdfast(
        "edit",
        memory["id"],
        "--tag",
        "a",
        "--tag",
        "b",
        "--kind",
        "decision",
        "--cite",
        "x.py",
        "--project",
        "web",
        "--json",
    ).data["memory"]
    noted = {name: changed[name] for name in ("tags", "kind", "citations", "project", "content")}
    assert {
        "tags": ["a", "b"],
        "kind": "decision",
        "citations": ["x.py"],
        "project": "web",
        "content": "Use tabs.",
    } == noted
    assert [] == holdfast("edit", memory["id"], "--tag", "", "--json").data["memory"]["tags"]


def test_edit_opens_the_editor(at_terminal, holdfast, remembered, editor):
    """`edit ID` alone opens the editor on the text."""
    memory = remembered("Use tabs.")
    editor("path.write_text(text.strip() + ' Width four.')")
    said = at_terminal("edit", memory["id"])
    assert said.out.startswith(f"changed {memory['id'][:10]}")
    assert "Use tabs. Width four." == holdfast("show", memory["id"], "--json").data["memory"]["content"]


def test_an_edit_that_changes_nothing_says_so(at_terminal, remembered, editor):
    """Leaving the editor without a change changes nothing."""
    memory = remembered("Use tabs.")
    editor("pass")
    assert "nothing to change" in at_terminal("edit", memory["id"]).out


def test_confirming_takes_the_stale_mark_away(holdfast, remembered, repository):
    """After `edit --confirm` a memory whose cited file changed is current again."""
    (repository / "Makefile").write_text("test:\n")
    memory = remembered("Run tests with make test.", "--cite", "Makefile")
    (repository / "Makefile").write_text("check:\n")
    assert "stale" in holdfast("recall", "run tests", "--json").data["hits"][0]["parts"]
    assert 0 == holdfast("edit", memory["id"], "--confirm").status
    assert "stale" not in holdfast("recall", "run tests", "--json").data["hits"][0]["parts"]


def test_promote_copies_to_user_scope(holdfast, remembered):
    """A memory is copied to the wider scope, approved by the person, and keeps where it came from."""
    memory = remembered("Write commit messages in the imperative.", "--tag", "git")
    copy = holdfast("promote", memory["id"], "--json").data["memory"]
    assert ("user", "user-approved", ["git"]) == (copy["scope"], copy["origin"], copy["tags"])
    assert holdfast("show", copy["id"], "--json").data["provenance"]["sources"][0]["id"] == memory["id"]


def test_promote_keeps_a_new_statement(holdfast):
    """A text is written as a curated memory of that kind, into the workspace unless told otherwise."""
    memory = holdfast("promote", "We deploy on Fridays.", "--kind", "decision", "--json").data["memory"]
    assert ("workspace", "decision", "user") == (memory["scope"], memory["kind"], memory["source"])


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("correct", "m_aaaaaaaa", "x"), 3),
        (("correct", "m_a", "x"), 2),
        (("correct", "banana", "x"), 2),
        (("correct", "{id}", " "), 2),
        (("edit", "m_aaaaaaaa", "x"), 3),
        (("edit", "{id}"), 2),
        (("edit", "{id}", "--kind", "banana"), 2),
        (("promote", "m_aaaaaaaa"), 3),
        (("promote", "m_a"), 2),
        (("promote", "{id}", "--to", "workspace"), 2),
        (("promote", "{id}", "--to", "session"), 2),
        (("promote", "{id}", "--kind", "decision"), 2),
    ],
)
def test_odd_input_has_its_own_status(holdfast, remembered, words, status):
    """Unknown ids are 3, what cannot be meant is 2, and nothing changes."""
    memory = remembered("Use tabs.")
    assert status == holdfast(*(word.format(id=memory["id"]) for word in words)).status
    assert ["Use tabs."] == [one["content"] for one in holdfast("list", "--json").data["memories"]]


def test_an_ambiguous_prefix_lists_what_it_fits(holdfast):
    """A prefix of several ids is a usage error that names them."""
    numbers = itertools.count()
    with open_memory() as memory:
        memory.core.new_id = lambda letter: f"{letter}_aaaaaaaaaaaaaa{next(numbers):02d}"
        ids = [memory.remember(text).memory.id for text in ("One way.", "Another road.")]
    said = holdfast("show", "m_aaaa", "--json")
    assert (2, "ambiguous") == (said.status, said.error["code"])
    assert all(one in said.error["why"] for one in ids)
