"""Holdfast: long-term memory for coding agents and for agents written in Python.

Importing does nothing; each name below is loaded when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.aio import AsyncMemory
    from holdfast.capture.turns import Turn
    from holdfast.errors import (
        Conflict,
        ConsentNeeded,
        Disabled,
        HoldfastError,
        NotFound,
        Refused,
        SecretFound,
        StoreError,
        Untrusted,
        UsageError,
    )
    from holdfast.memory import Memory
    from holdfast.memory import open_memory as open  # noqa: A004
    from holdfast.model import (
        Episode,
        Hit,
        Kind,
        Layer,
        Mode,
        Origin,
        Recall,
        Role,
        Scope,
        Source,
        Status,
        StoredMemory,
    )
    from holdfast.version import __version__

_HOMES = {
    "AsyncMemory": "holdfast.aio",
    "Conflict": "holdfast.errors",
    "ConsentNeeded": "holdfast.errors",
    "Disabled": "holdfast.errors",
    "Episode": "holdfast.model",
    "Hit": "holdfast.model",
    "HoldfastError": "holdfast.errors",
    "Kind": "holdfast.model",
    "Layer": "holdfast.model",
    "Memory": "holdfast.memory",
    "Mode": "holdfast.model",
    "NotFound": "holdfast.errors",
    "Origin": "holdfast.model",
    "Recall": "holdfast.model",
    "Refused": "holdfast.errors",
    "Role": "holdfast.model",
    "Scope": "holdfast.model",
    "SecretFound": "holdfast.errors",
    "Source": "holdfast.model",
    "Status": "holdfast.model",
    "StoreError": "holdfast.errors",
    "StoredMemory": "holdfast.model",
    "Turn": "holdfast.capture.turns",
    "Untrusted": "holdfast.errors",
    "UsageError": "holdfast.errors",
    "__version__": "holdfast.version",
    "open": "holdfast.memory",
}

__all__ = [
    "AsyncMemory",
    "Conflict",
    "ConsentNeeded",
    "Disabled",
    "Episode",
    "Hit",
    "HoldfastError",
    "Kind",
    "Layer",
    "Memory",
    "Mode",
    "NotFound",
    "Origin",
    "Recall",
    "Refused",
    "Role",
    "Scope",
    "SecretFound",
    "Source",
    "Status",
    "StoreError",
    "StoredMemory",
    "Turn",
    "Untrusted",
    "UsageError",
    "__version__",
    "open",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'holdfast' has no attribute {name!r}")
    module = __import__(home, fromlist=["_"])
    return getattr(module, "open_memory" if name == "open" else name)


def __dir__() -> list[str]:
    return sorted(__all__)
