"""Cutting what is told at the start of a session to what a host takes whole: line by line, never within one.

The fence that closes the block stays. `tests/recall/test_fit.py` holds the laws.
"""

from __future__ import annotations


def fitted(block: str, max_chars: int, max_bytes: int) -> str:
    """Return a block that is no longer than either limit, its last lines left out; "" when not even its frame fits."""
    if len(block) <= max_chars and len(block.encode()) <= max_bytes:
        return block
    *lines, fence = block.split("\n")
    chars, size = len(fence), len(fence.encode())
    kept: list[str] = []
    for line in lines:
        chars, size = chars + len(line) + 1, size + len(line.encode()) + 1
        if chars > max_chars or size > max_bytes:
            break
        kept.append(line)
    return "\n".join((*kept, fence)) if len(kept) > 1 else ""
