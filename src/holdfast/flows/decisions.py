"""What the person decides about a workspace, also while standing in another folder.

Trust belongs to a folder. A workspace that is chosen by its label has folders elsewhere, known here only by keyed
marks: a decision about it is written to those, never to the folder we stand in.
`tests/cli/commands/test_workspaces_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.flows import workspaces
from holdfast.gate.consent import Consent, is_current
from holdfast.gate.policy import Trust
from holdfast.scope.identity import label_for
from holdfast.scope.reach import Group
from holdfast.store import changes, groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.store.database import Transaction


def find(core: Core, label: str) -> Group:
    """Return one of the person's workspaces by label, label ending or group id prefix."""
    with core.database.reading() as tx:
        return workspaces.find_by_label(tx, core, label)


def standing_in(core: Core, label: str) -> Core:
    """Return the core as seen from the workspace of that label; the same core where we stand in it."""
    with core.database.reading() as tx:
        group = workspaces.find_by_label(tx, core, label)
        here = core.known_workspace(tx)
    return core if here is not None and here.no == group.no else core.standing_in(group.no, core.session)


def show(core: Core) -> dict[str, object] | None:
    """Return what is known of the core's workspace, or None while it is new."""
    with core.database.reading() as tx:
        workspace = core.known_workspace(tx)
        if workspace is None:
            return None
        return workspaces.described(tx, core, workspace)


def unknown(core: Core) -> dict[str, object]:
    """Return what is known of a workspace in which nothing was stored or decided yet."""
    return {
        "id": None, "label": label_here(core), "here": True, "folders": 0, "trust": str(Trust.UNKNOWN), "consent": False,
        "memories": 0,
    }  # fmt: skip


def label_here(core: Core) -> str:
    """Return what the core's workspace is called, or would be."""
    with core.database.reading() as tx:
        workspace = core.known_workspace(tx)
    return workspace.label if workspace else label_for(core.root.remote, core.root.path)


def listed(core: Core) -> list[dict[str, object]]:
    """Return every workspace of the person with what was decided about it."""
    with core.database.reading() as tx:
        return workspaces.listed(tx, core)


def trust(core: Core, decision: Trust) -> Group:
    """Record the person's decision about the core's workspace."""
    core.settle()
    with core.database.writing() as tx:
        return _trust(tx, core, decision)


def grant(core: Core) -> Consent:
    """Record consent for the core's workspace and the store's endpoint; it also trusts an undecided folder."""
    core.require_open()
    core.settle()
    with core.database.writing() as tx:
        if core.stands_elsewhere:
            _trust_elsewhere(tx, core, Trust.TRUSTED, undecided_only=True)
        return workspaces.grant_consent(tx, core)


def revoke(core: Core) -> list[str]:
    """Revoke every consent for the core's workspace and return the endpoints it covered."""
    with core.database.reading() as tx:
        if core.known_workspace(tx) is None:
            return []
    with core.database.writing() as tx:
        return workspaces.revoke_consent(tx, core)


def consents(core: Core) -> list[dict[str, object]]:
    """Return every consent of the person, with the workspace's label and whether it holds now."""
    with core.database.reading() as tx:
        labels = {group.id: group.label for group in groups.every(tx)}
        given = groups.consents(tx, core.owner)
    return [
        {
            **one.as_dict(),
            "purposes": list(one.purposes),
            "label": labels.get(one.group, ""),
            "current": is_current(one, core.database.endpoint),
        }
        for one in given
    ]


def rename(core: Core, label: str, new: str) -> Group:
    """Give one of the person's workspaces another label."""
    with core.database.writing() as tx:
        return workspaces.rename(tx, core, workspaces.find_by_label(tx, core, label), new)


def _trust(tx: Transaction, core: Core, decision: Trust) -> Group:
    return _trust_elsewhere(tx, core, decision) if core.stands_elsewhere else workspaces.set_trust(tx, core, decision)


def _trust_elsewhere(tx: Transaction, core: Core, decision: Trust, *, undecided_only: bool = False) -> Group:
    """Record a decision about the known folders of a workspace that we do not stand in."""
    group = core.workspace(tx)
    decided = 0
    for root_id, trust, _ in tx.rows("groups.roots_of", group_no=group.no, owner=core.owner):
        known = groups.root(tx, root_id, core.owner)
        if known is not None and not (undecided_only and trust != Trust.UNKNOWN):
            groups.set_root(tx, root_id, core.owner, known.evolve(trust=decision, decided_at=core.clock()))
            decided += 1
    if decided or not undecided_only:
        changes.audit(tx, core.clock(), core.actor, f"workspace-{decision}", [group.id])
    return group
