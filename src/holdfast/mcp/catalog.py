"""What the server offers, read from the files beside this module: tools, prompts, resources, and the sentences for the model.

A listing is fitted to what the client's revision of the protocol knows, and comes in one fixed order.
`tests/mcp/test_catalog.py` holds every file to the rules.
"""

from __future__ import annotations

import json
import os
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from holdfast.mcp.client import Client

_FOLDER = os.path.dirname(__file__)

# In the order in which they are listed, with the function that does each; imported when it is called.
TOOLS = {
    "memory_recall": "holdfast.mcp.tools.finding:memory_recall",
    "memory_write": "holdfast.mcp.tools.writing:memory_write",
    "memory_promote": "holdfast.mcp.tools.writing:memory_promote",
    "memory_why": "holdfast.mcp.tools.explaining:memory_why",
    "memory_list": "holdfast.mcp.tools.finding:memory_list",
    "task_update": "holdfast.mcp.tools.working:task_update",
    "profile": "holdfast.mcp.tools.finding:profile",
    "history_search": "holdfast.mcp.tools.finding:history_search",
}

TOPIC = {"name": "topic", "description": "What you want to know about.", "required": True}
PROMPTS: Mapping[str, dict[str, Any]] = {
    "remember_session": {
        "title": "Remember this session",
        "description": "Have the agent go through this conversation and keep what later sessions will need.",
        "arguments": [],
    },
    "what_do_you_know": {
        "title": "What do you know about …",
        "description": "Have the agent tell what memory holds on a topic.",
        "arguments": [TOPIC],
    },
}

MARKDOWN, JSON = "text/markdown", "application/json"
RESOURCES = (
    {
        "uri": "holdfast://profile", "name": "profile", "title": "Profile", "mimeType": MARKDOWN,
        "description": "The person's profile (L0), which every session begins with.",
    },
    {
        "uri": "holdfast://recalls", "name": "recalls", "title": "Recent recalls", "mimeType": JSON,
        "description": "The last recalls of this workspace: when, what for, what was asked, and what was found.",
    },
)  # fmt: skip
TEMPLATES = (
    {
        "uriTemplate": "holdfast://memories/{id}", "name": "memory", "title": "Memory", "mimeType": JSON,
        "description": "One memory with its history and what it was made from.",
    },
    {
        "uriTemplate": "holdfast://recalls/{id}", "name": "recall", "title": "Recall", "mimeType": JSON,
        "description": "One recall with every memory that it looked at, and the parts of each score.",
    },
)  # fmt: skip


@cache
def tool(name: str) -> dict[str, Any]:
    """Return the definition of a tool."""
    found: dict[str, Any] = json.loads(text(f"tools/{name}.json"))
    return found


@cache
def text(path: str) -> str:
    """Return a file of this folder."""
    with open(os.path.join(_FOLDER, *path.split("/")), encoding="utf-8") as file:
        return file.read()


def instructions() -> str:
    """Return what the server says of itself to the model."""
    return text("instructions.md").strip()


def tools_for(client: Client) -> list[dict[str, Any]]:
    """Return the tools as a client's revision knows them."""
    return [_fitted(tool(name), client) for name in TOOLS]


def prompts_for(client: Client) -> list[dict[str, Any]]:
    """Return the prompts as a client's revision knows them."""
    return [_fitted({"name": name, **about}, client) for name, about in PROMPTS.items()]


def resources_for(client: Client) -> list[dict[str, Any]]:
    """Return the resources with a fixed address."""
    return [_fitted(one, client) for one in RESOURCES]


def templates_for(client: Client) -> list[dict[str, Any]]:
    """Return the resources whose address holds an id."""
    return [_fitted(one, client) for one in TEMPLATES]


def _fitted(one: Mapping[str, Any], client: Client) -> dict[str, Any]:
    unknown = {
        "annotations": not client.knows("annotations"),
        "title": not client.knows("titles"),
        "outputSchema": not client.knows("structured"),
    }
    return {field: value for field, value in one.items() if not unknown.get(field)}
