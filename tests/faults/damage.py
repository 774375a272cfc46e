"""A store with something in every table, what disks do to its file, and what it answers then."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import apsw

from holdfast import errors, times
from holdfast.deadline import Deadline
from holdfast.flows import integrity
from holdfast.store.search import Filters
from holdfast.store.sqlite import SqliteDatabase

if TYPE_CHECKING:
    from holdfast.memory import Memory

PAGE = 4096
SECTOR = 512
EVERYTHING = 1_000_000
WORDS = (
    "deploy", "build", "server", "cluster", "token", "cache", "index", "query", "branch", "release", "review", "schema",
    "table", "worker", "queue", "session", "editor", "panel", "shell", "linux", "docker", "python", "rust", "golang", "test",
    "lint", "format", "coverage", "budget", "kettle", "harbour", "gürtel",
)  # fmt: skip


def furnish(memory: Memory) -> None:
    """Use every verb, always with the same words, ids and times, so that the file is laid out the same each time."""
    chosen, numbers, moments = random.Random(7), itertools.count(10_000_000), itertools.count(1_767_000_000)
    memory.core.new_id = lambda kind: f"{kind}_{next(numbers)}"
    memory.core.clock = lambda: times.from_unix(next(moments))

    def some(number):
        return " ".join(chosen.choices(WORDS, k=number))

    ids = [memory.remember(f"Note {n}: {some(4 + n % 30)}", tags=[WORDS[n % 9]]).memory.id for n in range(70)]
    memory.remember(f"A long one: {' '.join(f'{word}{n}' for n in range(40) for word in WORDS)}", cite=["src/long.py"])
    for n in range(30):
        memory.capture(session=f"s{n % 3}", turn=str(n), user=f"question {n} {some(20)}", assistant=some(9 + n * 9))
    for n in range(6):
        task = memory.tasks.add(f"Task {n}", state=some(20), project="shop")
        if n % 2:
            memory.tasks.done(task.id)
    memory.correct(ids[0], "What is right")
    memory.edit(ids[1], f"Edited {some(9)}")
    memory.forget(ids[2])
    memory.remember("Made of others", source="agent", derived_from=ids[3:6])
    memory.undo(memory.changes(1)[0].id)
    for n in range(5):
        list(memory.recall(some(3 + n)))
    memory.core.database.erase_traces()
    memory.core.database.close()


def damaged(kind: str, number: int, whole: bytes) -> bytes:
    """Return a copy that a disk spoiled in this way; the same numbers spoil it the same way."""
    chosen, data = random.Random(f"{kind} {number}"), bytearray(whole)
    KINDS[kind](chosen, data)
    return bytes(data)


def answers(path: str) -> object:
    """Return all that a store says of rows that have a digest, by table, by id and by word; or that it says nothing."""
    database = SqliteDatabase(path)
    try:
        with database.reading() as tx:
            keys = {"after": 0, "after_place": -1}
            rows = [
                tx.rows(f"health.{table}", limit=EVERYTHING, **(keys if table == "change_rows" else {"after": 0}))
                for table in integrity.WITH_DIGEST
            ]
            ids = [row[1] for row in rows[integrity.WITH_DIGEST.index("memories")]]
            sizes = tx.rows("health.shelves")
            shelves = [row[0] for row in sizes]
            groups = [row[0] for row in tx.rows("groups.all")]
            found = [
                [one.row[:23] for one in tx.candidates(shelves, [word], Filters(), EVERYTHING, Deadline.after_ms(9e9))]
                for word in WORDS
            ]
            looked_up = [
                tx.rows("memories.by_prefix", low=one, high=one + "\x7f", groups=groups, limit=9)[0][:23] for one in ids
            ]
    except (errors.StoreError, IndexError, TypeError, UnicodeDecodeError) as error:
        return type(error).__name__
    finally:
        database.close()
    return rows, sizes, found, looked_up


def doctor_finds(path: str) -> list[str]:
    """Return what the checks of `doctor` on store, rows and index find; each of them must answer."""
    database = SqliteDatabase(path)
    found = []
    try:
        found += database.problems()
        with database.reading() as tx:
            found += [f"{one.table} {one.id}: {one.why}" for one in integrity.damaged_rows(tx)]
            found += integrity.index_problems(tx)
    except errors.StoreError as error:
        found.append(f"{error.message}: {error.why}")
    finally:
        database.close()
    return found


def engine_finds(path: str) -> bool:
    """Say whether SQLite's and FTS5's own checks find anything."""
    try:
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            found = [row for row in connection.execute("PRAGMA integrity_check(1)") if row != ("ok",)]
            connection.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 0)")
        finally:
            connection.close()
    except apsw.Error:
        return True
    return bool(found)


def rows_of(path: str) -> dict[str, set[tuple]]:
    """Return what must never be lost, by table, without numbers of rows and counts of use."""
    connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return {table: set(connection.execute(f"SELECT {columns} FROM {table}")) for table, columns in LASTING.items()}
    finally:
        connection.close()


LASTING = {
    "memories": "id, group_no, layer, kind, source, origin, status, content, tags, citations, anchors, confidence, "
    "created_at, updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, version, fingerprint",
    "episodes": "id, group_no, name, turn, role, origin, host, content, truncated, redacted, occurred_at, created_at",
    "tasks": "id, group_no, title, state, status, project, links, archived_as, created_at, updated_at, done_at",
    "projects": "name, group_no, about, created_at, updated_at",
    "sessions": "id, group_no, workspace_no, owner, turn_count",
    "groups": "group_no, group_id, scope, label",
    "aliases": "alias, group_no",
    "derivations": "child, parent, how",
    "tombstones": "group_no, mark, memory",
    "changes": "change_no, id, at, owner, verb, undoes, undone_by",
    "change_rows": "change_no, place, noun, row_id, before, after",
}


def _flip(chosen: random.Random, data: bytearray) -> None:
    data[chosen.randrange(len(data))] ^= 1 << chosen.randrange(8)


def _zero(chosen: random.Random, data: bytearray, size: int) -> None:
    place = chosen.randrange(len(data) // size) * size
    data[place : place + size] = bytes(size)


def _noise(chosen: random.Random, data: bytearray) -> None:
    place = chosen.randrange(len(data) // PAGE) * PAGE
    data[place : place + PAGE] = chosen.randbytes(PAGE)


def _swap(chosen: random.Random, data: bytearray) -> None:
    one, two = (place * PAGE for place in chosen.sample(range(len(data) // PAGE), 2))
    data[one : one + PAGE], data[two : two + PAGE] = data[two : two + PAGE], data[one : one + PAGE]


def _cut(chosen: random.Random, data: bytearray) -> None:
    del data[chosen.randrange(len(data) // 2, len(data)) :]


def _header(chosen: random.Random, data: bytearray) -> None:
    data[chosen.choice([*range(18), *range(19, 100)])] = chosen.randrange(256)  # byte 18 only says who may write


KINDS = {
    "a flipped bit": _flip,
    "a zeroed sector": lambda chosen, data: _zero(chosen, data, SECTOR),
    "a zeroed page": lambda chosen, data: _zero(chosen, data, PAGE),
    "a page of noise": _noise,
    "two pages swapped": _swap,
    "the end cut off": _cut,
    "a byte of the header": _header,
}
