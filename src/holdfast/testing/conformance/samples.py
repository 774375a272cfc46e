"""Rows to test with, and processes to test in."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from holdfast import times
from holdfast.ids import new_id
from holdfast.model import Episode, Role, Scope, StoredMemory
from holdfast.scope.reach import Group, Reach
from holdfast.store import groups, memories

if TYPE_CHECKING:
    from collections.abc import Callable

    from holdfast.store.database import Database, Transaction

Reopen: TypeAlias = "tuple[Callable[..., Database], tuple[Any, ...]]"
Result = TypeVar("Result")

OWNER = "owner"
MEETING_S = 60.0
START_S = 1_772_366_400.0

# Texts that stores lose: beyond 16 bits, right to left, combining, controls, quotes of every language, half a MiB.
AWKWARD_TEXTS = (
    "",
    " leading and trailing \t\n",
    "emoji 🧠🇸🇪👩‍👩‍👧 and \U0001d54c\U0001d55f\U0001d55a",
    "עברית שלום \u202eעברית\u202c العربية",
    "e\u0301 \u1100\u1161\u11a8 नमस्ते",
    "'; DROP TABLE memories; -- \" \\ % _ :name %(name)s $1 ?",
    "\x01\x07\x1b[31m\x7f \ufeff \u2028",
    '{"json": ["\\u0000", null]}',
    "ä" * 524_288,
)


def moment(seconds: float) -> str:
    """Return a time that many seconds after a fixed start."""
    return times.from_unix(START_S + seconds)


def furnish(tx: Transaction) -> Reach:
    """Make a session, a workspace and a user group and return the reach over them."""
    wanted = [(Scope.SESSION, "s1"), (Scope.WORKSPACE, "w1"), (Scope.USER, "u1")]
    return Reach(
        groups=tuple(groups.ensure(tx, Group(no=0, id=name, scope=scope), moment(0)) for scope, name in wanted)
    )


def furnished(database: Database) -> Reach:
    """Make the same groups in a transaction of their own."""
    with database.writing() as tx:
        return furnish(tx)


def memory(reach: Reach, content: str, *, at: float = 0, scope: Scope = Scope.WORKSPACE, **fields: Any) -> StoredMemory:
    """Return a memory that is not stored yet."""
    group = reach.in_scope(scope)
    assert group is not None
    when = moment(at)
    values = {"id": new_id("m"), "created_at": when, "updated_at": when, "valid_from": when, **fields}
    return StoredMemory(content=content, scope=scope, group=group.id, group_no=group.no, **values)


def stored(tx: Transaction, reach: Reach, content: str, **fields: Any) -> StoredMemory:
    """Store a memory and return it."""
    return memories.put(tx, memory(reach, content, **fields))


def episode(group_no: int, name: str, content: str = "said", **fields: Any) -> Episode:
    """Return an episode that is not stored yet."""
    values = {"id": new_id("e"), "occurred_at": moment(0), "created_at": moment(0), **fields}
    return Episode(content=content, name=name, role=Role.USER, group_no=group_no, **values)


def in_processes(task: Callable[..., Result], arguments: list[tuple[Any, ...]]) -> list[Result]:
    """Run a task once per tuple of arguments, each in a fresh process, all at the same time."""
    with ProcessPoolExecutor(len(arguments), mp_context=get_context("spawn")) as pool:
        return [future.result() for future in [pool.submit(task, *each) for each in arguments]]


def meet(database: Database, name: int, number: int) -> None:
    """Wait until that many processes have come here, each with a name of its own, so that they go on together."""
    with database.writing() as tx:
        tx.rows("groups.set_meta", name=f"here {name}", value="yes")
    give_up = time.monotonic() + MEETING_S
    while time.monotonic() < give_up:
        with database.reading() as tx:
            if all(tx.one("groups.meta", name=f"here {other}") for other in range(number)):
                return
        time.sleep(0.005)
    raise TimeoutError(f"{name} waited alone")
