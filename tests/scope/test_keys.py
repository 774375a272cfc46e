"""The laws of group ids and keyed digests."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import UsageError
from holdfast.model import Scope
from holdfast.scope.identity import workspace_identity
from holdfast.scope.keys import _hkdf, endpoint_key, group_id, keyed_digest

KEY = bytes(range(32))

STABLE_ID = "gw_aktbztbpleqhnystfvqdhrz4ghpb5l3c"
STABLE_DIGEST = "455e010c7616142a9fe923038d7f9040e5972d832f6847dd877c55e93d921e5b"

scopes = st.sampled_from(Scope)
names = st.text(min_size=1, max_size=40)
agents = st.text(max_size=12)
strategies = st.sampled_from(["hashed", "raw"])


@given(scopes, names, agents)
def test_a_hashed_id_has_a_narrow_form(scope, name, agent):
    """Hashed ids are at most 40 characters of `[a-z0-9_]`, with at least 128 bits."""
    made = group_id(KEY, scope, name, agent)
    assert re.fullmatch(r"g[swuh]_[a-z2-7]{26,}", made)
    assert len(made) <= 40


@given(scopes, names, agents)
def test_a_raw_id_has_a_safe_form(scope, name, agent):
    """Raw ids are at most 64 characters of `[A-Za-z0-9_]` and begin with their scope."""
    made = group_id(KEY, scope, name, agent, "raw")
    assert re.fullmatch(r"[A-Za-z0-9_]{1,64}", made)
    assert made.startswith(f"{scope}_")


groups = st.tuples(scopes, names, agents)


@given(strategies, groups, groups)
def test_different_groups_have_different_ids(strategy, one, other):
    """Scope, key and agent all count, and never run into each other."""
    assert (one == other) == (group_id(KEY, *one, strategy) == group_id(KEY, *other, strategy))


@pytest.mark.parametrize("strategy", ["hashed", "raw"])
def test_parts_are_not_joined(strategy):
    """Moving characters from the agent to the key makes another group."""
    assert group_id(KEY, Scope.USER, "bc", "a", strategy) != group_id(KEY, Scope.USER, "c", "ab", strategy)


def test_a_raw_id_cannot_be_imitated():
    """A key that spells another group's raw id, suffix and all, gets another id."""
    victim = group_id(KEY, Scope.SESSION, "a b", "", "raw")
    assert victim != group_id(KEY, Scope.SESSION, victim.removeprefix("session_"), "", "raw")


def test_a_plain_raw_id_is_the_name_itself():
    """What needs no change is readable as it stands."""
    assert group_id(KEY, Scope.SESSION, "run_42", "", "raw") == "session_run_42"


@pytest.mark.parametrize(
    "identity",
    [
        workspace_identity("", "", "/repos/hidden/api"),
        "/repos/hidden/api",
        "C:\\repos\\hidden\\api",
        "file:///repos/hidden/api",
    ],
)
def test_a_raw_id_holds_no_path(identity):
    """Of a path only the last name shows."""
    made = group_id(KEY, Scope.WORKSPACE, identity, "/agents/hidden/bot", "raw")
    assert "hidden" not in made
    assert made.startswith("workspace_bot_api__")


def test_a_raw_id_of_a_repository_shows_owner_and_name():
    """A repository is readable in its raw id."""
    assert group_id(
        KEY, Scope.WORKSPACE, workspace_identity("github.com/acme/api", "c0ffee", "/x"), "", "raw"
    ).startswith("workspace_acme_api__")


@given(names)
def test_another_key_gives_another_id(name):
    """Without the key of the install an id cannot be computed."""
    assert group_id(KEY, Scope.USER, name) != group_id(KEY[::-1], Scope.USER, name)


def test_ids_are_stable():
    """An id made by an earlier version is found again."""
    assert group_id(KEY, Scope.WORKSPACE, "git\0github.com/acme/api\0c0ffee") == STABLE_ID
    assert keyed_digest(KEY, "tombstone", "text") == STABLE_DIGEST


@pytest.mark.parametrize(("key", "name"), [(KEY, ""), (b"", "x"), (b"short", "x")])
def test_no_group_without_key_and_name(key, name):
    """An empty name would put strangers into one group, and a short key hides nothing."""
    with pytest.raises(UsageError):
        group_id(key, Scope.USER, name)


@given(names, names, names)
def test_purposes_are_apart(text, purpose, other):
    """A digest for one purpose says nothing for another."""
    assert (purpose == other) == (keyed_digest(KEY, purpose, text) == keyed_digest(KEY, other, text))
    assert re.fullmatch(r"[0-9a-f]{64}", keyed_digest(KEY, purpose, text))


def test_endpoint_keys_are_apart():
    """Two endpoints get keys that have nothing in common with each other or the key of the install."""
    keys = {endpoint_key(KEY, "https://a.example.org:443"), endpoint_key(KEY, "https://b.example.org:443"), KEY}
    assert len(keys) == 3
    assert {32} == {len(key) for key in keys}


def test_derivation_follows_the_standard():
    """The first block equals that of the published HKDF-SHA256 test case 1."""
    made = _hkdf(b"\x0b" * 22, salt=bytes(range(13)), info=bytes(range(0xF0, 0xFA)))
    assert made.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
