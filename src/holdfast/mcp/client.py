"""Who we speak to: the revision of the protocol and what the client can do, said in a handshake or with each request.

Until 2025-11-25 a client says it once, with `initialize`. From 2026-07-28 on it says it in the `_meta` of every request, and
nothing is remembered from one to the next. Both may come over one connection. Pure; `tests/mcp/test_client.py` holds
the laws.
"""

from __future__ import annotations

from holdfast.mcp.jsonrpc import INVALID_PARAMS, UNSUPPORTED_REVISION, RpcError
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS = ("2026-07-28",)
REVISIONS = (*HANDSHAKE, *STATELESS)
WITH_BATCHES = "2025-03-26"  # the only revision that knows them

PREFIX = "io.modelcontextprotocol/"
REVISION_KEY = PREFIX + "protocolVersion"
CAPABILITIES_KEY = PREFIX + "clientCapabilities"
INFO_KEY = PREFIX + "clientInfo"
MAX_NAME_CHARS = 60

# The first revision that knows of each.
_SINCE = {
    "annotations": "2025-03-26", "titles": "2025-06-18", "structured": "2025-06-18", "elicitation": "2025-06-18",
    "elicitation modes": "2025-11-25",
}  # fmt: skip


class Client(Value):
    """What a client said of itself."""

    revision: str
    capabilities: dict[str, Any]
    name: str = ""

    @property
    def is_stateless(self) -> bool:
        """Say whether it speaks a revision without a handshake."""
        return self.revision in STATELESS

    @property
    def can_elicit(self) -> bool:
        """Say whether it announced that it can show a form to the person."""
        announced = self.capabilities.get("elicitation")
        if not isinstance(announced, dict) or not self.knows("elicitation"):
            return False
        return not announced or "form" in announced  # an empty object means forms

    def knows(self, feature: str) -> bool:
        """Say whether its revision of the protocol has a feature."""
        return REVISIONS.index(self.revision) >= REVISIONS.index(_SINCE[feature])


def of_handshake(params: dict[str, Any]) -> Client:
    """Return the client that an `initialize` introduces, with the revision that is spoken from now on."""
    asked, capabilities = params.get("protocolVersion"), params.get("capabilities", {})
    if not isinstance(asked, str) or not isinstance(capabilities, dict):
        raise RpcError(INVALID_PARAMS, "initialize needs protocolVersion, a text, and capabilities, an object")
    revision = asked if asked in HANDSHAKE else HANDSHAKE[-1]
    return Client(revision=revision, capabilities=capabilities, name=_name(params.get("clientInfo")))


def of_request(params: dict[str, Any]) -> Client | None:
    """Return the client that a request says it comes from; None when it says nothing, as before 2026-07-28."""
    meta = params.get("_meta")
    if not isinstance(meta, dict) or REVISION_KEY not in meta:
        return None
    revision, capabilities = meta[REVISION_KEY], meta.get(CAPABILITIES_KEY)
    if not isinstance(revision, str):
        raise RpcError(INVALID_PARAMS, f"{REVISION_KEY} is not a text")
    if revision not in STATELESS:
        data = {"supported": list(reversed(REVISIONS)), "requested": revision[:MAX_NAME_CHARS]}
        raise RpcError(UNSUPPORTED_REVISION, "Unsupported protocol version", data)
    if not isinstance(capabilities, dict):
        raise RpcError(INVALID_PARAMS, f"{CAPABILITIES_KEY} is missing or not an object")
    return Client(revision=revision, capabilities=capabilities, name=_name(meta.get(INFO_KEY)))


def _name(info: object) -> str:
    name = info.get("name") if isinstance(info, dict) else None
    return name[:MAX_NAME_CHARS] if isinstance(name, str) else ""
