"""One request on its way: who asks, from where, and how to reach them."""

from __future__ import annotations

from holdfast.mcp.catalog import PROMPTS, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from holdfast.mcp.client import Client
    from holdfast.mcp.jsonrpc import Request
    from holdfast.mcp.place import Surroundings

OF_AN_ANSWER = ("_meta", "inputResponses", "requestState")  # differ when a request comes again with an answer


class Connection:
    """What is remembered of one client: what it said in its handshake, and where its person would not be asked again."""

    def __init__(self) -> None:
        self.client: Client | None = None
        self.refused: set[str] = set()


class Peer:
    """The way back to a client while a message of its is worked on; a transport that can do more overrides it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def tell(self, message: dict[str, Any]) -> None:
        """Send a notification."""

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any] | None:  # noqa: ARG002 - for those that can
        """Send a request of ours and return its result; None when there is no way back, or no answer."""
        return None


class Call:
    """A request with all that answering it takes."""

    def __init__(self, *, request: Request, client: Client, peer: Peer, around: Surroundings, key: bytes) -> None:
        self.request, self.client, self.peer, self.around, self.key = request, client, peer, around, key

    @property
    def params(self) -> dict[str, Any]:
        """What is asked."""
        return self.request.params

    @property
    def meta(self) -> Mapping[str, Any]:
        """What the client says beside the request."""
        found = self.params.get("_meta")
        return found if isinstance(found, dict) else {}

    @property
    def title(self) -> str:
        """What is asked for, in words of ours: a tool or prompt that there is, else the method."""
        name = self.params.get("name")
        return name if isinstance(name, str) and (name in TOOLS or name in PROMPTS) else self.request.method

    @property
    def identity(self) -> dict[str, Any]:
        """What makes a request that comes again the same one."""
        asked = {name: value for name, value in self.params.items() if name not in OF_AN_ANSWER}
        return {"method": self.request.method, "params": asked, "folder": self.around.folder}
