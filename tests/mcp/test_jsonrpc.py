"""What a parsed message is."""

from __future__ import annotations

import pytest

from holdfast.mcp.jsonrpc import INVALID_PARAMS, INVALID_REQUEST, Malformed, Notification, Request, Response, read


def message(**fields):
    return {"jsonrpc": "2.0", **fields}


@pytest.mark.parametrize("number", [0, 7, -1, 2**70, "a", ""])
def test_a_method_with_an_id_is_a_request(number):
    """Ids are texts or whole numbers, of any size."""
    assert Request(id=number, method="ping", params={}) == read(message(id=number, method="ping"))


def test_a_method_without_an_id_is_a_notification():
    """Nothing is answered to it."""
    assert Notification(method="x", params={"a": 1}) == read(message(method="x", params={"a": 1}))


def test_an_answer_to_us_is_a_response():
    """A refusal is a response without a result."""
    assert Response(id="q", result={"action": "accept"}) == read(message(id="q", result={"action": "accept"}))
    assert Response(id="q", result=None) == read(message(id="q", error={"code": 1, "message": "no"}))
    assert Response(id="q", result=None) == read(message(id="q", result=[1]))


@pytest.mark.parametrize(
    "odd", [None, 1, "ping", [], True, {}, {"method": "ping", "id": 1}, {"jsonrpc": 2.0, "method": "ping"}]
)
def test_anything_else_is_malformed(odd):
    """Whatever is no JSON-RPC 2.0 object is told so."""
    assert INVALID_REQUEST == read(odd).code


@pytest.mark.parametrize("number", [None, 1.5, True, [], {}])
def test_an_odd_id_is_not_echoed(number):
    """A request whose id is no id is answered without one."""
    found = read(message(id=number, method="ping"))
    assert (None, INVALID_REQUEST) == (found.id, found.code)


@pytest.mark.parametrize("method", [None, 1, [], {}])
def test_an_odd_method_is_malformed(method):
    """The id still counts, so that the client learns which one failed."""
    assert Malformed(id=3, code=INVALID_REQUEST, why='"method" is not a text') == read(message(id=3, method=method))


@pytest.mark.parametrize("params", [[], [1], "x", 3, True])
def test_parameters_are_an_object(params):
    """Parameters by position are not part of the protocol; null is read as none."""
    assert INVALID_PARAMS == read(message(id=1, method="x", params=params)).code
    assert {} == read(message(id=1, method="x", params=None)).params
