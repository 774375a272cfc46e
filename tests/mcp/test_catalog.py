"""What the server offers: the files keep the rules, and a listing fits the client's revision."""

from __future__ import annotations

import jsonschema
import pytest

from holdfast.mcp import catalog
from holdfast.mcp.arguments import KEYWORDS
from holdfast.mcp.client import HANDSHAKE, REVISIONS, Client

NAMES = [
    "memory_recall",
    "memory_write",
    "memory_promote",
    "memory_why",
    "memory_list",
    "task_update",
    "profile",
    "history_search",
]


def client(revision):
    return Client(revision=revision, capabilities={})


def positions(schema):
    """Yield every schema within a schema."""
    yield schema
    for one in schema.get("properties", {}).values():
        yield from positions(one)
    if "items" in schema:
        yield from positions(schema["items"])


def test_the_tools_are_these_in_this_order():
    """At most eight, named as everywhere, always listed alike."""
    assert NAMES == [tool["name"] for tool in catalog.tools_for(client(REVISIONS[-1]))]
    assert len(NAMES) <= 8


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_says_when_to_use_it_and_when_not(name):
    """An agent chooses by these sentences."""
    told = catalog.tool(name)["description"]
    assert "\nUse it " in told
    assert "\nDo not " in told
    assert len(told) < 1600


def test_the_write_guidance_is_there():
    """What to write, what not, how, and to mend what was wrong."""
    told = catalog.tool("memory_write")["description"]
    for part in (
        "corrects you",
        "preference",
        "environment",
        "belongs together",
        "task progress",
        "transient",
        "declarative",
        "misled",
    ):
        assert part in told


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_valid_closed_and_within_what_the_parser_knows(name):
    """Every field is described, every list and text bounded, nothing unknown let through."""
    tool = catalog.tool(name)
    for kind in ("inputSchema", "outputSchema"):
        jsonschema.Draft202012Validator.check_schema(tool[kind])
    assert tool["inputSchema"]["additionalProperties"] is False
    for schema in positions(tool["inputSchema"]):
        assert set(schema) <= KEYWORDS
        match schema["type"]:
            case "array":
                assert {"items", "maxItems"} <= set(schema)
            case "string":
                assert "enum" in schema or {"minLength", "maxLength"} <= set(schema)
            case "integer":
                assert {"minimum", "maximum"} <= set(schema)
    for field in tool["inputSchema"]["properties"].values():
        assert field["description"].endswith((".", "?", "!"))


def test_hints_say_which_tools_only_read():
    """A client asks the person less for what changes nothing."""
    reading = {name for name in NAMES if catalog.tool(name)["annotations"]["readOnlyHint"]}
    assert {"memory_recall", "memory_why", "memory_list", "profile", "history_search"} == reading
    destructive = {name for name in NAMES if catalog.tool(name)["annotations"]["destructiveHint"]}
    assert {"memory_write"} == destructive
    assert not any(catalog.tool(name)["annotations"]["openWorldHint"] for name in NAMES)


def test_what_is_told_to_every_session_is_short():
    """Instructions and tools are in every prompt: they have a budget."""
    assert len(catalog.instructions()) <= 500
    told = [{name: tool[name] for name in ("name", "description", "inputSchema")} for tool in map(catalog.tool, NAMES)]
    assert len(str(told)) < 16_000


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_listing_holds_nothing_that_the_revision_does_not_know(revision):
    """Hints came with the second revision, titles and output schemas with the third."""
    fields = {field for tool in catalog.tools_for(client(revision)) for field in tool}
    known = {"name", "description", "inputSchema"}
    known |= {"annotations"} if revision >= "2025-03-26" else set()
    known |= {"title", "outputSchema"} if revision >= "2025-06-18" else set()
    assert known == fields
    assert ("title" in known) is all("title" in one for one in catalog.prompts_for(client(revision)))


def test_prompts_and_resources_are_described():
    """Each has a title and a sentence for the person who picks it."""
    newest = client(REVISIONS[-1])
    listed = [*catalog.prompts_for(newest), *catalog.resources_for(newest), *catalog.templates_for(newest)]
    assert all(one["title"] and one["description"].endswith(".") for one in listed)
    assert {"remember_session", "what_do_you_know"} == {one["name"] for one in catalog.prompts_for(newest)}
