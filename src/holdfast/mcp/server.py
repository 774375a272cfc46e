"""One message in, one reply or none out: the protocol, apart from whatever carries it.

`Server.handle` takes a parsed message and the way back to its client. Both eras of the protocol may come over one
connection: a request that brings its revision in `_meta` is answered by itself, any other by what the handshake settled.
What nobody foresaw becomes an error for the client and a line in the home, never the end of the server.
`tests/mcp/test_server.py` holds the laws.
"""

from __future__ import annotations

import os
import sys

from holdfast.mcp import jsonrpc
from holdfast.mcp.call import Call
from holdfast.mcp.client import PREFIX, REVISIONS, WITH_BATCHES, of_request
from holdfast.mcp.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, RpcError
from holdfast.mcp.methods import METHODS, STATELESS_METHODS, initialize, signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.mcp.call import Peer
    from holdfast.mcp.place import Surroundings

    Message = dict[str, Any]

KEY_BYTES = 32
MAX_BATCH = 100
SLOW = ("tools/call", "resources/read", "prompts/get")  # what opens the store; all else is answered at once


class Server:
    """What `holdfast mcp` says, whoever carries it."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.answered = self.refused = 0
        self._key = os.urandom(KEY_BYTES)  # of this process: an answer to another's question counts for nothing

    def handle(self, message: Any, peer: Peer) -> Message | list[Message] | None:
        """Return the reply to a message; None where none is due."""
        if isinstance(message, list):
            return self._batch(message, peer)
        found = jsonrpc.read(message)
        match found:
            case jsonrpc.Request():
                return self._reply(found, peer)
            case jsonrpc.Malformed():
                self.refused += 1
                return jsonrpc.error(found.id, found.code, f"Invalid message: {found.why}")
        return None  # a notification says nothing that we wait for; a response went to whoever asked

    def _batch(self, messages: list[Any], peer: Peer) -> Message | list[Message] | None:
        client = peer.connection.client
        if client is None or client.revision != WITH_BATCHES or not 0 < len(messages) <= MAX_BATCH:
            self.refused += 1
            why = f"Batches belong to revision {WITH_BATCHES} and hold 1 to {MAX_BATCH} messages"
            return jsonrpc.error(None, INVALID_REQUEST, why)
        replies = [self.handle(one, peer) for one in messages if not isinstance(one, list)]
        return [one for one in replies if isinstance(one, dict)] or None

    def _reply(self, request: jsonrpc.Request, peer: Peer) -> Message | None:
        try:
            result = self._result(request, peer)
        except RpcError as error:
            self.refused += 1
            return jsonrpc.error(request.id, error.code, error.message, error.data)
        except Exception as error:  # noqa: BLE001 - the boundary: one bad call must not end the server
            self.refused += 1
            _keep(error)
            why = f"unexpected {type(error).__name__}; the person can look with: holdfast log failures"
            return jsonrpc.error(request.id, INTERNAL_ERROR, why)
        self.answered += 1
        return None if result is None else jsonrpc.result(request.id, result)

    def _result(self, request: jsonrpc.Request, peer: Peer) -> Message | None:
        if request.method == "initialize":
            return initialize(request.params, peer.connection)
        stateless = of_request(request.params)
        client = stateless or peer.connection.client
        if request.method == "ping" and stateless is None:
            return {}
        if client is None:
            why = f"Say initialize first, or bring {PREFIX}protocolVersion in _meta"
            raise RpcError(INVALID_PARAMS, why, {"supported": list(reversed(REVISIONS))})
        method = METHODS.get(request.method) or (STATELESS_METHODS.get(request.method) if stateless else None)
        if method is None:
            raise RpcError(METHOD_NOT_FOUND, f"Method not found: {request.method[:60]}")
        call = Call(request=request, client=client, peer=peer, around=self.around, key=self._key)
        result = method(call)
        return signed(result, request.method) if stateless and result is not None else result


def _keep(error: Exception) -> None:
    """Write down that something went wrong, without what it was about; under HOLDFAST_STRICT raise it instead."""
    from holdfast.flows import failures  # noqa: PLC0415 - only when something failed
    from holdfast.settings import is_strict  # noqa: PLC0415

    if is_strict():
        raise error
    if not failures.keep("mcp", error):
        from holdfast import times  # noqa: PLC0415
        from holdfast.log import line  # noqa: PLC0415

        facts: dict[str, object] = {"code": type(error).__name__, "unkept": True}
        sys.stderr.write(line(times.now(), "error", "mcp.failed", facts) + "\n")
