"""Recall: from a query to ranked hits and one block, every time logged.

The query goes through the same analysis as the memories. One search over the shelves within reach, one
ranking, one packing, one renderer. Nothing here raises for any text a person can type.
"""

from __future__ import annotations

import math
import time

from holdfast import errors
from holdfast.deadline import Deadline
from holdfast.flows import anchors, branches
from holdfast.flows.gather import gather
from holdfast.model import Hit, Layer, Missed, Mode, Origin, Recall, Scope, Status, is_at_least
from holdfast.recall import rank, signals
from holdfast.recall.asked import understand
from holdfast.recall.budget import Candidate as Packable
from holdfast.recall.budget import pack
from holdfast.recall.document import Document
from holdfast.recall.echo import strip_blocks
from holdfast.recall.history import asks_about_history, is_close
from holdfast.recall.newest import newest_first
from holdfast.recall.occasion import occasions
from holdfast.recall.plan import plan
from holdfast.recall.render import Line, age_label, render_block
from holdfast.recall.signals import WEIGHTS, Weights
from holdfast.recall.silence import closeness
from holdfast.scope.select import select_scopes
from holdfast.store import memories, recalls
from holdfast.store.recalls import LoggedHit, LoggedRecall
from holdfast.store.search import Filters, shelves_for
from holdfast.times import age_days, day_number
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    from holdfast.core import Core
    from holdfast.model import StoredMemory
    from holdfast.recall.signals import Scene
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Row, Transaction
    from holdfast.store.search import Candidate
    from holdfast.vectors.matrix import Near

CANDIDATES = 48  # ranked in full; of measured questions as many are answered as with more, and with 32 fewer
MOST_CANDIDATES = 400  # for whoever asks for many hits
LOGGED_HITS = 20
ARCHIVED_TASKS = 3
PACKED_FROM = 2  # so many times the limit are rendered, to fill up what duplicates and budget leave
QUERY_LOG_CHARS = 1000
STANDING = ("decay", "trust", "scope")  # the parts of a score that do not depend on the question
INJECTED, RETURNED = "injected", "returned"  # what became of a hit; anything else is why it was left out
SEARCH, INJECT = "search", "inject"  # what a recall is for: somebody asked, or a turn is about to begin
SCOPES_OF_A_PERSON = (Scope.SESSION, Scope.WORKSPACE, Scope.USER)


class Wanted(Value):
    """What a recall asks for; what is left out comes from the settings."""

    query: str
    scopes: tuple[Scope, ...] | None = None
    layers: tuple[Layer, ...] | None = None  # None: knowledge, and the archive where the words ask for it
    filters: Filters = Filters()
    limit: int = 8
    budget: int = 2000
    purpose: str = SEARCH
    turn: str = ""
    deadline_ms: float = 750.0
    at: str | None = None
    weights: Weights = WEIGHTS


class Graded(Value):
    """A row of the memories table with its score and every part of it."""

    row: Row
    score: float
    parts: dict[str, float]
    terms: str  # as indexed


class Found(Value):
    """What the search brought, before it is packed."""

    reach: Reach
    scopes: tuple[Scope, ...]
    ranked: tuple[Graded, ...]
    count: int = 0  # of candidates; only the best of them are kept in `ranked`
    closeness: float = 0.0  # of the best to the question, which a turn's bar is held against


def wanted(core: Core, query: str, **given: Any) -> Wanted:
    """Return a request with the settings filled in where the caller said nothing."""
    said: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    usual = Wanted(
        query=query,
        limit=core.setting_int("recall.limit"),
        budget=core.setting_int("recall.budget"),
        deadline_ms=float(core.setting_int("recall.deadline_ms")),
    )
    return usual.evolve(**said)


def recall(core: Core, request: Wanted, *, known: Mapping[str, int] | None = None) -> Recall:
    """Answer a request and log it; `known` are memories (with versions) that need not be said again."""
    started = time.perf_counter()
    text = strip_blocks(request.query)
    if core.by_meaning:
        from holdfast.flows import nearness  # noqa: PLC0415 - an extra, off by default, and never on in the hook

        nearness.prepare(core, lambda reach: shelves_for(reach.numbers(), tuple(Layer), with_superseded=True))
    with core.database.reading() as tx:
        found = search(tx, core, request, text)
    answer = assemble(core, request, found, known or {})
    elapsed = round((time.perf_counter() - started) * 1000, 3)
    answer = answer.evolve(timings={"local": elapsed})
    core.say(
        "debug", "recall", id=answer.id, found=found.count, hits=len(answer.hits), chars=len(answer.block), ms=elapsed
    )
    if not core.exists() or core.mode is Mode.OFF:
        return answer
    return answer.evolve(unlogged=_log(core, request, text, found, answer))


def search(tx: Transaction, core: Core, request: Wanted, text: str) -> Found:
    """Return everything that matches within reach, ranked."""
    reach = core.reach(tx)
    scopes = request.scopes or scopes_for(core, text, purpose=request.purpose)
    groups = reach.numbers(scopes)
    asked = understand(text, request.at or core.clock())
    terms = asked.terms
    filters = request.filters.evolve(at=request.at) if request.at else request.filters
    if not terms or not groups:
        return Found(reach=reach, scopes=scopes, ranked=())
    layers = layers_of(request, text)
    shelves = shelves_for(groups, layers, with_superseded=request.at is not None)
    archives = shelves_for(groups, (Layer.L2,)) if request.layers is None and Layer.L2 not in layers else []
    found = tx.rows("search.shelf_sizes", shelves=[*shelves, *archives])
    sizes = {row[0]: (row[1], row[2]) for row in found if row[1]}
    shelves = [shelf for shelf in shelves if shelf in sizes]
    archives = [shelf for shelf in archives if shelf in sizes]
    deadline = Deadline.after_ms(request.deadline_ms)
    depth = max(CANDIDATES, min(2 * request.limit, MOST_CANDIDATES))
    frequencies = tx.frequencies([*shelves, *archives], terms)

    def matching(terms: Sequence[str], *, newest: bool) -> list[Candidate]:
        return tx.candidates(shelves, terms, filters, depth, deadline, newest=newest)

    candidates = gather(matching, plan(terms, shelves, frequencies), depth)
    searched = list(shelves)
    if archives:
        telling = plan(terms, archives, frequencies).rare
        close = tx.candidates(archives, telling, filters, ARCHIVED_TASKS, deadline)
        candidates += _close_tasks(terms, close)
        shelves += archives
    scene = rank.set_scene(asked, shelves, sizes, frequencies, request.weights)
    near = None
    if core.by_meaning:
        from holdfast.flows import nearness  # noqa: PLC0415

        near = nearness.near(tx, core, searched, text, scene, request.weights)
        candidates += nearness.more(tx, near, candidates, filters) if near else []
    weigh = _Weigher(reach, core.clock(), request.weights)
    limit = max(LOGGED_HITS, 3 * request.limit)
    ranked = _ranked(weigh, scene, rank.places_of(asked, shelves), candidates, near, limit)
    graded = _graded(weigh, ranked, candidates)
    return Found(reach=reach, scopes=scopes, ranked=graded, count=len(candidates), closeness=closeness(scene, ranked))


def _ranked(
    weigh: _Weigher, scene: Scene, places: Mapping[str, int], candidates: list[Candidate], near: Near | None, limit: int
) -> list[rank.Ranked]:
    """Rank candidates, the newer of two that say nearly the same first."""
    occasion_of = occasions((one.row[2], one.row[0], day_number(one.row[14])) for one in candidates)
    documents = [
        Document(
            key=one.row[1], number=one.row[0], occasion=occasion_of[one.row[0]], said=one.row[8],
            standing=math.prod(weigh(one.row)), subject=one.row[18] or "", source=one.row[5],
            near=near.of(one.row[0]) if near else 0.0,
        ).read(one.terms, places)
        for one in candidates
    ]  # fmt: skip
    ranked = rank.rank(scene, documents, weigh.weights, limit)
    return newest_first(scene, ranked, weights=weigh.weights)


def _graded(weigh: _Weigher, ranked: Sequence[rank.Ranked], candidates: list[Candidate]) -> tuple[Graded, ...]:
    by_id = {one.row[1]: one for one in candidates}
    return tuple(
        Graded(row=found.row, score=one.score, parts=_parts(one, weigh(found.row)), terms=found.terms)
        for one in ranked
        for found in [by_id[one.document.key]]
    )


def _parts(one: rank.Ranked, standing: tuple[float, ...]) -> dict[str, float]:
    """Return the factors of a score in the order they are told, then what relevance is made of."""
    return {"relevance": one.parts["relevance"], **dict(zip(STANDING, standing, strict=True)), **one.parts}


class _Weigher:
    """Says what counts whatever was asked: age, who said it, how far it reaches."""

    def __init__(self, reach: Reach, at: str, weights: Weights) -> None:
        self.weights = weights
        self._scopes = {group.no: weights.scopes[group.scope] for group in reach.groups}
        self._today = day_number(at)
        self._known: dict[int, tuple[float, float, float]] = {}

    def __call__(self, row: Row) -> tuple[float, float, float]:
        known = self._known.get(row[0])
        if known is None:
            age = max(0.0, self._today - day_number(row[13]))
            trust = signals.trust(row[5], row[6], row[19], self.weights)
            known = self._known[row[0]] = round(signals.decay(age, self.weights), 6), trust, self._scopes[row[2]]
        return known


def layers_of(request: Wanted, text: str) -> tuple[Layer, ...]:
    """Return the layers a request searches: those it names, else knowledge, and the archive when asked about history."""
    if request.layers is not None:
        return request.layers
    known = (Layer.L0, Layer.L1) if request.purpose == SEARCH else (Layer.L1,)  # a turn has the profile already
    return (*known, Layer.L2) if asks_about_history(text) else known


def _close_tasks(terms: Sequence[str], candidates: list[Candidate]) -> list[Candidate]:
    """Keep archived tasks that share nearly every word of a query: they help without being asked for."""
    kept = []
    for one in candidates:
        held = {word.partition("|")[2] for word in one.terms.split(" ")}
        if one.row[17] and is_close(sum(term in held for term in terms) / len(terms), len(terms)):
            kept.append(one)
    return kept


def scopes_for(core: Core, text: str, *, purpose: str = INJECT) -> tuple[Scope, ...]:
    """Return the scopes that a fixed setting names, else those that the words of a query ask for.

    Whoever searches on purpose is answered from everything of theirs; only what nobody asked for is narrowed by words.
    """
    setting = core.settings.get("recall.scopes")
    if purpose == SEARCH and "auto" in setting:
        return SCOPES_OF_A_PERSON
    fixed: tuple[str, ...] | Literal["auto"] = "auto" if "auto" in setting else tuple(setting)
    return select_scopes(text, setting=fixed, host_default=(Scope.SESSION, Scope.WORKSPACE)).scopes


def assemble(core: Core, request: Wanted, found: Found, known: Mapping[str, int]) -> Recall:
    """Pack what was found into hits and a block within limit and budget."""
    below = _below_bar(core, request, found)
    place_of = branches.Standing(core)
    at = core.clock()
    hits: list[Hit] = []
    missed: list[Missed] = []
    for one in found.ranked:
        memory_id, version = one.row[1], one.row[22]
        if below:
            missed.append(Missed(id=memory_id, reason=below, score=one.score))
        elif known.get(memory_id) == version:
            missed.append(Missed(id=memory_id, reason="shown before in this session", score=one.score))
        elif len(hits) < PACKED_FROM * request.limit:
            memory = memories.from_row(one.row, found.reach)
            place = place_of(memory) if memory.anchors else branches.Place.HERE
            if place is branches.Place.ELSEWHERE and request.purpose == INJECT:
                missed.append(
                    Missed(id=memory_id, reason=f"it was learned on the branch {memory.branch}", score=one.score)
                )
            else:
                hits.append(_hit(core, memory, one))
        else:
            missed.append(Missed(id=memory_id, reason=f"over the limit of {request.limit} items", score=one.score))
    hits.sort(key=lambda hit: hit.score, reverse=True)
    by_id = {hit.memory.id: hit for hit in hits}
    lines = {memory_id: _line(hit, place_of(hit.memory), at) for memory_id, hit in by_id.items()}
    indexed = {one.row[1]: one.terms for one in found.ranked}
    flavour = str(core.settings.get("recall.flavour"))
    packed = pack(
        (
            Packable(id=memory_id, line=line, terms=memories.content_terms(by_id[memory_id].memory, indexed[memory_id]))
            for memory_id, line in lines.items()
        ),
        max_items=request.limit,
        max_chars=request.budget,
        flavour=flavour,
    )
    missed += [one.evolve(score=by_id[one.id].score) for one in packed.cut]
    return Recall(
        id=core.new_id("r"),
        query=request.query,
        scopes=found.scopes,
        hits=tuple(by_id[one] for one in packed.kept),
        block=render_block([lines[one] for one in packed.kept], flavour=flavour),
        timings={},
        missed=tuple(missed),
        at=at,
    )


def _below_bar(core: Core, request: Wanted, found: Found) -> str:
    """Say why a turn gets nothing: the closest memory does not reach the bar. Whoever searches gets whatever is closest."""
    bar = float(str(core.settings.get("recall.bar")))
    if request.purpose != INJECT or found.closeness >= bar:
        return ""
    return f"below the bar: the closest reaches {found.closeness:.2f}, the bar is {bar:.2f}"


def _log(core: Core, request: Wanted, text: str, found: Found, answer: Recall) -> str:
    """Write a recall to its log and count the use of what it returned; say why where the store cannot be written."""
    try:
        with core.database.writing(durable=False) as tx:
            write_log(tx, core, request, text, found, answer)
    except errors.StoreError as error:  # the answer is worth more than its log: it is told, with the reason
        return f"{error.message}: {error.why}" if error.why else error.message
    return ""


def write_log(tx: Transaction, core: Core, request: Wanted, text: str, found: Found, answer: Recall) -> None:
    """Write a recall to its log within a transaction."""
    workspace, session = found.reach.in_scope(Scope.WORKSPACE), found.reach.in_scope(Scope.SESSION)
    outcome = INJECTED if request.purpose == INJECT else RETURNED
    hits = [LoggedHit(memory=hit.memory.id, outcome=outcome, score=hit.score, parts=hit.parts) for hit in answer.hits]
    hits += [LoggedHit(memory=one.id, outcome=one.reason, score=one.score, parts={}) for one in answer.missed]
    with_text = bool(core.settings.get("recall.log_text"))
    entry = LoggedRecall(
        id=answer.id, workspace_no=workspace.no if workspace else 0, group_no=session.no if session else 0,
        turn=request.turn, at=answer.at, purpose=request.purpose,
        query=core.redact(text[:QUERY_LOG_CHARS]).text if with_text else "",
        scopes=tuple(str(scope) for scope in answer.scopes), block=answer.block if with_text else "",
        chars=len(answer.block), found=found.count, timings=answer.timings, hits=tuple(hits[:LOGGED_HITS]),
    )  # fmt: skip
    recalls.add(tx, entry, core.owner, core.setting_int("recall.log_limit"))
    memories.touch(tx, [hit.memory for hit in answer.hits], answer.at)


def explain_absence(core: Core, entry: LoggedRecall, memory_id: str) -> dict[str, object]:
    """Say why a memory was not in the answer of a logged recall: as the log has it, else by making the recall again."""
    request = wanted(core, entry.query, purpose=entry.purpose)
    widest = request.evolve(limit=max(request.limit, CANDIDATES))
    with core.database.reading() as tx:
        memory = memories.get(tx, core.reach(tx), memory_id)
        found = search(tx, core, widest, strip_blocks(request.query))
    answer = assemble(core, request, found, {})
    place = next((i for i, one in enumerate(found.ranked, 1) if one.row[1] == memory.id), None)
    known = next((hit.outcome for hit in entry.hits if hit.memory == memory.id), "")
    told = "it was recalled" if known in {INJECTED, RETURNED} else known
    reason = told or _untold(entry, memory) or _absence(request, found, answer, memory, place)
    return {"memory": memory.id, "rank": place, "reason": reason}


def _untold(entry: LoggedRecall, memory: StoredMemory) -> str:
    """Say why making a recall again would mislead, where it would."""
    if memory.created_at > entry.at:
        return "it was not there yet"
    return "" if entry.query else "the log keeps no words of this recall, so it cannot be made again"


def _absence(request: Wanted, found: Found, answer: Recall, memory: StoredMemory, place: int | None) -> str:
    if memory.status is not Status.ACTIVE:
        by = f" by {memory.superseded_by}" if memory.superseded_by else ""
        return f"it is {memory.status}{by}"
    if memory.scope not in found.scopes:
        return f"it is in {memory.scope} scope, the question selects {', '.join(found.scopes)}"
    layers = layers_of(request, request.query)
    if memory.layer not in layers:
        return f"it stands in {memory.layer}, the question searches {', '.join(layers)}"
    if any(hit.memory.id == memory.id for hit in answer.hits):
        return "it was recalled"
    missed = next((one for one in answer.missed if one.id == memory.id), None)
    if missed is not None:
        return missed.reason
    return f"it ranks {place}, behind the limit" if place else "it shares no word with the question"


def _hit(core: Core, memory: StoredMemory, one: Graded) -> Hit:
    if memory.anchors and anchors.moved(core.root.path, memory.anchors):
        stale = signals.WEIGHTS.stale
        return Hit(memory=memory, score=one.score * stale, parts={**one.parts, "stale": stale})
    return Hit(memory=memory, score=one.score, parts=one.parts)


def _line(hit: Hit, place: branches.Place, at: str) -> Line:
    memory = hit.memory
    marks = []
    if place is not branches.Place.HERE:
        marks.append(
            "from a branch that is not merged" if place is branches.Place.ELSEWHERE else "from a branch that is gone"
        )
    if "stale" in hit.parts:
        marks.append("stale: a cited file has changed")
    if memory.conflicts_with:
        marks.append("disputed")
    if memory.valid_to:
        marks.append("superseded")
    if not is_at_least(memory.origin, Origin.AGENT):
        marks.insert(0, f"untrusted: {memory.origin}")
    return Line(
        id=memory.id, content=memory.content, age=age_label(int(age_days(memory.updated_at, at))),
        marks=tuple(marks), kind=str(memory.kind),
    )  # fmt: skip


def find_uses(core: Core, memory_id: str, limit: int = 20) -> dict[str, object]:
    """Return a memory with the recalls it played a part in."""
    with core.database.reading() as tx:
        memory = memories.get(tx, core.reach(tx), memory_id)
        return {"memory": memory.public(), "uses": recalls.uses_of(tx, memory.id, core.owner, limit)}


def logged(core: Core, recall_id: str | None = None) -> LoggedRecall:
    """Return one recall of this workspace, or the latest."""
    with core.database.reading() as tx:
        group = core.known_workspace(tx)
        number = group.no if group else 0
        if recall_id is not None:
            return recalls.get(tx, number, core.owner, recall_id)
        found = recalls.latest(tx, number, core.owner, 1)
    if not found:
        raise errors.NotFound(
            "nothing was recalled here yet", why="neither you nor an agent asked", hint="holdfast recall QUERY"
        )
    return found[0]
