"""What would be taken over from the files of the earlier designs, and what not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast import errors
from holdfast.flows.import_settings import CODEX_SETTINGS, VSCODE_SETTINGS, plan
from holdfast.kept.earlier_settings import CODEX, VSCODE

PREFIX = "github.copilot.chat.memory.graphiti."


@pytest.fixture
def codex(tmp_path):
    """Write Codex's settings and return their path."""

    def write(text):
        path = tmp_path / "config.toml"
        path.write_text(text)
        return (str(path),)

    return write


@pytest.fixture
def vscode(tmp_path):
    """Write VS Code's settings and return their path."""

    def write(text):
        path = tmp_path / "settings.json"
        path.write_text(text)
        return (str(path),)

    return write


def test_a_section_of_codex_is_read(memory, codex):
    """Tables inside it too; what else stands in the file is none of ours."""
    found = plan(memory.core, CODEX_SETTINGS, codex(
        'model = "x"\n[graphiti]\nendpoint = "http://localhost:8000"\n[graphiti.recall]\nmax_facts = 5\n[projects."/a.b"]\n'
    ))  # fmt: skip
    assert {"graphiti.endpoint": "http://localhost:8000", "recall.limit": 5} == found.values


def test_settings_of_vs_code_are_read_with_comments_and_trailing_commas(memory, vscode):
    """As people keep them."""
    found = plan(memory.core, VSCODE_SETTINGS, vscode(
        f'\ufeff// mine\n{{\n  "editor.fontSize": 12, /* big */\n  "{PREFIX}recall.maxFacts": 5,\n'
        f'  "chat.memory.suggestionMode": "eager",\n}}\n'
    ))  # fmt: skip
    assert {"recall.limit": 5, "mode": "eager"} == found.values


@pytest.mark.parametrize("text", ["", "{}", "[]", "// nothing\n", '{"editor.fontSize": 12}'])
def test_a_file_without_such_settings_has_no_plan(memory, vscode, text):
    """Nothing of ours stands in it."""
    assert plan(memory.core, VSCODE_SETTINGS, vscode(text)) is None


@pytest.mark.parametrize("text", ["[graphiti", "graphiti = 3", "[[graphiti]]\nenabled = true"])
def test_a_section_of_another_form_is_refused_or_none(memory, codex, text):
    """No guess is made."""
    try:
        assert plan(memory.core, CODEX_SETTINGS, codex(text)) is None
    except errors.BadInput as error:
        assert "cannot read" in error.message


def test_damaged_settings_of_vs_code_are_refused_with_line_and_column(memory, vscode):
    """So that they can be mended."""
    with pytest.raises(errors.BadInput) as refused:
        plan(memory.core, VSCODE_SETTINGS, vscode('{\n  "a": \n}'))
    assert "line 3" in refused.value.why


def test_values_that_do_not_fit_are_named(memory, codex):
    """And the others are taken."""
    found = plan(memory.core, CODEX_SETTINGS, codex(
        '[graphiti.recall]\nmax_facts = 5000\nmax_total_chars = 1000\nscopes = ["planet"]\ntimeout_ms = "soon"\n'
    ))  # fmt: skip
    assert {"recall.budget": 1000} == found.values
    assert {"recall.max_facts", "recall.scopes", "recall.timeout_ms"} == {one.theirs for one in found.left}


def test_what_is_so_already_is_not_written_again(open_here, workspace, codex, tmp_path):
    """Neither our default nor what the person set."""
    (tmp_path / "config.toml").write_text("[recall]\nbudget = 1000\n")
    memory = open_here(workspace)
    (tmp_path / "config.toml").unlink()
    found = plan(
        memory.core, CODEX_SETTINGS, codex("[graphiti.recall]\nenabled = true\nmax_total_chars = 1000\nmax_facts = 3\n")
    )
    assert ({"recall.limit": 3}, 2) == (found.values, len(found.left))


def test_what_would_hide_what_is_stored_stays_as_it_is(memory, codex):
    """A store that holds something keeps its keys; an empty one may take theirs."""
    text = '[graphiti]\ngroup_id_strategy = "raw"\nuser_scope_key = "github_login:octocat"\n'
    assert {"group.strategy": "raw", "user.id": "github_login:octocat"} == plan(
        memory.core, CODEX_SETTINGS, codex(text)
    ).values
    memory.remember("Tea is hot.")
    found = plan(memory.core, CODEX_SETTINGS, codex(text))
    assert ({}, 2) == (found.values, len(found.left))
    assert "would not be found any more" in found.left[0].why


def test_several_editions_with_such_settings_are_not_guessed_between(memory, tmp_path, monkeypatch):
    """The person names one."""
    monkeypatch.setenv("VSCODE_APPDATA", str(tmp_path))
    for name in ("Code", "Code - Insiders"):
        (tmp_path / name / "User").mkdir(parents=True)
        (tmp_path / name / "User" / "settings.json").write_text('{"chat.memory.suggestionMode": "eager"}')
    with pytest.raises(errors.UsageError, match="several files"):
        plan(memory.core, VSCODE_SETTINGS, ())
    (tmp_path / "Code" / "User" / "settings.json").unlink()
    assert {"mode": "eager"} == plan(memory.core, VSCODE_SETTINGS, ()).values


def test_a_file_that_was_named_must_be_there(memory, tmp_path):
    """A typing error is not an empty file."""
    with pytest.raises(errors.BadInput, match="cannot read"):
        plan(memory.core, CODEX_SETTINGS, (str(tmp_path / "gone.toml"),))


ODD = st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.lists(st.text(max_size=9), max_size=3)


def test_no_value_breaks_the_plan(memory, vscode, codex):
    """Whatever type stands there, it is taken, or left with a reason."""

    @settings(max_examples=60)
    @given(st.dictionaries(st.sampled_from([one.theirs for one in VSCODE]), ODD, min_size=1))
    def check(found):
        made = plan(memory.core, VSCODE_SETTINGS, vscode(json.dumps(found)))
        assert all(one.why for one in made.left)
        assert len(made.taken) + len(made.left) <= len(found)

    check()
    for one in CODEX:
        section, _, key = one.theirs.rpartition(".")
        for value in ("true", "-1", "99999999999999999999", '""', "[1]", "{ a = 1 }", "1979-05-27", "nan"):
            head = f"[graphiti.{section}]" if section else "[graphiti]"
            made = plan(memory.core, CODEX_SETTINGS, codex(f"{head}\n{key} = {value}\n"))
            assert made is not None
