"""What is ours in a file is told from what is not."""

from __future__ import annotations

import json

import pytest

from holdfast.wiring import merge
from holdfast.wiring.agents import Wanted

OURS = "/opt/holdfast-hook --host claude --event Stop"
WANTED = Wanted(
    path="x", content={"hooks": {"Stop": [{"hooks": [{"type": "command", "command": OURS, "timeout": 5}]}]}}
)
SERVER = Wanted(path="x", content={"mcpServers": {"holdfast": {"command": "/opt/holdfast", "args": ["mcp"]}}},
                atoms=(("mcpServers", "holdfast"),))  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [OURS, "'/a b/holdfast-hook' --host codex --event SessionStart", "python -m holdfast.hook --host cursor --event stop",
     'C:\\x\\holdfast-hook" --host claude --event Stop'],
)  # fmt: skip
def test_commands_of_any_installation_are_ours(command):
    """By absolute path, quoted, or as a module."""
    assert merge.is_our_command(command)


@pytest.mark.parametrize(
    "command", ["holdfast-hook", "echo holdfast-hook", "my-holdfast-hook-wrapper run", "", "holdfast status"]
)
def test_other_commands_are_not(command):
    """What only mentions us is somebody's own."""
    assert not merge.is_our_command(command)


def test_what_the_person_changed_in_our_hook_stays_theirs():
    """Another time-out is no reason to write the file anew."""
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": OURS, "timeout": 30}]}]}})
    assert text == merge.merged(text, WANTED).text


def test_ours_twice_becomes_ours_once():
    """In another event or from another installation: one is left, the one that is wanted."""
    old = {"hooks": [{"type": "command", "command": OURS.replace("/opt", "/old")}]}
    text = json.dumps({"hooks": {"Stop": [old], "Start": [old]}}, indent=2)
    held = json.loads(merge.merged(text, WANTED).text)
    assert WANTED.content["hooks"]["Stop"] == held["hooks"]["Stop"]
    assert [] == held["hooks"]["Start"]


def test_a_server_of_somebody_else_stays_and_is_told():
    """Whatever it is; ours is one that starts `holdfast … mcp`."""
    text = json.dumps({"mcpServers": {"holdfast": {"url": "http://localhost"}}})
    found = merge.merged(text, SERVER)
    assert (text, True) == (found.text, "mcpServers.holdfast" in found.note)
    assert text == merge.unmerged(text, SERVER, (), ())


def test_our_server_moves_with_the_installation():
    """The entry is replaced whole."""
    text = json.dumps({"mcpServers": {"holdfast": {"command": "/old/holdfast", "args": ["mcp"]}, "a": {}}})
    held = json.loads(merge.merged(text, SERVER).text)
    assert {"a": {}, **SERVER.content["mcpServers"]} == held["mcpServers"]


@pytest.mark.parametrize("text", ["[]", '{"hooks": 1}', '{"hooks": {"Stop": {}}}', "{", "\x00"])
def test_a_file_of_another_form_is_refused(text):
    """With a reason, not with a crash."""
    with pytest.raises(merge.Refusal):
        merge.merged(text, WANTED)


def test_bytes_that_are_no_text_are_refused():
    """With the place."""
    with pytest.raises(merge.Refusal, match="byte 1"):
        merge.decoded(b"{\xff}")


def test_a_file_made_for_us_that_holds_nothing_else_is_empty():
    """What it began with does not count; anything of the person's does."""
    wanted = WANTED.evolve(beginning={"$schema": "s"})
    assert merge.holds_nothing('{"$schema": "s", "hooks": {}}', wanted)
    assert not merge.holds_nothing('{"$schema": "s", "hooks": {}, "model": "x"}', wanted)
    assert merge.holds_nothing("", wanted)
