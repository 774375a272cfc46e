"""mem0: its history database, or what `get_all` returns as JSON.

The history tells every memory as it was added, changed and deleted; what it says in the end stands. The vector stores that
mem0 writes on a disk keep pickled objects, which are never loaded; whoever has only those exports them as JSON.

Read: 2.2.1 in Python (made by itself), 3.3.1 in Node (its table `memory_history`, from its source).
"""

from __future__ import annotations

from holdfast.kept.kept import MAX_TAGS, Kept, kind_of, sentence
from holdfast.transcripts.said import list_in, moment, object_in, text_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

# Per table: the statement, whose rows are (memory, text after, event, whether deleted, added, changed) in their order.
HISTORIES = {
    "history": "SELECT memory_id, new_memory, event, is_deleted, created_at, updated_at FROM history ORDER BY rowid",
    "memory_history": "SELECT memory_id, new_value, action, is_deleted, created_at, updated_at FROM memory_history "
    "ORDER BY rowid",
}
MAX_MEMORIES = 2_000_000
_LISTS = ("results", "memories", "data")


def of_history(rows: Iterable[tuple[Any, ...]]) -> Iterator[Kept]:
    """Yield what the history says in the end."""
    standing: dict[str, tuple[str, Any]] = {}
    for memory, text, event, is_deleted, added, changed in rows:
        if not isinstance(memory, str):
            continue
        if event == "DELETE" or is_deleted or not isinstance(text, str):
            standing.pop(memory, None)
        elif len(standing) < MAX_MEMORIES:
            standing[memory] = text, changed or added
    for text, at in standing.values():
        if text.strip():
            yield Kept(content=sentence(text), tags=("mem0",), at=moment(at))


def of_export(document: Any) -> Iterator[Kept]:
    """Yield the memories of a document: a list, or an object with one."""
    found = (
        document if isinstance(document, list) else next(filter(None, (list_in(document, name) for name in _LISTS)), ())
    )
    for one in found:
        text = one if isinstance(one, str) else text_in(one, "memory", "text", "content", "data")
        if not text.strip():
            continue
        metadata = object_in(one, "metadata")
        categories = [word for word in list_in(one, "categories") if isinstance(word, str)]
        category = text_in(metadata, "category", "type", "kind")
        words = [word for word in (category, *categories) if word]
        yield Kept(
            content=sentence(text), kind=kind_of(words[0]) if words else kind_of(""), tags=("mem0", *words)[:MAX_TAGS],
            at=moment(one.get("updated_at") or one.get("created_at")) if isinstance(one, dict) else "",
        )  # fmt: skip
