"""One transaction on PostgreSQL: statements, and the full-text index as tables of postings.

The index is ordinary rows under row level security; a search reads the postings of the shelves and terms it asks
for and no others. A statement that fails spoils its transaction, and leaving it then raises rather than quietly
writing nothing; only a search may fail and leave the transaction usable.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import psycopg
from psycopg.pq import TransactionStatus

from holdfast import errors
from holdfast.store import vectors
from holdfast.store.postgres_errors import wrapped
from holdfast.store.search import Candidate, extrapolated, shelve, shelve_all
from holdfast.store.statements import Statements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType
    from typing import Any, Self

    from psycopg import Connection
    from psycopg.rows import TupleRow

    from holdfast.deadline import Deadline
    from holdfast.store.database import Row
    from holdfast.store.postgres import PostgresDatabase
    from holdfast.store.search import Filters

MAX_STALE_CONNECTIONS = 12  # more than are ever pooled
CANCEL_TIMEOUT_S = 0.2
MAX_POSTED_CHARS = 256  # a key has to fit a third of a page
SAMPLED = 2_000  # postings of a common term that tell how many there are
REACH = 2_000  # postings of one term, back from the last, that are looked at for others beside it
REACH_FILTERED = 20_000  # where filters take most of them away
HURRIED_MS = 100.0  # what the newest matches may take beyond a deadline; they need a few

_SEARCH = "SAVEPOINT search; SET LOCAL jit = off; SET LOCAL work_mem = '32MB'; SET LOCAL statement_timeout = {}"
_PARAMETER = re.compile(r"(?<![:\w]):([a-z_]\w*)")


class PostgresTransaction:
    """Statements and index operations that succeed or fail together."""

    def __init__(self, database: PostgresDatabase, beginning: Callable[[], bytes]) -> None:
        self._database = database
        self._beginning = beginning
        self._connection: Connection[TupleRow]
        # Changed sizes of shelves, written together when they are asked for or at the end.
        self._documents: Counter[str] = Counter()
        self._length: Counter[str] = Counter()

    def __enter__(self) -> Self:
        for attempt in range(MAX_STALE_CONNECTIONS):
            self._connection = self._database.take()
            try:
                self._connection.execute(self._beginning(), prepare=False)
            except psycopg.Error as error:
                is_stale = self._connection.closed  # the server went away while it was idle; nothing was begun
                self._end()
                if not is_stale or attempt == MAX_STALE_CONNECTIONS - 1:
                    raise wrapped(error, self._database.endpoint) from error
            except BaseException:
                self._end()
                raise
            else:
                break
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._commit()
        finally:
            self._end()

    def rows(self, statement: str, /, **values: Any) -> list[Row]:
        """Run a named statement and return all its rows."""
        if self._documents and statement.startswith("search.shelf"):
            self._write_sizes()
        return self._run(statement, values)

    def one(self, statement: str, /, **values: Any) -> Row | None:
        """Run a named statement and return its first row."""
        found = self.rows(statement, **values)
        return found[0] if found else None

    def many(self, statement: str, rows: Sequence[dict[str, Any]], /) -> None:
        """Run a named statement once for each set of values."""
        try:
            with self._connection.cursor() as cursor:
                cursor.executemany(STATEMENTS[statement].encode(), rows)
        except (psycopg.Error, UnicodeEncodeError) as error:
            raise wrapped(error, self._database.endpoint) from error

    def index(self, no: int, shelf: str, terms: Sequence[str]) -> None:
        """Put one document on a shelf."""
        self._run("search.put", _document(no, shelf, terms))
        self._resize(shelf, 1, len(terms))

    def index_many(self, documents: Sequence[tuple[int, str, Sequence[str]]]) -> None:
        """Put documents (number, shelf, terms) on their shelves."""
        self.many("search.put", [_document(*document) for document in documents])
        for _, shelf, terms in documents:
            self._resize(shelf, 1, len(terms))

    def unindex(self, no: int, shelf: str) -> None:  # noqa: ARG002 - the index knows better where it stands
        """Take one document out of the index, from the shelf it stands on, and its vectors along."""
        for stood_on, text, length in self._run("search.drop", {"no": no}):
            terms = {word[len(stood_on) + 1 :][:MAX_POSTED_CHARS] for word in text.split(" ")}
            self._run("search.drop_postings", {"no": no, "shelf": stood_on, "terms": list(terms)})
            self._resize(stood_on, -1, -length)
            vectors.leave(self, no, stood_on)

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
        """Return the best matches by BM25, or the newest that hold all the terms, found within the deadline."""
        values = {**_asked(shelves, terms), **filters.parameters(), "limit": limit}
        values["reach"] = REACH if filters.is_empty() else REACH_FILTERED
        if newest:
            return self._newest("search.newest", values, deadline, together=True)
        return self._best("search.candidates", "search.newest", values, deadline)

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
        """Return the best matches among one person's episodes, found within the deadline."""
        values = {**_asked([shelf], terms), "owner": owner, "since": since, "until": until, "limit": limit}
        values["reach"] = REACH_FILTERED
        if newest:
            return self._newest("search.newest_episodes", values, deadline, together=True)
        return self._best("search.episodes", "search.newest_episodes", values, deadline)

    def frequencies(self, shelves: Sequence[str], terms: Sequence[str]) -> dict[str, int]:
        """Return the document frequency of each term on each shelf; that of a common one is estimated."""
        posted = {_posted(term): shelve("", term)[1:] for term in terms}
        if self._documents:
            self._write_sizes()
        found = self._run("search.counts", {"shelves": list(shelves), "terms": list(posted), "sample": SAMPLED})
        return {f"{row[0]}|{posted[row[1]]}": extrapolated(*row[2:], sample=SAMPLED) for row in found}

    def _best(self, statement: str, otherwise: str, values: dict[str, Any], deadline: Deadline) -> list[Candidate]:
        """Run a statement that ranks all matches; when it is cut short, take the newest of them instead."""
        try:
            return self._found(statement, values, deadline)
        except errors.TooSlow:
            return self._newest(otherwise, values, deadline, together=False)

    def _newest(self, statement: str, values: dict[str, Any], deadline: Deadline, *, together: bool) -> list[Candidate]:
        """Run a statement that stops at what is wanted, with a little time even after the deadline."""
        split = 1 if together else len(values["terms"])
        parts = {"leading": values["terms"][:split], "others": values["terms"][split:]}
        try:
            return self._found(statement, {**values, **parts}, deadline.extended_ms(HURRIED_MS))
        except errors.TooSlow:
            return []

    def _found(self, statement: str, values: dict[str, Any], deadline: Deadline) -> list[Candidate]:
        if not values["shelves"] or not values["terms"]:
            return []
        if self._documents:
            self._write_sizes()
        # Going back to the savepoint restores the limits, and the transaction after a search that took too long.
        self._say(_SEARCH.format(max(1, int(deadline.remaining_ms()))))
        try:
            found = self._run(statement, values)
        finally:
            if self._connection.info.transaction_status in {TransactionStatus.INTRANS, TransactionStatus.INERROR}:
                self._say("ROLLBACK TO SAVEPOINT search")
        return [Candidate(terms=row[0], row=row[1:]) for row in found]

    def _run(self, statement: str, values: dict[str, Any]) -> list[Row]:
        try:
            cursor = self._connection.execute(STATEMENTS[statement].encode(), values)
            return cursor.fetchall() if cursor.description else []
        except (psycopg.Error, UnicodeEncodeError) as error:
            raise wrapped(error, self._database.endpoint) from error

    def _say(self, command: str) -> None:
        try:
            self._connection.execute(command.encode(), prepare=False)
        except psycopg.Error as error:
            raise wrapped(error, self._database.endpoint) from error

    def _resize(self, shelf: str, documents: int, length: int) -> None:
        self._documents[shelf] += documents
        self._length[shelf] += length

    def _write_sizes(self) -> None:
        changed = [
            {"shelf": shelf, "documents": documents, "length": self._length[shelf]}
            for shelf, documents in self._documents.items()
            if documents or self._length[shelf]
        ]
        self._documents.clear()
        self._length.clear()
        self.many("search.shelf_add", changed)

    def _commit(self) -> None:
        if self._connection.info.transaction_status == TransactionStatus.INERROR:
            raise errors.StoreError("nothing was written", why="an earlier statement of the transaction failed")
        if self._documents:
            self._write_sizes()
        self._say("COMMIT")

    def _end(self) -> None:
        """Leave no transaction open and give the connection back; one that cannot be made clean is closed."""
        connection = self._connection
        try:
            match connection.info.transaction_status:
                case TransactionStatus.IDLE | TransactionStatus.UNKNOWN:
                    pass
                case TransactionStatus.ACTIVE:  # interrupted in the middle of a statement
                    connection.cancel_safe(timeout=CANCEL_TIMEOUT_S)  # or the server goes on and keeps the write lock
                    connection.close()
                case _:
                    connection.execute("ROLLBACK", prepare=False)
        except psycopg.Error:
            connection.close()
        finally:
            self._database.give(connection)


def _asked(shelves: Sequence[str], terms: Sequence[str]) -> dict[str, Any]:
    """Return what every search binds, each term once."""
    return {"shelves": list(shelves), "terms": list(dict.fromkeys(map(_posted, terms)))}


def _document(no: int, shelf: str, terms: Sequence[str]) -> dict[str, Any]:
    """Return what `search.put` binds for a document."""
    held = Counter(map(_posted, terms))
    return {
        "no": no, "shelf": shelf, "text": shelve_all(shelf, terms), "length": len(terms),
        "terms": list(held), "frequencies": list(held.values()),
    }  # fmt: skip


def _posted(term: str) -> str:
    """Return a term as a posting holds it."""
    return shelve("", term)[1 : 1 + MAX_POSTED_CHARS]


def _expand(macro: str, arguments: list[str]) -> str:
    match macro, arguments:
        case "in", [parameter]:
            return f"= ANY(:{parameter})"
        case "count", [column, parameter]:
            held = f"json_array_elements_text(CAST({column} AS json)) AS held"
            return f"(SELECT count(*) FROM {held} WHERE held = ANY(:{parameter}))"  # noqa: S608 - a name, not a value
        case "skip_locked", _:
            return "FOR UPDATE SKIP LOCKED"
    return f"(tenant, {', '.join(arguments)})"


def _bind(statement: str) -> str:
    return _PARAMETER.sub(r"%(\1)s", statement.replace("%", "%%"))


STATEMENTS = Statements("postgres", _expand, _bind)
