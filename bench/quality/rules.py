"""Standing rules of the labelled sessions: captured turn by turn, learned by the worker, told when a session starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.quality import ours
from holdfast import worker
from holdfast.flows import standing
from holdfast.flows.workspaces import grant_consent
from holdfast.text.fingerprint import normalise

if TYPE_CHECKING:
    from bench.quality.data import Set, Store

POLITE = frozenset({"please", "bitte"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """How many labelled rules there are, were learned, and stand in the first block; its longest size in characters."""

    rules: int
    learned: int
    told: int
    chars: int


def told(made: Set) -> Told:
    """Return how many rules of each person the start of a session tells within the profile's limit."""
    found = [_of(store) for store in made.stores if store.rules]
    return Told(
        rules=sum(one.rules for one in found), learned=sum(one.learned for one in found),
        told=sum(one.told for one in found), chars=max((one.chars for one in found), default=0),
    )  # fmt: skip


def _of(store: Store) -> Told:
    with ours.opened() as memory:
        core = memory.core
        core.settle()
        with core.database.writing() as tx:
            grant_consent(tx, core)
        for turn in store.turns:
            memory.capture(ours.said(turn))
        worker.drain(core)
        with core.database.reading() as tx:
            every = standing.standing(tx, core.reach(tx))
        kept = standing.fitting(core, every, "", ())
    return Told(
        rules=len(store.rules),
        learned=_holding(store, [one.content for one in every]),
        told=_holding(store, [one.content for one in kept]),
        chars=sum(len(one.content) for one in kept),
    )


def _holding(store: Store, texts: list[str]) -> int:
    forms = [_plain(text) for text in texts]
    wanted = [_plain(rule) for rule in store.rules]
    return sum(any(form in rule or rule in form for form in forms) for rule in wanted)


def _plain(text: str) -> str:
    """Return a text as it is compared: what is learned leaves politeness out."""
    words = (word.strip(",") for word in normalise(text).split())
    return " ".join(word for word in words if word not in POLITE)
