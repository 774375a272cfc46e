"""`holdfast workspace` and `--workspace`: which workspaces are known, and acting for another one."""

from __future__ import annotations

import os
import subprocess

import pytest

WORKSPACE = {
    "id": str, "label": str, "here": bool, "folders": int, "trust": str, "consent": bool, "memories": int,
}  # fmt: skip


@pytest.fixture
def two(holdfast, other_repository, monkeypatch, repository):
    """Two workspaces, `shop` where we stand and `blog`, each with a memory."""
    holdfast("remember", "The shop sells tea.")
    monkeypatch.chdir(other_repository)
    holdfast("remember", "The blog is about tea.")
    monkeypatch.chdir(repository)
    return other_repository


def listed(holdfast):
    """Return the workspaces by label."""
    return {one["label"]: one for one in holdfast("workspace", "list", "--json").data["workspaces"]}


def test_every_verb_has_the_documented_shape(holdfast, two, fits):
    """A workspace has the same fields wherever it is told."""
    assert fits(listed(holdfast)["shop"], WORKSPACE)
    shown = holdfast("workspace", "show", "--json").data
    assert fits(shown, {"workspace": dict, "gate": dict})
    assert fits(shown["workspace"], WORKSPACE)
    assert fits(holdfast("workspace", "trust", "--json").data["workspace"], WORKSPACE)


def test_the_list_marks_where_we_stand(holdfast, two):
    """Exactly one workspace is here."""
    assert {"shop": True, "blog": False} == {label: one["here"] for label, one in listed(holdfast).items()}
    assert "shop" in holdfast("workspace", "list").out


def test_a_new_folder_is_shown_without_writing(holdfast, own_home):
    """Looking at an unknown workspace makes nothing."""
    shown = holdfast("workspace", "show", "--json").data["workspace"]
    assert (None, "unknown", False) == (shown["id"], shown["trust"], shown["consent"])
    assert not own_home.exists()


def test_trust_is_decided_for_this_folder(holdfast, two):
    """Trusting here does not trust the other workspace; untrusting stops writing."""
    holdfast("workspace", "trust")
    assert {"shop": "trusted", "blog": "unknown"} == {label: one["trust"] for label, one in listed(holdfast).items()}
    assert "untrusted" in holdfast("workspace", "untrust").out
    assert 4 == holdfast("remember", "x").status


@pytest.mark.parametrize("how", ["label", "path", "relative"])
def test_another_workspace_is_decided_about_from_here(holdfast, two, how, repository):
    """By label or by folder, the decision falls on the other workspace alone."""
    name = {"label": "blog", "path": str(two), "relative": os.path.join(".", os.path.relpath(two, repository))}[how]
    name = name.removeprefix("./") if name.startswith("./..") else name
    assert 0 == holdfast("workspace", "untrust", name).status
    assert {"shop": "unknown", "blog": "untrusted"} == {label: one["trust"] for label, one in listed(holdfast).items()}
    assert 0 == holdfast("remember", "still works here").status
    assert 4 == holdfast("remember", "x", "--workspace", str(two)).status


def test_commands_act_in_the_workspace_that_is_named(holdfast, two):
    """`--workspace LABEL` and `--workspace PATH` read and write there."""
    for name in ("blog", str(two)):
        found = holdfast("list", "--workspace", name, "--json").data["memories"]
        assert "The blog is about tea." == [one["content"] for one in found][-1]
    holdfast("remember", "Written from afar.", "--workspace", "blog")
    assert 2 == len(holdfast("list", "--workspace", str(two), "--json").data["memories"])
    assert 1 == len(holdfast("list", "--json").data["memories"])


def test_a_label_comes_before_a_folder_of_that_name(holdfast, two, repository):
    """A sub-folder called like another workspace does not turn `untrust blog` against this one."""
    (repository / "blog").mkdir()
    holdfast("workspace", "untrust", "blog")
    assert "unknown" == listed(holdfast)["shop"]["trust"]


def test_consent_from_afar_leaves_this_folder_alone(holdfast, two):
    """Granting for another workspace neither trusts nor moves the folder we stand in."""
    assert 0 == holdfast("consent", "grant", "--workspace", "blog", "--yes").status
    found = listed(holdfast)
    assert (True, "trusted") == (found["blog"]["consent"], found["blog"]["trust"])
    assert (False, "unknown", True) == (found["shop"]["consent"], found["shop"]["trust"], found["shop"]["here"])
    holdfast("consent", "revoke", "--workspace", "blog")
    assert not listed(holdfast)["blog"]["consent"]


def test_consent_from_afar_respects_untrust(holdfast, two):
    """What the person marked untrusted is not trusted again by consent."""
    holdfast("workspace", "untrust", "blog")
    assert 4 == holdfast("consent", "grant", "--workspace", "blog", "--yes").status


def test_renaming_changes_the_label_only(holdfast, two):
    """The new label finds the workspace; the old one is gone; the answer tells the way back."""
    said = holdfast("workspace", "rename", "blog", "my blog")
    assert "holdfast workspace rename 'my blog' blog" in said.out
    assert 0 == holdfast("list", "--workspace", "my blog", "--json").status
    assert 3 == holdfast("list", "--workspace", "blog").status


def test_a_worktree_is_the_same_workspace(holdfast, repository, tmp_path):
    """A worktree shares its repository's memories."""
    holdfast("remember", "The shop sells tea.")
    subprocess.run(["git", "-C", str(repository), "worktree", "add", "-q", str(tmp_path / "tree")], check=True)
    found = holdfast("list", "--workspace", str(tmp_path / "tree"), "--json").data["memories"]
    assert (
        "merged"
        == holdfast("remember", "The shop sells tea.", "--workspace", str(tmp_path / "tree"), "--json").data["outcome"]
    )
    assert 1 == len(listed(holdfast))
    assert len(found) <= 1


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("workspace", "show", "zebra"), 3),
        (("workspace", "trust", "./zebra"), 3),
        (("workspace", "rename", "zebra", "x"), 3),
        (("workspace", "rename", "blog", " "), 2),
        (("workspace", "rename", "blog"), 2),
        (("workspace", "show", "blog", "--workspace", "shop"), 2),
        (("list", "--workspace", "zebra"), 3),
        (("list", "--workspace", "/zebra"), 3),
    ],
)
def test_odd_input_has_its_own_status(holdfast, two, words, status):
    """An unknown workspace is 3, what cannot be meant is 2."""
    assert status == holdfast(*words).status


def test_two_workspaces_of_one_label_are_not_guessed(holdfast, two, tmp_path, monkeypatch, make_repository):
    """A label of two workspaces is ambiguous, and the error names both."""
    monkeypatch.chdir(make_repository(tmp_path / "elsewhere" / "blog"))
    holdfast("remember", "Another blog.")
    said = holdfast("workspace", "untrust", "blog", "--json")
    assert (2, "ambiguous") == (said.status, said.error["code"])
