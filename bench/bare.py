"""The bare FTS5 statement that a question needs, with nothing around it."""

from __future__ import annotations

import time

from holdfast.flows.recall import CANDIDATES
from holdfast.recall.plan import affordable
from holdfast.store.search import shelve
from holdfast.text.terms import query_terms

STATEMENT = "SELECT rowid, bm25(search) AS score FROM search WHERE search MATCH ? ORDER BY score, rowid LIMIT ?"


def bare_ms(database, group_no: int, question: str) -> tuple[float, float]:
    """Return the seconds that the search takes with the words a recall asks for, and with all words."""
    shelf, terms = f"1{group_no}", query_terms(question)
    with database.reading() as tx:
        needed = affordable(terms, [shelf], tx.frequencies([shelf], terms))
    connection = database.take()
    try:
        return _timed(connection, shelf, needed), _timed(connection, shelf, terms)
    finally:
        database.give(connection)


def _timed(connection, shelf: str, terms: list[str]) -> float:
    match = " OR ".join(f'"{shelve(shelf, term)}"' for term in terms)
    started = time.perf_counter()
    if match:
        connection.execute(STATEMENT, (match, CANDIDATES)).fetchall()
    return time.perf_counter() - started
