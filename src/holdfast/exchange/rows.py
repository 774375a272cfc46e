"""What an export holds: each table as JSON rows without any number of this store, in a stable order.

A row refers to groups by group id, to everything else by id, and to the exporting person as `@agent`. Rows stand in
the order in which they were stored, or by key where that order is not kept, so a restored store exports the same bytes.
Left out on purpose: trust and folders, consents, queue, leases, injections, failures, counters, keys, caches and
local aliases, which are this machine's. `tests/exchange/test_round_trip.py` holds the law.
"""

from __future__ import annotations

import json

from holdfast.model import Scope
from holdfast.scope.identity import SEPARATOR
from holdfast.scope.keys import group_id
from holdfast.scope.reach import Group
from holdfast.store import groups as known_groups
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from holdfast.core import Core
    from holdfast.store.database import Row, Transaction

PAGE = 500
MINE = "@"  # then the agent, which is empty for the person alone

GROUP = ("group_no", "id", "scope", "agent", "label", "identity", "created_at")
PROJECT = ("no", "group", "name", "about", "created_at", "updated_at")
TASK = (
    "no", "group", "id", "title", "state", "status", "project", "links", "archived_as", "created_at", "updated_at", "done_at",
)  # fmt: skip
SESSION = (
    "no", "group", "workspace", "id", "owner", "host", "state", "started_at", "seen_at", "ended_at", "turn_count", "epoch",
    "task", "project", "git",
)  # fmt: skip
EPISODE = (
    "no", "group", "id", "name", "turn", "role", "origin", "host", "content", "truncated", "redacted", "task", "project",
    "occurred_at", "created_at",
)  # fmt: skip
MEMORY = (
    "no", "group", "id", "layer", "kind", "source", "origin", "status", "content", "tags", "citations", "anchors",
    "confidence", "created_at", "updated_at", "valid_from", "valid_to", "project", "task", "subject", "reason",
    "superseded_by", "conflicts_with", "version", "recall_count", "last_recalled_at",
)  # fmt: skip
RECALL = (
    "no", "workspace", "group", "id", "owner", "turn", "at", "purpose", "query", "scopes", "block", "chars", "found", "timings",
)  # fmt: skip
CHANGE = ("no", "id", "at", "owner", "actor", "verb", "reason", "undoes", "undone_by")
AUDIT = ("number", "at", "actor", "verb", "subjects", "hash")

# Every field whose words are the person's or an agent's, wherever in a row it stands.
TEXTS = frozenset(
    {
        "content",
        "reason",
        "tags",
        "citations",
        "query",
        "block",
        "title",
        "state",
        "about",
        "links",
        "label",
        "project",
        "subject",
    }
)


class Source(Value):
    """What one export reads from: the groups it may show, by number, and who the person is."""

    ids: dict[int, str]
    owners: dict[str, str]  # every owner that is this person, as the file names it
    is_whole: bool  # every scope: then the logs are part of it
    is_alone: bool  # nobody else's groups stand in the store: then the audit chain is part of it


def source_of(tx: Transaction, core: Core, scopes: tuple[Scope, ...] | None) -> Source:
    """Return what this person may export: all of a store of one's own, one's own part of a shared one."""
    every = known_groups.every(tx)
    owners = {core.owner_of(agent): MINE + agent for agent in {"", core.agent, *(group.agent for group in every)}}
    mine = every
    if core.database.capabilities.several_machines:
        numbers = {row[0] for owner in owners for row in tx.rows("exchange.groups_of_owner", owner=owner)}
        mine = [group for group in every if group.no in numbers or is_mine(tx, core, group)]
    chosen = {group.no: group.id for group in mine if scopes is None or group.scope in scopes}
    return Source(ids=chosen, owners=owners, is_whole=scopes is None, is_alone=len(chosen) == len(every))


def is_mine(tx: Transaction, core: Core, group: Group) -> bool:
    """Say whether a group is the person's own user scope, under whatever id it came."""
    if group.scope is not Scope.USER:
        return False
    found = known_groups.find(tx, local_id(core, Scope.USER, core.user_key, group.agent))
    return found is not None and found.no == group.no


def local_id(core: Core, scope: Scope, stable_key: str, agent: str) -> str:
    """Return the id that this home finds a group by."""
    return group_id(core.keys.key, scope, stable_key, agent, "hashed")


def every_row(tx: Transaction, core: Core, source: Source) -> Iterator[dict[str, Any]]:
    """Yield every row of an export, table by table, referring only backwards."""
    yield from _groups(tx, core, source)
    yield from _aliases(tx, source)
    yield from (_named("project", row, source) for row in _paged(tx, "exchange.projects", PROJECT, source))
    for row in _paged(tx, "exchange.tasks", TASK, source):
        yield _named("task", {**row, "links": json.loads(row["links"])}, source)
    yield from (_session(row, source) for row in _paged(tx, "exchange.sessions", SESSION, source))
    for row in _paged(tx, "exchange.episodes", EPISODE, source):
        yield _named("episode", {**row, "truncated": bool(row["truncated"])}, source)
    exported = set[str]()
    for row in _paged(tx, "exchange.memories", MEMORY, source):
        exported.add(row["id"])
        yield _named("memory", _memory(row), source)
    yield from _derivations(tx, exported)
    yield from _tombstones(tx, source)
    if source.is_whole:
        yield from _recalls(tx, source)
        yield from _changes(tx, source)
        if source.is_alone:
            yield from _audit(tx)
        for name, value in _pages(tx, "exchange.meta", lambda row: {"after": row[0]}, {"after": ""}):
            yield {"table": "meta", "name": name, "value": value}


def _groups(tx: Transaction, core: Core, source: Source) -> Iterator[dict[str, Any]]:
    for row in numbered(tx, "exchange.groups"):
        fields = dict(zip(GROUP, row, strict=True))
        number, scope, agent = fields.pop("group_no"), Scope(fields["scope"]), fields["agent"]
        if number in source.ids:
            identity = fields["identity"].split(SEPARATOR) if fields["identity"] else []
            group = Group(no=number, id=fields["id"], scope=scope, agent=agent)
            yield {**fields, "table": "group", "identity": identity, "mine": is_mine(tx, core, group)}


def _aliases(tx: Transaction, source: Source) -> Iterator[dict[str, Any]]:
    for alias, number in _pages(tx, "exchange.aliases", lambda row: {"after": row[0]}, {"after": ""}):
        group = source.ids.get(number)
        if group is not None and group != alias:
            yield {"table": "alias", "alias": alias, "group": group}


def _session(row: dict[str, Any], source: Source) -> dict[str, Any]:
    workspace = source.ids.get(row["workspace"], "")
    return _named("session", {**row, "workspace": workspace, "owner": _owner(row["owner"], source)}, source)


def _memory(row: dict[str, Any]) -> dict[str, Any]:
    decoded = {name: json.loads(row[name]) for name in ("tags", "citations")}
    return {**row, **decoded, "anchors": [list(pair) for pair in json.loads(row["anchors"]).items()]}


def _derivations(tx: Transaction, exported: set[str]) -> Iterator[dict[str, Any]]:
    start = {"after": "", "after_parent": ""}
    for row in _pages(tx, "exchange.derivations", lambda row: {"after": row[0], "after_parent": row[1]}, start):
        if row[0] in exported:
            yield {"table": "derivation", **dict(zip(("child", "parent", "how"), row, strict=True))}


def _tombstones(tx: Transaction, source: Source) -> Iterator[dict[str, Any]]:
    start = {"after": 0, "after_mark": ""}
    for row in _pages(tx, "exchange.tombstones", lambda row: {"after": row[0], "after_mark": row[1]}, start):
        if row[0] in source.ids:
            fields = dict(zip(("group", "mark", "memory", "at"), row, strict=True))
            yield {**fields, "table": "tombstone", "group": source.ids[row[0]]}


def _recalls(tx: Transaction, source: Source) -> Iterator[dict[str, Any]]:
    after = 0
    while rows := tx.rows("exchange.recalls", after=after, limit=PAGE):
        hits: dict[int, list[dict[str, Any]]] = {}
        for number, memory, outcome, score, parts in tx.rows("exchange.hits", after=after, last=rows[-1][0]):
            hit = {"memory": memory, "outcome": outcome, "score": score, "parts": json.loads(parts)}
            hits.setdefault(number, []).append(hit)
        after = rows[-1][0]
        for row in rows:
            fields = dict(zip(RECALL, row, strict=True))
            number = fields.pop("no")
            if not _is_within(fields, source):
                continue
            yield {
                **fields, "table": "recall", "workspace": source.ids.get(row[1], ""), "group": source.ids.get(row[2], ""),
                "owner": _owner(fields["owner"], source), "scopes": json.loads(fields["scopes"]),
                "timings": json.loads(fields["timings"]), "hits": hits.get(number, []),
            }  # fmt: skip


def _is_within(fields: dict[str, Any], source: Source) -> bool:
    places = (fields["workspace"], fields["group"])
    return all(one in source.ids or one == 0 for one in places) and (
        source.is_alone or fields["owner"] in source.owners
    )


def _changes(tx: Transaction, source: Source) -> Iterator[dict[str, Any]]:
    for row in numbered(tx, "exchange.changes"):
        fields = dict(zip(CHANGE, row, strict=True))
        number = fields.pop("no")
        if not source.is_alone and fields["owner"] not in source.owners:
            continue
        yield {**fields, "table": "change", "owner": _owner(fields["owner"], source)}
        place = -1
        while changed := tx.rows("exchange.change_rows", after=number, after_place=place, limit=PAGE):
            place = changed[-1][1]
            for _, at_place, noun, row_id, before, after in changed:
                yield {
                    "table": "change_row", "change": fields["id"], "place": at_place, "noun": noun, "row_id": row_id,
                    "before": _image(before, source), "after": _image(after, source),
                }  # fmt: skip


def _image(text: str | None, source: Source) -> dict[str, Any] | None:
    if text is None:
        return None
    image: dict[str, Any] = json.loads(text)
    number = image.pop("group_no", 0)
    image.pop("no", None)
    return {**image, "group": source.ids.get(number, image.get("group", ""))}


def _audit(tx: Transaction) -> Iterator[dict[str, Any]]:
    for row in numbered(tx, "changes.audit_after"):
        fields = dict(zip(AUDIT, row, strict=True))
        yield {**fields, "table": "audit", "subjects": json.loads(fields["subjects"])}


def _paged(tx: Transaction, statement: str, names: tuple[str, ...], source: Source) -> Iterator[dict[str, Any]]:
    """Yield the rows of a numbered table that belong to a group of the export."""
    for row in numbered(tx, statement):
        fields = dict(zip(names, row, strict=True))
        del fields["no"]
        if fields["group"] in source.ids:
            yield fields


def numbered(tx: Transaction, statement: str, **values: Any) -> Iterator[Row]:
    """Yield the rows of a numbered table in the order of their numbers."""
    return _pages(tx, statement, lambda row: {"after": row[0], **values}, {"after": 0, **values})


def _pages(
    tx: Transaction, statement: str, mark: Callable[[Row], dict[str, Any]], start: Mapping[str, Any]
) -> Iterator[Row]:
    while rows := tx.rows(statement, limit=PAGE, **start):
        yield from rows
        start = mark(rows[-1])


def _named(table: str, row: dict[str, Any], source: Source) -> dict[str, Any]:
    return {**row, "table": table, "group": source.ids[row["group"]]}


def _owner(owner: str, source: Source) -> str:
    return source.owners.get(owner, owner)
