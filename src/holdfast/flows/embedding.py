"""Keeping vectors in step with what is in the index: made by the worker, or a few at a time by whoever searches.

Vectors are derived, so losing all of them loses nothing. Off, in the hook, or while the embedder's package is not there,
nothing is made and recall goes by words alone; `holdfast status` and `doctor` say which of these it is.
`tests/vectors/test_catching_up.py` holds the laws.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.core import HOOK
from holdfast.flows import journal
from holdfast.model import Mode
from holdfast.store import vectors
from holdfast.vectors.embedder import OFF, open_embedder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from holdfast.core import Core
    from holdfast.deadline import Deadline
    from holdfast.store.database import Row
    from holdfast.store.vectors import Place
    from holdfast.vectors.embedder import Embedder

SETTING = "recall.vectors"
BATCH = 200


def embedder_of(core: Core) -> Embedder | None:
    """Return the embedder that is on and can be used, if there is one: what is not installed never stops a recall."""
    name = str(core.settings.get(SETTING))
    if name == OFF or core.actor == HOOK:
        return None
    try:
        return open_embedder(name)
    except errors.MissingExtra:
        return None  # `trouble` tells it to whoever asks


def trouble(core: Core) -> errors.MissingExtra | None:
    """Return why the embedder that is on cannot be used, if it cannot."""
    name = str(core.settings.get(SETTING))
    try:
        if name != OFF:
            open_embedder(name)
    except errors.MissingExtra as error:
        return error
    return None


def catch_up(
    core: Core,
    *,
    shelves: Sequence[str] | None = None,
    deadline: Deadline | None = None,
    step: Callable[[], object] = lambda: None,
) -> int:
    """Make the vectors that are missing, on these shelves or on all, and return how many were made.

    Ends with the batch in which the deadline passes; `step` is called after each.
    """
    embedder = embedder_of(core)
    if embedder is None or not core.exists() or core.mode is Mode.OFF:
        return 0
    with core.database.reading() as tx:
        places = [place for place in vectors.places(tx) if shelves is None or place.shelf in shelves]
        behind = {place.shelf: vectors.behind(tx, place, embedder.name) for place in places}
    done = 0
    for place in places:
        for number in _batches(core, embedder, place, behind[place.shelf]):
            done += number
            step()
            if deadline and deadline.has_passed():
                return done
    return done


def tidy(core: Core) -> int:
    """Drop the vectors of embedders that are not in use and return how many there were.

    Not where several machines share a store: another one may use what this one does not.
    """
    name = str(core.settings.get(SETTING))
    embedder = embedder_of(core)
    if core.database.capabilities.several_machines or core.mode is Mode.OFF or (name != OFF and embedder is None):
        return 0
    with core.database.reading() as tx:
        kept = {row[0] for row in tx.rows("vectors.counts")}
    in_use = embedder.name if embedder else ""
    if kept <= {in_use}:
        return 0
    with core.database.writing() as tx:
        return vectors.drop_others(tx, in_use)


def work(core: Core, step: Callable[[], object] = lambda: None) -> int:
    """Do what a worker does for vectors: drop what is of no use, make what is missing."""
    tidy(core)
    if embedder_of(core) is None:
        return 0
    journal.catch_up(core)  # what is not in the index yet has no vector either
    return catch_up(core, step=step)


def state(core: Core) -> dict[str, Any]:
    """Return which embedder is on, how many vectors there are, and how many are still to be made."""
    name = str(core.settings.get(SETTING))
    if problem := trouble(core):
        raise problem
    embedder = embedder_of(core)
    with core.database.reading() as tx:
        counts: dict[str, int] = dict(tx.rows("vectors.counts"))
        documents = sum(row[1] for row in tx.rows("vectors.shelves"))
    kept = counts.get(embedder.name, 0) if embedder else 0
    return {
        "embedder": name,
        "kept": kept,
        "missing": max(0, documents - kept) if embedder else 0,
        "of_others": sum(counts.values()) - kept,
    }


def _batches(core: Core, embedder: Embedder, place: Place, behind: int) -> Iterator[int]:
    """Make the vectors that a shelf lacks, batch by batch, and yield how many were stored of each.

    It ends with as many rows as were missing: looking for more would mean looking at every row of the shelf.
    """
    from holdfast.vectors.matrix import packed  # noqa: PLC0415 - numpy, once an embedder is there

    last: Row | None = None
    while behind > 0:
        with core.database.reading() as tx:
            rows = vectors.missing(tx, place, embedder.name, min(BATCH, behind), last)
        if not rows:
            return
        made = packed(embedder.embed([row[2] for row in rows]))
        answers = [(row[0], row[1], one) for row, one in zip(rows, made, strict=True)]
        with core.database.writing(durable=False) as tx:
            stored = vectors.put(tx, place, embedder.name, answers)
        yield stored
        behind, last = behind - len(rows), rows[-1]
