"""Documents of agent frameworks: JSON values under a path of names and a key, each kept as one memory of the agent.

The key is the memory's subject, so that one index finds an item, a folder of items, and the folders there are. An item is
written over in place; its versions stay in the history, and what was removed is forgotten like any memory.
`tests/flows/test_items.py` holds the laws.
"""

from __future__ import annotations

import json
from urllib.parse import quote, unquote

from holdfast import errors
from holdfast.deadline import Deadline
from holdfast.flows import forget
from holdfast.flows.gather import gather
from holdfast.flows.remember import refuse_secret
from holdfast.model import Kind, Layer, Origin, Scope, Source, StoredMemory
from holdfast.recall import rank
from holdfast.recall.asked import understand
from holdfast.recall.document import Document
from holdfast.recall.plan import plan
from holdfast.store import memories
from holdfast.store.search import Filters, shelves_for
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from holdfast.core import Core
    from holdfast.scope.reach import Reach
    from holdfast.store.database import Transaction
    from holdfast.store.search import Candidate

    Path = tuple[str, ...]

MARK = "item:"
PAST_A_SLASH = "0"  # the sign that follows `/`
MAX_ITEM_CHARS = 1_000_000
CANDIDATES = 1000
LONGEST_MS = 2000.0


class Item(Value):
    """One document."""

    path: tuple[str, ...]
    key: str
    value: dict[str, Any]
    created_at: str
    updated_at: str
    score: float | None = None


class Write(Value):
    """What is to be written: a value, or None to remove the item."""

    path: tuple[str, ...]
    key: str
    value: dict[str, Any] | None


def get(core: Core, path: Path, key: str) -> Item | None:
    """Return one item, or None."""
    with core.database.reading() as tx:
        reach = core.reach(tx)
        group = reach.in_scope(Scope.WORKSPACE)
        found = memories.on_subject(tx, reach, group.no, _subject(path, key)) if group else []
    return _item(found[0]) if found else None


def write(core: Core, writes: Sequence[Write]) -> None:
    """Write items in one transaction, or none of them: one change that can be undone."""
    if not writes:
        return
    core.require_open([Scope.WORKSPACE])
    contents = [_content(core, one) for one in writes]
    core.settle()
    with core.database.writing() as tx:
        group = core.group(tx, Scope.WORKSPACE)
        reach = core.reach(tx)
        recorder = core.record(tx, "items")
        for one, content in zip(writes, contents, strict=True):
            known = next(iter(memories.on_subject(tx, reach, group.no, _subject(one.path, one.key))), None)
            at = core.clock()
            if content is None:
                if known is not None:
                    forget.hide(tx, core, recorder, known)
            elif known is not None:
                new = known.evolve(content=content, updated_at=at, version=known.version + 1)
                recorder.note("memory", known.id, known, memories.put(tx, new, before=known))
            else:
                made = StoredMemory(
                    id=core.new_id("m"), content=content, layer=Layer.L1, kind=Kind.FACT, scope=Scope.WORKSPACE,
                    group=group.id, group_no=group.no, source=Source.AGENT, origin=Origin.AGENT, created_at=at,
                    updated_at=at, valid_from=at, subject=_subject(one.path, one.key),
                )  # fmt: skip
                recorder.note("memory", made.id, None, memories.put(tx, made))
        recorder.close()


def below(core: Core, path: Path) -> list[Item]:
    """Return the items of a path and of every path below it, oldest first."""
    with core.database.reading() as tx:
        reach = core.reach(tx)
        group = reach.in_scope(Scope.WORKSPACE)
        found = memories.on_subjects(tx, reach, group.no, *_range(path)) if group else []
    return [_item(memory) for memory in found]


def search(core: Core, path: Path, query: str) -> list[Item]:
    """Return the items below a path that fit a query, best first, each with its score."""
    with core.database.reading() as tx:
        ranked = _ranked(tx, core, query)
        reach = core.reach(tx)
        group = reach.in_scope(Scope.WORKSPACE)
        if group is None or not ranked:
            return []
        low, high = _range(path)
        found = {one.id: one for one in memories.on_subjects(tx, reach, group.no, low, high)}
    return [_item(found[id_]).evolve(score=score) for id_, score in ranked if id_ in found]


def paths(core: Core) -> list[Path]:
    """Return every path that holds an item, in the order of their names."""
    with core.database.reading() as tx:
        group = core.reach(tx).in_scope(Scope.WORKSPACE)
        low, high = _range(())
        rows = tx.rows("memories.subjects", group_no=group.no, low=low, high=high) if group else []
    return sorted({_parsed(row[0])[0] for row in rows})


def _ranked(tx: Transaction, core: Core, query: str) -> list[tuple[str, float]]:
    reach: Reach = core.reach(tx)
    asked = understand(query, core.clock())
    shelves = shelves_for(reach.numbers([Scope.WORKSPACE]), [Layer.L1])
    sizes = {row[0]: (row[1], row[2]) for row in tx.rows("search.shelf_sizes", shelves=shelves) if row[1]}
    if not sizes or not asked.terms:
        return []
    frequencies = tx.frequencies(shelves, asked.terms)
    scene = rank.set_scene(asked, shelves, sizes, frequencies)
    deadline = Deadline.after_ms(LONGEST_MS)

    def matching(terms: Sequence[str], *, newest: bool) -> list[Candidate]:
        return tx.candidates(shelves, terms, Filters(), CANDIDATES, deadline, newest=newest)

    found = gather(matching, plan(asked.terms, shelves, frequencies), CANDIDATES)
    places = rank.places_of(asked, shelves)
    documents = [
        Document(key=one.row[1], number=one.row[0], occasion=one.row[1], said=one.row[13]).read(one.terms, places)
        for one in found
    ]
    return [(one.document.key, one.score) for one in rank.rank(scene, documents, limit=CANDIDATES)]


def _content(core: Core, one: Write) -> str | None:
    if one.value is None:
        return None
    try:
        content = json.dumps(one.value, ensure_ascii=False, allow_nan=False)
        if not content.isascii() and content != content.encode(errors="replace").decode():
            content = json.dumps(one.value, allow_nan=False)  # halves of a sign, which no store takes
    except (TypeError, ValueError) as error:
        raise errors.UsageError(f"the value of {one.key!r} is not JSON", why=str(error)) from error
    if len(content) > MAX_ITEM_CHARS:
        raise errors.LimitReached(
            f"the value of {one.key!r} has {len(content):,} characters", why=f"an item holds {MAX_ITEM_CHARS:,}",
            hint="split it into several items",
        )  # fmt: skip
    refuse_secret(core, content)
    return content


def _item(memory: StoredMemory) -> Item:
    path, key = _parsed(memory.subject or "")
    return Item(
        path=path, key=key, value=json.loads(memory.content), created_at=memory.created_at, updated_at=memory.updated_at
    )


def _subject(path: Path, key: str) -> str:
    return f"{MARK}{_joined(path)}//{_quoted(key)}"


def _range(path: Path) -> tuple[str, str]:
    """Return from where up to where the subjects of a path and all below it lie."""
    if not path:
        return MARK, f"{MARK[:-1]};"
    within = f"{MARK}{_joined(path)}"
    return f"{within}/", f"{within}{PAST_A_SLASH}"


def _joined(path: Iterable[str]) -> str:
    return "/".join(_quoted(name) for name in path)


def _parsed(subject: str) -> tuple[Path, str]:
    path, _, key = subject.removeprefix(MARK).rpartition("//")
    return tuple(_unquoted(name) for name in path.split("/") if name), _unquoted(key)


def _quoted(name: str) -> str:
    return quote(name, safe="", errors="surrogatepass")


def _unquoted(name: str) -> str:
    return unquote(name, errors="surrogatepass")
