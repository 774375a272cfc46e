"""Google ADK's memory service on Holdfast: a session is kept, and another session of the same user finds it.

`python examples/sdk/with_adk.py`; needs `pip install "holdfast-memory[google-adk]"`; no model and no key.
"""

import asyncio

from google.adk.events import Event
from google.adk.sessions import InMemorySessionService
from google.genai import types

from holdfast.sdk.adk import HoldfastMemoryService

APP, USER = "shop", "ann"


async def main() -> None:
    sessions, memory = InMemorySessionService(), HoldfastMemoryService()
    session = await sessions.create_session(app_name=APP, user_id=USER)
    said = types.Content(role="user", parts=[types.Part(text="The kettle is in the cellar.")])
    await sessions.append_event(session, Event(author="user", invocation_id="1", content=said))
    await memory.add_session_to_memory(session)

    found = await memory.search_memory(app_name=APP, user_id=USER, query="Where is the kettle?")
    for entry in found.memories:
        print(entry.content.parts[0].text)
    nobody = await memory.search_memory(app_name=APP, user_id="bob", query="Where is the kettle?")
    print(f"another user finds {len(nobody.memories)}")


if __name__ == "__main__":
    asyncio.run(main())
