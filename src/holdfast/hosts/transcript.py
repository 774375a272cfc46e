"""The agent's last answer in a transcript of Copilot CLI or VS Code, which write one event on a line.

Only lines that look like a message are parsed, from the end, and none before the person's last prompt counts. Pure;
`tests/hosts/test_transcript.py` holds the laws.
"""

from __future__ import annotations

import json

MAX_LINES = 2_000  # looked at from the end; a turn with many tool calls has hundreds


def answer_in(tail: bytes) -> str:
    """Return the text of the last answer in the end of a transcript; "" when there is none after the last prompt."""
    lines = tail.split(b"\n")[-MAX_LINES:]
    for line in reversed(lines):
        if b".message" not in line:
            continue
        kind, content = _message(line)
        if kind == "user.message":
            return ""
        if kind == "assistant.message" and content.strip():
            return content
    return ""


def _message(line: bytes) -> tuple[str, str]:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return "", ""  # the line that the tail cut in two, or one that is still being written
    data = event.get("data") if isinstance(event, dict) else None
    if not isinstance(data, dict):
        return "", ""
    content = data.get("content")
    return str(event.get("type")), content if isinstance(content, str) else ""
