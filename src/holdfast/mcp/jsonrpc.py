"""JSON-RPC 2.0 messages as values: what came in, and what goes back. Pure; `tests/mcp/test_jsonrpc.py` holds the laws."""

from __future__ import annotations

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Id = str | int | None

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NO_RESOURCE = -32002  # revisions with a handshake; later ones say INVALID_PARAMS
UNSUPPORTED_REVISION = -32022


class RpcError(Exception):
    """A request that cannot be answered, as the protocol says it."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


class Request(Value):
    """Somebody wants an answer."""

    id: str | int
    method: str
    params: dict[str, Any]


class Notification(Value):
    """Somebody says something and wants no answer."""

    method: str
    params: dict[str, Any]


class Response(Value):
    """An answer to a request of ours; `result` is None when the other side refused."""

    id: str | int
    result: dict[str, Any] | None


class Malformed(Value):
    """A message that is none of these, with the error that it deserves."""

    id: str | int | None
    code: int
    why: str


def read(message: Any) -> Request | Notification | Response | Malformed:
    """Return what a parsed message is."""
    if not isinstance(message, dict):
        return Malformed(id=None, code=INVALID_REQUEST, why="a message is a JSON object")
    number = message.get("id")
    known = number if _is_id(number) else None
    if message.get("jsonrpc") != "2.0":
        return Malformed(id=known, code=INVALID_REQUEST, why='"jsonrpc" is not "2.0"')
    if "method" not in message:
        return _read_response(message, known)
    method, params = message["method"], message.get("params")
    if not isinstance(method, str):
        return Malformed(id=known, code=INVALID_REQUEST, why='"method" is not a text')
    if "id" in message and known is None:
        return Malformed(id=None, code=INVALID_REQUEST, why='"id" is neither a text nor a whole number')
    if not isinstance(params, dict | None):
        return Malformed(id=known, code=INVALID_PARAMS, why='"params" is not an object')
    if known is None:
        return Notification(method=method, params=params or {})
    return Request(id=known, method=method, params=params or {})


def result(number: Id, value: dict[str, Any]) -> dict[str, Any]:
    """Return the message that answers a request."""
    return {"jsonrpc": "2.0", "id": number, "result": value}


def error(number: Id, code: int, message: str, data: object = None) -> dict[str, Any]:
    """Return the message that refuses a request."""
    told = {"code": code, "message": message}
    return {"jsonrpc": "2.0", "id": number, "error": told if data is None else {**told, "data": data}}


def request(number: str | int, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return a request of ours."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def notification(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return a notification of ours."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def _read_response(message: dict[str, Any], known: Id) -> Response | Malformed:
    if known is None or not ("result" in message or "error" in message):
        return Malformed(id=known, code=INVALID_REQUEST, why='there is no "method"')
    found = message.get("result")
    return Response(id=known, result=found if isinstance(found, dict) else None)


def _is_id(number: object) -> bool:
    return isinstance(number, str | int) and not isinstance(number, bool)
