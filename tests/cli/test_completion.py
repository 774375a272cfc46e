"""Completion scripts, run in the shells that are installed."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from holdfast.cli.completion import SUFFIXES, completion_words, script
from holdfast.cli.import_sources import SOURCES
from holdfast.cli.table import COMMANDS

QUESTIONS = [
    (("rem",), {"remember"}),
    (("task", ""), {"list", "show", "add", "note", "done"}),
    (("task", "add", "--pro"), {"--project"}),
    (("remember", "x", "--kind", "dec"), {"decision"}),
    (("recall", "x", "--color", "al"), {"always"}),
    (("--json", "config", "se"), {"set"}),
    (("log", "fail"), {"failures"}),
    (("completion", "z"), {"zsh"}),
    (("import", ""), {source.name for source in SOURCES}),  # or a file: the shell's own completion stands beside them
    (("import", "vsc"), {"vscode", "vscode-settings"}),
    (("remember", ""), set()),
    (("--store", "x", "pro"), {"project", "profile", "promote"}),
    (("recall", "x", "--kind", "fact", "--scope", "w"), {"workspace"}),
]


def needs(shell):
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"needs {shell}")


def answer(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert "" == done.stderr  # it would be written into the line that is being typed
    return {line.split("\t")[0].strip() for line in done.stdout.splitlines() if line.strip()}


@pytest.mark.parametrize("shell", SUFFIXES)
def test_every_command_and_option_is_in_the_script(shell):
    """Whatever the table knows can be completed."""
    text = script(shell)
    names = {word for after in completion_words(COMMANDS).following.values() for word in after}
    assert set() == {name for name in names if name.removeprefix("--") not in text}
    assert not {"#WORDS#", "#PATHS#", "#VALUES#"} & set(text.split())


@needs("bash")
@pytest.mark.parametrize(("typed", "expected"), QUESTIONS)
def test_bash_completes(tmp_path, typed, expected):
    """Bash offers what may follow, and only that."""
    (tmp_path / "c").write_text(script("bash"))
    words = " ".join(f"'{word}'" for word in ("holdfast", *typed))
    asked = f"source {tmp_path}/c; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _holdfast; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    found = answer("bash", "--norc", "-c", asked)
    assert expected == found


@needs("fish")
@pytest.mark.parametrize(("typed", "expected"), QUESTIONS)
def test_fish_completes(tmp_path, typed, expected):
    """Fish offers what may follow, and only that; beside files, of which there are none here."""
    (tmp_path / "c").write_text(script("fish"))
    (tmp_path / "empty").mkdir()
    line = " ".join(("holdfast", *typed))
    found = answer("fish", "--no-config", "-c", f"source {tmp_path}/c; cd {tmp_path}/empty; complete -C '{line}'")
    assert expected == found


@needs("zsh")
def test_zsh_reads_the_script(tmp_path):
    """Zsh accepts the script and registers it."""
    (tmp_path / "c").write_text(script("zsh"))
    asked = f"autoload -Uz compinit; compinit -D -d {tmp_path}/dump; source {tmp_path}/c; print -r -- $_comps[holdfast]"
    assert {"_holdfast"} == answer("zsh", "-f", "-c", asked)


@needs("zsh")
@pytest.mark.parametrize(("typed", "expected"), QUESTIONS)
def test_zsh_completes(tmp_path, typed, expected):
    """Zsh is offered what may follow."""
    (tmp_path / "c").write_text(script("zsh"))
    words = " ".join(f"'{word}'" for word in ("holdfast", *typed))
    asked = (
        "compdef() { : }; _files() { : }; _describe() { print -rl -- ${offered%%:*} }; "
        f"source {tmp_path}/c; words=({words}); CURRENT={len(typed) + 1}; _holdfast"
    )
    found = answer("zsh", "-f", "-c", asked)
    assert expected == {word for word in found if word.startswith(typed[-1])}
