"""The fake table of commands, and a way to run it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(__file__)
SOURCE = os.path.join(HERE, "..", "..", "src")
sys.path.insert(0, HERE)  # the table names its functions as `fake_commands:…`


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Each test has its own home and settings, and none of the person's environment."""
    for name in [name for name in os.environ if name.startswith("HOLDFAST_")]:
        monkeypatch.delenv(name)
    for name in ("NO_COLOR", "FORCE_COLOR", "CI", "PAGER", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOLDFAST_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOLDFAST_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("HOME", str(tmp_path / "person"))  # what a command writes elsewhere goes there, and nowhere else
    (tmp_path / "person").mkdir()
    return tmp_path / "home"


@pytest.fixture
def run(capsys):
    """Run one line of the fake table in this process and return status, stdout, stderr."""
    from fake_commands import COMMANDS

    from holdfast.cli.main import main

    def line(*words):
        status = main(list(words), COMMANDS)
        said = capsys.readouterr()
        return status, said.out, said.err

    return line


@pytest.fixture
def start():
    """Start one line of the fake table as a program of its own."""

    def line(*words, **options):
        script = [sys.executable, os.path.join(HERE, "fake_commands.py"), *words]
        environ = {**os.environ, "PYTHONPATH": SOURCE, **options.pop("environ", {})}
        return subprocess.Popen(script, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    return line
