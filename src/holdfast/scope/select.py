"""Which scopes a query is asked in.

A fixed list is taken as it stands. `auto` asks the session always, the host's defaults always, and adds the
workspace when the words point at the project and the user when they point at the person: the weights of the
rows of `cues.CUES` that fire are added up, and a scope is chosen at `THRESHOLD`. Pure, and bounded in the length
of the query. `tests/scope/test_select.py` asserts precision and recall on queries the table was not made from.
"""

from __future__ import annotations

from functools import cache

from holdfast.errors import UsageError
from holdfast.model import Scope
from holdfast.nearest import did_you_mean
from holdfast.scope.cues import CUES
from holdfast.scope.tokens import BOUNDARY, FIRST_IDEOGRAPHIC, tokens_of
from holdfast.scope.words import WORDS
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Literal

THRESHOLD = 1.0

# A request stands at the head or the foot of a long message; what lies between is what was pasted.
HEAD_CHARS = 1500
FOOT_CHARS = 500

# How many words the two kinds of gap in a pattern may span.
GAPS = {"~": 2, "*": 6}

# `is` is no plural, and `red` no past tense.
MIN_STEM_CHARS = 3

SYNONYMS = {"global": Scope.USER, "shard": Scope.SHARED}
_NAMES = (*map(str, Scope), *SYNONYMS)


class Selection(Value):
    """The chosen scopes in their stable order, and for each the cue that decided."""

    scopes: tuple[Scope, ...]
    reasons: dict[Scope, str]


class Fired(Value):
    """One row of the table that fits the query."""

    weight: float
    name: str


def select_scopes(
    query: str, *, setting: tuple[str, ...] | Literal["auto"], host_default: tuple[Scope, ...] = ()
) -> Selection:
    """Choose the scopes to ask: the fixed list of the setting, or by the words of the query under `auto`.

    Raises UsageError for a name in the setting that is no scope.
    """
    if setting not in ("auto", ("auto",)):
        return _in_order(dict.fromkeys(map(parse_scope, setting), "listed in the settings"))
    reasons = {Scope.SESSION: "always asked"}
    reasons |= {scope: "always asked on this host" for scope in host_default if scope not in reasons}
    for scope in (Scope.WORKSPACE, Scope.USER):
        fired = fired_cues(query, scope) if scope not in reasons else []
        if score(fired) >= THRESHOLD:
            reasons[scope] = max(fired, key=lambda cue: cue.weight).name
    return _in_order(reasons)


def parse_scope(text: str) -> Scope:
    """Read the name of a scope, with the synonyms other programs use; raises UsageError with the nearest name."""
    name = text.strip().lower()
    if name in SYNONYMS:
        return SYNONYMS[name]
    try:
        return Scope(name)
    except ValueError:
        raise UsageError(
            f"{text!r} is not a scope", why=did_you_mean(name, _NAMES), hint=f"use one of {', '.join(Scope)}"
        ) from None


def fired_cues(query: str, scope: Scope) -> list[Fired]:
    """Return the rows of the table that speak for or against a scope in this query, in the order of the table."""
    shown = _clip(query)
    rows = _rows_by_words(tokens_of(shown), scope) | _rows_by_text(shown, scope)
    return [Fired(weight=CUES[row][1], name=CUES[row][2]) for row in sorted(rows)]


def score(fired: Iterable[Fired]) -> float:
    """Add up what speaks for a scope and against it."""
    return sum(cue.weight for cue in fired)


def _in_order(reasons: dict[Scope, str]) -> Selection:
    scopes = tuple(scope for scope in Scope if scope in reasons)
    return Selection(scopes=scopes, reasons={scope: reasons[scope] for scope in scopes})


def _clip(query: str) -> str:
    if len(query) <= HEAD_CHARS + FOOT_CHARS:
        return query
    return f"{query[:HEAD_CHARS]}\n{query[-FOOT_CHARS:]}"


def _rows_by_words(tokens: list[str], scope: Scope) -> set[int]:
    starts, rows = _patterns_by_start(scope), set[int]()
    known = {token: _features(token) for token in set(tokens)}
    features = [known[token] for token in tokens]
    for at, names in enumerate(features):
        for name in names:
            if name in starts:
                _walk(_tree(scope, name), features, at + 1, rows)
    return rows


def _walk(node: dict[str, Any], features: list[tuple[str, ...]], at: int, rows: set[int]) -> None:
    rows.update(node.get(_ROWS, ()))
    if at < len(features):
        for name in features[at]:
            if name in node:
                _walk(node[name], features, at + 1, rows)


def _rows_by_text(query: str, scope: Scope) -> set[int]:
    if query.isascii():
        return set()
    pieces = ((row, pattern) for row, pattern in _patterns(scope) if pattern[0] >= FIRST_IDEOGRAPHIC)
    return {row for row, piece in pieces if piece in query}


def _features(token: str) -> tuple[str, ...]:
    """Return what an element of a pattern may call this token: itself, its singular, its classes, any word."""
    if token == BOUNDARY:
        return ("^", "$")
    singulars = _singulars(token)
    classes = next((found for word in (token, *singulars) if (found := _classes_of(word))), ())
    endings = [f"<{ending}>" for ending in ("ing", "ed") if token.endswith(ending)]
    return (*dict.fromkeys((token, *singulars[:1], "_")), *(classes or _classes_of_stem(token)), *endings)


def _singulars(token: str) -> list[str]:
    if len(token) <= MIN_STEM_CHARS or not token.endswith("s") or token.endswith("ss"):
        return []
    return [token.removesuffix(plural) + singular for plural, singular in _PLURALS if token.endswith(plural)]


def _classes_of_stem(token: str) -> tuple[str, ...]:
    """Look up `caching` and `throttled` by the word of software they are made from."""
    stem = token.removesuffix("ing").removesuffix("ed")
    if stem == token or len(stem) < MIN_STEM_CHARS:
        return ()
    return ("<soft>",) if "<soft>" in _classes_of(stem) + _classes_of(f"{stem}e") else ()


def _classes_of(word: str) -> tuple[str, ...]:
    if word in ("<path>", "<code>"):
        return ("<soft>",)
    return tuple(name for name, words in _classes() if word in words)


# Everything below is made on first use: the hook pays for the scope it has to decide, and no more.


@cache
def _classes() -> list[tuple[str, frozenset[str]]]:
    return [(f"<{name}>", frozenset(words.split())) for name, words in WORDS.items()]


@cache
def _patterns_by_start(scope: Scope) -> dict[str, list[tuple[int, str]]]:
    starts: dict[str, list[tuple[int, str]]] = {}
    for row, pattern in _patterns(scope):
        starts.setdefault(pattern.partition(" ")[0], []).append((row, pattern))
    return starts


def _patterns(scope: Scope) -> Iterator[tuple[int, str]]:
    for row, (of, _, _, patterns) in enumerate(CUES):
        if of is scope:
            yield from ((row, pattern) for pattern in patterns.split(" | "))


@cache
def _tree(scope: Scope, start: str) -> dict[str, Any]:
    """Return what may follow a first element, as a tree: one walk finds every row, however many patterns begin alike."""
    tree: dict[str, Any] = {}
    for row, pattern in _patterns_by_start(scope)[start]:
        for elements in _spelled_out(pattern.split()[1:]):
            node = tree
            for element in elements:
                node = node.setdefault(element, {})
            node.setdefault(_ROWS, set()).add(row)
    return tree


def _spelled_out(elements: list[str]) -> list[list[str]]:
    """Write a gap as every number of any words that it may span."""
    at = next((at for at, element in enumerate(elements) if element in GAPS), None)
    if at is None:
        return [elements]
    return [[*elements[:at], *["_"] * words, *elements[at + 1 :]] for words in range(GAPS[elements[at]] + 1)]


_ROWS = ""  # the key under which a node of a tree keeps its rows: no element of a pattern is empty
_PLURALS = (("s", ""), ("es", ""), ("ies", "y"))
