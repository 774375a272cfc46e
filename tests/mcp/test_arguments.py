"""The one parser of arguments, against a full validator."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import UsageError
from holdfast.mcp import catalog
from holdfast.mcp.arguments import check

SCHEMAS = {name: catalog.tool(name)["inputSchema"] for name in catalog.TOOLS}


def why(tool, given):
    with pytest.raises(UsageError) as refused:
        check(tool, SCHEMAS[tool], given)
    return refused.value.why


def test_what_fits_passes_as_it_is():
    """Nothing is filled in and nothing converted."""
    given = {"query": "tests", "limit": 3, "scopes": ["user"]}
    assert given == check("memory_recall", SCHEMAS["memory_recall"], given)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "query is missing"),
        ({"query": 3}, "query is 3, not a text"),
        ({"query": ""}, "query has 0 characters, at least 1"),
        ({"query": "x" * 10_001}, "query has 10,001 characters, at most 10,000"),
        ({"query": "x", "limit": "3"}, "limit is '3', not a whole number"),
        ({"query": "x", "limit": True}, "limit is True, not a whole number"),
        ({"query": "x", "limit": 0}, "limit is 0, at least 1"),
        ({"query": "x", "limit": 51}, "limit is 51, at most 50"),
        ({"query": "x", "scopes": "user"}, "scopes is 'user', not a list"),
        ({"query": "x", "scopes": ["you"]}, "scopes[0] is 'you', not one of session, workspace, user"),
        ({"query": "x", "scopes": ["user"] * 4}, "scopes has 4 items, at most 3"),
        ({"query": "x", "layrs": []}, "there is no 'layrs'; did you mean 'layers'?"),
        ({"query": "x", "tags": None}, "tags is None, not a list"),
    ],
)
def test_what_does_not_fit_is_named(given, expected):
    """The message says which field, what it is, and what it should be."""
    assert expected == why("memory_recall", given)


def test_everything_wrong_is_said_at_once_up_to_a_bound():
    """An agent mends all of it in one go; a million unknown fields cost nothing."""
    assert "query is missing; limit is 'x', not a whole number" == why("memory_recall", {"limit": "x"})
    assert len(why("memory_recall", {f"field{number}": 1 for number in range(100_000)})) < 2000


def values(depth=2):
    plain = (
        st.none()
        | st.booleans()
        | st.integers(-5, 60)
        | st.text(max_size=12)
        | st.sampled_from(["user", "L1", "add", "note"])
    )
    return (
        plain
        if not depth
        else plain | st.lists(values(depth - 1), max_size=4) | st.dictionaries(st.text(max_size=5), plain, max_size=2)
    )


@pytest.mark.parametrize("tool", list(SCHEMAS))
@given(data=st.data())
def test_a_full_validator_agrees(tool, data):
    """For any arguments, our parser refuses exactly what the schema refuses."""
    names = st.sampled_from([*SCHEMAS[tool]["properties"], "other"])
    given = data.draw(st.dictionaries(names, values(), max_size=4))
    try:
        check(tool, SCHEMAS[tool], given)
        passes = True
    except UsageError:
        passes = False
    assert passes is jsonschema.Draft202012Validator(SCHEMAS[tool]).is_valid(given)
