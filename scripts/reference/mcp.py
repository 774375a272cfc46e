"""`mcp.md`: tools, prompts and resources of `holdfast mcp`, from the files that a client is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdfast.mcp import asking, catalog, place, stdio
from holdfast.mcp.client import HANDSHAKE, STATELESS
from reference.markdown import blocks, code, table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

INTRO = """\
# MCP

```text
holdfast mcp [--workspace FOLDER] [--store URL|PATH]
```

A client of the Model Context Protocol starts it and speaks with it over standard input and output, one JSON message a line. It
ends with its input. How to set it up: [give an agent the tools](../how-to/use-mcp.md).

It speaks the revisions {handshake}, which begin with a handshake, and {stateless}, which has none. Both may come over one
connection. A line may have {line} MiB; what is longer, or is no message, is refused and passed over. The store is opened for a call
and closed after it, so a changed setting, a consent or a repaired file counts at once."""

GATE = """\
Every tool, prompt and resource stands behind the [gate](../explanation/trust.md): without trust and consent, or with the
mode `off`, it answers that memory is off here and names the command that switches it on. Nothing is captured over MCP.

What an agent writes has source `agent` and origin `agent`. It enters neither the profile nor your own scope, and it replaces
nothing that you said. Where one of these is wanted, a client that announced forms (elicitation) asks you; with your yes it is
your act, recorded as yours. Any other client is told the command that you would type. A form waits {minutes} minutes at most."""

PLACE = """\
The first of these that says something decides:

1. `--workspace`, in the client's own settings;
2. folders that the client names with the call (`_meta`, {turn}: `workspaces`);
3. the environment: {variables}. It counts only where the server was started inside that folder, or in no repository;
4. the folder in which the server was started.

The argument `workspace` of a tool chooses among folders that were named. Where none was, and memory is off in the folder of the
start, it may name a folder inside a workspace that you trust. Otherwise it is refused. Roots are never asked for.

The session is {sessions} of `_meta`, else {session_variables} where the store knows it; the turn is `turn_id` of {turn}."""

HINTS = {"readOnlyHint": "only reads", "destructiveHint": "may replace or remove", "idempotentHint": "twice is once"}


def page(_root: Path) -> str:
    """Return the page."""
    handshake, stateless = (", ".join(map(code, revisions)) for revisions in (HANDSHAKE, STATELESS))
    variables = ", ".join(map(code, (*place.FOLDER_VARIABLES, place.FOLDERS_VARIABLE)))
    return blocks(
        INTRO.format(handshake=handshake, stateless=stateless, line=stdio.MAX_LINE_BYTES // 2**20),
        "## What it may do", GATE.format(minutes=min(stdio.ANSWER_S, asking.SEALED_S) // 60).replace(".0 minutes", " minutes"),
        "## Where a call comes from",
        PLACE.format(turn=code(place.TURN_KEY), variables=variables, sessions=" or ".join(map(code, place.SESSION_KEYS)),
                     session_variables=", ".join(map(code, place.SESSION_VARIABLES))),
        "## What the model is told", f"> {catalog.instructions()}",
        "## Tools", *[_tool(catalog.tool(name)) for name in catalog.TOOLS],
        "## Prompts", table(("prompt", "arguments", "what it does"), [_prompt(*one) for one in catalog.PROMPTS.items()]),
        "## Resources", table(("address", "type", "what it holds"), [_resource(one) for one in (*catalog.RESOURCES, *catalog.TEMPLATES)]),
    )  # fmt: skip


def _tool(tool: Mapping[str, Any]) -> str:
    hints = [said for name, said in HINTS.items() if tool["annotations"][name]]
    schema = tool["inputSchema"]
    required = schema.get("required", ())
    arguments = [
        (code(name) + (" (needed)" if name in required else ""), _type(field), field["description"])
        for name, field in schema["properties"].items()
    ]
    answers = [
        (code(name), _type(field), field["description"]) for name, field in tool["outputSchema"]["properties"].items()
    ]
    return blocks(
        f"### {tool['name']}", "\n>\n".join(f"> {line}" for line in tool["description"].split("\n")),
        f"Hints: {', '.join(hints) or 'none'}.",
        table(("argument", "type", "meaning"), arguments), table(("in the answer", "type", "meaning"), answers),
    )  # fmt: skip


def _type(field: Mapping[str, Any]) -> str:
    if "enum" in field:
        return ", ".join(map(code, field["enum"]))
    if field["type"] == "array":
        inner = field["items"]
        return f"list of {', '.join(map(code, inner['enum']))}" if "enum" in inner else f"list of {inner['type']}s"
    limits = {
        "integer": ("minimum", "maximum", "from {} to {}"),
        "string": ("minLength", "maxLength", "{} to {} characters"),
    }
    least, most, said = limits.get(field["type"], ("", "", ""))
    return f"{field['type']}, {said.format(field[least], f'{field[most]:,}')}" if most in field else str(field["type"])


def _prompt(name: str, about: Mapping[str, Any]) -> tuple[str, str, str]:
    return code(name), ", ".join(code(one["name"]) for one in about["arguments"]) or "none", about["description"]


def _resource(one: Mapping[str, str]) -> tuple[str, str, str]:
    return code(one.get("uri") or one["uriTemplate"]), code(one["mimeType"]), one["description"]
