"""The seam between Holdfast and an engine that keeps its rows.

A `Database` hands out transactions; a `Transaction` runs named statements (`memories.insert`) and
keeps a full-text index in step within the same transaction. Everything else, all tables included, is
written once above this seam. Implementations declare what they can do; `holdfast.testing.StoreConformance`
is the contract and every engine passes it unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Any, Self

    from holdfast.deadline import Deadline
    from holdfast.store.capabilities import Capabilities
    from holdfast.store.search import Candidate, Filters

    Row = tuple[Any, ...]


class Transaction(Protocol):
    """Statements and index operations that succeed or fail together."""

    def rows(self, statement: str, /, **values: Any) -> list[Row]:
        """Run a named statement and return all its rows."""

    def one(self, statement: str, /, **values: Any) -> Row | None:
        """Run a named statement and return its first row."""

    def many(self, statement: str, rows: Sequence[dict[str, Any]], /) -> None:
        """Run a named statement once for each set of values."""

    def index(self, no: int, shelf: str, terms: Sequence[str]) -> None:
        """Put one document on a shelf of the full-text index."""

    def index_many(self, documents: Sequence[tuple[int, str, Sequence[str]]]) -> None:
        """Put documents (number, shelf, terms) on their shelves, at a fraction of what each by itself costs."""

    def unindex(self, no: int, shelf: str) -> None:
        """Take one document out of the full-text index, and its vectors along; harmless when it is not there."""

    def candidates(
        self,
        shelves: Sequence[str],
        terms: Sequence[str],
        filters: Filters,
        limit: int,
        deadline: Deadline,
        *,
        newest: bool = False,
    ) -> list[Candidate]:
        """Return the best matches on these shelves and no others, most relevant first.

        With `newest`, those that hold all the terms, newest first: its cost does not grow with how common they are. A
        deadline that passes is no error: what was found by then comes back, or else the newest of what matches.
        """

    def episodes(
        self,
        shelf: str,
        terms: Sequence[str],
        owner: str,
        limit: int,
        deadline: Deadline,
        *,
        since: str,
        until: str,
        newest: bool = False,
    ) -> list[Candidate]:
        """Return the best matches among one person's episodes, in the same ways."""

    def frequencies(self, shelves: Sequence[str], terms: Sequence[str]) -> dict[str, int]:
        """Return how many documents of each shelf hold each term, keyed by `shelf|term`; estimated beyond a cap."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Database(Protocol):
    """An opened store."""

    dialect: str
    endpoint: str  # "local", or scheme://host:port/path without credentials: what consent is bound to
    capabilities: Capabilities

    def reading(self) -> Transaction:
        """Return a transaction that sees one consistent state and changes nothing."""

    def writing(self, *, durable: bool = True) -> Transaction:
        """Return a transaction that holds the right to write from its start.

        With `durable=False` its commit is atomic but may reach the disk with a later one.
        """

    def erase_traces(self) -> None:
        """Make what was deleted unreadable in every file of the engine."""

    def merge_index(self) -> None:
        """Bring the full-text index into the shape that is searched fastest, in steps that let others write in between."""

    def snapshot(self, path: str) -> None:
        """Write a consistent copy of the store while others go on using it."""

    def problems(self) -> list[str]:
        """Return what the engine's own checks find wrong; empty when nothing is."""

    def describe(self) -> dict[str, Any]:
        """Return version, size and schema for `status` and `doctor`."""

    def close(self) -> None:
        """Release every connection; the store may be opened again."""
