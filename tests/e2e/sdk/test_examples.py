"""Every example runs as it stands: against the real package, with a model of ours where one is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.hosts.clients import CLIENTS
from tests.e2e.sdk.conftest import ANSWER, FACT, QUESTION

EXAMPLES = Path(__file__).parents[3] / "examples" / "sdk"
CLI = {client.name: client for client in CLIENTS}


@pytest.fixture
def run(agreed, workspace, model, tmp_path):
    """Run an example in the workspace and return what it printed."""

    def ran(name: str, *words: str, **more: str) -> str:
        environ = {**os.environ, **{key: value.format(port=model.port) for key, value in more.items()}}
        done = subprocess.run(
            [sys.executable, EXAMPLES / f"with_{name}.py", *words], cwd=workspace, env=environ, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip
        assert 0 == done.returncode, done.stderr
        return done.stdout.strip()

    return ran


def test_every_example_is_run():
    assert {
        "with_openai_agents",
        "with_claude_agent",
        "with_copilot",
        "with_pydantic_ai",
        "with_langgraph",
        "with_adk",
    } == {path.stem for path in EXAMPLES.glob("*.py")}


def test_openai_agents(run, asked):
    server = "http://127.0.0.1:{port}/v1"
    printed = run("openai_agents", QUESTION, OPENAI_API_KEY="dummy", OPENAI_BASE_URL=server,
                  OPENAI_AGENTS_DISABLE_TRACING="1")  # fmt: skip
    assert ANSWER == printed
    assert FACT in asked(QUESTION)


def test_claude_agent(run, asked, tmp_path, monkeypatch):
    client = CLI["claude"]
    client.install()
    client.prepare(tmp_path / "person", client.modules)
    program = client.modules / client.program
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    assert ANSWER == run("claude_agent", QUESTION, **client.environment)
    assert FACT in asked(QUESTION)


def test_copilot(run, asked):
    client = CLI["copilot"]
    client.install()
    program = str(client.modules / client.program)
    assert ANSWER == run("copilot", QUESTION, COPILOT_CLI_PATH=program, **client.environment)
    assert FACT in asked(QUESTION)


def test_pydantic_ai(run, said):
    assert run("pydantic_ai", QUESTION)
    assert ("user", QUESTION) in said("example")


def test_langgraph(run):
    assert "nothing yet" == run("langgraph", "The kettle is in the cellar.")
    assert "The kettle is in the cellar." == run("langgraph", "Where is the kettle?")


def test_adk(run):
    assert ["The kettle is in the cellar.", "another user finds 0"] == run("adk").splitlines()
