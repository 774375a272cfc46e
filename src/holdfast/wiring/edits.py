"""Changes of a text that keep every other byte: what is put in where, and taking exactly that out again.

`Insertion` places are those of the text before. `put_in` and `take_out` are inverse; when the person changed the text in
between, `take_out` finds each insertion by what stood around it, or says that it cannot.
`tests/wiring/test_edits.py` holds the laws.
"""

from __future__ import annotations

import itertools

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

AROUND_CHARS = 60  # of the surroundings that tell an insertion from others of the same text
TELLING_CHARS = 20  # an insertion of so many characters can be found with one side of its surroundings


class Insertion(Value):
    """A text put in at a place of the text before."""

    at: int
    text: str


class Placed(Value):
    """An insertion as it stands in the text after, with its surroundings there."""

    at: int
    text: str
    left: str
    right: str


def put_in(text: str, insertions: Sequence[Insertion]) -> tuple[str, tuple[Placed, ...]]:
    """Return the text with everything put in, and where each stands now."""
    ordered = sorted(insertions, key=lambda one: one.at)
    pieces, position, places, length = [], 0, [], 0
    for one in ordered:
        pieces += [text[position : one.at], one.text]
        length += one.at - position
        places.append((length, one.text))
        length += len(one.text)
        position = one.at
    after = "".join((*pieces, text[position:]))
    placed = tuple(
        Placed(
            at=at, text=put, left=after[max(0, at - AROUND_CHARS) : at],
            right=after[at + len(put) : at + len(put) + AROUND_CHARS],
        )
        for at, put in places
    )  # fmt: skip
    return after, placed


def take_out(text: str, placed: Sequence[Placed]) -> str | None:
    """Return the text without what was put in, or None when one of them cannot be told for sure."""
    spans = [_span(text, one) for one in placed]
    found = sorted(span for span in spans if span is not None)
    if len(found) < len(spans) or any(end > start for (_, end), (start, _) in itertools.pairwise(found)):
        return None
    for start, end in reversed(found):
        text = text[:start] + text[end:]
    return text


def _span(text: str, one: Placed) -> tuple[int, int] | None:
    whole = one.left + one.text + one.right
    if text[one.at - len(one.left) : one.at + len(one.text) + len(one.right)] == whole and one.at >= len(one.left):
        return one.at, one.at + len(one.text)
    wanted = [(one.left, one.right)]
    wanted += [(one.left, ""), ("", one.right), ("", "")] if len(one.text) >= TELLING_CHARS else []
    for left, right in wanted:
        needle = left + one.text + right
        first = text.find(needle)
        if first >= 0 and text.find(needle, first + 1) < 0:
            start = first + len(left)
            return start, start + len(one.text)
    return None
