"""Candidates for the ranking: all that the rare words bring, and where that is too little, what the common ones share."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from holdfast.recall.plan import Plan
    from holdfast.store.search import Candidate

    class Search(Protocol):
        """A search of a store with everything but the terms given."""

        def __call__(self, terms: Sequence[str], *, newest: bool) -> list[Candidate]: ...


def gather(search: Search, plan: Plan, limit: int) -> list[Candidate]:
    """Return up to `limit` candidates, each once."""
    found = search(plan.rare, newest=False) if plan.rare else []
    known = {one.row[0] for one in found}
    for terms in plan.together():
        if len(found) >= limit:
            break
        more = [one for one in search(terms, newest=True) if one.row[0] not in known]
        found += more[: limit - len(found)]
        known.update(one.row[0] for one in more)
    return found
