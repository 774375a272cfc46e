"""A candidate as ranking sees it: which of the asked words stand in it and where, and what it was marked as. Pure."""

from __future__ import annotations

from holdfast.text import marks
from holdfast.text.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_KIN = 3.0
NOWHERE = -9


class Document:
    """One candidate. Not a `Value`: hundreds are made for each question, and this costs a fifth."""

    __slots__ = (
        "about_self",
        "counts",
        "day",
        "key",
        "kin",
        "length",
        "marks",
        "near",
        "number",
        "occasion",
        "phrases",
        "said",
        "source",
        "speaker",
        "standing",
        "subject",
        "terms",
    )  # fmt: skip

    def __init__(
        self,
        *,
        key: str,
        number: int,
        occasion: object,
        said: str,
        standing: float = 1.0,
        subject: str = "",
        source: str = "",
        near: float = 0.0,
    ) -> None:
        self.key, self.number, self.occasion, self.said, self.standing = key, number, occasion, said, standing
        self.subject, self.source, self.terms = subject, source, ""
        self.near = near  # in meaning, from 0 to 1; nothing where words alone decide
        self.length = 0
        self.counts: dict[int, int] = {}  # by the place of a word in the question
        self.kin: dict[int, float] = {}
        self.phrases: dict[int, int] = {}  # by the place of the first of two words that stand side by side
        self.marks: set[str] = set()
        self.day = self.speaker = ""
        self.about_self = 0

    def read(self, terms: str, places: Mapping[str, int]) -> Document:
        """Take in the terms as indexed; `places` says where in the question a word stands, below zero for its kin."""
        self.terms = terms
        words = terms.split(" ")
        cut = words[0].find("|") + 1
        last = len(words)
        while last and words[last - 1].startswith(marks.MARK, cut):
            last -= 1
            self._mark(words[last][cut:])
        self.length = last
        before, before_at = NOWHERE, NOWHERE
        for at, found in [(at, places[word]) for at, word in enumerate(words) if word in places]:
            place = found if found >= 0 else -1 - found
            if found < 0:
                self.kin[place] = min(MOST_KIN, self.kin.get(place, 0.0) + 1.0)
            else:
                self.counts[place] = self.counts.get(place, 0) + 1
            if place == before + 1 and all(words[between][cut:] in STOP_WORDS for between in range(before_at + 1, at)):
                self.phrases[before] = self.phrases.get(before, 0) + 1
            before, before_at = place, at
        return self

    def content(self) -> frozenset[str]:
        """Return the words of the text that say something, each once."""
        words = self.terms.split(" ")[: self.length]
        cut = words[0].find("|") + 1 if words else 0
        return frozenset([word[cut:] for word in words]) - STOP_WORDS

    def _mark(self, mark: str) -> None:
        if mark.startswith(marks.DAY):
            self.day = mark[len(marks.DAY) :]
        elif mark.startswith(marks.SPEAKER):
            self.speaker = mark[len(marks.SPEAKER) :]
        elif mark.startswith(marks.SELF):
            self.about_self = int(mark[len(marks.SELF) :])
        else:
            self.marks.add(mark)
