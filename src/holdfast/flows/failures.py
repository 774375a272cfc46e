"""What went wrong where nobody was watching, from both places that keep it.

The worker records failures in the store; the hook, the MCP server and agents in Python write them into a file of the home,
because they may fail before there is a store. Neither holds any text of the person. `tests/cli/commands/test_log_command.py` holds the laws.
"""

from __future__ import annotations

import os

from holdfast import places, times
from holdfast.errors import HoldfastError
from holdfast.store import failures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.core import Core

HOOK_FILE = "failures.jsonl"
MAX_FILE_BYTES = 1024 * 1024
KEPT_BYTES = 256 * 1024
LONGEST_MESSAGE = 300
FIELDS = ("at", "place", "code", "message", "hint")


def latest(core: Core, limit: int = 20) -> list[dict[str, str]]:
    """Return the last failures of the worker and the hook, newest first."""
    with core.database.reading() as tx:
        found = failures.latest(tx, limit)
    return sorted([*found, *of_hook(core.home)], key=lambda one: one["at"], reverse=True)[:limit]


def note_in_home(home: str, **line: str) -> bool:
    """Write one failure into the home's file, if there is a home; say whether it could be written."""
    import json  # noqa: PLC0415 - only when something failed

    try:
        if os.path.isdir(home):
            from holdfast.secrets.redactor import redact  # noqa: PLC0415 - a message may quote what a host sent

            line["message"] = redact(line["message"]).text[:LONGEST_MESSAGE]
            places.append_private(os.path.join(home, HOOK_FILE), json.dumps(line).encode() + b"\n", KEPT_BYTES)
    except (OSError, HoldfastError):
        return False
    return True


def keep(place: str, error: Exception) -> bool:
    """Note an error nobody foresaw, never what it was about; say whether it could be written."""
    return note_in_home(
        places.home(), at=times.now(), place=place, code=type(error).__name__, message=f"{place} failed",
        hint="holdfast doctor --report",
    )  # fmt: skip


def of_hook(home: str) -> list[dict[str, str]]:
    """Return what the hook wrote down, oldest first; a line cut off by a crash is passed over."""
    try:
        data = places.read_private(os.path.join(home, HOOK_FILE), MAX_FILE_BYTES)
    except FileNotFoundError:
        return []
    return list(_entries(data.decode("utf-8", "replace")))


def _entries(text: str) -> Iterator[dict[str, str]]:
    import json  # noqa: PLC0415 - only when something failed

    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict):
            yield {field: str(entry.get(field, "")) for field in FIELDS}
