"""Hooks that take their time: a busy machine must not turn an answer into the silence of a passed deadline."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def patient(request, monkeypatch):
    """Let every hook of these tests have half a minute; the test of the deadline sets its own."""
    if "home" in request.fixturenames:
        request.getfixturevalue("home")  # it clears what is set for us
    monkeypatch.setenv("HOLDFAST_HOOK_DEADLINE_MS", "30000")
