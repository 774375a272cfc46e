"""What was forgotten stays forgotten: keyed marks of texts that only the person may bring back."""

from __future__ import annotations

from holdfast.scope.keys import keyed_digest
from holdfast.text.fingerprint import fingerprint
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.model import StoredMemory
    from holdfast.store.database import Transaction


class Tombstone(Value):
    """One mark: which text it stands for only the key can tell."""

    group_no: int
    mark: str
    memory: str
    at: str


WHOLE_GROUP = "*"  # the mark of everything a group held up to a moment


def mark_of(key: bytes, content: str) -> str:
    """Return the mark a text leaves; without the key it says nothing about the text."""
    return keyed_digest(key, "tombstone", fingerprint(content))


def bury(tx: Transaction, key: bytes, memory: StoredMemory, at: str) -> None:
    """Leave a tombstone for a memory's text in its group."""
    tx.rows("changes.bury", group_no=memory.group_no, mark=mark_of(key, memory.content), memory=memory.id, at=at)


def is_buried(tx: Transaction, key: bytes, group_no: int, content: str) -> bool:
    """Say whether that text was forgotten in that group."""
    return find(tx, group_no, mark_of(key, content)) is not None


def find(tx: Transaction, group_no: int, mark: str) -> Tombstone | None:
    """Return the tombstone of that mark, when there is one."""
    row = tx.one("changes.tombstone", group_no=group_no, mark=mark)
    return Tombstone(group_no=row[0], mark=row[1], memory=row[2], at=row[3]) if row else None


def put(tx: Transaction, stone: Tombstone) -> None:
    """Set a tombstone back where it was."""
    tx.rows("changes.bury", **stone.as_dict())


def drop(tx: Transaction, stone: Tombstone) -> None:
    """Lift a tombstone; only an act of the person leads here."""
    tx.rows("changes.unbury", group_no=stone.group_no, mark=stone.mark)


def unbury(tx: Transaction, key: bytes, group_no: int, content: str) -> Tombstone | None:
    """Lift the tombstone of a text and return it; only an act of the person leads here."""
    stone = find(tx, group_no, mark_of(key, content))
    if stone is not None:
        drop(tx, stone)
    return stone


def bury_group(tx: Transaction, group_no: int, at: str) -> None:
    """Leave a tombstone for everything that a group held until now, without naming any of it."""
    tx.rows("changes.unbury", group_no=group_no, mark=WHOLE_GROUP)
    tx.rows("changes.bury", group_no=group_no, mark=WHOLE_GROUP, memory="", at=at)
