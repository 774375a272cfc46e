"""Where a call comes from."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.mcp.place import Surroundings, find_place, is_folder, is_within


@pytest.fixture
def folders(tmp_path):
    for name in ("shop", "shop/web", "shopping", "other", "home"):
        (tmp_path / name).mkdir()
    return tmp_path


def place(folder, *, meta=None, environ=None, repository=False, **around):
    told = Surroundings(
        environ={name: str(value) for name, value in (environ or {}).items()}, folder=str(folder), **around
    )
    return find_place(meta or {}, told, lambda _: repository)


def turn(*paths, **more):
    return {"x-codex-turn-metadata": {"workspaces": {str(path): {} for path in paths}, **more}}


def test_without_any_word_it_is_the_folder_we_were_started_in(folders):
    """Nobody named it, so an agent may say that it works elsewhere."""
    found = place(folders / "shop")
    assert (str(folders / "shop"), ()) == (found.folder, found.named)


def test_what_the_client_names_comes_first(folders):
    """The folders of a turn count more than the environment and the start."""
    found = place(folders / "home", meta=turn(folders / "other"), environ={"CLAUDE_PROJECT_DIR": folders / "shop"})
    assert str(folders / "other") == found.folder


def test_of_several_folders_the_innermost_that_we_stand_in_counts(folders):
    """Else the first of them."""
    several = turn(folders / "other", folders / "shop", folders / "shop/web")
    assert str(folders / "shop/web") == place(folders / "shop/web", meta=several).folder
    assert str(folders / "other") == place(folders / "home", meta=several).folder


def test_the_persons_own_word_beats_all(folders):
    """`--workspace` stands in the client's settings, where the person put it."""
    found = place(folders / "home", meta=turn(folders / "other"), workspace=str(folders / "shop"))
    assert (str(folders / "shop"), (str(folders / "shop"),)) == (found.folder, found.named)


@pytest.mark.parametrize(
    "name",
    ["CLAUDE_PROJECT_DIR", "COPILOT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR", "WORKSPACE_FOLDER_PATHS"],
)
def test_a_variable_of_a_host_names_the_folder(folders, name):
    """A desktop program starts servers anywhere."""
    assert str(folders / "shop") == place(folders / "home", environ={name: folders / "shop"}).folder


def test_an_inherited_variable_does_not_lead_elsewhere(folders):
    """A host started from another host's terminal, in another repository, stays where it is."""
    found = place(folders / "other", environ={"CLAUDE_PROJECT_DIR": folders / "shop"}, repository=True)
    assert (str(folders / "other"), ()) == (found.folder, found.named)


def test_a_variable_that_names_a_folder_above_us_counts(folders):
    """The host's project, and not the part of it that we stand in."""
    found = place(folders / "shop/web", environ={"CLAUDE_PROJECT_DIR": folders / "shop"}, repository=True)
    assert str(folders / "shop") == found.folder


@pytest.mark.parametrize(
    "said", ["", "relative", "/no/such/folder/anywhere", "a\0b", "x" * 5000, 3, None, ["/"], "\ud800"]
)
def test_what_is_no_folder_is_passed_over(folders, said):
    """Whatever a client says there, the call goes on."""
    assert not is_folder(said)
    meta = {"x-codex-turn-metadata": {"workspaces": [said]}}
    assert str(folders / "shop") == place(folders / "shop", meta=meta).folder


def test_the_turn_may_come_as_text(folders):
    """Some clients put JSON into a header's text."""
    told = turn(folders / "other", turn_id="t-7")
    as_text = {"x-codex-turn-metadata": json.dumps(told["x-codex-turn-metadata"])}
    assert place(folders / "home", meta=told) == place(folders / "home", meta=as_text)
    assert "t-7" == place(folders / "home", meta=as_text).turn


def test_sessions_that_a_client_names_are_certain_and_those_of_the_environment_are_not(folders):
    """A variable may name another session than the hooks do, so it counts only when the store knows it."""
    found = place(folders / "shop", meta={"sessionId": "s", "threadId": "t"}, environ={"CLAUDE_CODE_SESSION_ID": "c"})
    assert (("s", "t"), ("c",)) == (found.sessions, found.hinted)


def test_a_folder_whose_name_begins_alike_is_not_within(folders):
    """`shopping` is not in `shop`; a link is where it leads."""
    assert is_within(str(folders / "shop/web"), str(folders / "shop"))
    assert not is_within(str(folders / "shopping"), str(folders / "shop"))
    os.symlink(folders / "other", folders / "shop/link")
    assert not is_within(str(folders / "shop/link"), str(folders / "shop"))
    assert is_within("/anything", "/")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(meta=st.dictionaries(st.sampled_from(["sessionId", "threadId", "x-codex-turn-metadata", "other"]), JSON))
def test_any_meta_gives_a_place(meta):
    """Nothing a client says raises, and without a folder that exists we stay where we are."""
    assert "/" == place("/", meta=meta).folder or is_folder(place("/", meta=meta).folder)
