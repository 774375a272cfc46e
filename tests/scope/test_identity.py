"""The laws of workspace identity."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.scope.identity import label_for, label_of_identity, normalise_remote, workspace_identity

TOKEN = "ghp" + "_" + "x" * 20  # assembled: no scanner should take it for a live one

GITHUB = [
    "git@github.com:Acme/Api.git", "git@github.com:acme/api", "github.com:acme/api.git", "ssh://git@github.com/acme/api.git",
    "ssh://git@github.com:22/acme/api/", "git+ssh://git@github.com/acme/api.git", "ssh://git@ssh.github.com:443/acme/api.git",
    "https://github.com/acme/api", "https://github.com/ACME/API.git/", "https://github.com:443/acme/api.git",
    f"https://user:{TOKEN}@github.com/acme/api.git", f"https://{TOKEN}@GITHUB.com/acme/api", "http://github.com/acme/api",
    "git://github.com/acme/api.git", "git://github.com:9418/acme/api.git", "https://github.com//acme//api.git",
    "https://www.github.com/acme/api", "https://github.com./acme/api", "  https://github.com/acme/api.git\n",
    "https://github.com/acme/%61pi",
]  # fmt: skip
AZURE = [
    "https://dev.azure.com/acme/My%20Shop/_git/api", "https://acme@dev.azure.com/acme/My%20Shop/_git/api",
    "git@ssh.dev.azure.com:v3/acme/My%20Shop/api", "https://acme.visualstudio.com/My%20Shop/_git/api",
    "https://acme.visualstudio.com/DefaultCollection/My%20Shop/_git/api", "acme@vs-ssh.visualstudio.com:v3/acme/My%20Shop/api",
]  # fmt: skip
LOCAL = [
    "", "/srv/git/api.git", "./api", "../api", "~/api", "api", "file:///srv/git/api.git", "C:/git/api", "C:\\git\\api", "\\\\box\\api",
    "ext::sh -c true", "fd::17/x", "https://", "https:///acme/api", "git@github.com:", "https://github.com/", "-oProxy=x:y",
    "https://example.org/git?p=api.git", "x" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("url", GITHUB)
def test_every_spelling_of_a_remote_is_one(url):
    """User, token, port, suffix, slashes, scheme and case do not make another repository."""
    assert normalise_remote(url) == "github.com/acme/api"


@pytest.mark.parametrize("url", AZURE)
def test_every_spelling_of_azure_is_one(url):
    """The addresses under which one Azure repository is cloned agree."""
    assert normalise_remote(url) == "dev.azure.com/acme/my shop/api"


@pytest.mark.parametrize("url", LOCAL)
def test_a_local_remote_says_nothing(url):
    """A path, a file URL, a transport program and an address that cannot be read are no network remote."""
    assert normalise_remote(url) == ""


@pytest.mark.parametrize(
    ("url", "remote"),
    [
        ("https://git.example.org/Team/Repo.git", "git.example.org/Team/Repo"),
        ("ssh://git@git.example.org:2222/team/repo.git", "git.example.org:2222/team/repo"),
        ("git@[2001:db8::1]:team/repo.git", "[2001:db8::1]/team/repo"),
        ("ssh://git@[2001:db8::1]:2222/team/repo", "[2001:db8::1]:2222/team/repo"),
        ("[git@git.example.org:2222]:team/repo.git", "git.example.org:2222/team/repo"),
        ("https://gitlab.example.org/Group/Sub/Repo.git", "gitlab.example.org/group/sub/repo"),
        ("https://dev.azure.com/acme/_git/api", "dev.azure.com/acme/api/api"),
    ],
)
def test_other_hosts_keep_what_may_matter(url, remote):
    """Case and unusual ports stay where a host may tell them apart."""
    assert normalise_remote(url) == remote


@pytest.mark.parametrize(
    "url",
    [f"https://user:pa/ss{TOKEN}@example.org/o/r", f"https://{TOKEN}/x@example.org/o/r", f"user:{TOKEN}@example.org:o/r",
     f"https://user:{TOKEN}@example.org/o/r", f"https://example.org/o/r?private_token={TOKEN}", f"https://example.org/o/r#{TOKEN}"],
)  # fmt: skip
def test_no_credential_survives(url):
    """Whatever stands before the host, or a slash has pushed behind it, is dropped."""
    assert TOKEN not in normalise_remote(url)


@given(st.text(max_size=80))
def test_any_text_can_be_normalised(url):
    """No text raises, and no result holds a control character."""
    assert normalise_remote(url).isprintable()


@given(
    st.from_regex(r"\A[a-z]{1,8}/[a-z]{1,8}\Z"),
    st.sampled_from(["git@{}:{}.git", "https://{}/{}", "ssh://git@{}:22/{}/"]),
)
def test_spellings_agree_for_any_path(path, spelling):
    """The form of the address makes no difference for any owner and repository."""
    assert normalise_remote(spelling.format("git.example.org", path)) == f"git.example.org/{path}"


parts = st.text(alphabet="ab/\x1f\0\\:", max_size=6)


@given(parts, parts, parts, parts, parts, parts)
def test_identities_collide_only_for_the_same_workspace(remote, commit, path, other_remote, other_commit, other_path):
    """Different repositories or different folders have different identities, whatever characters they hold."""
    same_repository = (remote, commit) == (other_remote, other_commit)
    by_path = not (remote or commit)
    same = same_repository and (path == other_path or not by_path)
    assert same == (
        workspace_identity(remote, commit, path) == workspace_identity(other_remote, other_commit, other_path)
    )


def test_a_clone_is_known_by_its_root_where_it_has_no_network_remote():
    """The folder does not matter as soon as the root commit is known."""
    assert workspace_identity("", "c0ffee", "/repos/one") == workspace_identity("", "c0ffee", "/repos/two")


@pytest.mark.parametrize(
    ("remote", "path", "label"),
    [
        ("github.com/acme/api", "/repos/x", "acme/api"), ("gitlab.com/group/sub/api", "/repos/x", "sub/api"), ("", "/repos/api/", "api"),
        ("", "/", "workspace"), ("", "C:\\work\\api", "api"), ("", "", "workspace"), ("", "/repos/a\nb\u202ec", "abc"),
        ("git.example.org:2222/team/repo", "/repos/x", "team/repo"),
    ],
)  # fmt: skip
def test_a_label_is_short_and_safe_to_show(remote, path, label):
    """A workspace is shown as owner and repository, or by its folder's own name, without control characters."""
    assert label == label_for(remote, path)


@given(st.text(max_size=200), st.text(max_size=40))
def test_a_label_is_never_an_absolute_path(path, remote):
    """No label leads anywhere on this machine."""
    label = label_for(remote, path)
    assert not label.startswith(("/", "~"))
    assert "/" not in label_for("", path)


def test_an_identity_implies_its_label():
    """The label can be told from the identity alone."""
    assert label_of_identity(workspace_identity("github.com/acme/api", "c0ffee", "/repos/x")) == "acme/api"
    assert label_of_identity(workspace_identity("", "", "/repos/api")) == "api"
    assert label_of_identity("a session id") == ""
