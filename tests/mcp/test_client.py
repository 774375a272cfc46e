"""What a client says of itself, in a handshake and with each request."""

from __future__ import annotations

from itertools import pairwise

import pytest

from holdfast.mcp.client import CAPABILITIES_KEY, HANDSHAKE, REVISION_KEY, REVISIONS, of_handshake, of_request
from holdfast.mcp.jsonrpc import INVALID_PARAMS, UNSUPPORTED_REVISION, RpcError


def shaken(revision, capabilities=None):
    return of_handshake({"protocolVersion": revision, "capabilities": capabilities or {}})


def enveloped(**meta):
    return of_request({"_meta": meta})


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_known_revision_is_spoken(revision):
    """The server answers in the client's revision."""
    assert revision == shaken(revision).revision


@pytest.mark.parametrize("revision", ["2026-07-28", "2024-10-07", "1.0", "", "2099-01-01"])
def test_any_other_is_answered_with_the_newest_of_the_handshake(revision):
    """A handshake never settles on a revision that has none."""
    assert HANDSHAKE[-1] == shaken(revision).revision


@pytest.mark.parametrize("params", [{}, {"protocolVersion": 3}, {"protocolVersion": "2025-06-18", "capabilities": []}])
def test_a_handshake_without_its_parts_is_refused(params):
    """Revision and capabilities must be there, in their types."""
    with pytest.raises(RpcError) as refused:
        of_handshake(params)
    assert INVALID_PARAMS == refused.value.code


def test_a_request_that_brings_nothing_is_of_the_handshake():
    """Other things in `_meta`, such as a progress token, are no envelope."""
    assert of_request({}) is None
    assert of_request({"_meta": {"progressToken": 1}}) is None
    assert of_request({"_meta": "x"}) is None


def test_a_request_brings_its_revision_and_capabilities():
    """What it says counts for it alone."""
    client = enveloped(**{REVISION_KEY: "2026-07-28", CAPABILITIES_KEY: {"elicitation": {}}})
    assert client.is_stateless
    assert client.can_elicit


@pytest.mark.parametrize("revision", ["2025-11-25", "2027-01-01", ""])
def test_a_revision_that_has_no_envelope_is_named_as_unsupported(revision):
    """The error lists what can be spoken, newest first."""
    with pytest.raises(RpcError) as refused:
        enveloped(**{REVISION_KEY: revision, CAPABILITIES_KEY: {}})
    assert UNSUPPORTED_REVISION == refused.value.code
    assert {"supported": list(reversed(REVISIONS)), "requested": revision} == refused.value.data


@pytest.mark.parametrize(
    "meta", [{REVISION_KEY: 7}, {REVISION_KEY: "2026-07-28"}, {REVISION_KEY: "2026-07-28", CAPABILITIES_KEY: 1}]
)
def test_half_an_envelope_is_refused(meta):
    """What must be in each request is missed."""
    with pytest.raises(RpcError) as refused:
        enveloped(**meta)
    assert INVALID_PARAMS == refused.value.code


@pytest.mark.parametrize(
    ("announced", "expected"),
    [
        ({}, True),
        ({"form": {}}, True),
        ({"form": {}, "url": {}}, True),
        ({"url": {}}, False),
        (None, False),
        ("form", False),
    ],
)
def test_forms_are_shown_by_whoever_announced_them(announced, expected):
    """An empty announcement means forms; addresses alone do not."""
    assert expected is shaken("2025-11-25", {"elicitation": announced}).can_elicit


def test_what_a_revision_knows_only_grows():
    """Each feature stays once it is there."""
    features = ("annotations", "titles", "structured", "elicitation", "elicitation modes")
    known = [{one for one in features if shaken(revision).knows(one)} for revision in HANDSHAKE]
    assert [set(), {"annotations"}] == known[:2]
    assert all(earlier <= later for earlier, later in pairwise(known))
    assert not shaken("2025-03-26", {"elicitation": {}}).can_elicit
