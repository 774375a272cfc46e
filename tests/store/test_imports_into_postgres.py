"""What is imported goes into a shared store just as well."""

from __future__ import annotations

import os

import pytest

import holdfast
from flows.test_import_sessions import LONG_AGO, Quiet
from holdfast.flows import decisions, sessions
from holdfast.flows import import_kept as kept
from holdfast.flows.import_sessions import Wish, import_sessions
from holdfast.gate.policy import Trust
from transcripts.recorded import ANSWERS, PROMPTS, text_of


@pytest.fixture
def memory(home, workspace, fresh_url):
    """A memory in a PostgreSQL store, in a workspace that is trusted."""
    with holdfast.open(fresh_url, workspace=workspace) as opened:
        decisions.trust(opened.core, Trust.TRUSTED)
        yield opened


def test_past_sessions(memory, workspace, tmp_path):
    """Once, with their times, and again known."""
    path = tmp_path / "rollout-01a1f598-4f32-7a41-9a33-e75a0381d8d8.jsonl"
    path.write_text(text_of("codex-0.169.jsonl", workspace))
    os.utime(path, (LONG_AGO, LONG_AGO))
    memory.capture(session="01a1f598-4f32-7a41-9a33-e75a0381d8d8", user=PROMPTS[0], host="codex")
    first = import_sessions(memory.core, "codex", [str(path)], Wish(), Quiet())
    again = import_sessions(memory.core, "codex", [str(path)], Wish(), Quiet())
    assert (4, 1, 0, 5) == (first.added, first.known, again.added, again.known)
    (session,) = sessions.listed(memory.core)
    assert "2026-11-19" == session["started_at"][:10]
    assert {*PROMPTS, *ANSWERS} <= {row.content for row in memory.episodes(session["id"])}


def test_what_other_tools_keep(memory, tmp_path):
    """And one undo takes it back."""
    path = tmp_path / "memory.jsonl"
    path.write_text(
        '{"type": "entity", "name": "shop", "entityType": "project", "observations": ["Tea is hot", "It rains"]}'
    )
    receipt = kept.import_kept(memory.core, "mcp-memory", [str(path)], kept.Wish(), lambda number: None)
    assert 2 == receipt.added == len(memory.list().memories)
    memory.undo(receipt.change)
    assert () == tuple(memory.list().memories)
