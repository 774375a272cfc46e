"""The memory service of Google's ADK keeps sessions word for word and never shows one user another's."""

from __future__ import annotations

import asyncio

import pytest
from google.adk.events import Event
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions import InMemorySessionService
from google.genai import types

from holdfast.sdk.adk import HoldfastMemoryService


def content(text, role="user"):
    return types.Content(role=role, parts=[types.Part(text=text)])


async def session_of(user, *texts, app="shop", session="s1"):
    service = InMemorySessionService()
    made = await service.create_session(app_name=app, user_id=user, session_id=session)
    for number, text in enumerate(texts):
        author, role = ("user", "user") if number % 2 == 0 else ("helper", "model")
        await service.append_event(made, Event(author=author, invocation_id="i", content=content(text, role)))
    return await service.get_session(app_name=app, user_id=user, session_id=session)


@pytest.fixture
def service(home, workspace):
    return HoldfastMemoryService(workspace=workspace)


def found(service, query, user="ann", app="shop"):
    answer = asyncio.run(service.search_memory(app_name=app, user_id=user, query=query))
    return [entry.content.parts[0].text for entry in answer.memories]


def test_a_session_is_found_again(service):
    session = asyncio.run(session_of("ann", "The kettle is in the cellar.", "Noted, the cellar."))
    asyncio.run(service.add_session_to_memory(session))
    assert "The kettle is in the cellar." in found(service, "where is the kettle")
    asyncio.run(service.add_session_to_memory(session))  # again: nothing twice
    assert 1 == found(service, "where is the kettle").count("The kettle is in the cellar.")


def test_users_and_apps_are_kept_apart(service):
    asyncio.run(service.add_session_to_memory(asyncio.run(session_of("ann", "The kettle is in the cellar."))))
    asyncio.run(
        service.add_memory(
            app_name="shop", user_id="ann", memories=[MemoryEntry(content=content("Ann likes kettles."))]
        )
    )
    assert [] == found(service, "kettle", user="bob")
    assert [] == found(service, "kettle", app="other")
    assert [] == found(service, "kettle", user="an", app="shopn")
    assert {"Ann likes kettles.", "The kettle is in the cellar."} == set(found(service, "kettle"))


def test_events_can_be_added_one_by_one(service):
    event = Event(author="user", invocation_id="i", content=content("The mug is blue."))
    asyncio.run(service.add_events_to_memory(app_name="shop", user_id="ann", events=[event], session_id="s2"))
    assert ["The mug is blue."] == found(service, "which colour is the mug")


def test_any_query_is_answered(service):
    asyncio.run(service.add_session_to_memory(asyncio.run(session_of("ann", "The mug is blue."))))
    for query in ("", "'\"*(", "a" * 100_000, "\0", "青い"):
        found(service, query)
