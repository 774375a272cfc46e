"""What each method of the protocol answers.

Listings are made from files alone, so that a client gets them before anything of the engine is loaded; what opens the
store imports it then. `tests/mcp/test_server.py` and the tests of each tool hold the laws.
"""

from __future__ import annotations

from holdfast.mcp import catalog, jsonrpc
from holdfast.mcp.client import PREFIX, STATELESS, of_handshake
from holdfast.mcp.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, NO_RESOURCE, RpcError
from holdfast.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from holdfast.errors import HoldfastError
    from holdfast.mcp.answer import Answer
    from holdfast.mcp.asking import Question
    from holdfast.mcp.call import Call, Connection

    Result = dict[str, Any]

NAME, TITLE = "holdfast", "Holdfast"
CAPABILITIES: dict[str, Any] = {"tools": {}, "resources": {}, "prompts": {}}
COMPLETE, INPUT_REQUIRED = "complete", "input_required"
KEPT_MS = 3_600_000
LISTINGS = ("server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list")
MAX_NAME_CHARS = 60


def initialize(params: dict[str, Any], connection: Connection) -> Result:
    """Settle the revision and remember what the client can do."""
    client = connection.client = of_handshake(params)
    title = {"title": TITLE} if client.knows("titles") else {}
    return {
        "protocolVersion": client.revision, "capabilities": CAPABILITIES,
        "serverInfo": {"name": NAME, **title, "version": __version__}, "instructions": catalog.instructions(),
    }  # fmt: skip


def signed(result: Result, method: str) -> Result:
    """Return a result with what a revision without a handshake wants in each: its kind, who answers, how long it keeps."""
    info = {"name": NAME, "title": TITLE, "version": __version__}
    whole = {"resultType": COMPLETE, **result, "_meta": {PREFIX + "serverInfo": info}}
    if whole["resultType"] != COMPLETE:
        return whole
    if method in LISTINGS:
        return {**whole, "ttlMs": KEPT_MS, "cacheScope": "public"}
    return {**whole, "ttlMs": 0, "cacheScope": "private"} if method == "resources/read" else whole


def _discover(_call: Call) -> Result:
    return {
        "supportedVersions": list(STATELESS), "capabilities": CAPABILITIES, "instructions": catalog.instructions(),
    }  # fmt: skip


def _listen(call: Call) -> None:
    """Acknowledge a subscription to nothing: no listing changes while we run. It stays open until it is cancelled."""
    if not isinstance(call.params.get("notifications"), dict):
        raise RpcError(INVALID_PARAMS, "notifications is missing or not an object")
    meta = {PREFIX + "subscriptionId": call.request.id}
    acknowledged = {"_meta": meta, "notifications": {}}
    call.peer.tell(jsonrpc.notification("notifications/subscriptions/acknowledged", acknowledged))


def _listing(name: str, listed: Callable[[Any], list[dict[str, Any]]]) -> Callable[[Call], Result]:
    def answer(call: Call) -> Result:
        if "cursor" in call.params:
            raise RpcError(INVALID_PARAMS, "There is no such page: every listing has one")
        return {name: listed(call.client)}

    return answer


def _call_tool(call: Call) -> Result:
    name, given = call.params.get("name"), call.params.get("arguments")
    if not isinstance(name, str) or name not in catalog.TOOLS:
        raise RpcError(INVALID_PARAMS, f"Unknown tool: {str(name)[:MAX_NAME_CHARS]}")
    if not isinstance(given, dict | None):
        raise RpcError(INVALID_PARAMS, "arguments is not an object")
    from holdfast.mcp.answer import as_result  # noqa: PLC0415 - the engine, from here on
    from holdfast.mcp.asking import InputNeeded  # noqa: PLC0415

    try:
        answer = _answered(call, name, given or {})
    except InputNeeded as needed:
        return _input_required(call, needed.question)
    return as_result(answer, call.client)


def _answered(call: Call, name: str, given: dict[str, Any]) -> Answer:
    """Return what a tool answers; whatever is foreseen to go wrong is an answer too."""
    from importlib import import_module  # noqa: PLC0415

    from holdfast.errors import HoldfastError  # noqa: PLC0415
    from holdfast.mcp.answer import of_error, of_memory_off  # noqa: PLC0415
    from holdfast.mcp.arguments import check  # noqa: PLC0415
    from holdfast.mcp.desk import MemoryOff, desk_for  # noqa: PLC0415

    try:
        checked = check(name, catalog.tool(name)["inputSchema"], given)
        module, _, function = catalog.TOOLS[name].partition(":")
        with desk_for(call, checked.pop("workspace", None)) as desk:
            done: Answer = getattr(import_module(module), function)(desk, checked)
    except MemoryOff as off:
        return of_memory_off(off.why, off.hint, off.folder)
    except HoldfastError as error:
        return of_error(error)
    return done


def _read_resource(call: Call) -> Result:
    from holdfast.errors import HoldfastError, NotFound, UsageError  # noqa: PLC0415
    from holdfast.mcp import resources  # noqa: PLC0415
    from holdfast.mcp.answer import of_memory_off  # noqa: PLC0415
    from holdfast.mcp.asking import InputNeeded  # noqa: PLC0415
    from holdfast.mcp.desk import MemoryOff, desk_for  # noqa: PLC0415

    uri = call.params.get("uri")
    if not isinstance(uri, str):
        raise RpcError(INVALID_PARAMS, "uri is missing or not a text")
    try:
        with desk_for(call) as desk:
            text, kind = resources.read(desk, uri)
    except InputNeeded as needed:
        return _input_required(call, needed.question)
    except MemoryOff as off:
        text, kind = of_memory_off(off.why, off.hint, off.folder).text, "text/plain"
    except (NotFound, UsageError) as error:
        code = INVALID_PARAMS if call.client.is_stateless else NO_RESOURCE
        raise RpcError(code, error.message, {"uri": uri[: resources.MAX_URI_CHARS]}) from None
    except HoldfastError as error:
        raise _as_rpc(error) from None
    return {"contents": [{"uri": uri, "mimeType": kind, "text": text}]}


def _get_prompt(call: Call) -> Result:
    from holdfast.errors import HoldfastError  # noqa: PLC0415
    from holdfast.mcp import prompts  # noqa: PLC0415
    from holdfast.mcp.answer import of_memory_off  # noqa: PLC0415
    from holdfast.mcp.asking import InputNeeded  # noqa: PLC0415
    from holdfast.mcp.desk import MemoryOff, desk_for  # noqa: PLC0415

    name, given = prompts.check(call.params)
    try:
        with desk_for(call) as desk:
            text = prompts.fill(desk, name, given)
    except InputNeeded as needed:
        return _input_required(call, needed.question)
    except MemoryOff as off:
        text = of_memory_off(off.why, off.hint, off.folder).text
    except HoldfastError as error:
        raise _as_rpc(error) from None
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"description": catalog.PROMPTS[name]["description"], "messages": [message]}


def _input_required(call: Call, question: Question) -> Result:
    import time  # noqa: PLC0415

    from holdfast.mcp.asking import METHOD, SEALED_S, form, seal  # noqa: PLC0415

    asked = {"method": METHOD, "params": form(question, with_mode=call.client.knows("elicitation modes"))}
    state = seal(call.key, call.identity, question, int(time.time()) + SEALED_S)
    return {"resultType": INPUT_REQUIRED, "inputRequests": {question.key: asked}, "requestState": state}


def _as_rpc(error: HoldfastError) -> RpcError:
    from holdfast.mcp.answer import of_error  # noqa: PLC0415

    return RpcError(INTERNAL_ERROR, of_error(error).text)


METHODS: dict[str, Callable[[Call], Result | None]] = {
    "tools/list": _listing("tools", catalog.tools_for),
    "tools/call": _call_tool,
    "resources/list": _listing("resources", catalog.resources_for),
    "resources/templates/list": _listing("resourceTemplates", catalog.templates_for),
    "resources/read": _read_resource,
    "prompts/list": _listing("prompts", catalog.prompts_for),
    "prompts/get": _get_prompt,
}
STATELESS_METHODS: dict[str, Callable[[Call], Result | None]] = {
    "server/discover": _discover,
    "subscriptions/listen": _listen,
}
