"""Which folders are one workspace, and what happens when a folder comes to hold something else."""

from __future__ import annotations

import shutil

import pytest

import holdfast
from holdfast.flows.workspace_gate import trust_of
from holdfast.flows.workspaces import current_consent, grant_consent, set_trust
from holdfast.gate.policy import Trust
from repositories import git, make_repository

REMOTE = "git@example.org:acme/api.git"


def said_in(memory):
    return sorted(one.content for one in memory.list(scopes=["workspace"]).memories)


def trust_in(memory):
    with memory.core.database.reading() as tx:
        return trust_of(tx, memory.core)


def decide(memory, trust):
    memory.core.settle()
    with memory.core.database.writing() as tx:
        set_trust(tx, memory.core, trust)


def consent(memory):
    memory.core.settle()
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)


def has_consent(memory):
    with memory.core.database.reading() as tx:
        return current_consent(tx, memory.core) is not None


@pytest.fixture
def original(tmp_path):
    return make_repository(tmp_path / "work" / "api", remote=REMOTE)


def clone(source, target, *more):
    git(target.parent, "clone", "-q", *more, str(source), target.name)
    return target


def clone_of_remote(source, target, *more):
    clone(source, target, *more)
    git(target, "remote", "set-url", "origin", "https://example.org/acme/api")
    return target


def worktree(source, target):
    git(source, "worktree", "add", "-q", "-b", target.name, str(target))
    return target


def shallow(source, target):
    return clone_of_remote(f"file://{source}", target, "--depth", "1")


def below(source, _target):
    (source / "src" / "deep").mkdir(parents=True)
    return source / "src" / "deep"


def link(source, target):
    target.symlink_to(source)
    return target


@pytest.mark.parametrize("make", [clone_of_remote, worktree, shallow, below, link])
def test_copies_of_one_repository_are_one_workspace(original, tmp_path, open_here, make):
    """A clone under another name, a worktree, a shallow clone, a folder inside and a link: all see what was kept."""
    open_here(original).remember("The API speaks JSON.")
    assert ["The API speaks JSON."] == said_in(open_here(make(original, tmp_path / "copy")))


@pytest.mark.parametrize("make", [clone_of_remote, worktree, shallow])
def test_it_does_not_matter_which_copy_is_met_first(original, tmp_path, open_here, make):
    """What was kept in a copy is there in the original too."""
    open_here(make(original, tmp_path / "copy")).remember("The API speaks JSON.")
    assert ["The API speaks JSON."] == said_in(open_here(original))


@pytest.mark.parametrize("make", [clone, worktree])
def test_without_a_remote_copies_agree_by_their_first_commit(tmp_path, open_here, make):
    """A clone of a folder, or a worktree, is the same workspace although no host is named anywhere."""
    source = make_repository(tmp_path / "work" / "api")
    open_here(source).remember("The API speaks JSON.")
    assert ["The API speaks JSON."] == said_in(open_here(make(source, tmp_path / "copy")))


def test_equal_folder_names_are_two_workspaces(original, tmp_path, open_here):
    """Two repositories whose folders are called alike share nothing, with a remote or without."""
    open_here(original).remember("The API speaks JSON.")
    for place, remote in (("elsewhere", "git@example.org:acme/other.git"), ("third", None)):
        assert [] == said_in(open_here(make_repository(tmp_path / place / "api", remote=remote)))
    plain = tmp_path / "fourth" / "api"
    plain.mkdir(parents=True)
    assert [] == said_in(open_here(plain))


def test_a_submodule_is_a_workspace_of_its_own(original, tmp_path, open_here):
    """What is kept in the outer repository is not said in the inner one, nor the other way round."""
    inner = make_repository(tmp_path / "lib")
    git(original, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "lib")
    open_here(original).remember("The API speaks JSON.")
    open_here(original / "lib").remember("The library speaks bytes.")
    assert ["The API speaks JSON."] == said_in(open_here(original))
    assert ["The library speaks bytes."] == said_in(open_here(original / "lib"))


def test_a_repository_without_commits_keeps_its_memory_when_it_gets_one(tmp_path, open_here):
    """The first commit gives a repository another identity, and loses nothing."""
    folder = tmp_path / "young"
    folder.mkdir()
    git(folder, "init", "-q")
    open_here(folder).remember("The API speaks JSON.")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    open_here(folder).remember("It has a commit.")
    assert ["It has a commit.", "The API speaks JSON."] == said_in(open_here(folder))
    assert ["It has a commit.", "The API speaks JSON."] == said_in(open_here(clone(folder, tmp_path / "copy")))


def test_a_folder_that_becomes_a_repository_keeps_its_memory(tmp_path, open_here):
    """`git init` in a folder that was in use does not lose what was kept there."""
    folder = tmp_path / "notes"
    folder.mkdir()
    open_here(folder).remember("The API speaks JSON.")
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    assert ["The API speaks JSON."] == said_in(open_here(folder))


def test_a_repository_with_a_remote_in_a_trusted_folder_is_undecided(tmp_path, open_here):
    """What is cloned into a folder that held no repository is not what was trusted; the folder's memory stays."""
    folder = tmp_path / "notes"
    folder.mkdir()
    first = open_here(folder)
    first.remember("The API speaks JSON.")
    consent(first)
    folder.rmdir()
    make_repository(folder, remote=REMOTE)
    open_here(folder).remember("Something else.")
    assert Trust.UNKNOWN is trust_in(open_here(folder))
    assert ["Something else.", "The API speaks JSON."] == said_in(open_here(folder))


def test_a_repository_that_moved_keeps_its_memory_and_asks_for_trust_again(original, tmp_path, open_here):
    """The repository is known anywhere; trust belonged to the folder."""
    first = open_here(original)
    first.remember("The API speaks JSON.")
    consent(first)
    moved = open_here(shutil.move(original, tmp_path / "moved"))
    assert ["The API speaks JSON."] == said_in(moved)
    assert Trust.UNKNOWN is trust_in(moved)
    assert has_consent(moved)


def test_a_changed_remote_is_the_same_workspace(original, open_here):
    """A project that moves to another host keeps its memory, its consent and its trust."""
    first = open_here(original)
    first.remember("The API speaks JSON.")
    consent(first)
    git(original, "remote", "set-url", "origin", "git@elsewhere.example.org:acme/api.git")
    again = open_here(original)
    again.remember("It moved.")
    assert ["It moved.", "The API speaks JSON."] == said_in(open_here(original))
    assert Trust.TRUSTED is trust_in(open_here(original))
    assert has_consent(open_here(original))


def test_a_remote_that_is_taken_away_or_added_is_the_same_workspace(original, open_here):
    """The first commit tells that it is the repository we knew."""
    open_here(original).remember("The API speaks JSON.")
    git(original, "remote", "remove", "origin")
    open_here(original).remember("No remote.")
    git(original, "remote", "add", "origin", REMOTE)
    open_here(original).remember("A remote again.")
    assert ["A remote again.", "No remote.", "The API speaks JSON."] == said_in(open_here(original))


@pytest.mark.parametrize("remote", [None, "git@example.org:acme/other.git"])
def test_another_repository_in_the_folder_is_new_and_undecided(tmp_path, open_here, remote):
    """Whoever replaces the repository in a trusted folder gets neither its memory nor its trust."""
    folder = make_repository(tmp_path / "work" / "api", remote=remote and REMOTE)
    first = open_here(folder)
    first.remember("The API speaks JSON.")
    consent(first)
    shutil.rmtree(folder)
    shutil.move(make_repository(tmp_path / "another", remote=remote), folder)
    other = open_here(folder)
    assert [] == said_in(other)
    assert Trust.UNKNOWN is trust_in(other)
    assert not has_consent(other)
    other.remember("Something else.")
    assert ["Something else."] == said_in(open_here(folder))
    assert Trust.UNKNOWN is trust_in(open_here(folder))


def test_another_repository_that_claims_the_remote_gets_the_memory_of_the_folder_only_by_its_first_commit(
    original, tmp_path, open_here
):
    """A remote is a line in a file that anybody can write: with another first commit it is another repository."""
    open_here(original).remember("The API speaks JSON.")
    impostor = make_repository(tmp_path / "impostor", remote=REMOTE)
    assert [] == said_in(open_here(impostor))


def test_trust_is_not_inherited_by_a_copy(original, tmp_path, open_here):
    """A new clone of a trusted repository is undecided, and so is a new worktree."""
    consent(open_here(original))
    for make in (clone_of_remote, worktree):
        copy = open_here(make(original, tmp_path / make.__name__))
        assert Trust.UNKNOWN is trust_in(copy)
        copy.remember(f"Said in a {make.__name__}.")
        assert Trust.UNKNOWN is trust_in(open_here(tmp_path / make.__name__))


def test_distrust_of_one_copy_says_nothing_of_another(original, tmp_path, open_here):
    """A decision is about the folder it was made in."""
    consent(open_here(original))
    copy = open_here(clone_of_remote(original, tmp_path / "copy"))
    decide(copy, Trust.UNTRUSTED)
    assert Trust.UNTRUSTED is trust_in(open_here(tmp_path / "copy"))
    assert Trust.TRUSTED is trust_in(open_here(original))


def test_no_file_of_a_folder_can_trust_it(original, open_here):
    """A project file that speaks of trust or consent changes nothing."""
    (original / ".holdfast.toml").write_text(
        'trust = "trusted"\n[workspace]\ntrust = "trusted"\n[consent]\ngranted = true\n'
    )
    memory = open_here(original)
    memory.remember("The API speaks JSON.")
    assert Trust.UNKNOWN is trust_in(memory)
    assert not has_consent(memory)


def test_ids_of_a_copy_lead_to_the_same_memory(original, tmp_path, open_here):
    """A memory's id can be used from every copy, and what is done there is seen here."""
    kept = open_here(original).remember("The API speaks JSON.").memory
    copy = open_here(clone_of_remote(original, tmp_path / "copy"))
    copy.correct(kept.id, "The API speaks CBOR.")
    assert ["The API speaks CBOR."] == said_in(open_here(original))


def test_two_people_of_one_store_have_two_decisions(original, open_here):
    """What one person trusts, the other decides anew."""
    consent(open_here(original, settings={"user.id": "ada"}))
    other = open_here(original, settings={"user.id": "bo"})
    assert Trust.UNKNOWN is trust_in(other)
    assert not has_consent(other)


def test_a_home_that_does_not_exist_is_not_made_by_looking(original, open_here, home):
    """Asking what a folder belongs to writes nothing."""
    memory = open_here(original)
    assert [] == said_in(memory)
    with pytest.raises(holdfast.NotFound):
        memory.get("m_aaaa")
    assert not home.exists()


@pytest.mark.parametrize(("first", "then"), [("hashed", "raw"), ("raw", "hashed")])
def test_how_ids_are_shown_can_change_at_any_time(original, tmp_path, open_here, first, then):
    """What was kept under one kind of id is found under the other: workspace, clone, person, profile and session."""
    before = open_here(original, session="s1", settings={"group.strategy": first})
    before.remember("The API speaks JSON.")
    before.remember("I like tea.", scope="user")
    before.remember("I am Ann.", layer="L0")
    before.remember("We are in the middle of it.", scope="session")
    before.capture(session="s1", turn="1", user="hello")
    consent(before)
    after = open_here(original, session="s1", settings={"group.strategy": then})
    said = {"The API speaks JSON.", "I like tea.", "I am Ann.", "We are in the middle of it."}
    assert said == {one.content for one in after.list().memories}
    assert ("## Identity\n- I am Ann.", 1, True) == (
        after.profile().text,
        len(after.episodes("s1")),
        has_consent(after),
    )
    copy = open_here(clone_of_remote(original, tmp_path / "copy"), settings={"group.strategy": then})
    assert ["The API speaks JSON."] == said_in(copy)
    copy.remember("Said in the copy.")
    assert ["Said in the copy.", "The API speaks JSON."] == said_in(
        open_here(original, settings={"group.strategy": first})
    )


def test_readable_ids_are_shown_where_they_are_wanted(original, open_here):
    """Under `raw` a new group's id says what it is, without any path."""
    memory = open_here(original, settings={"group.strategy": "raw"})
    shown = memory.remember("The API speaks JSON.").memory.group
    assert (True, False) == (shown.startswith("workspace_acme_api"), str(original) in shown)


@pytest.mark.parametrize(("first", "then"), [("hashed", "raw"), ("raw", "hashed")])
def test_an_export_comes_back_under_another_kind_of_id(original, open_here, tmp_path, monkeypatch, first, then):
    """A person's own scope is theirs again, however ids are shown there."""
    before = open_here(original, settings={"group.strategy": first})
    before.remember("I like tea.", scope="user")
    before.remember("The API speaks JSON.")
    before.export(tmp_path / "all.json")
    monkeypatch.setenv("HOLDFAST_HOME", str(tmp_path / "other"))
    after = open_here(original, settings={"group.strategy": then})
    after.import_(tmp_path / "all.json")
    assert {"I like tea.", "The API speaks JSON."} == {one.content for one in after.list().memories}
