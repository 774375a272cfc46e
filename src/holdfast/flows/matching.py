"""Finding memories to act on: those that hold every word of a query, without logging a recall.

Recall answers with whatever is closest; an act that reaches several memories at once must not.
`tests/cli/commands/test_forget_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.flows import recall
from holdfast.model import Layer
from holdfast.store import memories
from holdfast.text.terms import query_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.model import Scope, StoredMemory

EVERY_LAYER = tuple(Layer)


def matching(core: Core, query: str, scopes: tuple[Scope, ...] | None = None) -> list[StoredMemory]:
    """Return the active memories that hold every word of a query, best first."""
    words = set(query_terms(query))
    if not words:
        return []
    with core.database.reading() as tx:
        wanted = scopes or tuple(group.scope for group in core.reach(tx).groups)
        request = recall.wanted(core, query, scopes=wanted, layers=EVERY_LAYER)
        found = recall.search(tx, core, request, query)
        hits = [memories.from_row(one.row, found.reach) for one in found.ranked]
    return [memory for memory in hits if words <= set(memories.document_terms(memory))]


def all_in(core: Core, scope: Scope) -> list[StoredMemory]:
    """Return every active memory of one scope, newest first."""
    found: list[StoredMemory] = []
    after: str | None = None
    with core.database.reading() as tx:
        reach = core.reach(tx)
        while True:
            page = memories.page(tx, reach, memories.ListFilter(), scopes=[scope], limit=500, after=after)
            found += page.memories
            after = page.next
            if after is None:
                return found
