"""A synthetic corpus of developer statements with the word statistics of real text.

60,000 words drawn by Zipf's law, the most common ones kept out as stop words would be; 12 to 40 words a
statement, seeded. Queries are six words of one statement.
"""

from __future__ import annotations

import random
from itertools import accumulate

WORDS = 60_000
SKIPPED = 150  # what a stop list removes
SYLLABLES = [
    "ba",
    "co",
    "di",
    "fe",
    "gu",
    "ha",
    "jo",
    "ki",
    "lu",
    "me",
    "no",
    "pi",
    "ru",
    "sa",
    "te",
    "vo",
    "wi",
    "xa",
    "ze",
    "tro",
]


class Corpus:
    """Statements and queries, equal for equal seeds."""

    def __init__(self, seed: int = 7) -> None:
        self._random = random.Random(seed)
        self._words = [self._word(number) for number in range(SKIPPED, WORDS)]
        self._weights = list(accumulate(1 / (rank + SKIPPED) for rank in range(len(self._words))))

    def statements(self, count: int) -> list[str]:
        return [" ".join(self._draw(self._random.randint(12, 40))).capitalize() + "." for _ in range(count)]

    def query(self, statement: str, terms: int = 6) -> str:
        words = statement.rstrip(".").lower().split()
        return " ".join(self._random.sample(words, min(terms, len(words))))

    def _draw(self, count: int) -> list[str]:
        return self._random.choices(self._words, cum_weights=self._weights, k=count)

    def _word(self, number: int) -> str:
        syllables = []
        rest = number
        for _ in range(4):
            rest, digit = divmod(rest, len(SYLLABLES))
            syllables.append(SYLLABLES[digit])
        return "".join(syllables)
