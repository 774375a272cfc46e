"""Which workspace a past session belongs to, and whether it may be taken in."""

from __future__ import annotations

import shutil

import pytest

from holdfast.flows import decisions
from holdfast.flows.import_places import Places
from holdfast.gate.policy import Trust
from repositories import git, make_repository


@pytest.fixture
def places(memory):
    """Places as they are seen from the workspace."""

    def look(*, allow_untrusted=False, word=None):
        return Places(memory.core, allow_untrusted=allow_untrusted, host_trusts=lambda core, folder: word)

    return look


@pytest.fixture
def trusted(open_here, tmp_path):
    """Another repository that the person trusts."""
    path = make_repository(tmp_path / "work" / "shop", remote="git@example.org:acme/shop.git")
    other = open_here(path)
    decisions.trust(other.core, Trust.TRUSTED)
    return path


def workspace_of(place):
    with place.core.database.reading() as tx:
        return place.core.known_workspace(tx).label


def test_a_trusted_folder_is_taken_in_wherever_we_stand(places, trusted):
    """A folder inside belongs to it too, and both are seen by one core."""
    (trusted / "src").mkdir()
    here, below = places().of(str(trusted), ""), places()
    assert "acme/shop" == workspace_of(here)
    assert below.of(str(trusted), "").core is below.of(str(trusted / "src"), "").core


def test_an_undecided_folder_is_left_out_unless_told(places, workspace):
    """The answer names what would let it in."""
    left = places().of(str(workspace), "").left_out
    assert ("nobody has decided yet whether to trust it", True) == (left.why, "--allow-untrusted" in left.hint)
    assert places(allow_untrusted=True).of(str(workspace), "").core is not None


def test_an_untrusted_folder_is_left_out_whatever_is_told(places, memory, workspace):
    """The person's own word comes before an option and before the host's."""
    decisions.trust(memory.core, Trust.UNTRUSTED)
    for look in (places(allow_untrusted=True), places(word=True)):
        assert "it is marked untrusted" == look.of(str(workspace), "").left_out.why


def test_the_hosts_own_word_counts_where_nobody_decided(places, workspace):
    """A host that trusts a folder lets it in; one that does not keeps it out, even when the option is given."""
    assert places(word=True).of(str(workspace), "").core is not None
    assert places(word=False, allow_untrusted=True).of(str(workspace), "").left_out is not None


def test_marker_lists_and_settings_keep_a_folder_out(places, trusted, monkeypatch):
    """What keeps capture out keeps an import out."""
    (trusted / ".holdfast.toml").write_text("[capture]\nenabled = false\n")
    assert "the setting capture.enabled is false there" == places().of(str(trusted), "").left_out.why
    (trusted / ".holdfast.toml").write_text('mode = "off"\n')
    assert "the setting mode is off there" == places().of(str(trusted), "").left_out.why
    (trusted / ".holdfast.toml").unlink()
    (trusted / ".holdfastignore").write_text("")
    assert ".holdfastignore" in places().of(str(trusted), "").left_out.why
    (trusted / ".holdfastignore").unlink()
    monkeypatch.setenv("HOLDFAST_DIRECTORIES_DENY", str(trusted.parent))
    assert "directories.deny" in places().of(str(trusted), "").left_out.why


def test_a_workspaces_own_settings_hold_there(places, trusted):
    """Its limits are those of its folder, not of ours."""
    (trusted / ".holdfast.toml").write_text("[capture]\nmax_message_chars = 100\n")
    assert 100 == places().of(str(trusted), "").core.setting_int("capture.max_message_chars")


@pytest.mark.parametrize("folder", ["", "relative/path", "C:\\work", "a\0b", "/no/such/folder"])
def test_what_is_no_folder_here_is_left_out(places, folder):
    """Sessions of another machine, and nonsense."""
    assert places().of(folder, "").left_out is not None


def test_a_folder_that_is_gone_is_known_by_its_mark(places, trusted):
    """It was decided about while it was there."""
    inside = trusted / "src" / "deep"
    shutil.rmtree(trusted)
    for folder in (trusted, inside):
        place = places().of(str(folder), "")
        assert "acme/shop" == workspace_of(place)


def test_a_clone_that_is_gone_is_known_by_its_remote(places, trusted, tmp_path):
    """Where the transcript names the repository."""
    gone = tmp_path / "work" / "another-clone"
    assert places().of(str(gone), "").left_out is not None
    place = places().of(str(gone), "https://example.org/acme/shop.git")
    assert "acme/shop" == workspace_of(place)


def test_a_folder_that_is_there_is_not_known_by_what_a_transcript_says(places, trusted, tmp_path):
    """A transcript cannot talk one repository into the place of another."""
    other = make_repository(tmp_path / "work" / "stranger")
    assert places().of(str(other), "git@example.org:acme/shop.git").left_out is not None


def test_all_worktrees_are_one_workspace(places, trusted, tmp_path):
    """But each folder is decided about by itself."""
    tree = tmp_path / "work" / "tree"
    git(trusted, "worktree", "add", "-q", str(tree))
    assert places().of(str(tree), "").left_out is not None
    assert "acme/shop" == workspace_of(places(allow_untrusted=True).of(str(tree), ""))
