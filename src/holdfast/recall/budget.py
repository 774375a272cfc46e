"""Which memories fit into one block.

Taken greedily in rank order: one that does not fit is skipped while smaller ones after it may still be taken, and
one that says what a kept one already says is dropped. `render_block` of what is kept never exceeds the budget;
`tests/recall/test_budget.py` holds the laws.
"""

from __future__ import annotations

from holdfast.model import Missed
from holdfast.recall.render import Line, frame_chars, is_untrusted, render_line
from holdfast.text.fingerprint import alike, claim_of, normalise
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NEAR_DUPLICATE = 0.9


class Candidate(Value):
    """A memory that wants into the block, as it would be shown, with the terms of its text in order."""

    id: str
    line: Line
    terms: Sequence[str]


class Packed(Value):
    """The ids of what goes into the block, and what stays out for which reason; both in rank order."""

    kept: tuple[str, ...]
    cut: tuple[Missed, ...]


def pack(
    candidates: Iterable[Candidate], *, max_items: int, max_chars: int, overhead: int = 0, flavour: str | None = None
) -> Packed:
    """Choose from ranked candidates what fits into `max_chars` characters and `max_items` items.

    `overhead` is what else must fit beside the block, for instance a host's own wrapping.
    """
    kept: list[str] = []
    cut: list[Missed] = []
    seen = _Seen()
    used, has_untrusted = overhead, False
    for candidate in candidates:
        if len(kept) >= max_items:
            reason = f"over the limit of {max_items} items"
        elif original := seen.duplicated(claim := _Claim(candidate)):
            reason = f"duplicate of {original}"
        else:
            line_chars = len(render_line(candidate.line)) + 1
            untrusted = has_untrusted or is_untrusted(candidate.line)
            if used + line_chars + frame_chars(flavour, untrusted=untrusted) <= max_chars:
                kept.append(candidate.id)
                seen.add(claim)
                used, has_untrusted = used + line_chars, untrusted
                continue
            reason = f"over the budget of {max_chars} characters"
        cut.append(Missed(id=candidate.id, reason=reason))
    return Packed(kept=tuple(kept), cut=tuple(cut))


class _Claim:
    """What a statement says, as another one is compared with it."""

    __slots__ = ("form", "id", "terms", "untrusted")

    def __init__(self, candidate: Candidate) -> None:
        self.id, self.untrusted = candidate.id, is_untrusted(candidate.line)
        self.form, self.terms = normalise(candidate.line.content), claim_of(candidate.terms)


class _Seen:
    """The kept statements, for telling whether another one repeats one of them."""

    def __init__(self) -> None:
        self._kept: list[_Claim] = []

    def duplicated(self, claim: _Claim) -> str | None:
        """Return the id of a kept statement that says the same; an untrusted one never stands in for a trusted."""
        for kept in self._kept:
            if self._says_same(claim, kept) and (claim.untrusted or not kept.untrusted):
                return kept.id
        return None

    @staticmethod
    def _says_same(one: _Claim, other: _Claim) -> bool:
        if one.form == other.form:
            return True
        shorter, longer = sorted((len(one.terms), len(other.terms)))
        # Two that differ so much in length cannot share enough; counting what they share takes longer than all else here.
        return shorter >= NEAR_DUPLICATE * longer and alike(one.terms, other.terms) >= NEAR_DUPLICATE

    def add(self, claim: _Claim) -> None:
        """Remember a statement as kept."""
        self._kept.append(claim)
