"""A LangGraph graph whose store is Holdfast: run it twice, and the second run knows what the first one said.

`python examples/sdk/with_langgraph.py "The kettle is in the cellar."`, then `python examples/sdk/with_langgraph.py "Where is the kettle?"`

Needs `pip install "holdfast-memory[langgraph]"`; no model and no key.
"""

import sys
from typing import TypedDict

from langgraph.graph import START, StateGraph
from langgraph.store.base import BaseStore

from holdfast.sdk.langgraph import HoldfastStore


class State(TypedDict):
    said: str
    known: list[str]


def remember(state: State, *, store: BaseStore) -> dict[str, list[str]]:
    known = [item.value["text"] for item in store.search(("notes",), query=state["said"])]
    store.put(("notes",), state["said"][:60], {"text": state["said"]})
    return {"known": known}


def main(said: str) -> None:
    with HoldfastStore() as store:
        graph = StateGraph(State).add_node("remember", remember).add_edge(START, "remember").compile(store=store)
        known = graph.invoke({"said": said, "known": []})["known"]
    print("\n".join(known) or "nothing yet")


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]) or "The kettle is in the cellar.")
