"""The one change that an import into a store in use is recorded as, written row by row.

It differs from a `Recorder` in that it may span several transactions and never holds the rows.
"""

from __future__ import annotations

import json

from holdfast.store.changes import audit
from holdfast.store.digest import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.store.database import Transaction
    from holdfast.values import Value

VERB = "import"


class Ledger:
    """Notes what an import changes, so that `undo` can take it back."""

    def __init__(self, core: Core, subject: str) -> None:
        self._core = core
        self._subject = subject
        self._id = core.new_id("c")
        self._number: int | None = None
        self._place = 0
        self._is_linked = False

    @property
    def change(self) -> str | None:
        """The change's id, once there is something to undo."""
        return self._id if self._number is not None else None

    def link(self, tx: Transaction) -> None:
        """Append the import to the audit chain, with the first thing it writes."""
        if not self._is_linked:
            audit(tx, self._core.clock(), self._core.actor, VERB, [self._id, self._subject])
            self._is_linked = True

    def note(self, tx: Transaction, noun: str, row_id: str, before: Value | None, after: Value) -> None:
        """Note one row as it was and as it is."""
        self.link(tx)
        if self._number is None:
            made = tx.one(
                "changes.open", id=self._id, at=self._core.clock(), owner=self._core.owner, actor=self._core.actor,
                verb=VERB, reason="", undoes=None,
            )  # fmt: skip
            self._number = int(made[0])  # type: ignore[index]
        was, now = (
            json.dumps(one.as_dict(), ensure_ascii=False, sort_keys=True) if one else None for one in (before, after)
        )
        tx.rows(
            "changes.row", change_no=self._number, place=self._place, noun=noun, row_id=row_id, before=was, after=now,
            digest=digest(noun, row_id, was, now),
        )  # fmt: skip
        self._place += 1
