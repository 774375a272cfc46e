"""Groups, aliases and sessions of an export: under which group of this store their rows go.

A file of another key names groups by ids that this home would never make. The person's own user scope is found by
the mark the export gave it, a workspace by its identity, a session by its workspace; the id this home would make
becomes a local alias, so that the next conversation goes on where the file ended.
"""

from __future__ import annotations

from holdfast.exchange.rows import local_id
from holdfast.exchange.work import ADDED, CONFLICT, MERGED, REFUSED, SKIPPED, Work
from holdfast.model import Scope
from holdfast.scope.identity import SEPARATOR
from holdfast.scope.reach import Group
from holdfast.store import groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_RENEWED = ("group_no", "state", "seen_at", "ended_at", "turn_count", "epoch", "task", "project", "git")


def take_group(work: Work, row: dict[str, Any]) -> str:
    """Find or make the group that a group of the file stands for."""
    scope, identity = Scope(row["scope"]), SEPARATOR.join(row["identity"])
    known = groups.find(work.tx, row["id"])
    if known is not None:
        if known.scope is not scope:
            return CONFLICT
        work.groups[row["id"]] = known
        return SKIPPED
    ours = _local_id(work, row, scope, identity)
    here = groups.find(work.tx, ours) if ours else None
    if here is None:
        wanted = Group(no=0, id=row["id"], scope=scope, agent=row["agent"], label=row["label"], identity=identity)
        here = wanted if work.trust.is_dry else _make(work, wanted, row["created_at"])
    work.groups[row["id"]] = here
    if not work.trust.is_dry:
        groups.alias(work.tx, row["id"], here.no, is_local=False)
        if ours and ours != here.id:
            groups.alias(work.tx, ours, here.no, is_local=True)
    return ADDED


def take_alias(work: Work, row: dict[str, Any]) -> str:
    """Let a group be found under one more id, when the file may say so."""
    group = work.at(row["group"])
    if not work.trust.is_believed or groups.find(work.tx, row["alias"]) is not None:
        return SKIPPED
    if not work.trust.is_dry:
        groups.alias(work.tx, row["alias"], group.no, is_local=False)
    return ADDED


def take_session(work: Work, row: dict[str, Any]) -> str:
    """Add a session, or renew what the same session counts."""
    group = work.at(row["group"])
    workspace = work.at(row["workspace"]) if row["workspace"] else None
    if work.buried.covers(group.no, row["seen_at"]):
        return REFUSED
    if work.trust.is_dry:
        return SKIPPED if group.no and work.tx.one("sessions.by_group", group_no=group.no) else ADDED
    if workspace is not None:
        ours = local_id(work.core, Scope.SESSION, work.core.session_key(workspace.id, row["id"]), group.agent)
        groups.alias(work.tx, ours, group.no, is_local=True)
    values = {
        **row, "group_no": group.no, "workspace_no": workspace.no if workspace else 0, "owner": work.owner(row["owner"]),
    }  # fmt: skip
    del values["group"], values["workspace"]
    if work.tx.one("sessions.by_group", group_no=group.no) is None:
        work.link()
        return ADDED if work.tx.one("exchange.add_session", **values) is not None else SKIPPED
    renewed = {name: values[name] for name in _RENEWED}
    return MERGED if work.trust.is_ours and work.tx.one("exchange.renew_session", **renewed) else SKIPPED


def _local_id(work: Work, row: dict[str, Any], scope: Scope, identity: str) -> str:
    """Return the id under which this home would look for the group, where that can be told."""
    if scope is Scope.USER and row["mine"]:
        return local_id(work.core, scope, work.core.user_key, row["agent"])
    return local_id(work.core, scope, identity, row["agent"]) if scope is Scope.WORKSPACE and identity else ""


def _make(work: Work, wanted: Group, at: str) -> Group:
    work.link()
    made = work.tx.one(
        "exchange.add_group", group_id=wanted.id, scope=wanted.scope, agent=wanted.agent, label=wanted.label,
        identity=wanted.identity, created_at=at,
    )  # fmt: skip
    return wanted.evolve(no=made[0])  # type: ignore[index]
