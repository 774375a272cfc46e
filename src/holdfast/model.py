"""The nouns of Holdfast as values.

Words are those of the documentation's glossary and of the database. Times are fixed-width ISO 8601
UTC texts (`2026-03-01T12:00:00.000000Z`): they sort as text, cost nothing in the hook, and `times`
turns them into aware datetimes. Nothing here does I/O; `tests/test_model.py` holds the laws.
"""

from __future__ import annotations

from enum import StrEnum

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Scope(StrEnum):
    """How far a memory reaches."""

    SESSION = "session"
    WORKSPACE = "workspace"
    USER = "user"
    SHARED = "shared"


class Layer(StrEnum):
    """L0 is always injected, L1 is retrieved each turn, L2 only on demand."""

    L0 = "L0"
    L1 = "L1"
    L2 = "L2"


class Kind(StrEnum):
    """What sort of statement a memory is."""

    FACT = "fact"
    DECISION = "decision"
    LESSON_LEARNED = "lesson_learned"
    PREFERENCE = "preference"
    PROCEDURE = "procedure"
    TERMINOLOGY = "terminology"
    TASK_UPDATE = "task_update"
    SUMMARY = "summary"
    OWNERSHIP_CONTEXT = "ownership_context"


class Source(StrEnum):
    """Who says so."""

    USER = "user"
    AGENT = "agent"
    SYSTEM = "system"


class Status(StrEnum):
    """Whether it still holds."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    FORGOTTEN = "forgotten"


class Origin(StrEnum):
    """Where the words came from, from most to least trusted; it never rises by itself."""

    USER_TYPED = "user-typed"
    USER_APPROVED = "user-approved"
    AGENT = "agent"
    IMPORT = "import"
    REPO_FILE = "repo-file"
    TOOL_OUTPUT = "tool-output"
    REMOTE = "remote"


class Role(StrEnum):
    """Who spoke in a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


class Mode(StrEnum):
    """When suggestions are made and how the person hears of them; `off` writes nothing."""

    OFF = "off"
    EAGER = "eager"
    OCCASIONAL = "occasional"
    MANUAL = "manual"


BRANCHES = "refs/heads/"
_COMMIT_CHARS = (40, 64)  # the digest of a file has 32

_TRUST = {origin: rank for rank, origin in enumerate(reversed(Origin))}


def least_trusted(origins: list[Origin]) -> Origin:
    """Return the origin that whatever is made from all of these inherits."""
    return min(origins, key=_TRUST.__getitem__)


def is_at_least(origin: Origin, floor: Origin) -> bool:
    """Say whether an origin is as trusted as `floor`, or more."""
    return _TRUST[origin] >= _TRUST[floor]


def names_branch(anchor: tuple[str, str]) -> bool:
    """Say whether an anchor names a branch and its commit rather than a file and the digest of what it held."""
    return anchor[0].startswith(BRANCHES) and len(anchor[1]) in _COMMIT_CHARS


class StoredMemory(Value):
    """One durable statement, as the store holds it."""

    id: str
    content: str
    layer: Layer = Layer.L1
    kind: Kind = Kind.FACT
    scope: Scope = Scope.WORKSPACE
    group: str = ""
    source: Source = Source.USER
    origin: Origin = Origin.USER_TYPED
    status: Status = Status.ACTIVE
    tags: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    confidence: float = 1.0
    created_at: str = ""
    updated_at: str = ""
    valid_from: str = ""
    valid_to: str | None = None
    recall_count: int = 0
    last_recalled_at: str | None = None
    project: str | None = None
    task: str | None = None
    subject: str | None = None
    reason: str = ""
    superseded_by: str | None = None
    conflicts_with: str | None = None
    anchors: tuple[tuple[str, str], ...] = ()  # (cited file, digest of what it held), (branch, its commit)
    version: int = 1
    group_no: int = 0
    no: int = 0

    @property
    def branch(self) -> str | None:
        """The branch that it is bound to until that is merged."""
        return next((anchor[0].removeprefix(BRANCHES) for anchor in self.anchors if names_branch(anchor)), None)

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of a memory."""
        return {field: _plain(getattr(self, field)) for field in PUBLIC_FIELDS}


PUBLIC_FIELDS = (
    "id", "content", "layer", "kind", "scope", "group", "source", "origin", "status", "tags", "citations",
    "confidence", "created_at", "updated_at", "valid_from", "valid_to", "recall_count", "project", "task",
    "last_recalled_at", "subject", "reason", "superseded_by", "conflicts_with", "branch",
)  # fmt: skip


class Episode(Value):
    """One message, verbatim and immutable."""

    id: str
    content: str
    name: str
    role: Role
    session: str = ""
    turn: str = ""
    origin: Origin = Origin.USER_TYPED
    host: str = ""
    group: str = ""
    occurred_at: str = ""
    created_at: str = ""
    truncated: bool = False
    redacted: int = 0
    task: str | None = None
    project: str | None = None
    group_no: int = 0
    no: int = 0

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of an episode."""
        hidden = {"group_no", "no"}
        return {field: _plain(value) for field, value in self.as_dict().items() if field not in hidden}


class Hit(Value):
    """One memory found by a recall, with every part of its score."""

    memory: StoredMemory
    score: float
    parts: dict[str, float]

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of a hit."""
        return {"memory": self.memory.public(), "score": round(self.score, 6), "parts": self.parts}


class Missed(Value):
    """One memory that was looked at and left out, and the reason."""

    id: str
    reason: str
    score: float = 0.0


class Recall(Value):
    """One retrieval: what was asked, what was found, what a host would inject."""

    id: str
    query: str
    scopes: tuple[Scope, ...]
    hits: tuple[Hit, ...]
    block: str
    timings: dict[str, float]
    missed: tuple[Missed, ...] = ()
    at: str = ""
    unlogged: str = ""  # why the log does not have it, where the store could not be written

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)


def _plain(value: object) -> object:
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, tuple):
        return list(value)
    return value
