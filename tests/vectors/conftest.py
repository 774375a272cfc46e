"""A memory with vectors on, made by the real embedder."""

from __future__ import annotations

import pytest

ON = {"recall.vectors": "wordllama"}


@pytest.fixture
def by_meaning(open_here, workspace):
    """A memory in the workspace that uses vectors."""
    return open_here(workspace, settings=ON)
