"""The host's own word on a workspace, for hosts that keep it in their settings instead of passing it with the event."""

from __future__ import annotations

import os

from holdfast import places
from holdfast.errors import HoldfastError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from holdfast.core import Core
    from holdfast.hosts.host import Event

MAX_SETTINGS_BYTES = 1024 * 1024


def with_trust(core: Core, host: ModuleType, event: Event) -> Event:
    """Return the event with what its host's settings say about the folder, where the host keeps such a word at all."""
    trust_file = getattr(host, "trust_file", None)
    if trust_file is None or not core.exists():
        return event
    path = trust_file(places.environment(), os.path.expanduser("~"))
    try:
        settings = places.read_regular(path, MAX_SETTINGS_BYTES)
    except (FileNotFoundError, HoldfastError):
        return event
    return event.evolve(trusted=host.trusts(settings, _folders(core, event)))


def _folders(core: Core, event: Event) -> list[str]:
    """Return the names under which a host may know the folder: as given, the workspace, its main worktree."""
    main = os.path.dirname(core.root.common_dir) if core.root.common_dir.endswith(".git") else ""
    named = (event.cwd, os.path.realpath(event.cwd) if event.cwd else "", core.root.path, main)
    return list(dict.fromkeys(folder for folder in named if folder))
