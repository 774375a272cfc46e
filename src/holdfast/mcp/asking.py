"""Asking the person through the client: a form with one question and a yes.

Only a client that announced forms is asked. Under a handshake the question is a request of ours, answered while the call
waits. Without one, the call ends with the question, and comes again with the answer and a seal over what was asked, so
that a yes never counts for anything else. The agent sees neither form nor answer. Pure but for what it is handed;
`tests/mcp/test_asking.py` holds the laws.
"""

from __future__ import annotations

import json
from enum import StrEnum

from holdfast.hashes import hmac_sha256
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

METHOD = "elicitation/create"
FIELD = "agree"
SEALED_S = 600  # so long may the person think about it


class Said(StrEnum):
    """What became of a question."""

    YES = "yes"
    NO = "no"
    DISMISSED = "dismissed"
    CANNOT_ASK = "cannot ask"


class Question(Value):
    """What the person is asked, and what the box says that they tick."""

    key: str
    message: str
    label: str


class InputNeeded(Exception):
    """The call ends here and comes again with the person's answer."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.key)
        self.question = question


def form(question: Question, *, with_mode: bool) -> dict[str, Any]:
    """Return the parameters of the form."""
    field = {"type": "boolean", "title": question.label, "default": False}
    schema = {"type": "object", "properties": {FIELD: field}, "required": [FIELD]}
    mode = {"mode": "form"} if with_mode else {}
    return {**mode, "message": question.message, "requestedSchema": schema}


def heard(result: object) -> Said:
    """Return what a client's answer means; anything but a clear yes or no is a question that was put away."""
    if not isinstance(result, dict):
        return Said.DISMISSED
    content = result.get("content")
    if result.get("action") == "decline":
        return Said.NO
    if result.get("action") != "accept" or not isinstance(content, dict):
        return Said.DISMISSED
    return Said.YES if content.get(FIELD) is True else Said.NO


def seal(key: bytes, call: Mapping[str, Any], question: Question, until_s: int) -> str:
    """Return a mark that ties an answer to one call, one question and a time."""
    told = json.dumps([call, question.key, question.message, until_s], sort_keys=True).encode()
    return f"{until_s}.{hmac_sha256(key, told).hex()}"


def is_sealed(key: bytes, call: Mapping[str, Any], question: Question, state: object, now_s: float) -> bool:
    """Say whether a mark that came back is ours, for this call and question, and not too old."""
    until = state.partition(".")[0] if isinstance(state, str) else ""
    if not (until.isascii() and until.isdigit() and len(until) < 20 and now_s <= int(until)):  # noqa: PLR2004
        return False
    from hmac import compare_digest  # noqa: PLC0415 - OpenSSL, only for who was asked something

    return compare_digest(str(state).encode(), seal(key, call, question, int(until)).encode())
