"""What the tests of the frameworks share: a workspace whose person agreed, and a model server that keeps what it is asked."""

from __future__ import annotations

import json

import pytest
from tests.e2e.hosts.model_server import ModelServer

from holdfast.flows.decisions import grant

PREFERENCE = "Answers in British English"
FACT = "The staging database is called heron."
QUESTION = "Which database does staging use?"
ANSWER = "Staging uses heron."


@pytest.fixture
def agreed(memory):
    """A memory with a profile and a fact, in a workspace whose person agreed."""
    grant(memory.core)
    memory.profile(f"## Preferences\n- {PREFERENCE}")
    memory.remember(FACT)
    return memory


@pytest.fixture
def model():
    server = ModelServer(ANSWER)
    yield server
    server.close()


@pytest.fixture
def asked(model):
    """Return the request that carried a text, as text."""

    def find(part: str) -> str:
        carrying = [json.dumps(one["body"], ensure_ascii=False) for one in model.requests]
        found = [one for one in carrying if part in one]
        assert found, [one[:300] for one in carrying]
        return found[-1]

    return find


@pytest.fixture
def said(agreed):
    """Return what was kept of a session, in order."""
    return lambda session: [(str(one.role), one.content) for one in agreed.episodes(session)]
