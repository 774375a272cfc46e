"""Searching the journal: what was really said, verbatim, beside what was made of it.

Nothing needs to have been learned for this: a message can be found as soon as it is captured. What is new is indexed
first, by the worker or by whoever asks. A person finds their own sessions of the workspace they stand in, no others.
`tests/flows/test_journal_search.py` holds the laws.
"""

from __future__ import annotations

from contextlib import suppress

from holdfast import errors
from holdfast.deadline import Deadline
from holdfast.flows.gather import gather
from holdfast.model import Episode, Mode, Scope
from holdfast.recall import rank
from holdfast.recall.asked import understand
from holdfast.recall.document import Document
from holdfast.recall.echo import strip_blocks
from holdfast.recall.newest import newest_first
from holdfast.recall.plan import plan
from holdfast.recall.signals import WEIGHTS, Weights
from holdfast.store import episodes, journal
from holdfast.store.search import journal_shelf
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.core import Core
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Transaction
    from holdfast.store.search import Candidate
    from holdfast.vectors.matrix import Near

CANDIDATES = 100
NEIGHBOURS_OF = 40  # the best of them bring what was said just before and after
BATCH = 500
LONGEST_MS = 2000.0


class FoundEpisode(Value):
    """One message that fits a question."""

    episode: Episode
    score: float
    parts: dict[str, float]

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape."""
        return {"episode": self.episode.public(), "score": round(self.score, 6), "parts": self.parts}


class HistoryRequest(Value):
    """What is looked for in the journal, and seen from when."""

    query: str
    limit: int = 8
    since: str = ""
    until: str = "9999"
    asked_at: str = ""
    weights: Weights = WEIGHTS


def catch_up(core: Core) -> int:
    """Index every episode that is not indexed yet and return how many there were."""
    if not core.exists() or core.mode is Mode.OFF:
        return 0
    with core.database.reading() as tx:
        if not journal.is_behind(tx):
            return 0
    done = 0
    while True:
        with core.database.writing(durable=False) as tx:
            number = journal.index_next(tx, BATCH)
        done += number
        if number < BATCH:
            return done


def search(core: Core, request: HistoryRequest) -> list[FoundEpisode]:
    """Return the messages of this person in this workspace that fit a query, best first.

    A store that cannot be written is searched as far as it is indexed.
    """
    with suppress(errors.ReadOnly, errors.DiskFull, errors.Busy):
        catch_up(core)
    if core.by_meaning:
        from holdfast.flows import nearness  # noqa: PLC0415 - an extra, off by default

        nearness.prepare(core, lambda reach: _shelves(core, reach))
    with core.database.reading() as tx:
        return find(tx, core, request)


def find(tx: Transaction, core: Core, request: HistoryRequest) -> list[FoundEpisode]:
    """Answer from what is indexed, within a transaction."""
    shelves = _shelves(core, core.reach(tx))
    text = strip_blocks(request.query)
    asked = understand(text, request.asked_at or core.clock())
    if not shelves or not asked.terms or request.limit < 1:
        return []
    [shelf] = shelves
    sizes = {row[0]: (row[1], row[2]) for row in tx.rows("search.shelf_sizes", shelves=[shelf]) if row[1]}
    if not sizes:
        return []
    frequencies = tx.frequencies([shelf], asked.terms)
    weights = request.weights
    scene = rank.set_scene(asked, [shelf], sizes, frequencies, weights)
    span = {"since": request.since, "until": request.until}
    deadline = Deadline.after_ms(LONGEST_MS)

    def matching(terms: Sequence[str], *, newest: bool) -> list[Candidate]:
        return tx.episodes(shelf, terms, core.owner, CANDIDATES, deadline, newest=newest, **span)

    found = gather(matching, plan(asked.terms, [shelf], frequencies), CANDIDATES)
    near = None
    if core.by_meaning:
        from holdfast.flows import nearness  # noqa: PLC0415

        near = nearness.near(tx, core, [shelf], text, scene, weights)
        nearest = near.first(nearness.NEAREST) if near else []
        found += _numbered(tx, core, found, [-number for number in nearest], span)
    places = rank.places_of(asked, [shelf])
    first = rank.rank(scene, [_document(one, places, near) for one in found], weights, limit=NEIGHBOURS_OF)
    sessions = {one.document.occasion for one in first}
    found += [one for one in _numbered(tx, core, found, _beside(first), span) if one.row[2] in sessions]
    documents = [_document(one, places, near) for one in found]
    best = rank.rank(scene, documents, weights, limit=newest_depth(request))
    by_number = {one.row[0]: one for one in found}
    return [
        _found(one, by_number[one.document.number])
        for one in newest_first(scene, best, weights=weights)[: request.limit]
    ]


def _shelves(core: Core, reach: Reach) -> list[str]:
    workspace = reach.in_scope(Scope.WORKSPACE)
    return [journal_shelf(workspace.no, core.owner)] if workspace else []


def newest_depth(request: HistoryRequest) -> int:
    """Return how many are ranked, so that the newest of near-ties is among them."""
    return request.limit + 8


def _numbered(
    tx: Transaction, core: Core, found: Sequence[Candidate], numbers: Sequence[int], span: dict[str, str]
) -> list[Candidate]:
    """Return the episodes of these numbers that are not among those found already."""
    known = {one.row[0] for one in found}
    wanted = [number for number in numbers if number not in known]
    if not wanted:
        return []
    return [_candidate(row) for row in tx.rows("search.episodes_numbered", numbers=wanted, owner=core.owner, **span)]


def _document(one: Candidate, places: dict[str, int], near: Near | None) -> Document:
    row = one.row
    nearness = near.of(-row[0]) if near else 0.0
    return Document(key=row[1], number=row[0], occasion=row[2], said=row[8], near=nearness).read(one.terms, places)


def _candidate(row: tuple[Any, ...]) -> Candidate:
    from holdfast.store.search import Candidate  # noqa: PLC0415

    return Candidate(terms=row[0], row=row[1:])


def _beside(first: Sequence[rank.Ranked]) -> list[int]:
    near = range(1, rank.REACH + 1)
    numbers = (one.document.number + step * sign for one in first for step in near for sign in (1, -1))
    return list(dict.fromkeys(number for number in numbers if number > 0))


def _found(one: rank.Ranked, candidate: Candidate) -> FoundEpisode:
    episode = episodes.from_row(candidate.row[:15]).evolve(session=candidate.row[15])
    return FoundEpisode(episode=episode, score=one.score, parts=one.parts)
