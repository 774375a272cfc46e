"""`holdfast import codex-settings`: shown, asked, then written into the person's own file."""

from __future__ import annotations

import tomllib

import pytest

SECTION = """\
[graphiti]
enabled = true
consent = true
endpoint = "http://name:secret@localhost:8000"

[graphiti.recall]
max_facts = 5
"""


@pytest.fixture
def codex(tmp_path, monkeypatch):
    """Codex's settings at their usual place."""
    (tmp_path / "codex").mkdir()
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    path = tmp_path / "codex" / "config.toml"
    path.write_text(SECTION)
    return path


@pytest.fixture
def mine(tmp_path):
    """The person's own file, with a comment in it."""
    path = tmp_path / "config.toml"
    path.write_text("# mine\n[recall]\nbudget = 900 # enough\n")
    return path


def test_a_dry_run_shows_the_change_and_makes_none(holdfast, codex, mine):
    """No password is shown."""
    before = mine.read_text()
    said = holdfast("import", "codex-settings", "--dry-run")
    assert 0 == said.status
    assert "+limit = 5" in said.out
    assert '+endpoint = "http://name:***@localhost:8000"' in said.out
    assert "secret" not in said.out + said.err
    assert "left: consent: it is asked anew" in said.err
    assert before == mine.read_text()


def test_without_a_terminal_the_option_is_named(holdfast, codex, mine):
    """Nothing is taken over unasked."""
    before = mine.read_text()
    said = holdfast("import", "codex-settings")
    assert (2, True) == (said.status, "add --yes" in said.err)
    assert before == mine.read_text()


def test_yes_takes_it_over_and_keeps_the_rest(holdfast, codex, mine):
    """Comments, order and the person's own values stay."""
    said = holdfast("import", "codex-settings", "--yes")
    assert (0, True) == (said.status, "took over 3 settings into" in said.out)
    assert mine.read_text().startswith("# mine\n[recall]\nbudget = 900 # enough\n")
    assert {"budget": 900, "limit": 5} == tomllib.loads(mine.read_text())["recall"]
    assert "http://name:secret@localhost:8000" == tomllib.loads(mine.read_text())["graphiti"]["endpoint"]
    assert "codex-settings: nothing to change" in holdfast("import", "codex-settings", "--yes").out


def test_consent_is_not_given_by_it(holdfast, codex, mine):
    """It belongs to a workspace and an address."""
    holdfast("import", "codex-settings", "--yes")
    assert [] == holdfast("consent", "list", "--json").data["consents"]


@pytest.mark.parametrize(("typed", "said"), [("y\n", "took over 3 settings"), ("n\n", "Nothing was taken over.")])
def test_the_person_is_asked_after_the_change_was_shown(at_terminal, codex, mine, typed, said):
    """And may say no."""
    answer = at_terminal("import", "codex-settings", typed=typed)
    assert answer.err.index("+limit = 5") < answer.err.index("Take over 3 settings")
    assert said in answer.out


def test_the_json_names_both_sides(holdfast, codex, mine):
    """Theirs, ours, the value; and what is left with its reason."""
    (receipt,) = holdfast("import", "codex-settings", "--dry-run", "--json").data["settings"]
    assert {"theirs": "recall.max_facts", "ours": "recall.limit", "value": "5"} in receipt["taken"]
    assert ["consent"] == [one["theirs"] for one in receipt["left"]]
    assert (True, False) == (receipt["is_dry"], receipt["is_written"])
    assert "secret" not in str(receipt)


def test_where_nothing_is_the_places_are_named(holdfast, tmp_path, monkeypatch):
    """Of each program."""
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "none"))
    assert (
        f"codex-settings: no settings of memory in {tmp_path}/none/config.toml\n"
        == holdfast("import", "codex-settings").out
    )
    assert "settings.json" in holdfast("import", "vscode-settings").out
