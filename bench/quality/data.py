"""The evaluation sets: stores of turns with questions and the turns or sessions that answer them.

They lie outside the checkout, in `$HOLDFAST_EVAL_DATA` or `../shared/data`, and `README.md` there says what each
file is. `find` raises `Absent` with the two places it looked in, so that a benchmark never reports on nothing.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from dataclasses import dataclass, replace
from typing import Any

VARIABLE = "HOLDFAST_EVAL_DATA"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OWN = os.path.join(ROOT, "tests", "recall", "sessions")
BESIDE = os.path.join(os.path.dirname(ROOT), "shared", "data")
FOLDER = "retrieval"
OWN_NAME = "own-sessions"
SUFFIX = ".json.gz"
NAMELESS_ROLES = frozenset({"user", "assistant"})  # any other role is a person's name


class Absent(Exception):
    """The evaluation data is not on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    id: str
    session: str
    role: str
    speaker: str
    text: str
    date: str | None  # ISO, the start of the session

    @property
    def is_assistant(self) -> bool:
        return self.role == "assistant"

    @property
    def name(self) -> str:
        """Return the speaker's name, or nothing where the role says it all."""
        return "" if self.role in NAMELESS_ROLES else self.speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    id: str
    category: str
    text: str
    date: str | None  # when it is asked
    gold_turns: frozenset[str]
    gold_sessions: frozenset[str]
    older: frozenset[str] = frozenset()  # turns that no longer hold
    answerable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """One corpus: its turns in order, and what is asked about it."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    rules: tuple[str, ...] = ()  # sentences of a person that hold in every session


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """One file of stores, with the hash that a report names."""

    name: str
    sha256: str
    stores: tuple[Store, ...]


def find() -> str:
    """Return the folder with the retrieval sets; raise `Absent` when there is none."""
    asked = os.environ.get(VARIABLE)
    folder = os.path.join(asked or BESIDE, FOLDER)
    if os.path.isdir(folder):
        return folder
    looked = f"${VARIABLE} says {asked!r}" if asked else f"${VARIABLE} is not set and {BESIDE!r} is not there"
    raise Absent(f"no evaluation data: {looked}; it needs a folder {FOLDER!r} with *{SUFFIX} files")


def load_all(folder: str | None = None) -> list[Set]:
    """Return every set of the folder by name; raise `Absent` when there is none."""
    place = folder or find()
    names = sorted(name for name in os.listdir(place) if name.endswith(SUFFIX))
    if not names:
        raise Absent(f"no evaluation data: {place!r} holds no *{SUFFIX} file")
    return [load(os.path.join(place, name)) for name in names]


def load(path: str) -> Set:
    """Return one set."""
    with open(path, "rb") as file:
        packed = file.read()
    stores = tuple(_store(one) for one in json.loads(gzip.decompress(packed)))
    name = os.path.basename(path).removesuffix(SUFFIX)
    return Set(name=name, sha256=hashlib.sha256(packed).hexdigest(), stores=stores)


def own() -> Set:
    """Return the labelled sessions of this repository, one store a project."""
    digest = hashlib.sha256()
    stores: list[Store] = []
    for name in sorted(name for name in os.listdir(OWN) if name.endswith(".json")):
        with open(os.path.join(OWN, name), "rb") as file:
            text = file.read()
        digest.update(text)
        stores += [_store(one) for one in json.loads(text)]
    return Set(name=OWN_NAME, sha256=digest.hexdigest(), stores=tuple(stores))


def answerable(made: Set) -> Set:
    """Return a set with those questions only that its own stores answer."""
    stores = tuple(replace(one, questions=tuple(q for q in one.questions if q.answerable)) for one in made.stores)
    return replace(made, stores=stores)


def half(made: Set, parity: int) -> Set:
    """Return a set with every other question of each store, counted in order: what is tuned on, and what confirms."""
    stores = tuple(replace(store, questions=store.questions[parity::2]) for store in made.stores)
    return replace(made, stores=stores)


def _store(found: dict[str, Any]) -> Store:
    return Store(
        name=found["name"],
        turns=tuple(Turn(**turn) for turn in found["turns"]),
        questions=tuple(_question(question) for question in found["questions"]),
        rules=tuple(rule["sentence"] for rule in found.get("rules", ())),
    )


def _question(found: dict[str, Any]) -> Question:
    gold = {name: frozenset(found.get(name, ())) for name in ("gold_turns", "gold_sessions", "older")}
    return Question(**{**found, **gold})
