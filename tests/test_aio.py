"""`AsyncMemory` mirrors `Memory`: the same names, parameters and docstrings, and it works."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from holdfast.aio import AsyncMemory, AsyncProjects, AsyncTasks
from holdfast.memory import Memory, Projects, Tasks

PAIRS = [(Memory, AsyncMemory), (Tasks, AsyncTasks), (Projects, AsyncProjects)]


def verbs(kind):
    return {name for name, value in vars(kind).items() if callable(value) and not name.startswith("_")} - {"wanted"}


@pytest.mark.parametrize(("sync", "mirror"), PAIRS)
def test_every_verb_is_mirrored_with_its_signature_and_docstring(sync, mirror):
    """A new verb cannot be forgotten, a changed one cannot drift."""
    for name in verbs(sync):
        one, other = getattr(sync, name), getattr(mirror, name)
        assert inspect.iscoroutinefunction(inspect.unwrap(other, stop=inspect.iscoroutinefunction)) or name == "close"
        if name != "close":
            assert inspect.signature(one) == inspect.signature(other)
            assert one.__doc__ == other.__doc__


def test_it_remembers_and_recalls(home, workspace):
    """The verbs work from an event loop, many at once."""

    async def converse():
        async with await AsyncMemory.open(workspace=workspace) as memory:
            await asyncio.gather(*(memory.remember(f"Fact {number} about gophers") for number in range(10)))
            found = await memory.recall("gophers", limit=20, budget=10_000)
            await memory.tasks.add("Feed the gophers")
            return len(found), [task.title for task in await memory.tasks.list()]

    assert asyncio.run(converse()) == (10, ["Feed the gophers"])
