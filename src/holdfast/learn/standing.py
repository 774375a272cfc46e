"""Standing rules and preferences that a person states in passing: found by cue, sentence by sentence, without a model.

"Always …", "never …", "from now on …", "please don't … any more", "in this repo we …", "I prefer …". Precision first:
questions, quotations, code, logs, reports of what happened or somebody said, single cases ("for now", "in this
function") and hedges are none. The person's own words are kept, politeness aside. Linear in the text.
`tests/learn/test_standing.py` holds the laws and measures both figures on labelled sentences.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from holdfast.learn.spoken import BLANK, spoken
from holdfast.learn.standing_languages import LANGUAGES
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.learn.spoken import Spoken
    from holdfast.learn.standing_cues import Language

LONGEST_RULE = 240
SHORTEST_RULE = 6
SHORTEST_UNSPACED = 4
MAX_LEADS = 5
MAX_CLAUSES = 4
# How sure a rule is: said at the start of a sentence, after another clause, or as a taste.
PLAIN, IN_PASSING, TASTE = 0.8, 0.7, 0.7


class Standing(StrEnum):
    """What a statement is: something to do or leave each time, or a taste."""

    RULE = "rule"
    PREFERENCE = "preference"


class Rule(Value):
    """A standing statement in the person's own words; `personal` ones have no tie to a project."""

    text: str
    standing: Standing
    personal: bool
    confidence: float


def standing_rules(text: str) -> list[Rule]:
    """Return the standing rules and preferences of a message in the order they are said, each once."""
    found: dict[str, Rule] = {}
    for sentence in spoken(text):
        rule = _rule_in(sentence)
        if rule is not None:
            found.setdefault(rule.text.casefold(), rule)
    return list(found.values())


def _rule_in(sentence: Spoken) -> Rule | None:
    lowered = _lowered(sentence.mask)
    if _tells_of_credentials(sentence.text):
        return None
    headed = _heading().match(_lowered(sentence.heading)) is not None if sentence.heading else False
    for language in _compiled():
        rule = language.rule_in(sentence.text, lowered, headed=headed)
        if rule is not None:
            return rule
    return None


class _Cues:
    """The patterns of one language."""

    def __init__(self, language: Language) -> None:
        fragments = language.fragments
        self.trigger = re.compile(language.trigger)
        self.lead = re.compile(language.lead)
        self.refused = re.compile(language.refused)
        self.rules = re.compile("|".join(f"(?:{_filled(one, fragments)})" for one in language.rules))
        self.preferences = re.compile("|".join(f"(?:{_filled(one, fragments)})" for one in language.preferences))
        self.politeness = re.compile(language.politeness, re.IGNORECASE)
        self.personal = re.compile(language.personal)

    def rule_in(self, text: str, lowered: str, *, headed: bool) -> Rule | None:
        """Return the rule that a sentence states in this language."""
        if not (headed or self.trigger.search(lowered)):
            return None
        for start, is_first in self._clauses(lowered):
            clause = lowered[start:]
            if self.refused.search(clause) or (start and _REPORTS.search(lowered[:start])):
                continue
            if self.preferences.match(clause):
                return self._made(text[start:], clause, Standing.PREFERENCE, TASTE)
            if self.rules.match(clause):
                return self._made(text[start:], clause, Standing.RULE, PLAIN if is_first else IN_PASSING)
        announced = _announced().match(lowered)
        start = announced.end() if announced else 0
        if (headed or announced) and not self.refused.search(lowered) and _may_be_item(lowered[start:]):
            return self._made(text[start:], lowered[start:], Standing.RULE, IN_PASSING)
        return None

    def _clauses(self, lowered: str) -> Iterator[tuple[int, bool]]:
        """Yield where a rule may start: the sentence, what follows its opening words, and later clauses."""
        start = _opening().match(lowered).end()  # type: ignore[union-attr]
        yield start, True
        yield from ((at, True) for at in self._after_leads(lowered, start))
        for number, found in enumerate(_next_clause().finditer(lowered, start)):
            if number >= MAX_CLAUSES:
                return
            yield found.end(), False
            yield from ((at, False) for at in self._after_leads(lowered, found.end()))

    def _after_leads(self, lowered: str, start: int) -> Iterator[int]:
        for _ in range(MAX_LEADS):
            lead = self.lead.match(lowered, start)
            if lead is None or lead.end() == start:
                return
            start = lead.end()
            yield start

    def _made(self, text: str, clause: str, standing: Standing, confidence: float) -> Rule | None:
        words = _without(self.politeness, text, clause).strip(" \t,;:-–—").rstrip(".!。！ ")
        shortest = SHORTEST_RULE if words.isascii() else SHORTEST_UNSPACED
        if not shortest <= len(words) <= LONGEST_RULE:
            return None
        personal = self.personal.search(clause) is not None and not _project().search(clause)
        return Rule(text=words, standing=standing, personal=personal, confidence=confidence)


_REPORTS = re.compile(
    r"\b(?:says?|(?<!\bi )said|tells?|(?<!\bi )told|claims?|docs?|readme|error|message|warning|logs?|prints?|output|complains?|think|thought|"
    r"wonder|because|why|how|if|whether|(?<=\s)that|which|who|where|sagt|sagte|meint|dice|dijo|dit|disait|example|for instance|e\.g\.|like|such as|called|named|titled)\b[^.]{0,80}$|说|言"
)


def _without(politeness: re.Pattern[str], text: str, clause: str) -> str:
    """Return a clause without its politeness; never inside a quotation or code."""
    kept, position = [], 0
    for found in politeness.finditer(text):
        if BLANK in clause[found.start() : found.end()]:
            continue
        kept.append(text[position : found.start()])
        position = found.end()
        if kept[-1] and not kept[-1].endswith(" ") and position < len(text) and kept[-1][-1].isascii():
            kept.append(" ")
    return "".join([*kept, text[position:]])


def _lowered(text: str) -> str:
    """Return a text in lower case, the same length."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)


def _filled(pattern: str, fragments: dict[str, str]) -> str:
    """Return a pattern with its `{names}` replaced, fragments inside fragments too."""
    while True:
        filled = re.sub(r"\{([a-z_]+)\}", lambda found: fragments[found[1]], pattern)
        if filled == pattern:
            return filled
        pattern = filled


def _may_be_item(lowered: str) -> bool:
    """Say whether an item under a heading such as "Ground rules:" reads like a rule."""
    words = lowered.split()
    return (len(words) >= 2 or not lowered.isascii()) and not lowered.startswith(BLANK) and not lowered.endswith(":")  # noqa: PLR2004 - one word is a name


def _tells_of_credentials(text: str) -> bool:
    """Say whether a sentence holds an e-mail address or a URL with a password."""
    return "@" in text and re.search(r"[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,24}|://[^\s/@]{1,128}@", text) is not None


@cache
def _compiled() -> tuple[_Cues, ...]:
    return tuple(_Cues(language) for language in LANGUAGES)


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(r"[\s*_#(\[\-–—•…,:]{0,12}")


@cache
def _next_clause() -> re.Pattern[str]:
    return re.compile(
        r",\s(?:(?:but|so|and|therefore|hence|aber|also|und|pero|así que|mais|donc|et)\s)?(?=(?:please|always|never|from now|going forward|don't|do not|make sure|bitte|immer|nie|ab |in zukunft|siempre|nunca|a partir|por favor|toujours|ne |n'|désormais|dorénavant|à l'avenir|i prefer|stop )\b)"
        r"|\s[–—-]{1,2}\s|:\s|[，；]|\s(?:but|so|and) (?=(?:please|always|never|from now on)\b)"
    )


@cache
def _heading() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?:ok|also|please|here|these|those|this|are|is|my|our|the|some|a few|follow|these|remember|keep|in mind|few|ground|house|standing|"
        r"project|team|coding|general|basic|working|code|new|two|three|four|five|and)[ ,]{1,2}){0,8}(?:rules|ground rules|conventions|guidelines|policies|preferences|"
        r"standing instructions|instructions)(?: (?:for|in|of|from|to|on|here|that|we) .{0,50})?[:：]$|from now on[^.]{0,60}[:：]$|(?:please )?(?:always|never)[:：]$"
        r"|(?:meine |unsere |die |ein paar )?(?:regeln|konventionen|vorgaben)(?: für .{0,40})?:$|(?:mis |nuestras |las )?(?:reglas|convenciones|normas)(?: de .{0,40}| para .{0,40})?:$"
        r"|(?:mes |nos |les )?(?:règles|conventions|consignes)(?: pour .{0,40}| de .{0,40})?\s?:$|.{0,12}(?:规则|規則|约定|规范|ルール|規約)[:：]$"
    )


@cache
def _announced() -> re.Pattern[str]:
    return re.compile(
        r"(?:new |house |general |standing |team |project |golden |hard |coding |another )?(?:rule|convention|policy|guideline|standing instruction|regel|regla|règle)"
        r"(?: of thumb| here| for you| number \w{1,5}| \d{1,2})?\s?: |(?:规则|規則|约定|ルール)[:：]"
    )


@cache
def _project() -> re.Pattern[str]:
    """What ties a statement to a project: a path, an identifier, a tool of the trade."""
    return re.compile(
        rf"{BLANK}|[\w-]+[/\\][\w.-]+|\b\w+\.(?:py|js|ts|md|go|rs|java|sql|json|ya?ml|toml|sh)\b|\b(?:repo\w*|project|projekt|proyecto|projet|code\w*|commits?|branch\w*|"
        r"prs?|pull requests?|tests?|docs?|documentation|changelog|ci|files?|readme|api|docstrings?|comments?|migrations?|release\w*|dépôt|código|log messages?|issues?|tickets?)\b"
        r"|仓库|项目|代码|提交|注释|コミット|コメント|コード|リポジトリ|プロジェクト"
    )
