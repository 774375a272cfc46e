"""A memory service for Google's Agent Development Kit.

    runner = Runner(agent=agent, app_name="shop", session_service=sessions, memory_service=HoldfastMemoryService(workspace=folder))

Each app and user has a memory of its own: another user's sessions are never found. What is added is kept word for word and
can be found at once; adding it again changes nothing. `tests/e2e/sdk/test_adk.py` runs it against the real package.
"""

from __future__ import annotations

import asyncio
import json
import os

from holdfast.capture.turns import Turn
from holdfast.memory import Memory
from holdfast.opening import open_core
from holdfast.sdk.extra import required
from holdfast.times import from_unix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from holdfast.flows.journal import FoundEpisode

HOST = "google-adk"
USER = "user"
FOUND = 10
UNNAMED_SESSION = "unnamed"

_memory = required("google.adk.memory.base_memory_service", "google-adk")
_entry = required("google.adk.memory.memory_entry", "google-adk")
_types = required("google.genai.types", "google-adk")


class HoldfastMemoryService(_memory.BaseMemoryService):  # type: ignore[name-defined, misc]  # known at run time only
    """Keeps the sessions of an app's users and finds what was said in them."""

    def __init__(
        self,
        *,
        workspace: str | os.PathLike[str] | None = None,
        store: str | None = None,
        home: str | os.PathLike[str] | None = None,
    ) -> None:
        self._folder = os.path.abspath(os.fspath(workspace) if workspace is not None else os.getcwd())
        self._store, self._home = store, os.fspath(home) if home is not None else None

    async def add_session_to_memory(self, session: Any) -> None:
        """Keep every message of a session; those that are kept already stay as they are."""
        await self._add(session.app_name, session.user_id, session.id, session.events)

    async def add_events_to_memory(
        self, *, app_name: str, user_id: str, events: Sequence[Any], session_id: str | None = None,
        custom_metadata: Any = None,  # noqa: ARG002 - nothing of ours is in there
    ) -> None:  # fmt: skip
        """Keep some messages of a session."""
        await self._add(app_name, user_id, session_id or UNNAMED_SESSION, events)

    async def add_memory(
        self, *, app_name: str, user_id: str, memories: Sequence[Any],
        custom_metadata: Any = None,  # noqa: ARG002
    ) -> None:  # fmt: skip
        """Keep statements as memories that the agent wrote."""
        texts = [text for entry in memories if (text := _text(entry.content))]
        await asyncio.to_thread(self._remember, app_name, user_id, texts)

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> Any:
        """Return the memories and messages of this user with this app that fit a query, best first."""
        return await asyncio.to_thread(self._search, app_name, user_id, query)

    async def _add(self, app_name: str, user_id: str, session: str, events: Iterable[Any]) -> None:
        turns = [turn for event in events if (turn := _turn(session, event)) is not None]
        if turns:
            await asyncio.to_thread(self._capture, app_name, user_id, turns)

    def _capture(self, app_name: str, user_id: str, turns: Sequence[Turn]) -> None:
        with self._open(app_name, user_id) as memory:
            memory.capture_many(turns)

    def _remember(self, app_name: str, user_id: str, texts: Sequence[str]) -> None:
        with self._open(app_name, user_id) as memory:
            for text in texts:
                memory.remember(text, source="agent")

    def _search(self, app_name: str, user_id: str, query: str) -> Any:
        with self._open(app_name, user_id) as memory:
            statements = memory.recall(query, limit=FOUND)
            messages = memory.history_search(query, limit=FOUND)
        entries = [
            _entry.MemoryEntry(
                id=hit.memory.id, author=str(hit.memory.source), timestamp=hit.memory.updated_at,
                content=_types.Content(role=USER, parts=[_types.Part(text=hit.memory.content)]),
            )
            for hit in statements
        ]  # fmt: skip
        entries += [_of_message(found) for found in messages]
        return _memory.SearchMemoryResponse(memories=entries[:FOUND])

    def _open(self, app_name: str, user_id: str) -> Memory:
        return Memory(
            open_core(
                self._store,
                home=self._home,
                folder=self._folder,
                agent=json.dumps([app_name, user_id]),
                overrides={"user.id": user_id},
            )
        )


def _turn(session: str, event: Any) -> Turn | None:
    text = _text(event.content) if event.content else ""
    if not text:
        return None
    said = {USER: text} if event.author == USER else {"assistant": text}
    at = from_unix(event.timestamp) if event.timestamp else None
    return Turn(session=session, turn=event.id, host=HOST, occurred_at=at, **said)


def _of_message(found: FoundEpisode) -> Any:
    episode = found.episode
    content = _types.Content(role=str(episode.role), parts=[_types.Part(text=episode.content)])
    return _entry.MemoryEntry(
        id=episode.id, author=str(episode.role), timestamp=episode.occurred_at, content=content,
        custom_metadata={"session": episode.session},
    )  # fmt: skip


def _text(content: Any) -> str:
    parts = content.parts or () if content else ()
    return "\n".join(part.text for part in parts if part.text)
