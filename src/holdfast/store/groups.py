"""Groups, the aliases they are found by, the folders they belong to, and the consents given for them."""

from __future__ import annotations

import json

from holdfast.gate.consent import Consent
from holdfast.model import Scope
from holdfast.scope.reach import Group, Reach
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.store.database import Row, Transaction


class KnownRoot(Value):
    """A folder the person decided about."""

    group_no: int
    remote: str
    trust: str
    decided_at: str | None


def find(tx: Transaction, alias: str) -> Group | None:
    """Return the group known under an id or alias."""
    row = tx.one("groups.find", alias=alias)
    return _group(row) if row else None


def get(tx: Transaction, group_no: int) -> Group:
    """Return an existing group by number."""
    row = tx.one("groups.get", group_no=group_no)
    if row is None:
        raise LookupError(f"group {group_no} does not exist")
    return _group(row)


def reach_over(tx: Transaction, numbers: Iterable[int]) -> Reach:
    """Return the reach over these groups as far as they exist: for acts of the store's owner on rows named before."""
    rows = [tx.one("groups.get", group_no=number) for number in dict.fromkeys(numbers)]
    return Reach(groups=tuple(_group(row) for row in rows if row is not None))


def ensure(tx: Transaction, wanted: Group, at: str, *, shown: str = "") -> Group:
    """Return the group that is found by that id, making it when it is new; `shown` is another id to show it with."""
    found = find(tx, wanted.id)
    if found is not None:
        return found
    shown = shown or wanted.id
    row = tx.one(
        "groups.insert", group_id=shown, scope=wanted.scope, agent=wanted.agent, label=wanted.label,
        identity=wanted.identity, created_at=at,
    )  # fmt: skip
    if row is not None:
        for name in dict.fromkeys((wanted.id, shown)):
            alias(tx, name, row[0], is_local=False)
        return wanted.evolve(no=row[0], id=shown)
    found = find(tx, wanted.id)  # another writer was first
    if found is None:
        raise LookupError(f"group {wanted.id} could not be made")
    return found


def alias(tx: Transaction, name: str, group_no: int, *, is_local: bool) -> None:
    """Let a group be found under one more id."""
    tx.rows("groups.alias", alias=name, group_no=group_no, is_local=int(is_local))


def of_scope(tx: Transaction, scope: Scope, agent: str = "") -> list[Group]:
    """Return the groups of one scope, by label."""
    return [_group(row) for row in tx.rows("groups.of_scope", scope=scope, agent=agent)]


def used_by(tx: Transaction, owner: str) -> frozenset[int]:
    """Return the numbers of the groups in which one person has a folder, a conversation or a consent."""
    return frozenset(row[0] for row in tx.rows("groups.used_by", owner=owner))


def every(tx: Transaction) -> list[Group]:
    """Return all groups of the store: for export, purge and doctor, which act for its owner."""
    return [_group(row) for row in tx.rows("groups.all")]


def root(tx: Transaction, root_id: str, owner: str) -> KnownRoot | None:
    """Return what was decided about a folder."""
    row = tx.one("groups.root", root_id=root_id, owner=owner)
    return KnownRoot(group_no=row[0], remote=row[1], trust=row[2], decided_at=row[3]) if row else None


def identities(tx: Transaction, group_no: int) -> list[str]:
    """Return the repositories a group stands for: its own, and those of the groups that were merged into it."""
    return [row[0] for row in tx.rows("groups.identities", group_no=group_no)]


def set_root(tx: Transaction, root_id: str, owner: str, known: KnownRoot) -> None:
    """Record which workspace a folder belongs to and whether it is trusted."""
    tx.rows("groups.set_root", root_id=root_id, owner=owner, **known.as_dict())


def consent(tx: Transaction, group_no: int, owner: str, endpoint: str) -> Consent | None:
    """Return the consent given for a workspace and an endpoint, revoked or not."""
    row = tx.one("groups.consent", group_no=group_no, owner=owner, endpoint=endpoint)
    return _consent(tx, row) if row else None


def consents(tx: Transaction, owner: str) -> list[Consent]:
    """Return every consent one person gave."""
    return [_consent(tx, row) for row in tx.rows("groups.consents", owner=owner)]


def grant(tx: Transaction, group_no: int, owner: str, given: Consent) -> None:
    """Record a consent, renewing an older one for the same endpoint."""
    tx.rows(
        "groups.grant", group_no=group_no, owner=owner, endpoint=given.endpoint,
        purposes=json.dumps(list(given.purposes)), text_version=given.text_version, granted_at=given.granted_at,
    )  # fmt: skip


def revoke(tx: Transaction, group_no: int, owner: str, at: str) -> Sequence[str]:
    """Revoke every consent for a workspace and return the endpoints it covered."""
    return [row[0] for row in tx.rows("groups.revoke", group_no=group_no, owner=owner, revoked_at=at)]


def _group(row: Row) -> Group:
    return Group(no=row[0], id=row[1], scope=Scope(row[2]), agent=row[3], label=row[4], identity=row[5])


def _consent(tx: Transaction, row: Row) -> Consent:
    return Consent(
        group=get(tx, row[0]).id, endpoint=row[1], purposes=tuple(json.loads(row[2])), text_version=row[3],
        granted_at=row[4], revoked_at=row[5],
    )  # fmt: skip
