"""`holdfast project`: bodies of work and what belongs to them."""

from __future__ import annotations

PROJECT = {"name": str, "about": str, "created_at": str, "updated_at": str}


def test_a_project_has_the_documented_shape(holdfast, remembered, fits):
    """add, list and show tell the same fields; show also tells tasks and memories."""
    added = holdfast("project", "add", "web", "--about", "The shop", "--json").data
    assert fits(added, {"project": dict, "change": str})
    assert fits(added["project"], PROJECT)
    remembered("Deploy on Fridays.", "--project", "web")
    holdfast("task", "add", "Move to pnpm", "--project", "web")
    listed = holdfast("project", "list", "--json").data["projects"]
    assert fits(listed[0], PROJECT)
    assert (1, 1) == (listed[0]["memories"], listed[0]["tasks"])
    shown = holdfast("project", "show", "web", "--json").data
    assert fits(shown, {"project": dict, "tasks": list, "memories": list})
    assert fits(shown["memories"][0], "memory")


def test_text_tells_what_belongs_to_it(holdfast, remembered):
    """The page of a project has its description, tasks and memories."""
    holdfast("project", "add", "web shop", "--about", "The shop")
    remembered("Deploy on Fridays.", "--project", "web shop")
    text = holdfast("project", "show", "web shop").out
    assert [] == [part for part in ("The shop", "No task", "Deploy on Fridays.") if part not in text]
    assert "web shop" in holdfast("project", "list").out


def test_adding_again_changes_what_it_is_about(holdfast):
    """A project has one name; saying it again changes its description, and can be taken back."""
    holdfast("project", "add", "web", "--about", "The shop")
    said = holdfast("project", "add", "web", "--about", "The whole shop")
    assert said.out.startswith("changed project web")
    holdfast("undo", said.out.split()[-1])
    assert "The shop" == holdfast("project", "list", "--json").data["projects"][0]["about"]


def test_an_unknown_project_names_the_closest(holdfast):
    """A typing error is answered with what was probably meant."""
    holdfast("project", "add", "website")
    said = holdfast("project", "show", "webstie", "--json")
    assert (3, True) == (said.status, "website" in said.error["why"])
    assert 3 == holdfast("project", "show", "zebra").status


def test_nothing_yet_and_nothing_given(holdfast):
    """An empty list teaches; an empty name is a usage error."""
    assert "holdfast project add" in holdfast("project", "list").out
    assert 2 == holdfast("project", "add", " ").status
    assert 2 == holdfast("project", "add").status
