"""The bare FTS5 statements that a question needs, with nothing around them."""

from __future__ import annotations

import time

from holdfast.flows.recall import CANDIDATES
from holdfast.recall.plan import plan
from holdfast.store.search import shelve
from holdfast.text.terms import query_terms

BEST = "SELECT rowid, bm25(search) AS score FROM search WHERE search MATCH ? ORDER BY score, rowid LIMIT ?"
NEWEST = "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?"


def bare_s(database, group_no: int, question: str) -> tuple[float, float]:
    """Return the seconds that the search takes as a recall makes it, and with all words at once."""
    shelf, terms = f"1{group_no}", query_terms(question)
    with database.reading() as tx:
        wanted = plan(terms, [shelf], tx.frequencies([shelf], terms))
    connection = database.take()
    try:
        needed, found = _timed(connection, BEST, _match(shelf, wanted.rare, " OR "))
        for together in wanted.together():
            if found < CANDIDATES:
                more = _timed(connection, NEWEST, _match(shelf, together, " AND "))
                needed, found = needed + more[0], found + more[1]
        return needed, _timed(connection, BEST, _match(shelf, terms, " OR "))[0]
    finally:
        database.give(connection)


def _match(shelf: str, terms, between: str) -> str:
    return between.join(f'"{shelve(shelf, term)}"' for term in terms)


def _timed(connection, statement: str, match: str) -> tuple[float, int]:
    started = time.perf_counter()
    rows = connection.execute(statement, (match, CANDIDATES)).fetchall() if match else []
    return time.perf_counter() - started, len(rows)
