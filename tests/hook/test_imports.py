"""The hook process imports the cheapest parts of the standard library, apsw, and our own small modules."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

# Costly modules that a prompt must never wait for; each was measured in milliseconds of CPU.
FORBIDDEN = {
    "argparse", "asyncio", "attrs", "click", "concurrent.futures", "contextlib2", "dataclasses", "email", "hashlib", "http.client",
    "importlib.metadata", "importlib.resources", "inspect", "logging", "pathlib", "platformdirs", "psycopg", "pydantic",
    "secrets", "shutil", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "tomlkit", "tomllib",
    "typing", "urllib.request", "uuid",
}  # fmt: skip

ALLOWED_OURS = {"capture", "core", "deadline", "errors", "flows", "gate", "hashes", "hook", "hosts", "ids", "learn", "model", "opening",
                "places", "profile", "recall", "scope", "secrets", "settings", "settings_rules", "store", "strict_json",
                "text", "times", "values", "version", "nearest", "worker_start"}  # fmt: skip

PROBE = """
import io, json, sys
before = set(sys.modules)
from holdfast import hook
class Input:
    buffer = io.BytesIO(json.dumps({event}).encode())
answer = hook.run(["--host", "generic", "--event", "UserPromptSubmit"], Input.buffer)
print(json.dumps([sorted(set(sys.modules) - before), answer.decode()]))
"""


@pytest.fixture
def loaded(memory, workspace, home):
    """The modules that one answered prompt event loads, in a process of its own."""
    from holdfast.flows.workspaces import grant_consent

    memory.remember("Tests run with pytest -x")
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    event = {"session_id": "s", "turn_id": "1", "cwd": str(workspace), "prompt": "how do the tests run?"}
    done = subprocess.run(
        [sys.executable, "-c", PROBE.replace("{event}", repr(event))], check=True, capture_output=True, text=True
    )
    modules, answer = json.loads(done.stdout)
    assert "pytest -x" in json.loads(answer)["context"]
    return modules


def test_nothing_costly_is_loaded(loaded):
    """None of the modules that cost milliseconds is on the prompt's path."""
    assert FORBIDDEN & set(loaded) == set()


def test_our_modules_on_the_path_are_the_listed_ones(loaded):
    """A new package on the hot path is a decision, not an accident."""
    ours = {name.split(".")[1] for name in loaded if name.startswith("holdfast.")}
    assert ours - ALLOWED_OURS == set()


def test_the_module_count_stays_small(loaded):
    """Every module costs a third of a millisecond."""
    assert len(loaded) <= 130


def test_importing_holdfast_does_nothing(tmp_path):
    """Importing the package touches no file, starts no thread and loads next to nothing."""
    probe = (
        "import sys, os; before = set(sys.modules); import holdfast;"
        "print(len(set(sys.modules) - before), os.listdir('.'), [m for m in sys.modules if m.startswith('holdfast.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=tmp_path, check=True, capture_output=True, text=True,
        env={"HOME": str(tmp_path), "HOLDFAST_HOME": str(tmp_path / "h"), "PYTHONPATH": ":".join(p for p in sys.path if p)},
    )  # fmt: skip
    assert done.stdout.split("[")[0].strip() in {"1", "2", "3"}
    assert list(tmp_path.iterdir()) == []
