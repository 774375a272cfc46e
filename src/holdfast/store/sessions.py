"""Sessions and the ledger of what each has already been shown."""

from __future__ import annotations

from holdfast import errors
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.model import StoredMemory
    from holdfast.store.database import Row, Transaction


class Session(Value):
    """One conversation of a host in a workspace."""

    id: str
    group_no: int
    workspace_no: int
    owner: str
    host: str = ""
    state: str = "active"
    started_at: str = ""
    seen_at: str = ""
    ended_at: str | None = None
    turn_count: int = 0
    epoch: int = 0
    task: str | None = None
    project: str | None = None
    git: str | None = None
    no: int = 0

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of a session."""
        hidden = {"no", "group_no", "workspace_no", "owner", "epoch"}
        return {field: value for field, value in self.as_dict().items() if field not in hidden}


def ensure(tx: Transaction, wanted: Session, at: str) -> Session:
    """Return the session of that group, making it when it is new."""
    found = of_group(tx, wanted.group_no)
    if found is not None:
        return found
    tx.rows(
        "sessions.insert", id=wanted.id, group_no=wanted.group_no, workspace_no=wanted.workspace_no,
        owner=wanted.owner, host=wanted.host, at=at, task=wanted.task, project=wanted.project, git=wanted.git,
    )  # fmt: skip
    made = of_group(tx, wanted.group_no)
    if made is None:
        raise LookupError(f"session {wanted.id} could not be made")
    return made


def of_group(tx: Transaction, group_no: int) -> Session | None:
    """Return the session whose episodes a group holds."""
    row = tx.one("sessions.by_group", group_no=group_no)
    return _session(row) if row else None


def get(tx: Transaction, workspace_no: int, owner: str, prefix: str) -> Session:
    """Return a session of a workspace by id or unique prefix."""
    rows = tx.rows("sessions.by_prefix", workspace_no=workspace_no, owner=owner, low=prefix, high=prefix + "\U0010ffff")
    exact = [row for row in rows if row[1] == prefix]
    if len(rows) > 1 and not exact:
        raise errors.Ambiguous(f"{prefix!r} fits several sessions", why=", ".join(row[1] for row in rows))
    if not rows:
        raise errors.NotFound(f"there is no session {prefix!r} in this workspace", hint="holdfast session list")
    return _session((exact or rows)[0])


def of_workspace(tx: Transaction, workspace_no: int, owner: str, limit: int) -> list[Session]:
    """Return the sessions of a workspace, latest first."""
    return [
        _session(row) for row in tx.rows("sessions.of_workspace", workspace_no=workspace_no, owner=owner, limit=limit)
    ]


def injected(tx: Transaction, session: Session) -> dict[str, int]:
    """Return the memories this session has been shown since its last compaction, with their versions."""
    return dict(tx.rows("sessions.injected", group_no=session.group_no, epoch=session.epoch))


def inject(tx: Transaction, session: Session, memories: Sequence[StoredMemory]) -> None:
    """Note that a session was shown these memories."""
    for memory in memories:
        tx.rows(
            "sessions.inject", group_no=session.group_no, epoch=session.epoch, memory=memory.id, version=memory.version
        )


def mark(tx: Transaction, session: Session, name: str, version: int) -> None:
    """Note in a session's ledger something that is no memory, such as the start or a task."""
    tx.rows("sessions.inject", group_no=session.group_no, epoch=session.epoch, memory=name, version=version)


def _session(row: Row) -> Session:
    return Session(
        no=row[0], id=row[1], group_no=row[2], workspace_no=row[3], owner=row[4], host=row[5], state=row[6],
        started_at=row[7], seen_at=row[8], ended_at=row[9], turn_count=row[10], epoch=row[11], task=row[12],
        project=row[13], git=row[14],
    )  # fmt: skip
