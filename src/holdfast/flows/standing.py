"""The standing rules and preferences of a person: what every session is told, because no ranking retrieves them.

A memory is standing when it bears the tag `standing` beside `rule` or `preference`, stands in L1, and its words are
the person's own or approved by them. The full-text index finds the tags, so that the cost does not grow with the
store. `tests/flows/test_standing.py` holds the laws.
"""

from __future__ import annotations

from holdfast.model import Layer, Origin, Scope, Status
from holdfast.recall.render import Line, render_line
from holdfast.recall.standing_pack import pack_standing
from holdfast.store import memories
from holdfast.store.search import shelf_of, shelve
from holdfast.text.terms import index_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.core import Core
    from holdfast.model import StoredMemory
    from holdfast.profile import Entry
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Transaction

TAG = "standing"
RULE, PREFERENCE = "rule", "preference"
SCOPES = (Scope.WORKSPACE, Scope.USER)
ORIGINS = (Origin.USER_TYPED, Origin.USER_APPROVED)
MOST = 100  # of a kind and group are looked at, newest first; more never fit
HEADING = "## Rules and preferences"


def standing(tx: Transaction, reach: Reach) -> list[StoredMemory]:
    """Return the standing memories of workspace and user: rules before preferences, newest first."""
    found: list[StoredMemory] = []
    for kind in (RULE, PREFERENCE):
        of_kind = [memory for group_no in reach.numbers(SCOPES) for memory in _tagged(tx, reach, group_no, kind)]
        found += sorted(of_kind, key=lambda memory: (memory.created_at, memory.id), reverse=True)
    return list({memory.id: memory for memory in found}.values())


def fitting(core: Core, found: Sequence[StoredMemory], profile: str, entries: Sequence[Entry]) -> list[StoredMemory]:
    """Return those that stay within the profile's limit beside what the profile says."""
    kept = pack_standing(
        [(memory.id, memory.content) for memory in found],
        said=[entry.content for entry in entries],
        limit=core.setting_int("profile.limit") - len(profile),
    )
    wanted = set(kept)
    return [memory for memory in found if memory.id in wanted]


def section(kept: Sequence[StoredMemory]) -> str:
    """Return the section of the session's first block that tells them, each with its short id; no ages, no counts."""
    lines = [render_line(Line(id=memory.id, content=memory.content)) for memory in kept]
    return "\n".join([HEADING, *lines]) if lines else ""


def _tagged(tx: Transaction, reach: Reach, group_no: int, kind: str) -> list[StoredMemory]:
    shelf = shelf_of(group_no, Layer.L1, Status.ACTIVE) or ""
    terms = list(dict.fromkeys(index_terms(f"{TAG} {kind}")))
    rows = tx.rows(
        "standing.tagged", query=" AND ".join(f'"{shelve(shelf, term)}"' for term in terms), shelf=shelf, terms=terms,
        term_count=len(terms), group_no=group_no, origins=list(ORIGINS), tags=[TAG, kind], tag_count=2, limit=MOST,
    )  # fmt: skip
    return [memories.from_row(row, reach) for row in rows]
