"""The one parser of what an agent hands to a tool: checked against the tool's schema, unknown fields refused.

It knows the keywords that our schemas use and no others (`KEYWORDS`); a test holds every schema to them. Pure;
`tests/mcp/test_arguments.py` compares it with a full validator.
"""

from __future__ import annotations

from itertools import islice

from holdfast.errors import UsageError
from holdfast.nearest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

KEYWORDS = {
    "type", "description", "properties", "required", "additionalProperties", "items", "enum", "default", "minLength",
    "maxLength", "minimum", "maximum", "minItems", "maxItems",
}  # fmt: skip
MAX_SHOWN_CHARS = 60
MOST_TOLD = 5
_TYPES: Mapping[str, tuple[type[Any], str]] = {
    "string": (str, "a text"), "integer": (int, "a whole number"), "boolean": (bool, "true or false"),
    "array": (list, "a list"), "object": (dict, "an object"),
}  # fmt: skip


def check(tool: str, schema: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a tool; raises UsageError that names every one that is wrong."""
    wrong = list(islice(_wrong(schema, given, ""), MOST_TOLD))
    if wrong:
        raise UsageError(f"{tool} cannot do that", why="; ".join(wrong), hint=f"call {tool} again with that mended")
    return dict(given)


def _wrong(schema: Mapping[str, Any], value: Any, name: str) -> Iterator[str]:
    kind, called = _TYPES[schema["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        yield f"{name or 'it'} is {_shown(value)}, not {called}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{name} is {_shown(value)}, not one of {', '.join(schema['enum'])}"
    elif isinstance(value, dict):
        yield from _wrong_object(schema, value)
    elif isinstance(value, list):
        yield from _outside(name, "items", len(value), schema.get("minItems"), schema.get("maxItems"))
        for place, one in enumerate(value[: schema["maxItems"]]):
            yield from _wrong(schema["items"], one, f"{name}[{place}]")
    elif isinstance(value, str):
        yield from _outside(name, "characters", len(value), schema.get("minLength"), schema.get("maxLength"))
    else:
        yield from _outside(name, "", value, schema.get("minimum"), schema.get("maximum"))


def _wrong_object(schema: Mapping[str, Any], value: Mapping[str, Any]) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{name} is missing"
    for name, one in value.items():
        if name in known:
            yield from _wrong(known[name], one, name)
        else:
            meant = did_you_mean(name[:MAX_SHOWN_CHARS], list(known))
            yield f"there is no {_shown(name)}; {meant or 'known are ' + ', '.join(known)}"


def _outside(name: str, unit: str, number: int, least: int | None, most: int | None) -> Iterator[str]:
    said = f"{name} has {number:,} {unit}" if unit else f"{name} is {number:,}"
    if least is not None and number < least:
        yield f"{said}, at least {least:,}"
    if most is not None and number > most:
        yield f"{said}, at most {most:,}"


def _shown(value: object) -> str:
    text = repr(value[:MAX_SHOWN_CHARS] if isinstance(value, str) else value)
    return text if len(text) <= MAX_SHOWN_CHARS else text[:MAX_SHOWN_CHARS] + "…"
