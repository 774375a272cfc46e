"""Whether Codex trusts a hook of its `hooks.json`: it keeps the hash of what the person looked at, by the hook's place.

The hash is that of the hook as compact sorted JSON, and the place counts groups and hooks, so that a hook put in front
of ours moves it. Pure; `tests/wiring/test_codex_hash.py` holds the laws.
"""

from __future__ import annotations

import json
import re

from holdfast.hashes import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

USUAL_TIMEOUT_S = 600


def untrusted(hooks: Mapping[str, Any], settings: Mapping[str, Any], files: Iterable[str], mark: str) -> list[str]:
    """Return the events whose hooks Codex would skip, of those whose command holds a mark; `files` name the hooks' file."""
    kept = settings.get("hooks")
    states = kept.get("state") if isinstance(kept, dict) else None
    known = states if isinstance(states, dict) else {}
    found = []
    for event, group, index, hook, matcher in _hooks(hooks):
        if mark not in str(hook.get("command")):
            continue
        names = [f"{file}:{_snake(event)}:{group}:{index}" for file in files]
        state: dict[str, Any] = next((known[name] for name in names if isinstance(known.get(name), dict)), {})
        if state.get("trusted_hash") != hash_of(event, hook, matcher) or state.get("enabled") is False:
            found.append(event)
    return found


def hash_of(event: str, hook: Mapping[str, Any], matcher: str | None = None) -> str:
    """Return the hash that stands for a command hook."""
    handler = {
        "async": hook.get("async") is True, "command": hook.get("command"),
        "timeout": max(1, int(hook.get("timeout") or USUAL_TIMEOUT_S)), "type": "command",
    }  # fmt: skip
    if hook.get("statusMessage") is not None:
        handler["statusMessage"] = hook["statusMessage"]
    identity: dict[str, Any] = {"event_name": _snake(event), "hooks": [handler]}
    if matcher is not None:
        identity["matcher"] = matcher
    shown = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{sha256(shown.encode()).hexdigest()}"


def _hooks(hooks: Mapping[str, Any]) -> Iterator[tuple[str, int, int, Mapping[str, Any], str | None]]:
    for event, groups in hooks.items():
        for number, group in enumerate(groups if isinstance(groups, list) else []):
            handlers = group.get("hooks") if isinstance(group, dict) else None
            for index, hook in enumerate(handlers if isinstance(handlers, list) else []):
                if isinstance(hook, dict):
                    yield event, number, index, hook, group.get("matcher")


def _snake(event: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", event).lower()
