"""One transaction on SQLite: statements, and the full-text index in FTS5.

A search names the words it looks for with the shelf they stand on, so that FTS5 reads the postings of these and no
others. Checked by the store conformance suite.
"""

from __future__ import annotations

import json

import apsw

from holdfast import errors
from holdfast.store import sqlite_file
from holdfast.store.search import Candidate, extrapolated, shelve, shelve_all
from holdfast.store.statements import Statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Any, Self

    from holdfast.deadline import Deadline
    from holdfast.store.database import Row
    from holdfast.store.search import Filters
    from holdfast.store.sqlite import SqliteDatabase
    from holdfast.store.sqlite_file import Connection

READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
LOG_BUSY_TIMEOUT_MS = 500  # what nobody was promised does not hold anybody up
STEPS_BETWEEN_CLOCK_CHECKS = 20_000
HURRIED_MS = 100.0  # what the newest matches may take beyond a deadline; they need a few
COUNTED_DOCUMENTS = 100_000  # of a shelf, up to which every frequency is counted: 11 ns a posting
SAMPLED = 2_000  # postings of a larger shelf that tell how many there are


class SqliteTransaction:
    """One transaction on one connection."""

    def __init__(self, database: SqliteDatabase, begin: str, *, durable: bool = True) -> None:
        self._database = database
        self._begin = begin
        self._durable = durable
        self._connection: Connection

    def __enter__(self) -> Self:
        self._connection = self._database.take()
        try:
            self._begin_it()
        except apsw.Error as error:
            self._release()
            raise wrapped(error, self._database.path) from error
        except errors.StoreError:
            self._connection.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._connection.execute("COMMIT")
        except apsw.Error as failed:
            raise wrapped(failed, self._database.path) from failed
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._release()

    def _begin_it(self) -> None:
        connection, wants_to_write = self._connection, self._begin != READ
        if wants_to_write and connection.cannot_write is not None:
            reason = connection.cannot_write
            raise type(reason)(reason.message, why=reason.why, hint=reason.hint)
        if not self._durable:
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.patience.limit_ms = min(self._database.busy_timeout_ms, LOG_BUSY_TIMEOUT_MS)
        connection.execute(self._begin)
        sqlite_file.refuse_newer(connection, connection.pragma("user_version"))  # it may have been upgraded meanwhile

    def _release(self) -> None:
        if not self._durable:
            self._connection.execute("PRAGMA synchronous=FULL")
            self._connection.patience.limit_ms = self._database.busy_timeout_ms
        self._database.give(self._connection)

    def rows(self, statement: str, /, **values: Any) -> list[Row]:
        """Run a named statement and return all its rows."""
        try:
            return self._connection.execute(STATEMENTS[statement], _bound(values)).fetchall()
        except apsw.Error as error:
            raise wrapped(error, self._database.path) from error
        except UnicodeDecodeError as error:
            raise _undecodable(error) from error

    def one(self, statement: str, /, **values: Any) -> Row | None:
        """Run a named statement and return its first row."""
        found = self.rows(statement, **values)
        return found[0] if found else None

    def many(self, statement: str, rows: Sequence[dict[str, Any]], /) -> None:
        """Run a named statement once for each set of values."""
        try:
            self._connection.executemany(STATEMENTS.silent(statement), rows)
        except apsw.Error as error:
            raise wrapped(error, self._database.path) from error

    def index(self, no: int, shelf: str, terms: Sequence[str]) -> None:
        """Put one document on a shelf."""
        self.index_many([(no, shelf, terms)])

    def index_many(self, documents: Sequence[tuple[int, str, Sequence[str]]]) -> None:
        """Put documents (number, shelf, terms) on their shelves.

        All texts first: a statement in between makes FTS5 write what it holds, one segment a document.
        """
        self.many("search.put", [{"no": no, "terms": shelve_all(shelf, terms)} for no, shelf, terms in documents])
        sizes: dict[str, list[int]] = {}
        for _, shelf, terms in documents:
            sizes.setdefault(shelf, []).append(len(terms))
        self.many(
            "search.shelf_add",
            [{"shelf": shelf, "documents": len(held), "length": sum(held)} for shelf, held in sizes.items()],
        )

    def unindex(self, no: int, shelf: str) -> None:
        """Take one document out of the index, and its vectors along."""
        from holdfast.store import vectors  # noqa: PLC0415 - the hook takes nothing out

        found = self.one("search.terms", no=no)
        if found is not None:
            self.rows("search.drop", no=no)
            length = found[0].count(" ") + 1 if found[0] else 0
            self.rows("search.shelf_add", shelf=shelf, documents=-1, length=-length)
        vectors.leave(self, no, shelf)

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
        values = {**filters.parameters(), "limit": limit}
        if newest:
            return self._found("search.newest", _together(shelves, terms), deadline, values)
        if filters.is_empty():
            return self._best("search.candidates", "search.newest", _either(shelves, terms), deadline, values)
        return self._best("search.filtered", "search.newest", _either(shelves, terms), deadline, values)

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
        values = {"owner": owner, "since": since, "until": until, "limit": limit}
        if newest:
            return self._found("search.newest_episodes", _together([shelf], terms), deadline, values)
        query = _either([shelf], terms)
        found = self._best("search.episodes", "search.newest_episodes", query, deadline, values)
        if len(found) == limit:
            return found
        return self._best("search.passing", "search.newest_episodes", query, deadline, values)

    def frequencies(self, shelves: Sequence[str], terms: Sequence[str]) -> dict[str, int]:
        """Return the document frequency of each term on each shelf; on a large shelf that of a common one is estimated."""
        sizes = {row[0]: row[1] for row in self.rows("search.shelf_sizes", shelves=list(shelves))}
        counted = [shelf for shelf in shelves if sizes.get(shelf, 0) <= COUNTED_DOCUMENTS]
        found = dict(self.rows("search.counts", terms=[shelve(shelf, term) for shelf in counted for term in terms]))
        for shelf in sizes.keys() - set(counted):
            for name in {shelve(shelf, term) for term in terms}:
                number = self._estimated(f'"{name}"', sizes[shelf])
                if number:
                    found[name] = number
        return found

    def _estimated(self, query: str, documents: int) -> int:
        """Count what a term matches, or conclude from the first of it how much there is up to the last."""
        number, first, reached = self.rows("search.sampled", query=query, sample=SAMPLED)[0]
        last = self.rows("search.last_match", query=query)[0][0] if number == SAMPLED else reached
        return extrapolated(number, first, reached, last, documents, sample=SAMPLED)

    def _best(
        self, statement: str, otherwise: str, query: str, deadline: Deadline, values: dict[str, Any]
    ) -> list[Candidate]:
        """Run a statement that ranks all matches; when it is cut short, take the newest of them instead.

        Until everything is ranked nothing of it can be shown, so the other one begins anew. It stops at `limit` rows.
        """
        try:
            return self._found(statement, query, deadline, values, in_part=False)
        except errors.TooSlow:
            return self._found(otherwise, query, deadline.extended_ms(HURRIED_MS), values)

    def _found(
        self, statement: str, query: str, deadline: Deadline, values: dict[str, Any], *, in_part: bool = True
    ) -> list[Candidate]:
        """Run a search and return what it finds, `in_part` what it found by the deadline."""
        found: list[Candidate] = []
        if not query:
            return found
        self._connection.set_progress_handler(deadline.has_passed, STEPS_BETWEEN_CLOCK_CHECKS)
        try:
            for row in self._connection.execute(STATEMENTS[statement], _bound({**values, "query": query})):
                found.append(Candidate(terms=row[0], row=row[1:]))  # noqa: PERF401 - what came before an interruption counts
        except apsw.InterruptError as error:
            if not in_part:
                raise wrapped(error, self._database.path) from error
        except apsw.Error as error:
            raise wrapped(error, self._database.path) from error
        except UnicodeDecodeError as error:
            raise _undecodable(error) from error
        finally:
            self._connection.set_progress_handler(None)
        return found


def _either(shelves: Sequence[str], terms: Sequence[str]) -> str:
    """Return the query for documents of these shelves that hold any of the terms."""
    return " OR ".join([f'"{shelve(shelf, term)}"' for shelf in shelves for term in terms])


def _together(shelves: Sequence[str], terms: Sequence[str]) -> str:
    """Return the query for documents of these shelves that hold all of the terms."""
    return " OR ".join(
        ["(" + " AND ".join([f'"{shelve(shelf, term)}"' for term in terms]) + ")" for shelf in shelves if terms]
    )


def wrapped(error: apsw.Error, path: str) -> errors.StoreError:
    """Return our error for a driver's."""
    from holdfast.store.sqlite_errors import wrapped  # noqa: PLC0415 - only when something failed

    return wrapped(error, path)


def _undecodable(error: UnicodeDecodeError) -> errors.Corrupt:
    """Return the error of a damaged page: nothing that is not UTF-8 was ever written."""
    return errors.Corrupt("a row of the store is damaged", why=f"a text is not UTF-8: {error.reason}")


def _bound(values: dict[str, Any]) -> dict[str, Any]:
    lists = {name: json.dumps(value) for name, value in values.items() if type(value) in {list, tuple}}
    return {**values, **lists} if lists else values


def _expand(macro: str, arguments: list[str]) -> str:
    match macro, arguments:
        case "in", [parameter]:
            return f"IN (SELECT value FROM json_each(:{parameter}))"
        case "count", [column, parameter]:
            return (
                f"(SELECT count(*) FROM json_each({column}) WHERE value IN (SELECT value FROM json_each(:{parameter})))"
            )
        case "skip_locked", _:
            return ""  # a writing transaction is alone anyway
    return f"({', '.join(arguments)})"


STATEMENTS = Statements("sqlite", _expand)
