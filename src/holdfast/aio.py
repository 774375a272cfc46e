"""`AsyncMemory`: the verbs of `Memory` for programs with an event loop, each on a small thread pool.

Written once: every method delegates. `tests/test_aio.py` keeps names, parameters and docstrings equal.
"""

from __future__ import annotations

import asyncio
import functools
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from holdfast.memory import Memory, Projects, Tasks, open_memory

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType
    from typing import Self

MAX_THREADS = 4
_SELF = ("core", "close", "wanted")


class _Delegate:
    """Turns the methods of an object into coroutines that run on a pool."""

    def __init__(self, target: object, pool: ThreadPoolExecutor) -> None:
        self._target = target
        self._pool = pool

    def _call(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Awaitable[Any]:
        return asyncio.get_running_loop().run_in_executor(self._pool, functools.partial(method, *args, **kwargs))


def _delegating(kind: type, name: str) -> Callable[..., Awaitable[Any]]:
    method = getattr(kind, name)

    @functools.wraps(method)
    async def delegated(self: _Delegate, *args: Any, **kwargs: Any) -> Any:
        return await self._call(getattr(self._target, name), *args, **kwargs)

    return delegated


def _verbs(kind: type) -> list[str]:
    return [
        name for name, value in vars(kind).items() if callable(value) and not name.startswith("_") and name not in _SELF
    ]


class AsyncTasks(_Delegate):
    """The tasks of a workspace, awaitable."""


class AsyncProjects(_Delegate):
    """The projects of a person, awaitable."""


class AsyncMemory(_Delegate):
    """`Memory` whose verbs are coroutines; open it with `AsyncMemory.open(...)`."""

    _target: Memory

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory, ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="holdfast"))

    @classmethod
    async def open(cls, *args: Any, **kwargs: Any) -> AsyncMemory:
        """Open a memory as `holdfast.open` does."""
        return cls(await asyncio.to_thread(open_memory, *args, **kwargs))

    @property
    def tasks(self) -> AsyncTasks:
        """The tasks of this workspace."""
        return AsyncTasks(self._target.tasks, self._pool)

    @property
    def projects(self) -> AsyncProjects:
        """The projects of this person."""
        return AsyncProjects(self._target.projects, self._pool)

    async def close(self) -> None:
        """Release the store and the threads."""
        await self._call(self._target.close)
        self._pool.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]: ...


for _kind, _wrapper in ((Memory, AsyncMemory), (Tasks, AsyncTasks), (Projects, AsyncProjects)):
    for _name in _verbs(_kind):
        setattr(_wrapper, _name, _delegating(_kind, _name))
