"""A client for the server: in this process, message by message, or as a program of its own."""

from __future__ import annotations

import pytest

from holdfast.flows import decisions
from mcp_agents import Agent, Program


@pytest.fixture
def on(memory):
    """A memory whose person agreed, in the workspace."""
    decisions.grant(memory.core)
    return memory


@pytest.fixture
def agent(home, workspace):
    """Make a client in the workspace, or elsewhere."""

    def make(folder=workspace, **more):
        return Agent(folder, **more)

    return make


@pytest.fixture
def program(home, workspace):
    """Start the server as a program; what is left at the end is ended."""
    started = []

    def start(folder=workspace, *words, **more):
        started.append(Program(folder, *words, **more))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait(timeout=20)
        for stream in (one.process.stdin, one.process.stdout, one.process.stderr):
            stream.close()
