"""Synthetic corpora of developer statements with the word statistics of real text, seeded.

60,000 words drawn by Zipf's law, the most common ones kept out as stop words would be; 12 to 40 words a statement.
Queries are six words of one statement. `Mixed` adds what makes a search slow: words that a large share of all statements
holds, paths, and a script without spaces.
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


# What the memories of a team are full of, and no stop list holds.
COMMON = (
    "test", "build", "use", "run", "file", "config", "branch", "deploy", "service", "update", "release", "local", "review",
    "cache", "index", "module",
)  # fmt: skip
MOST_COMMON_SHARE = 0.4  # of all statements hold the first of these; the next ones 0.8 times as many, and so on
COMMON_FALL = 0.8
PATH_SHARE, UNSPACED_SHARE = 0.2, 0.05
CHARACTERS = (
    "数据库测试运行构建部署服务文件配置缓存索引模块分支发布更新本地审查错误日志用户接口请求响应时间内存磁盘网络"
)


class Mixed(Corpus):
    """Statements as a large team's would be, and the questions that are hardest to answer quickly."""

    def statement(self) -> str:
        """Return the next statement."""
        if self._random.random() < UNSPACED_SHARE:
            return "".join(self._random.choices(CHARACTERS, k=self._random.randint(12, 60))) + "。"
        words = self._draw(self._random.randint(12, 40))
        share = MOST_COMMON_SHARE
        for word in COMMON:
            if self._random.random() < share:
                words.insert(self._random.randrange(len(words)), word)
            share *= COMMON_FALL
        if self._random.random() < PATH_SHARE:
            words.append(f"src/{words[0]}/{words[1]}.py")
        return " ".join(words).capitalize() + "."

    def hostile(self, number: int, held: list[str]) -> dict[str, str]:
        """Return one question of each hard kind; `held` are statements that the store holds."""
        pick = self._random
        unspaced = "".join(pick.choices(CHARACTERS, k=8))
        pasted = " ".join(held[(number + i) % len(held)] for i in range(100_000 // 150))[:100_000]
        return {
            "one common word": COMMON[number % 6],
            "six common words": " ".join(pick.sample(COMMON[:10], 6)),
            "common and one rare": f"{COMMON[0]} {COMMON[1]} {COMMON[2]} {self._draw(1)[0]}",
            "unspaced script": unspaced,
            "100 kB pasted": f"{pasted} how do we {COMMON[0]} the {COMMON[8]}?",
            "known to nobody": f"qqx{number} zzv{number} how is it",
        }
