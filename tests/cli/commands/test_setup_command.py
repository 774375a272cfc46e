"""`holdfast setup`: what a person sees and is asked."""

from __future__ import annotations

import json
import os

import pytest


@pytest.fixture
def person(tmp_path):
    """The person's folder, with one agent program in use."""
    folder = tmp_path / "person"
    (folder / ".claude").mkdir(parents=True, exist_ok=True)
    (folder / ".claude" / "settings.json").write_text('{\n  "model": "x"\n}\n')
    return folder


@pytest.fixture(autouse=True)
def no_programs(monkeypatch):
    """What is installed on the machine of the tests does not matter."""
    monkeypatch.setenv("PATH", os.path.dirname(os.path.realpath("/bin/sh")))
    for name in (
        "CODEX_HOME",
        "CLAUDE_CONFIG_DIR",
        "COPILOT_HOME",
        "GEMINI_CLI_HOME",
        "OPENCODE_CONFIG_DIR",
        "XDG_CONFIG_HOME",
    ):
        monkeypatch.delenv(name, raising=False)


def settings(person):
    return (person / ".claude" / "settings.json").read_text()


def test_a_dry_run_shows_the_diff_and_writes_nothing(holdfast, person, own_home):
    """Every line that would be put in, under the file's name."""
    said = holdfast("setup", "--dry-run")
    assert 0 == said.status
    assert f"+++ {person}/.claude/settings.json" in said.out
    assert "--host claude --event UserPromptSubmit" in said.out
    assert '{\n  "model": "x"\n}\n' == settings(person)
    assert not own_home.exists()


def test_without_a_terminal_the_option_is_named(holdfast, person):
    """Nothing is written before somebody said yes."""
    said = holdfast("setup")
    assert 2 == said.status
    assert "--yes" in said.err
    assert "holdfast-hook" not in settings(person)


def test_at_a_terminal_the_diff_stands_before_the_question(at_terminal, person):
    """No is no, and yes is yes."""
    said = at_terminal("setup", typed="n\n")
    assert "holdfast-hook" not in settings(person)
    assert said.err.index("+++") < said.err.index("Write 2 files?")
    at_terminal("setup", typed="y\n")
    assert "holdfast-hook" in settings(person)


def test_what_only_the_person_can_do_is_said(holdfast, person):
    """Consent in each project; for Codex its own trust; never granted here."""
    said = holdfast("setup", "claude", "codex", "--yes", "--json")
    steps = " ".join(said.data["next"])
    assert "holdfast consent grant" in steps
    assert "/hooks" in steps
    assert "holdfast doctor" in steps
    assert (
        "no consent" in holdfast("status").out
        or "untrusted" in holdfast("status").out
        or "unknown" in holdfast("status").out
    )


def test_a_second_run_changes_nothing(holdfast, person):
    """It says so, asks nothing and writes nothing."""
    holdfast("setup", "--yes")
    before = settings(person)
    said = holdfast("setup", "--json")
    assert [["unchanged", "unchanged"]] == [[file["action"] for file in host["files"]] for host in said.data["hosts"]]
    assert (False, []) == (said.data["written"], said.data["copies"])
    assert before == settings(person)


def test_removal_gives_the_file_back(holdfast, person):
    """Also of a host whose program is gone meanwhile."""
    holdfast("setup", "claude", "cursor", "--yes")
    assert 0 == holdfast("setup", "--remove", "--yes").status
    assert '{\n  "model": "x"\n}\n' == settings(person)
    assert not (person / ".cursor").exists()


def test_a_file_that_cannot_be_understood_is_named_with_its_line(holdfast, person):
    """The others are wired, and the status says that not all went well."""
    (person / ".claude" / "settings.json").write_text('{\n  "a": 1\n  "b": 2\n}')
    (person / ".gemini").mkdir()
    said = holdfast("setup", "--yes")
    assert 1 == said.status
    assert "line 3" in said.out
    assert '{\n  "a": 1\n  "b": 2\n}' == settings(person)
    assert (person / ".gemini/extensions/holdfast/gemini-extension.json").exists()


def test_no_agent_at_all_is_an_answer(holdfast, person):
    """With the names that are known."""
    (person / ".claude" / "settings.json").unlink()
    (person / ".claude").rmdir()
    said = holdfast("setup")
    assert 3 == said.status
    assert "codex" in said.err


def test_an_unknown_host_is_refused(holdfast, person):
    """A word that is no host is a usage error."""
    assert 2 == holdfast("setup", "emacs").status


def test_the_command_is_one_that_runs(holdfast, person, repository):
    """What was written into the file is started as its program would start it, and ends with 0."""
    import subprocess

    holdfast("setup", "--yes")
    command = json.loads(settings(person))["hooks"]["UserPromptSubmit"][0]["hooks"][0]["command"]
    payload = {"session_id": "s", "cwd": str(repository), "prompt": "hello", "hook_event_name": "UserPromptSubmit"}
    done = subprocess.run(
        command, shell=True, input=json.dumps(payload).encode(), capture_output=True, check=False, timeout=60
    )
    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)
