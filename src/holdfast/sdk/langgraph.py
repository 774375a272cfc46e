"""A LangGraph store on Holdfast: durable, searched by words, inspectable like any memory.

    store = HoldfastStore(workspace=folder)
    graph = builder.compile(store=store)

Namespaces belong to one agent (`agent="langgraph"` unless told) in one workspace. A search with a query returns what fits it,
best first; without a query it lists. Values must be JSON and hold no credentials. `tests/e2e/sdk/test_langgraph.py` runs
LangGraph's own tests of a store against it.
"""

from __future__ import annotations

import asyncio
import os
from datetime import datetime

from holdfast.flows import items
from holdfast.opening import open_core
from holdfast.sdk.extra import required

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Self

    from holdfast.core import Core
    from holdfast.flows.items import Item

AGENT = "langgraph"
ANY = "*"

_base = required("langgraph.store.base", "langgraph")


class HoldfastStore(_base.BaseStore):  # type: ignore[name-defined, misc]  # known at run time only
    """Items of LangGraph as memories of an agent; close it, or use it as a context manager."""

    __slots__ = ("_core",)

    def __init__(
        self,
        *,
        workspace: str | os.PathLike[str] | None = None,
        agent: str = AGENT,
        store: str | None = None,
        home: str | os.PathLike[str] | None = None,
    ) -> None:
        folder = os.path.abspath(os.fspath(workspace) if workspace is not None else os.getcwd())
        where = os.fspath(home) if home is not None else None
        self._core: Core = open_core(store, home=where, folder=folder, agent=agent)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the store."""
        self._core.database.close()

    def batch(self, ops: Iterable[Any]) -> list[Any]:
        """Answer every read from what was there before, then write in one transaction; of two writes to a key the last counts."""
        writes: dict[tuple[tuple[str, ...], str], items.Write] = {}
        answers: list[Any] = []
        for op in ops:
            if isinstance(op, _base.PutOp):
                value = None if op.value is None else dict(op.value)
                writes[op.namespace, op.key] = items.Write(path=op.namespace, key=op.key, value=value)
                answers.append(None)
            else:
                answers.append(self._read(op))
        items.write(self._core, list(writes.values()))
        return answers

    async def abatch(self, ops: Iterable[Any]) -> list[Any]:
        """Do what `batch` does without holding up an event loop."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _read(self, op: Any) -> Any:
        if isinstance(op, _base.GetOp):
            found = items.get(self._core, op.namespace, op.key)
            return _shown(_base.Item, found) if found else None
        if isinstance(op, _base.SearchOp):
            return self._search(op)
        if isinstance(op, _base.ListNamespacesOp):
            return _namespaces(items.paths(self._core), op)
        raise ValueError(f"unknown operation {type(op).__name__}")

    def _search(self, op: Any) -> list[Any]:
        path = tuple(op.namespace_prefix)
        found = items.search(self._core, path, op.query) if op.query else items.below(self._core, path)
        wanted = [one for one in found if _passes(one.value, op.filter or {})]
        return [_shown(_base.SearchItem, one, score=one.score) for one in wanted[op.offset : op.offset + op.limit]]


def _shown(kind: Any, item: Item, **more: Any) -> Any:
    return kind(
        value=item.value, key=item.key, namespace=item.path, created_at=datetime.fromisoformat(item.created_at),
        updated_at=datetime.fromisoformat(item.updated_at), **more,
    )  # fmt: skip


def _namespaces(found: Iterable[tuple[str, ...]], op: Any) -> list[tuple[str, ...]]:
    fitting = [path for path in found if all(_matches(path, one) for one in op.match_conditions or ())]
    if op.max_depth is not None:
        fitting = sorted({path[: op.max_depth] for path in fitting})
    return fitting[op.offset : op.offset + op.limit]


def _matches(path: Sequence[str], condition: Any) -> bool:
    wanted = tuple(condition.path)
    if len(path) < len(wanted):
        return False
    match condition.match_type:
        case "prefix":
            part = path[: len(wanted)]
        case "suffix":
            part = path[len(path) - len(wanted) :]
        case other:
            raise ValueError(f"unknown match type {other!r}")
    return all(one in (ANY, name) for one, name in zip(wanted, part, strict=True))


def _passes(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(_fits(value.get(key), one) for key, one in wanted.items())


def _fits(value: Any, wanted: Any) -> bool:
    """Say whether a field is what a filter wants: a value, a part of a document, or a comparison such as `{"$gte": 3}`."""
    if isinstance(wanted, dict) and any(name.startswith("$") for name in wanted):
        return all(_compares(value, name, other) for name, other in wanted.items())
    if isinstance(wanted, dict):
        return isinstance(value, dict) and _passes(value, wanted)
    return bool(value == wanted)


def _compares(value: Any, name: str, other: Any) -> bool:
    match name:
        case "$eq":
            return bool(value == other)
        case "$ne":
            return bool(value != other)
        case "$gt" | "$gte" | "$lt" | "$lte":
            return value is not None and _ordered(float(value), name, float(other))
    raise ValueError(f"unsupported operator {name!r}")


def _ordered(value: float, name: str, other: float) -> bool:
    if value == other:
        return name.endswith("e")
    return (value > other) == name.startswith("$g")
