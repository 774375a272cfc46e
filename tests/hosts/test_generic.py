"""The generic host keeps the contract of all hosts."""

from __future__ import annotations

from typing import ClassVar

from holdfast.hosts import generic
from holdfast.testing.hosts import HostConformance

PLACE = {"session_id": "s1", "cwd": "/tmp"}


class TestGeneric(HostConformance):
    """The adapter whose field names the documentation gives."""

    adapter = generic
    payloads: ClassVar = [
        ("SessionStart", {**PLACE, "source": "startup"}),
        ("UserPromptSubmit", {**PLACE, "turn_id": "t1", "prompt": "how do we run the tests?"}),
        ("Stop", {**PLACE, "turn_id": "t1", "last_assistant_message": "with make test"}),
        ("SessionEnd", {**PLACE, "reason": "exit"}),
    ]
