"""The journal: immutable episodes, each stored once under its stable name."""

from __future__ import annotations

from holdfast import errors
from holdfast.ids import parse_prefix
from holdfast.model import Episode, Origin, Role
from holdfast.store.digest import digest
from holdfast.store.memories import AFTER_ANY_ID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from holdfast.store.database import Row, Transaction

PAGE_ROWS = 500


def add(tx: Transaction, episode: Episode) -> bool:
    """Append an episode; return False when its name is already taken in its group."""
    return tx.one("episodes.insert", **columns(episode)) is not None


def add_many(tx: Transaction, episodes: Sequence[Episode]) -> None:
    """Append many episodes; those whose names are taken are left as they are."""
    tx.many("episodes.insert", [columns(episode) for episode in episodes])


def named(tx: Transaction, group_no: int, name: str) -> Episode | None:
    """Return the episode of a group with that name."""
    row = tx.one("episodes.by_name", group_no=group_no, name=name)
    return from_row(row) if row else None


def get(tx: Transaction, groups: Sequence[int], id_or_prefix: str) -> Episode:
    """Return one episode within these groups by id or unique prefix."""
    prefix = parse_prefix(id_or_prefix, "e")
    rows = tx.rows("episodes.by_prefix", low=prefix, high=prefix + AFTER_ANY_ID, groups=list(groups), limit=2)
    if not rows:
        raise errors.NotFound(f"there is no episode {id_or_prefix!r} here", hint="holdfast session list")
    if len(rows) > 1:
        raise errors.Ambiguous(f"{id_or_prefix!r} fits several episodes")
    return from_row(rows[0])


def of_group(tx: Transaction, group_no: int) -> Iterator[Episode]:
    """Yield the episodes of a session in the order they were stored."""
    after = 0
    while rows := tx.rows("episodes.of_group", group_no=group_no, after=after, limit=PAGE_ROWS):
        yield from (from_row(row) for row in rows)
        after = rows[-1][0]


def last(tx: Transaction, group_no: int) -> Episode | None:
    """Return the episode that was stored last in a session."""
    row = tx.one("episodes.last", group_no=group_no)
    return from_row(row) if row else None


def from_row(row: Row) -> Episode:
    """Return the value of a row of the episodes table."""
    return Episode(
        no=row[0], id=row[1], group_no=row[2], name=row[3], turn=row[4], role=Role(row[5]), origin=Origin(row[6]),
        host=row[7], content=row[8], truncated=bool(row[9]), redacted=row[10], task=row[11], project=row[12],
        occurred_at=row[13], created_at=row[14],
    )  # fmt: skip


def columns(episode: Episode) -> dict[str, Any]:
    """Return the row of an episode, digest included."""
    values = episode.as_dict()
    for name in ("no", "group", "session"):
        del values[name]
    values["truncated"] = int(episode.truncated)
    values["digest"] = row_digest(values)
    return values


def row_digest(values: dict[str, Any]) -> str:
    """Return the digest of an episode's columns."""
    return digest(*(values[name] for name in DIGESTED))


DIGESTED = (
    "id", "name", "turn", "role", "origin", "host", "content", "truncated", "redacted", "task", "project",
    "occurred_at", "created_at",
)  # fmt: skip
