"""Our ranking over a store, built and asked through the public library: as a journal of messages, or as memories.

`journal` captures every turn as a message and searches the history; `memories` remembers every turn as a statement of
its day and recalls. Both are what an agent's program would call.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from typing import TYPE_CHECKING

import holdfast
from holdfast.capture.turns import Turn as Said
from holdfast.flows import embedding
from holdfast.vectors.embedder import open_embedder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bench.quality.data import Question, Store, Turn
    from holdfast.memory import Memory

DEPTH = 60
EMBEDDER = "wordllama"


@contextlib.contextmanager
def opened(*, vectors: bool = False) -> Iterator[Memory]:
    """Give an empty memory of its own, in a home of its own."""
    settings = {"recall.vectors": EMBEDDER if vectors else "off"}
    if vectors:
        open_embedder(EMBEDDER)  # without the extra a recall goes by words, and the figures would be those of another
    with tempfile.TemporaryDirectory(prefix="holdfast-quality-") as folder:
        work = os.path.join(folder, "work")
        os.makedirs(work)
        with holdfast.open(home=os.path.join(folder, "home"), workspace=work, settings=settings) as memory:
            yield memory


def text_of(turn: Turn) -> str:
    """Return what is stored of a turn: its text, with the speaker's name in front where there is one."""
    return f"{turn.name}: {turn.text}" if turn.name else turn.text


def fill_journal(memory: Memory, store: Store) -> dict[str, str]:
    """Capture every turn of a store and return the turns by the names of their messages."""
    memory.capture_many(said(turn) for turn in store.turns)
    return {f"bench.turn.{turn.id}.{'assistant' if turn.is_assistant else 'user'}": turn.id for turn in store.turns}


def journal(memory: Memory, store: Store) -> Callable[[Question], list[str]]:
    """Return what ranks the turns of a store for a question by searching the journal."""
    by_name = fill_journal(memory, store)

    def ranked(question: Question) -> list[str]:
        found = memory.history_search(question.text, limit=DEPTH, at=question.date)
        return [by_name[one.episode.name] for one in found]

    embedding.work(memory.core)  # what a worker does; what is new is indexed by the first search otherwise
    ranked(store.questions[0])
    return ranked


def memories(memory: Memory, store: Store) -> Callable[[Question], list[str]]:
    """Return what ranks the turns of a store for a question by recalling memories."""
    turn_of = fill_memories(memory, store)
    embedding.work(memory.core)

    def ranked(question: Question) -> list[str]:
        found = memory.recall(question.text, limit=DEPTH, budget=10**7)
        return [turn for hit in found for turn in turn_of[hit.memory.id]]

    return ranked


def fill_memories(memory: Memory, store: Store) -> dict[str, list[str]]:
    """Remember every turn of a store as a statement and return the turns of each memory."""
    turn_of: dict[str, list[str]] = {}
    for turn in store.turns:
        source = "agent" if turn.is_assistant else "user"
        try:
            made = memory.remember(text_of(turn), valid_from=turn.date, source=source).memory
        except (holdfast.errors.UsageError, holdfast.errors.Refused):  # empty, too long, or with a credential in it
            continue
        turn_of.setdefault(made.id, []).append(turn.id)
    return turn_of


def said(turn: Turn) -> Said:
    text = text_of(turn)
    said = {"assistant": text} if turn.is_assistant else {"user": text}
    return Said(session=turn.session, turn=turn.id, host="bench", occurred_at=turn.date, **said)
