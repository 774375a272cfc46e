"""Every change with the rows as they were before and after: one mechanism for history, undo and audit.

A change is written in the transaction that makes it. The audit chain beside it holds ids and verbs but no
text; each link's hash covers the one before, so that a removed or altered link shows (`verify`).
"""

from __future__ import annotations

import json

from holdfast import errors
from holdfast.hashes import sha256
from holdfast.ids import parse_prefix
from holdfast.store.digest import digest
from holdfast.store.memories import AFTER_ANY_ID
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    from holdfast.store.database import Row, Transaction

    class Notes(Protocol):
        """What is told of each row that a change writes: a `Recorder`, or the ledger of a change of many transactions."""

        def note(self, noun: str, row_id: str, before: Value | None, after: Value | None) -> None:
            """Note one row as it was and as it is."""


GENESIS = "0" * 64
AUDIT_PAGE = 1000


class ChangedRow(Value):
    """One row of a change; `None` stands for a row that did not, or does not, exist."""

    noun: str
    row_id: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class Change(Value):
    """One act that can be shown and undone."""

    id: str
    at: str
    actor: str
    verb: str
    reason: str = ""
    undoes: str | None = None
    undone_by: str | None = None
    no: int = 0

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of a change."""
        return {field: value for field, value in self.as_dict().items() if field != "no"}


class Recorder:
    """Collects the rows of one change; `close` writes them and the audit link."""

    def __init__(self, tx: Transaction, change: Change, owner: str) -> None:
        self._tx = tx
        self._owner = owner
        self.change = change
        self.rows: list[ChangedRow] = []

    def note(self, noun: str, row_id: str, before: Value | None, after: Value | None) -> None:
        """Note one row as it was and as it is."""
        self.rows.append(
            ChangedRow(
                noun=noun,
                row_id=row_id,
                before=before.as_dict() if before else None,
                after=after.as_dict() if after else None,
            )
        )

    def close(self) -> Change:
        """Write the change; nothing is written when no row was noted."""
        if not self.rows:
            return self.change
        made = self._tx.one(
            "changes.open", id=self.change.id, at=self.change.at, owner=self._owner, actor=self.change.actor,
            verb=self.change.verb, reason=self.change.reason, undoes=self.change.undoes,
        )  # fmt: skip
        for place, row in enumerate(self.rows):
            before, after = _dump(row.before), _dump(row.after)
            self._tx.rows(
                "changes.row", change_no=made[0], place=place, noun=row.noun, row_id=row.row_id,  # type: ignore[index]
                before=before, after=after, digest=digest(row.noun, row.row_id, before, after),
            )  # fmt: skip
        audit(self._tx, self.change.at, self.change.actor, self.change.verb, [_subject(row) for row in self.rows])
        return self.change.evolve(no=made[0])  # type: ignore[index]


def get(tx: Transaction, owner: str, id_or_prefix: str) -> Change:
    """Return one change by id or unique prefix."""
    prefix = parse_prefix(id_or_prefix, "c")
    rows = tx.rows("changes.by_prefix", owner=owner, low=prefix, high=prefix + AFTER_ANY_ID)
    if not rows:
        raise errors.NotFound(f"there is no change {id_or_prefix!r}", hint="holdfast undo --list")
    if len(rows) > 1:
        raise errors.Ambiguous(f"{id_or_prefix!r} fits several changes")
    return _change(rows[0])


def last_undoable(tx: Transaction, owner: str) -> Change | None:
    """Return the latest change that has not been undone."""
    row = tx.one("changes.last_open", owner=owner)
    return _change(row) if row else None


def latest(tx: Transaction, owner: str, limit: int) -> list[Change]:
    """Return the last changes, newest first."""
    return [_change(row) for row in tx.rows("changes.latest", owner=owner, limit=limit)]


def rows_of(tx: Transaction, change: Change) -> list[ChangedRow]:
    """Return the rows of a change in the order they were written."""
    return [
        ChangedRow(noun=row[1], row_id=row[2], before=_load(row[3]), after=_load(row[4]))
        for row in tx.rows("changes.rows", change_no=change.no)
    ]


def history(tx: Transaction, noun: str, row_id: str) -> list[dict[str, Any]]:
    """Return every change of one row, oldest first, with what it said after each."""
    fields = ("change", "at", "actor", "verb", "reason")
    return [
        {**dict(zip(fields, row[:5], strict=True)), "before": _load(row[5]), "after": _load(row[6])}
        for row in tx.rows("changes.of_row", noun=noun, row_id=row_id)
    ]


def audit(tx: Transaction, at: str, actor: str, verb: str, subjects: list[str]) -> None:
    """Append one link to the audit chain."""
    last = tx.one("changes.audit_last")
    number, previous = (last[0] + 1, last[1]) if last else (1, GENESIS)
    listed = json.dumps(subjects)
    tx.rows(
        "changes.audit_add", audit_no=number, at=at, actor=actor, verb=verb, subjects=listed,
        hash=link(previous, number, at, actor, verb, listed),
    )  # fmt: skip


def verify(tx: Transaction) -> str | None:
    """Return what breaks the audit chain first, or None when it is whole."""
    previous, expected = GENESIS, 1
    for number, at, actor, verb, subjects, found in _audit_rows(tx):
        if number != expected:
            return f"link {expected} is missing"
        if found != link(previous, number, at, actor, verb, subjects):
            return f"link {number} was altered"
        previous, expected = found, number + 1
    return None


def _audit_rows(tx: Transaction) -> Iterator[Row]:
    after = 0
    while rows := tx.rows("changes.audit_after", after=after, limit=AUDIT_PAGE):
        yield from rows
        after = rows[-1][0]


def link(previous: str, *fields: object) -> str:
    """Return the hash of an audit link that follows `previous`."""
    return sha256(json.dumps([previous, *fields]).encode()).hexdigest()


def _subject(row: ChangedRow) -> str:
    """Return what the chain says of a row: its id. A project goes by its name, which is text and may have to be erased."""
    return "project" if row.noun == "project" else row.row_id


def _dump(row: dict[str, Any] | None) -> str | None:
    return None if row is None else json.dumps(row, ensure_ascii=False, sort_keys=True)


def _load(text: str | None) -> dict[str, Any] | None:
    return None if text is None else json.loads(text)


def _change(row: Row) -> Change:
    return Change(
        no=row[0], id=row[1], at=row[2], actor=row[3], verb=row[4], reason=row[5], undoes=row[6], undone_by=row[7]
    )
