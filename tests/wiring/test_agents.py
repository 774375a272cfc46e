"""The table of agent programs fits their adapters, and says the same in every file."""

from __future__ import annotations

import json

import pytest

from holdfast.flows import setup as flow
from holdfast.wiring.agents import AGENTS, Programs

PROGRAMS = Programs(hook=("/opt/holdfast-hook",), mcp=("/opt/holdfast", "mcp"))


def test_commands_are_the_same_text_wherever_they_stand():
    """One constant line for a host and event; a path with blanks is quoted."""
    started = Programs(hook=("/a b/holdfast-hook",), mcp=None)
    assert "'/a b/holdfast-hook' --host codex --event Stop" == started.command("codex", "Stop")


@pytest.mark.parametrize("name", [name for name in AGENTS if name != "opencode"])
def test_every_wired_event_is_one_that_the_adapter_reads(name):
    """And each has a small explicit time-out; none is one that a program waits for before it uses a tool."""
    from holdfast.hosts.host import HOSTS

    adapter = __import__(HOSTS[name], fromlist=["_"])
    for event, limit in AGENTS[name].events:
        assert event in adapter.MOMENTS
        assert 0 < limit <= (3000 if name == "gemini" else 5)
        assert "tool" not in event.casefold()


@pytest.mark.parametrize("name", AGENTS)
def test_what_is_wanted_names_our_programs_and_nobody_elses(name):
    """Each file holds a hook or the server; Codex gets no trust and no `notify`."""
    for one in flow.wanted_of(name, flow.machine({"HOME": "/h"}), PROGRAMS):
        text = one.text or json.dumps([one.content, one.values])
        assert "/opt/holdfast" in text
        assert "trusted_hash" not in text
        assert "notify" not in text


def test_codex_gets_hooks_in_the_form_that_it_reads():
    """No key beside those that it knows, and nothing but commands."""
    hooks, server = flow.wanted_of("codex", flow.machine({"HOME": "/h"}), PROGRAMS)
    assert ["hooks"] == list(hooks.content)
    for groups in hooks.content["hooks"].values():
        assert [["hooks"]] == [list(group) for group in groups]
        assert [{"type", "command", "timeout"}] == [set(hook) for group in groups for hook in group["hooks"]]
    assert {"command": "/opt/holdfast", "args": ["mcp"]} == server.values


def test_claude_gets_the_tools_loaded():
    """Without this the model sees their names alone until it asks."""
    _, state = flow.wanted_of("claude", flow.machine({"HOME": "/h"}), PROGRAMS)
    assert state.content["mcpServers"]["holdfast"]["alwaysLoad"] is True
