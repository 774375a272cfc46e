"""`holdfast import codex` and the other hosts, as a person and a script meet it."""

from __future__ import annotations

import os

import pytest

from transcripts.recorded import text_of

LONG_AGO = 1_700_000_000


@pytest.fixture
def rollout(tmp_path, repository, monkeypatch):
    """A session of Codex in the repository, at its usual place."""
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    path = tmp_path / "codex/sessions/2026/11/19/rollout-2026-11-19T20-56-02-01a1f598-4f32-7a41-9a33-e75a0381d8d8.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(text_of("codex-0.169.jsonl", repository))
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def test_the_usual_place_is_read(holdfast, rollout):
    """What was added, then what was known; the program has a number for each."""
    holdfast("workspace", "trust")
    said = holdfast("import", "codex")
    assert (0, "codex: 1 session from 1 file\n        5  added\n") == (said.status, said.out)
    assert "5  here already" in holdfast("import", "codex").out
    (receipt,) = holdfast("import", "codex", "--json").data["sessions"]
    assert ("codex", 0, 5) == (receipt["host"], receipt["added"], receipt["known"])


def test_a_dry_run_says_what_would_come(holdfast, rollout, own_home):
    """Nothing is written: the store is not even made."""
    said = holdfast("import", "codex", "--dry-run", "--allow-untrusted")
    assert "codex: would take 1 session from 1 file\n        5  added\n" == said.out
    assert not (own_home / "holdfast.db").exists()


def test_folders_that_were_left_out_are_named_with_what_lets_them_in(holdfast, rollout, repository):
    """On standard error, beside the counts."""
    said = holdfast("import", "codex")
    assert "        1  session left out" in said.out
    assert f"left out: {repository}, 1 session: nobody has decided yet whether to trust it" in said.err
    assert "5  added" in holdfast("import", "codex", "--allow-untrusted").out


def test_where_nothing_is_the_places_are_named(holdfast, tmp_path, monkeypatch):
    """So that a person sees what was looked at."""
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "empty"))
    said = holdfast("import", "codex")
    assert (0, True) == (said.status, f"codex: no sessions found in {tmp_path}/empty/sessions" in said.out)


def test_a_damaged_line_is_named(holdfast, rollout):
    """By file and line."""
    holdfast("workspace", "trust")
    rollout.write_text(rollout.read_text() + '{"timestamp":"2026-11\n')
    os.utime(rollout, (LONG_AGO, LONG_AGO))
    said = holdfast("import", "codex")
    assert "        1  unreadable" in said.out
    assert f"{rollout}, line 26: the line is cut off" in said.out


def test_a_path_that_is_not_there_is_an_error(holdfast, tmp_path):
    """With the name of what was typed."""
    said = holdfast("import", "claude", str(tmp_path / "gone.jsonl"))
    assert (1, True) == (said.status, "gone.jsonl" in said.err)


def test_several_programs_at_once(holdfast, rollout, tmp_path, repository):
    """Each has its line, and an option that all of them know."""
    chat = tmp_path / "chat.json"
    chat.write_text(text_of("vscode-exported.json", repository))
    said = holdfast("import", "codex", "vscode", str(chat), "--allow-untrusted")
    assert ["codex: 1 session from 1 file", "vscode: 1 session from 1 file"] == [
        line for line in said.out.splitlines() if not line.startswith(" ")
    ]
