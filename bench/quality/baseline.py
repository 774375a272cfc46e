"""Plain full-text search: FTS5 with its porter tokenizer, the question's words joined with OR, our stop words left out.

It is what every figure of ours stands beside. It sees the text of a turn and nothing else: no name, no date, no role.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import apsw

from holdfast.text.stopwords import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.quality.data import Question, Store

DEPTH = 200
_WORD = re.compile(r"\w+")


def rank(store: Store) -> Callable[[Question], list[str]]:
    """Return what ranks the turns of a store for a question, best first."""
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE turns USING fts5(text, tokenize='porter unicode61')")
    connection.executemany(
        "INSERT INTO turns (rowid, text) VALUES (?, ?)", [(no, one.text) for no, one in enumerate(store.turns)]
    )

    def ranked(question: Question) -> list[str]:
        rows = connection.execute(
            "SELECT rowid FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT ?", (match(question.text), DEPTH)
        )
        return [store.turns[no].id for (no,) in rows]

    return ranked


def match(text: str) -> str:
    """Return the FTS5 expression for a question; its stop words count only when there is nothing else."""
    words = list(dict.fromkeys(_WORD.findall(text.casefold())))
    telling = [word for word in words if word not in STOP_WORDS] or words
    return " OR ".join(f'"{word}"' for word in telling) or '""'
