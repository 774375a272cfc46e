"""A real repository, and the program called in this process as a person or a script would."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest

from holdfast.cli.main import main


class Said:
    """What one command answered."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def data(self):
        return json.loads(self.out)["data"]

    @property
    def error(self):
        return json.loads(self.err)["error"]


class Screen(io.StringIO):
    """A stream that takes itself for a terminal."""

    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def quiet_surroundings(monkeypatch):
    """Nobody's editor, pager or git settings get into a test; an error nobody foresaw fails it."""
    for name in ("VISUAL", "EDITOR", "GIT_DIR", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOLDFAST_STRICT", "1")
    monkeypatch.setenv("HOLDFAST_PAGER", "")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)


@pytest.fixture
def make_repository():
    """Make a folder a git repository with one commit of its own."""

    def make(path):
        path.mkdir(parents=True)
        name = ("-c", "user.name=test", "-c", "user.email=test@example.org")
        subprocess.run(["git", "init", "-q", str(path)], check=True)
        subprocess.run(["git", "-C", str(path), *name, "commit", "-q", "--allow-empty", "-m", str(path)], check=True)
        return path

    return make


@pytest.fixture
def repository(tmp_path, monkeypatch, make_repository):
    """The repository that the commands run in."""
    path = make_repository(tmp_path / "shop")
    monkeypatch.chdir(path)
    return path


@pytest.fixture
def other_repository(tmp_path, make_repository):
    """A second repository that the same person works in."""
    return make_repository(tmp_path / "blog")


@pytest.fixture
def holdfast(repository, capsys, monkeypatch):
    """Run one command line without a terminal; `stdin` is what is piped in."""

    def call(*words, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        status = main(list(words))
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return call


@pytest.fixture
def at_terminal(repository, monkeypatch):
    """Run one command line at a terminal of some width; `typed` are the lines the person answers with."""

    def call(*words, typed="", columns=80):
        screens = Screen(typed), Screen(), Screen()
        with monkeypatch.context() as patch:
            patch.setenv("COLUMNS", str(columns))
            for name, screen in zip(("stdin", "stdout", "stderr"), screens, strict=True):
                patch.setattr(sys, name, screen)
            status = main([*words, "--color", "never"])
        return Said(status, screens[1].getvalue(), screens[2].getvalue())

    return call


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """Make the person's editor a script that runs this Python on the file's `text`."""

    def use(code):
        script = tmp_path / "editor.py"
        script.write_text(
            "import sys, pathlib\npath = pathlib.Path(sys.argv[1])\ntext = path.read_text()\n" + code + "\n"
        )
        monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")

    return use


@pytest.fixture
def remembered(holdfast):
    """Remember a statement and return its memory."""

    def remember(text, *options):
        said = holdfast("remember", text, *options, "--json")
        assert 0 == said.status, said.err
        return said.data["memory"]

    return remember


MEMORY = {
    "id": str, "content": str, "layer": str, "kind": str, "scope": str, "group": str, "source": str, "origin": str,
    "status": str, "tags": list, "citations": list, "confidence": float, "created_at": str, "updated_at": str,
    "valid_from": str, "valid_to": (str, type(None)), "recall_count": int, "project": (str, type(None)),
    "task": (str, type(None)),
}  # fmt: skip


@pytest.fixture
def fits():
    """Check that a JSON object has these fields, of these types; a name stands for a documented shape."""

    def check(found, shape):
        shape = MEMORY if shape == "memory" else shape
        wrong = {name: found.get(name, "missing") for name, kind in shape.items()
                 if name not in found or not isinstance(found[name], kind)}  # fmt: skip
        assert {} == wrong
        return True

    return check
