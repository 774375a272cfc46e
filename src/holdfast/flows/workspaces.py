"""Workspaces: which group a folder belongs to, whether it is trusted, and what consent covers it.

Clones and worktrees of one repository find one group; a folder that comes to hold another repository is a
new, undecided one. Trust belongs to the folder and the repository in it, never to a file inside.
`tests/flows/test_clones.py` holds the laws.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.flows.workspace_gate import trust_anywhere, trust_of
from holdfast.gate.consent import LOCAL, PURPOSES, TEXT_VERSION, Consent, is_current
from holdfast.gate.policy import Trust
from holdfast.model import Scope
from holdfast.scope.git import root_commit
from holdfast.scope.identity import root_commit_of, without_root_commit
from holdfast.scope.reach import Group
from holdfast.store import groups
from holdfast.store.groups import KnownRoot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.store.database import Transaction


def find_workspace(tx: Transaction, core: Core) -> Group | None:
    """Return the workspace that the repository in a folder already has; asks git, writes nothing."""
    return _of_repository(tx, core, root_commit(core.root))


def settle_workspace(tx: Transaction, core: Core) -> Group:
    """Find or make the workspace of a folder, and remember the folder with the repository that is in it now."""
    commit = root_commit(core.root)
    wanted = core.wanted_workspace(commit)
    known = groups.root(tx, core.root_id, core.owner)
    same = _same_repository(tx, core, known, commit)
    group = same or _of_repository(tx, core, commit) or _new(tx, core, commit)
    is_local = bool(group.identity) and not _is_named_by(core, group)  # it came with another key, and ours stays here
    if group.id != wanted.id:  # the repository is one we knew; its remote or its first commit changed, or was unknown
        groups.alias(tx, wanted.id, group.no, is_local=is_local)
        if commit and _may_be_known_by(tx, core, group, commit):
            tx.rows("groups.reidentify", group_no=group.no, identity=wanted.identity)
    if commit and core.root.remote:  # a shallow clone cannot tell its root commit and is found by its remote alone
        groups.alias(tx, core.wanted_workspace("").id, group.no, is_local=is_local)
    decided = known if known and same and (known.remote == core.root.remote or same.identity) else None
    groups.set_root(
        tx, core.root_id, core.owner,
        KnownRoot(
            group_no=group.no, remote=core.root.remote, trust=decided.trust if decided else Trust.UNKNOWN,
            decided_at=decided.decided_at if decided else None,
        ),
    )  # fmt: skip
    return group


def set_trust(tx: Transaction, core: Core, trust: Trust) -> Group:
    """Record the person's decision about this folder."""
    group = core.workspace(tx)
    groups.set_root(
        tx, core.root_id, core.owner,
        KnownRoot(group_no=group.no, remote=core.root.remote, trust=trust, decided_at=core.clock()),
    )  # fmt: skip
    _audit(tx, core, f"workspace-{trust}", group)
    return group


def current_consent(tx: Transaction, core: Core) -> Consent | None:
    """Return the consent that covers this workspace and the store's endpoint now."""
    group = core.known_workspace(tx)
    if group is None:
        return None
    given = groups.consent(tx, group.no, core.owner, core.database.endpoint)
    return given if given and is_current(given, core.database.endpoint) else None


def grant_consent(tx: Transaction, core: Core) -> Consent:
    """Record consent for this workspace and endpoint; an undecided folder becomes trusted by the same act."""
    if trust_of(tx, core) is Trust.UNTRUSTED:
        raise errors.Untrusted("this workspace is marked untrusted", why="you decided so before")
    group = core.workspace(tx) if core.stands_elsewhere else set_trust(tx, core, Trust.TRUSTED)
    given = Consent(
        group=group.id, endpoint=core.database.endpoint, purposes=PURPOSES, text_version=TEXT_VERSION,
        granted_at=core.clock(), revoked_at=None,
    )  # fmt: skip
    groups.grant(tx, group.no, core.owner, given)
    _audit(tx, core, "consent-grant", group)
    return given


def revoke_consent(tx: Transaction, core: Core) -> list[str]:
    """Revoke every consent for this workspace and return the endpoints."""
    group = core.workspace(tx)
    endpoints = list(groups.revoke(tx, group.no, core.owner, core.clock()))
    if endpoints:
        _audit(tx, core, "consent-revoke", group)
    return endpoints


def listed(tx: Transaction, core: Core) -> list[dict[str, object]]:
    """Return the person's workspaces with what was decided about each."""
    return [described(tx, core, group) for group in of_person(tx, core)]


def described(tx: Transaction, core: Core, group: Group) -> dict[str, object]:
    """Return what was decided about a workspace, and how much it holds."""
    here = core.known_workspace(tx)
    given = groups.consent(tx, group.no, core.owner, core.database.endpoint)
    return {
        "id": group.id,
        "label": group.label,
        "here": here is not None and here.no == group.no and not core.stands_elsewhere,
        "folders": len(tx.rows("groups.roots_of", group_no=group.no, owner=core.owner)),
        "trust": str(trust_anywhere(tx, core, group.no)),
        "consent": bool(given and is_current(given, core.database.endpoint)),
        "memories": sum(row[2] for row in tx.rows("memories.counts", groups=[group.no]) if row[1] == "active"),
    }


def of_person(tx: Transaction, core: Core) -> list[Group]:
    """Return the workspaces that are this person's; a file is theirs alone, a server may hold those of others too.

    Theirs is where they have a folder, a conversation or a consent, and what their key would give this name.
    """
    every = groups.of_scope(tx, Scope.WORKSPACE, core.agent)
    if core.database.endpoint == LOCAL:
        return every
    used = groups.used_by(tx, core.owner)
    return [group for group in every if group.no in used or _is_named_by(core, group)]


def find_by_label(tx: Transaction, core: Core, name: str) -> Group:
    """Return one of the person's workspaces by label, label ending or group id prefix."""
    every = of_person(tx, core)
    fitting = [group for group in every if name in {group.label, group.id}]
    fitting = fitting or [group for group in every if group.label.endswith("/" + name) or group.id.startswith(name)]
    if not fitting:
        raise errors.NotFound(f"there is no workspace {name!r}", hint="holdfast workspace list")
    if len(fitting) > 1:
        raise errors.Ambiguous(f"{name!r} fits several workspaces", why=", ".join(group.id for group in fitting))
    return fitting[0]


def rename(tx: Transaction, core: Core, group: Group, label: str) -> Group:
    """Give a workspace another label."""
    cleaned = " ".join(label.split())[:100]
    if not cleaned:
        raise errors.UsageError("a workspace needs a name", why="the new one is empty", hint="holdfast workspace list")
    from holdfast.flows.remember import refuse_secret  # noqa: PLC0415 - only a name of the person's own needs it

    refuse_secret(core, cleaned)
    tx.rows("groups.rename", group_no=group.no, label=cleaned)
    _audit(tx, core, "workspace-rename", group)
    return group.evolve(label=cleaned)


def _same_repository(tx: Transaction, core: Core, known: KnownRoot | None, commit: str) -> Group | None:
    """Return the workspace a folder has had, when the repository in it is still the same."""
    if known is None:
        return None
    group = groups.get(tx, known.group_no)
    if core.known_root(tx) is not None:
        return group
    return group if commit and (not group.identity or group.identity.endswith(commit)) else None


def _new(tx: Transaction, core: Core, commit: str) -> Group:
    wanted, shown = core.wanted_workspace(commit), core.shown_workspace_id(commit)
    return groups.ensure(tx, wanted, core.clock(), shown=shown)


def _of_repository(tx: Transaction, core: Core, commit: str) -> Group | None:
    """Return the workspace that a repository has already: by its first commit, or one only shallow clones of which were seen."""
    found = groups.find(tx, core.wanted_workspace(commit).id)
    if found is not None or not (commit and core.root.remote):
        return found
    seen = groups.find(tx, core.wanted_workspace("").id)
    return seen if seen is not None and not _root_commits(tx, seen) else None


def _may_be_known_by(tx: Transaction, core: Core, group: Group, commit: str) -> bool:
    """Say whether a first commit that is new to a group may take the place of the one it is known by."""
    known = groups.identities(tx, group.no)
    if core.root.remote:
        return not _root_commits(tx, group)
    return commit not in map(root_commit_of, known) and len(known) <= 1  # two: another workspace was merged into it


def _root_commits(tx: Transaction, group: Group) -> list[str]:
    return [commit for identity in groups.identities(tx, group.no) if (commit := root_commit_of(identity))]


def _is_named_by(core: Core, group: Group) -> bool:
    names = {group.identity, without_root_commit(group.identity)}
    made = (make(Scope.WORKSPACE, name) for name in names for make in (core.make_id, core.shown_id))
    return bool(group.identity) and group.id in made


def _audit(tx: Transaction, core: Core, verb: str, group: Group) -> None:
    from holdfast.store.changes import audit  # noqa: PLC0415

    audit(tx, core.clock(), core.actor, verb, [group.id])
