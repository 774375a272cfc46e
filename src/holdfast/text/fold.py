"""One form for texts that look alike.

`fold` makes compatibility forms, composed and decomposed letters, and hidden characters fall together. Comparing,
indexing and rendering start from it. It takes linear time on any text and is idempotent;
`tests/text/test_fold.py` holds the laws.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from holdfast.text.invisible import drop_invisible

# Python sorts a run of combining marks in quadratic time: 64,000 of them on one letter take 3 s.
# No writing system stacks more than a handful.
MAX_MARKS = 16


def fold(text: str) -> str:
    """Return the text in compatibility form (NFKC), without hidden characters."""
    seen = drop_invisible(text)
    if seen.isascii():
        return seen
    return _thinned(unicodedata.normalize("NFKC", _thinned(seen)))


def _thinned(text: str) -> str:
    return _long_run().sub(_shorter_run, text)


@cache
def _long_run() -> re.Pattern[str]:
    # Marks are neither word characters nor spaces to `re`, which knows no other name for them.
    return re.compile(rf"[^\w\s\x00-\x7f]{{{MAX_MARKS + 1},}}+")


def _shorter_run(found: re.Match[str]) -> str:
    kept = []
    marks = 0
    for character in found[0]:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)
