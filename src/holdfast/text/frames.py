"""English words that frame a question rather than say what it is about: `mention`, `recommend`, `how many`, `last`.

They count, for they may be the topic, but less than the words beside them. Checked by `tests/recall/test_asked.py`.
"""

from __future__ import annotations

from functools import cache

from holdfast.text.terms import index_terms

_WORDS = """
mention mentioned say said tell told recommend recommended recommendation suggest suggested suggestion remember recall
remind discuss discussed talk talked describe described explain explained share shared ask asked answer provide provided
give gave happen happened event type kind sort different various name named number total amount current currently recent
recently first last previous previously earlier conversation chat session discussion time times day days week weeks month
months ago long many often since wonder wondering check confirm clarify specific particular exactly example advice tip
help prefer preference opinion thought idea think information detail list compare combined before after always usually
typically ever still already yet both two three use used using please want need
"""


@cache
def frame_terms() -> frozenset[str]:
    """Return the terms of these words, as the index has them."""
    return frozenset(term for word in _WORDS.split() for term in index_terms(word))
