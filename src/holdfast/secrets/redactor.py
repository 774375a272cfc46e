"""Replacing secrets before anything is written: the one redactor, for every path in and out.

`redact` reads a text in each of its readings, asks every rule whose keyword is there, and puts a typed
placeholder such as `[secret:aws-access-key]` where the value stood. What it promises: findings lie in the
original, text outside them is untouched, and redacting again finds nothing. It is best effort all the
same: a secret without a known form or a name beside it passes. `tests/secrets/test_redactor.py` and
`tests/secrets/test_secret_recall.py` hold the laws.
"""

from __future__ import annotations

from bisect import bisect_right

from holdfast.secrets.layers import PLACEHOLDER, views
from holdfast.secrets.patterns import pattern
from holdfast.secrets.prefilter import DEFAULT_PERSONAL, bears_sign, may_hold_secret
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from holdfast.secrets.layers import View
    from holdfast.secrets.rules import Rule

MAX_ROUNDS = 6
UNSETTLED = "unsettled-text"

__all__ = ["Finding", "Redaction", "holds_secret", "may_hold_secret", "redact"]


class Finding(Value):
    """One secret: the rule that knew it and where it stands in the original text."""

    rule: str
    start: int
    end: int


class Redaction(Value):
    """A text without its secrets, and where they were."""

    text: str
    findings: tuple[Finding, ...] = ()


def redact(text: str, extra_rules: tuple[Rule, ...] = (), *, personal: frozenset[str] = DEFAULT_PERSONAL) -> Redaction:
    """Return the text with every secret replaced by a placeholder that names its kind.

    `extra_rules` are the person's own; `personal` names the kinds of personal data to treat alike.
    Redacting the result again finds nothing.
    """
    found = _find(text, extra_rules, personal)
    if not found:
        return Redaction(text=text)
    for _ in range(MAX_ROUNDS):
        redacted = _replaced(text, found)
        more = _find(redacted.text, extra_rules, personal)
        if not more:
            return redacted
        found = _merged([*found, *_in_original(more, redacted.findings)])
    return _replaced(text, [Finding(rule=UNSETTLED, start=0, end=len(text))])


def holds_secret(text: str, extra_rules: tuple[Rule, ...] = (), *, personal: frozenset[str] = DEFAULT_PERSONAL) -> bool:
    """Tell whether the redactor would replace anything."""
    return bool(_find(text, extra_rules, personal))


def _replaced(text: str, found: list[Finding]) -> Redaction:
    pieces: list[str] = []
    done = 0
    for finding in found:
        pieces += (text[done : finding.start], _placeholder(finding.rule))
        done = finding.end
    return Redaction(text="".join((*pieces, text[done:])), findings=tuple(found))


def _placeholder(rule: str) -> str:
    return f"[secret:{rule}]"


def _in_original(found: list[Finding], done: tuple[Finding, ...]) -> Iterator[Finding]:
    """Yield places in the redacted text as places in the original, placeholders taken whole."""
    starts, ends = [], []
    grown = 0
    for earlier in done:
        starts.append(earlier.start + grown)
        ends.append(starts[-1] + len(_placeholder(earlier.rule)))
        grown = ends[-1] - earlier.end

    def place_of(place: int, *, upper: bool) -> int:
        last = bisect_right(starts, place - 1) - 1  # of the placeholders that start before this place
        if last < 0:
            return place
        if place < ends[last]:
            return done[last].end if upper else done[last].start
        return place - ends[last] + done[last].end

    for finding in found:
        yield finding.evolve(start=place_of(finding.start, upper=False), end=place_of(finding.end, upper=True))


def _find(text: str, extra_rules: tuple[Rule, ...], personal: frozenset[str]) -> list[Finding]:
    """Return where the secrets are, in order and without overlap."""
    found: list[tuple[int, Finding]] = []
    for view in views(text):
        rules = _rules_for(view, extra_rules, personal)
        if rules:
            found += _found_in(view, rules)
    if not found:
        return []
    is_placeholder = _placeholders(text)
    found = [(rank, finding) for rank, finding in found if not is_placeholder(finding)]
    found.sort(key=lambda item: item[0])
    return _merged([finding for _, finding in found])


def _found_in(view: View, rules: tuple[Rule, ...]) -> list[tuple[int, Finding]]:
    from holdfast.secrets.scan import scan  # noqa: PLC0415 - brings RE2, for which no ordinary prompt pays

    return [(rank, Finding(rule=rule.id, start=start, end=end)) for rank, rule, (start, end) in scan(view, rules)]


def _placeholders(text: str) -> Callable[[Finding], bool]:
    """Return a predicate: does this finding lie within a placeholder of an earlier redaction?"""
    places = [match.span() for match in pattern(PLACEHOLDER).finditer(text)] if "[secret:" in text else []
    starts = [start for start, _ in places]

    def lies_within(finding: Finding) -> bool:
        before = bisect_right(starts, finding.start) - 1
        return before >= 0 and finding.end <= places[before][1]

    return lies_within


def _rules_for(view: View, extra_rules: tuple[Rule, ...], personal: frozenset[str]) -> tuple[Rule, ...]:
    if not bears_sign(view.text, personal):
        return extra_rules
    from holdfast.secrets.rules import CREDENTIAL, shipped_rules  # noqa: PLC0415

    return (*extra_rules, *(rule for rule in shipped_rules() if rule.kind == CREDENTIAL or rule.kind in personal))


def _merged(found: Iterable[Finding]) -> list[Finding]:
    """Unite what overlaps; the name is that of the finding that was listed first."""
    ranked = sorted(enumerate(found), key=lambda item: (item[1].start, -item[1].end))
    united: list[tuple[int, Finding]] = []
    for rank, finding in ranked:
        if not united or finding.start >= united[-1][1].end:
            united.append((rank, finding))
            continue
        best, last = united[-1]
        named = finding if rank < best else last
        united[-1] = (
            min(rank, best),
            Finding(rule=named.rule, start=last.start, end=max(last.end, finding.end)),
        )
    return [finding for _, finding in united]
