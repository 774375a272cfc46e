"""The resources: the profile, memories and recalls, for a client that shows or attaches them.

They are read through the same gate as the tools. `tests/mcp/test_resources.py` holds the laws.
"""

from __future__ import annotations

import json

from holdfast.errors import NotFound
from holdfast.flows.recall import logged
from holdfast.gate.policy import Purpose
from holdfast.mcp import shown
from holdfast.mcp.answer import NOTE
from holdfast.mcp.catalog import JSON, MARKDOWN
from holdfast.recall.render import render_profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from holdfast.mcp.desk import Desk

SCHEME = "holdfast://"
RECALLS = 20
MAX_URI_CHARS = 200


def read(desk: Desk, uri: str) -> tuple[str, str]:
    """Return the text of a resource and its type; raises NotFound."""
    desk.admit(Purpose.RECALL)
    name, _, wanted = uri.removeprefix(SCHEME).partition("/") if uri.startswith(SCHEME) else ("", "", "")
    reader = _READERS.get((name, bool(wanted)))
    if reader is None or len(uri) > MAX_URI_CHARS:
        raise NotFound(f"there is no resource {uri[:MAX_URI_CHARS]!r}")
    found = reader(desk, wanted)
    return (found, MARKDOWN) if isinstance(found, str) else (_json(found), JSON)


def _profile(desk: Desk, _wanted: str) -> str:
    return render_profile(desk.memory.profile().text) or "The profile is empty."


def _recalls(desk: Desk, _wanted: str) -> dict[str, Any]:
    found = desk.memory.recalls(RECALLS)
    return {"recalls": [{**shown.recall_data(one), "hits": [hit.as_dict() for hit in one.hits]} for one in found]}


def _recall(desk: Desk, wanted: str) -> dict[str, Any]:
    entry = logged(desk.core, wanted)
    return {**shown.recall_data(entry), "timings": entry.timings, "hits": [hit.as_dict() for hit in entry.hits]}


def _memory(desk: Desk, wanted: str) -> dict[str, Any]:
    memory = desk.memory.get(wanted)
    steps = ("change", "at", "actor", "verb", "reason")
    history = [{name: one[name] for name in steps} for one in desk.memory.history(memory.id)]
    return {
        "note": NOTE, "memory": shown.memory_data(memory, shown.MAX_WHOLE_CHARS), "history": shown.inert(history),
        "provenance": shown.inert(desk.memory.provenance(memory.id).public()),
    }  # fmt: skip


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


# By the name that stands first in the address, and whether an id follows.
_READERS: dict[tuple[str, bool], Callable[[Desk, str], str | dict[str, Any]]] = {
    ("profile", False): _profile,
    ("recalls", False): _recalls,
    ("recalls", True): _recall,
    ("memories", True): _memory,
}
