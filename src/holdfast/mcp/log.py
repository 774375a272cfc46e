"""What the server says on stderr: ids, counts and times, never a word of a memory or a message."""

from __future__ import annotations

import sys


def say(line: str) -> None:
    """Write one line; a client that closed our stderr loses it."""
    try:
        sys.stderr.write(f"holdfast mcp: {line}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return
