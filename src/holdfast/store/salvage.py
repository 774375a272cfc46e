"""Sorting what was found on the pages of a damaged store: which row of which table it is, and whether it is whole.

A record is a row when it has the table's columns with values such as the table holds; where a row has a digest, the
digest decides. The indexes tell which rows there were, so that what is lost can be named, and where an index names fewer
rows than there are, that it is damaged itself.
"""

from __future__ import annotations

import re

from holdfast.model import Layer, Scope, Status
from holdfast.store import episodes, memories, work
from holdfast.store.digest import digest
from holdfast.text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from holdfast.store.sqlite_pages import Field, Record

    Check = Callable[[Any], bool]

COLUMNS: dict[str, tuple[str, ...]] = {
    "groups": ("group_no", "group_id", "scope", "agent", "label", "identity", "created_at"),
    "aliases": ("alias", "group_no", "is_local"),
    "roots": ("root_id", "owner", "group_no", "remote", "trust", "decided_at"),
    "consents": ("group_no", "owner", "endpoint", "purposes", "text_version", "granted_at", "revoked_at"),
    "sessions": (
        "session_no", "id", "group_no", "workspace_no", "owner", "host", "state", "started_at", "seen_at", "ended_at",
        "turn_count", "epoch", "task", "project", "git",
    ),
    "episodes": (
        "episode_no", "id", "group_no", "name", "turn", "role", "origin", "host", "content", "truncated", "redacted", "task",
        "project", "occurred_at", "created_at", "digest",
    ),
    "memories": (
        "memory_no", "id", "group_no", "layer", "kind", "source", "origin", "status", "content", "tags", "citations",
        "anchors", "confidence", "created_at", "updated_at", "valid_from", "valid_to", "project", "task", "subject", "reason",
        "superseded_by", "conflicts_with", "version", "fingerprint", "digest", "recall_count", "last_recalled_at",
    ),
    "derivations": ("child", "parent", "how"),
    "projects": ("project_no", "name", "group_no", "about", "created_at", "updated_at", "digest"),
    "tasks": (
        "task_no", "id", "group_no", "title", "state", "status", "project", "links", "archived_as", "created_at",
        "updated_at", "done_at", "digest",
    ),
    "recalls": (
        "recall_no", "id", "workspace_no", "group_no", "owner", "turn", "at", "purpose", "query", "scopes", "block", "chars",
        "found", "timings",
    ),
    "recall_hits": ("recall_no", "place", "memory", "outcome", "score", "parts"),
    "queue": (
        "job_no", "sink", "name", "group_no", "payload", "state", "attempts", "ready_at", "lease_owner", "lease_until",
        "error", "created_at",
    ),
    "tombstones": ("group_no", "mark", "memory", "at"),
    "changes": ("change_no", "id", "at", "owner", "actor", "verb", "reason", "undoes", "undone_by"),
    "change_rows": ("change_no", "place", "noun", "row_id", "before", "after", "digest"),
    "audit": ("audit_no", "at", "actor", "verb", "subjects", "hash"),
}  # fmt: skip

BY_ID = {"e": "episodes", "m": "memories", "t": "tasks", "r": "recalls", "c": "changes"}
# What remains of a table is worth less than its rows, or made from them: what was shown, leases, counters, vectors.
LEFT_OUT = ("injections", "leases", "counters", "failures", "meta", "shelves", "vectors")

_REALS = ("confidence", "score")
_ID = re.compile(r"[a-z]_[a-z0-9]{4,40}")
_NOTE = re.compile(r"local\.[a-z-]+")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_GROUP = re.compile(r"(g[swuh]|session|workspace|user|shared)_\S+")
_MARK = re.compile(r"[0-9a-f]{64}|\*")
_HASH = re.compile(r"[0-9a-f]{64}")


class Salvage:
    """Sorts records into rows, and remembers which rows there were but are not whole."""

    def __init__(self) -> None:
        self.spoiled: dict[str, set[str]] = {table: set() for table in COLUMNS}
        self.known: dict[str, set[str]] = {table: set() for table in BY_ID.values()}
        self.definitions: set[str] = set()
        self.notes: dict[str, str] = {}  # what the store notes about itself

    def rows(self, records: Iterable[Record]) -> Iterator[tuple[str, tuple[Field, ...]]]:
        """Yield every whole row with its table, as it is to be stored again."""
        for record in records:
            for table, row in _candidates(record):
                if not _HOLDS[table](_named(table, row)):
                    continue
                if is_whole(table, row):
                    yield table, mended(table, row)
                    break
                self.spoiled[table].add(_name(table, row))
            else:
                self._note_known(record)

    def _note_known(self, record: Record) -> None:
        """Take an entry of an index by id as a sign that there was such a row; note what else tells of the store."""
        match record.number, record.fields:
            case int(), ("table" | "index", _, _, _, definition):
                self.definitions.add(str(definition))
            case None, (str() as name, int()) if _ID.fullmatch(name) and name[0] in BY_ID:
                self.known[BY_ID[name[0]]].add(name)
            case None, (str() as name, str() as value) if _NOTE.fullmatch(name):
                self.notes[name] = value


def is_whole(table: str, row: tuple[Field, ...]) -> bool:
    """Say whether a row is what its digest says; one without a digest is taken as it is."""
    check = _DIGESTS.get(table)
    return check is None or check(_named(table, row)) == _named(table, row)["digest"]


def mended(table: str, row: tuple[Field, ...]) -> tuple[Field, ...]:
    """Return a row with what can be computed computed anew."""
    if table != "memories":
        return row
    named = _named(table, row)
    return tuple({**named, "fingerprint": fingerprint(str(named["content"]))}.values())


def _candidates(record: Record) -> Iterator[tuple[str, tuple[Field, ...]]]:
    for table, names in COLUMNS.items():
        if len(names) == len(record.fields) and (record.number is None) == (table in _KEYED):
            fields = record.fields if record.number is None else (record.number, *record.fields[1:])
            yield table, tuple(map(_as_stored, names, fields))


def _as_stored(column: str, value: Field) -> Field:
    """Return a value as SQLite would: a whole number in a column of reals stands on the page as an integer."""
    return float(value) if column in _REALS and isinstance(value, int) else value


def _named(table: str, row: tuple[Field, ...]) -> dict[str, Any]:
    return dict(zip(COLUMNS[table], row, strict=True))


def _name(table: str, row: tuple[Field, ...]) -> str:
    return f"{row[3]!s} in change {row[0]!s}" if table == "change_rows" else str(row[1])


def _is(**checks: Check) -> Check:
    return lambda row: all(check(row[name]) for name, check in checks.items())


def _like(pattern: re.Pattern[str]) -> Check:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def _among(*names: str) -> Check:
    return lambda value: value in names


def _text(value: object) -> bool:
    return isinstance(value, str)


def _number(value: object) -> bool:
    return isinstance(value, int)


def _maybe_text(value: object) -> bool:
    return value is None or isinstance(value, str)


# Tables that are an index themselves: their rows have no number.
_KEYED = frozenset(("aliases", "roots", "consents", "derivations", "recall_hits", "tombstones", "change_rows"))
_id, _time = _like(_ID), _like(_TIME)

# What a row of each table must look like. Where there is a digest this only keeps other tables' rows out.
_HOLDS: dict[str, Check] = {
    "groups": _is(group_id=_like(_GROUP), scope=_among(*Scope), agent=_text, label=_text, identity=_text, created_at=_time),
    "aliases": _is(alias=_like(_GROUP), group_no=_number, is_local=_among(0, 1)),  # type: ignore[arg-type]
    "roots": _is(
        root_id=_like(_HASH), owner=_like(_GROUP), group_no=_number, remote=_text,
        trust=_among("unknown", "trusted", "untrusted"), decided_at=_maybe_text,
    ),
    "consents": _is(group_no=_number, owner=_like(_GROUP), endpoint=_text, text_version=_number, granted_at=_time),
    "sessions": _is(id=_text, group_no=_number, workspace_no=_number, owner=_like(_GROUP), started_at=_time, seen_at=_time),
    "episodes": _is(id=_id, group_no=_number, name=_text, content=_text),
    "memories": _is(id=_id, group_no=_number, layer=_among(*Layer), status=_among(*Status), content=_text),
    "derivations": _is(child=_id, parent=_id, how=_text),
    "projects": _is(name=_text, group_no=_number, about=_text, digest=_text),
    "tasks": _is(id=_id, group_no=_number, title=_text, state=_text),
    "recalls": _is(id=_id, workspace_no=_number, group_no=_number, at=_time, query=_text, scopes=_text, block=_text),
    "recall_hits": _is(recall_no=_number, place=_number, memory=_id, outcome=_text, parts=_text),
    "queue": _is(sink=_text, name=_text, group_no=_number, payload=_text, attempts=_number, ready_at=_time, created_at=_time),
    "tombstones": _is(group_no=_number, mark=_like(_MARK), memory=_text, at=_text),
    "changes": _is(id=_id, at=_time, owner=_like(_GROUP), actor=_text, verb=_text, reason=_text),
    "change_rows": _is(change_no=_number, place=_number, noun=_text, row_id=_text, before=_maybe_text, after=_maybe_text),
    "audit": _is(at=_time, actor=_text, verb=_text, subjects=_text, hash=_like(_HASH)),
}  # fmt: skip

_DIGESTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "episodes": episodes.row_digest,
    "memories": memories.row_digest,
    "tasks": work.task_digest,
    "projects": work.project_digest,
    "change_rows": lambda row: digest(row["noun"], row["row_id"], row["before"], row["after"]),
}
