"""Which hooks Codex would skip is told from its own record."""

from __future__ import annotations

import hashlib

import pytest

from holdfast.wiring.codex_hash import hash_of, untrusted

HOOK = {"type": "command", "command": "/opt/holdfast-hook --host codex --event UserPromptSubmit", "timeout": 5}
FILE = "/home/.codex/hooks.json"
KEY = f"{FILE}:user_prompt_submit:0:0"


def hooks(*groups):
    return {"UserPromptSubmit": [*groups, {"hooks": [HOOK]}]}


def settings(key=KEY, **state):
    return {"hooks": {"state": {key: {"trusted_hash": hash_of("UserPromptSubmit", HOOK), **state}}}}


def test_the_hash_is_that_of_compact_sorted_json():
    """Written out, so that a change of it shows."""
    text = (
        '{"event_name":"user_prompt_submit","hooks":[{"async":false,"command":"/opt/holdfast-hook --host codex --event '
        'UserPromptSubmit","timeout":5,"type":"command"}]}'
    )
    assert f"sha256:{hashlib.sha256(text.encode()).hexdigest()}" == hash_of("UserPromptSubmit", HOOK)


def test_a_hook_that_was_looked_at_is_trusted():
    """Under its file, event, group and place."""
    assert [] == untrusted(hooks(), settings(), [FILE], "--host codex")


@pytest.mark.parametrize(
    "kept",
    [{}, {"hooks": {}}, {"hooks": {"state": []}}, {"hooks": {"state": {KEY: "x"}}}, settings("/else:user_prompt_submit:0:0"),
     settings(trusted_hash="sha256:00"), settings(enabled=False)],
)  # fmt: skip
def test_any_other_hook_is_skipped(kept):
    """Unknown, changed, switched off, or recorded for another file."""
    assert ["UserPromptSubmit"] == untrusted(hooks(), kept, [FILE], "--host codex")


def test_a_hook_put_in_front_moves_ours():
    """Its place is a part of what is trusted."""
    assert ["UserPromptSubmit"] == untrusted(hooks({"hooks": [{"command": "x"}]}), settings(), [FILE], "--host codex")


def test_only_ours_are_looked_at():
    """Whether others are trusted is not our business."""
    assert [] == untrusted({"Stop": [{"hooks": [{"command": "x"}, 1]}, 2], "Odd": 3}, {}, [FILE], "--host codex")


def test_a_matcher_is_a_part_of_it():
    """As it stands in the group."""
    assert hash_of("Stop", HOOK, "*") != hash_of("Stop", HOOK)
