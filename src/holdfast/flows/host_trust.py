"""The host's own word on a workspace, for hosts that keep it in their settings instead of passing it with the event."""

from __future__ import annotations

import os

from holdfast import places
from holdfast.errors import HoldfastError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from holdfast.core import Core
    from holdfast.hosts.host import Event

MAX_SETTINGS_BYTES = 1024 * 1024


def with_trust(core: Core, host: ModuleType, event: Event) -> Event:
    """Return the event with what its host's settings say about the folder, where the host keeps such a word at all."""
    settings = _settings(host) if core.exists() else None
    return event if settings is None else event.evolve(trusted=host.trusts(settings, _folders(core, event.cwd)))


def word_on(host: ModuleType) -> Callable[[Core, str], bool | None]:
    """Return what tells a host's own word on a folder, its settings read once; None where it says nothing."""
    settings = _settings(host)

    def word(core: Core, folder: str) -> bool | None:
        told: bool | None = None if settings is None else host.trusts(settings, _folders(core, folder))
        return told

    return word


def _settings(host: ModuleType) -> bytes | None:
    trust_file = getattr(host, "trust_file", None)
    if trust_file is None:
        return None
    try:
        return places.read_regular(trust_file(places.environment(), os.path.expanduser("~")), MAX_SETTINGS_BYTES)
    except (FileNotFoundError, HoldfastError):
        return None


def _folders(core: Core, cwd: str) -> list[str]:
    """Return the names under which a host may know the folder: as given, the workspace, its main worktree."""
    main = os.path.dirname(core.root.common_dir) if core.root.common_dir.endswith(".git") else ""
    named = (cwd, os.path.realpath(cwd) if cwd else "", core.root.path, main)
    return list(dict.fromkeys(folder for folder in named if folder))
