"""One import in progress: what it may do, what it has met, and how it writes."""

from __future__ import annotations

from collections import Counter

from holdfast import errors
from holdfast.exchange.rows import MINE
from holdfast.model import Origin, least_trusted
from holdfast.store import groups, tombstones
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from holdfast.core import Core
    from holdfast.exchange.ledger import Ledger
    from holdfast.scope.reach import Group, Reach
    from holdfast.store.database import Transaction

PAGE = 1000

# What became of one row.
ADDED, MERGED, SKIPPED, REFUSED, CONFLICT = "added", "merged", "skipped", "refused", "conflicts"


class Trust(Value):
    """What an import may do, decided once for the whole file."""

    is_restore: bool  # into a store that holds nothing: every row as it is, logs included
    is_ours: bool  # the file proves that this home, or one with its key, wrote it
    keeps_origins: bool
    is_dry: bool

    @property
    def is_believed(self) -> bool:
        """Whether the file may bring marks, other names and logs."""
        return self.is_restore or self.is_ours


class Work:
    """The state of one import; each batch has its own transaction."""

    def __init__(self, core: Core, tx: Transaction, trust: Trust, ledger: Ledger) -> None:
        self.core = core
        self.tx = tx
        self.trust = trust
        self.ledger = ledger
        self.counts: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self.groups: dict[str, Group] = {}  # by their ids in the file
        self.renamed: dict[str, str] = {}  # memories that were united with ours
        self.buried = Buried(tx if not trust.is_restore else None)

    def at(self, group_id: str) -> Group:
        """Return the group here that a row of the file belongs to."""
        found = self.groups.get(group_id)
        if found is None:
            raise errors.BadInput(f"the group {group_id[:60]!r} is not in the file, or is another here")
        return found

    def reach(self, number: int) -> Reach:
        """Return the reach over one group."""
        return groups.reach_over(self.tx, [number])

    def owner(self, owner: str) -> str:
        """Return the owner that a row of the file has here."""
        return self.core.owner_of(owner.removeprefix(MINE)) if owner.startswith(MINE) else owner

    def named(self, memory_id: Any) -> Any:
        """Return the id under which a memory of the file is known here."""
        return self.renamed.get(memory_id, memory_id)

    def lowered(self, origin: Origin) -> Origin:
        """Return an origin with no more trust than the file deserves, and count it when that is less."""
        allowed = origin if self.trust.keeps_origins else least_trusted([origin, Origin.IMPORT])
        self.counts["lowered"] += allowed is not origin
        return allowed

    def write(self, write: Callable[[], object], noun: str, row_id: str, before: Value | None, after: Value) -> None:
        """Write a row that undo can take back."""
        if self.trust.is_dry:
            return
        write()
        if not self.trust.is_restore:
            self.ledger.note(self.tx, noun, row_id, before, after)

    def link(self) -> None:
        """Leave the import in the audit chain before a row is written that undo does not take back."""
        if not (self.trust.is_restore or self.trust.is_dry):
            self.ledger.link(self.tx)


class Buried:
    """What was forgotten here, read once."""

    def __init__(self, tx: Transaction | None) -> None:
        self.ids: set[str] = set()
        self.marks: dict[int, dict[str, str]] = {}  # by group, with their times
        after, after_mark = 0, ""
        while tx and (rows := tx.rows("exchange.buried", after=after, after_mark=after_mark, limit=PAGE)):
            for number, mark, memory, at in rows:
                if memory:
                    self.ids.add(memory)
                self.marks.setdefault(number, {})[mark] = at
            after, after_mark = rows[-1][0], rows[-1][1]

    def covers(self, number: int, made_at: str) -> bool:
        """Say whether a row stood in a group that was purged since."""
        return made_at <= self.marks.get(number, {}).get(tombstones.WHOLE_GROUP, "")

    def holds(self, key: bytes, number: int, content: str, created_at: str) -> bool:
        """Say whether a text was forgotten here, or stood in a group that was purged since."""
        if not self.marks or self.covers(number, created_at):
            return bool(self.marks)
        mark = tombstones.mark_of(key, content) if content else ""
        return any(mark in of_group for of_group in self.marks.values())
