"""The prompts that a person picks in their client; the words stand in `prompts/*.md`.

`tests/mcp/test_prompts.py` holds the laws.
"""

from __future__ import annotations

from holdfast.gate.policy import Purpose
from holdfast.mcp.catalog import PROMPTS, text
from holdfast.mcp.jsonrpc import INVALID_PARAMS, RpcError
from holdfast.mcp.tools.finding import NOTHING, recall_for
from holdfast.recall.neutral import neutralise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.mcp.desk import Desk

MAX_TOPIC_CHARS = 1000


def check(params: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the name and arguments of the prompt that is asked for; raises RpcError."""
    name, given = params.get("name"), params.get("arguments", {})
    about = PROMPTS.get(name) if isinstance(name, str) else None
    if about is None:
        raise RpcError(INVALID_PARAMS, f"Unknown prompt: {str(name)[:60]}")
    known = {argument["name"] for argument in about["arguments"]}
    fits = isinstance(given, dict) and set(given) == known and all(isinstance(one, str) for one in given.values())
    if not fits:
        raise RpcError(INVALID_PARAMS, f"{name} takes {', '.join(sorted(known)) or 'no arguments'}, as texts")
    return str(name), given


def fill(desk: Desk, name: str, given: dict[str, str]) -> str:
    """Return the words of a prompt."""
    words = text(f"prompts/{name}.md").strip()
    if "topic" not in given:
        desk.admit(Purpose.CAPTURE)
        return words
    desk.admit(Purpose.RECALL)
    topic = given["topic"].strip()[:MAX_TOPIC_CHARS]
    found = recall_for(desk, {"query": topic}) if topic else None
    block = found.block if found and found.block else NOTHING
    # One pass: a topic that holds the other placeholder's name must not be filled again.
    return words.format(topic=neutralise(topic, MAX_TOPIC_CHARS), found=block)
