"""Whose workspace a past session belongs to, and whether it may be taken in there.

The folder that a transcript names is looked at as the hook would look at it: same root, same settings, same trust. A folder
that is gone is known by the mark it left when it was decided about, or by its repository's remote.
`tests/flows/test_import_places.py` holds the laws.
"""

from __future__ import annotations

import os

from holdfast.flows.workspace_gate import trust_of
from holdfast.gate.policy import Trust, kept_out_by
from holdfast.model import Mode
from holdfast.opening import elsewhere
from holdfast.scope.identity import normalise_remote
from holdfast.scope.keys import keyed_digest
from holdfast.scope.workspace import Root
from holdfast.store import groups
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from holdfast.core import Core
    from holdfast.store.database import Transaction

MAX_ABOVE = 64


class LeftOut(Value):
    """Sessions that were not taken, and why."""

    folder: str
    why: str
    hint: str
    sessions: int = 0


class Place:
    """One folder as sessions name it: the core that stands there, or why nothing is taken in."""

    def __init__(self, core: Core | None, left_out: LeftOut | None = None) -> None:
        self.core = core
        self.left_out = left_out


class Places:
    """Every folder is looked at once."""

    def __init__(self, core: Core, *, allow_untrusted: bool, host_trusts: Callable[[Core, str], bool | None]) -> None:
        self._core = core
        self._allow_untrusted = allow_untrusted
        self._host_trusts = host_trusts
        self._known: dict[tuple[str, str], Place] = {}
        self._cores: dict[tuple[str, bool, int], Core] = {}  # one for each root, however its folders are named

    def of(self, folder: str, remote: str) -> Place:
        """Return the place of a folder, which a remote may help to find."""
        key = folder, remote
        if key not in self._known:
            self._known[key] = self._look_at(folder, remote)
        return self._known[key]

    def _look_at(self, folder: str, remote: str) -> Place:
        if not os.path.isabs(folder):
            why = f"{folder[:80]!r} is no folder of this machine" if folder else "the transcript names no folder"
            return Place(None, LeftOut(folder=folder, why=why, hint="name its file, while standing in its folder"))
        core = elsewhere(self._core, folder)
        with self._core.database.reading() as tx:
            if not os.path.isdir(folder):
                core = _gone(tx, core, folder, remote) or core
            left_out = self._why_not(tx, core, folder)
            workspace = core.known_workspace(tx) if core.stands_elsewhere else None
        if left_out is not None:
            return Place(None, left_out)
        key = core.root.path, core.root.ignored, workspace.no if workspace else 0
        return Place(self._cores.setdefault(key, core))

    def _why_not(self, tx: Transaction, core: Core, folder: str) -> LeftOut | None:
        if core.root.ignored:
            kept = kept_out_by(core.root.listed)
            return LeftOut(folder=folder, why=kept["why"], hint=kept["hint"])
        for setting, value in (("mode", Mode.OFF), ("capture.enabled", False)):
            if core.settings.get(setting) == value:
                why = f"the setting {setting} is {str(value).lower()} there"
                return LeftOut(folder=folder, why=why, hint=f"holdfast config get {setting}")
        trust = trust_of(tx, core)
        told = self._host_trusts(core, folder) if trust is not Trust.UNTRUSTED else None
        if trust is Trust.UNTRUSTED or told is False:
            return LeftOut(folder=folder, why="it is marked untrusted", hint="holdfast workspace trust, in that folder")
        if trust is Trust.TRUSTED or told or self._allow_untrusted:
            return None
        return LeftOut(
            folder=folder, why="nobody has decided yet whether to trust it",
            hint="holdfast workspace trust, in that folder, or --allow-untrusted for all",
        )  # fmt: skip


def _gone(tx: Transaction, core: Core, folder: str, remote: str) -> Core | None:
    """Return a core in the workspace that a folder had before it was removed."""
    for path in _missing(folder):
        root_id = keyed_digest(core.keys.key, "root", path)
        known = groups.root(tx, root_id, core.owner)
        if known is not None:
            return elsewhere(core, folder, Root(path=path)).standing_in(known.group_no, "")
    named = normalise_remote(remote)
    if not named:
        return None
    there = elsewhere(core, folder, Root(path=folder, remote=named))
    group = groups.find(tx, there.wanted_workspace("").id)
    return there.standing_in(group.no, "") if group is not None else None


def _missing(folder: str) -> Iterator[str]:
    """Yield a folder and those above it, as far as they are gone."""
    for _ in range(MAX_ABOVE):
        if os.path.lexists(folder):
            return
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above
