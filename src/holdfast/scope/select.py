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
_NAMES = (*Scope, *SYNONYMS)


class Selection(Value):
    """The chosen scopes in their stable order, and for each the cue that decided."""

    scopes: tuple[Scope, ...]
    reasons: dict[Scope, str]


class Fired(Value):
    """One row of the table that fits the query."""

    scope: Scope
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
    fired = fired_cues(query)
    for scope in (Scope.WORKSPACE, Scope.USER):
        if scope not in reasons and score(fired, scope) >= THRESHOLD:
            reasons[scope] = max((cue for cue in fired if cue.scope is scope), key=lambda cue: cue.weight).name
    return _in_order(reasons)


def parse_scope(text: str) -> Scope:
    """Read the name of a scope, with the synonyms other programs use; raises UsageError with the nearest name."""
    name = text.strip().lower()
    if name in SYNONYMS:
        return SYNONYMS[name]
    try:
        return Scope(name)
    except ValueError:
        raise UsageError(f"{text!r} is not a scope", why=did_you_mean(name, _NAMES), hint=f"use one of {', '.join(Scope)}") from None


def fired_cues(query: str) -> list[Fired]:
    """Return the rows of the table that fit the query, in the order of the table."""
    shown = _clip(query)
    rows = _rows_by_words(tokens_of(shown)) | _rows_by_text(shown)
    return [Fired(scope=CUES[row][0], weight=CUES[row][1], name=CUES[row][2]) for row in sorted(rows)]


def score(fired: Iterable[Fired], scope: Scope) -> float:
    """Add up what speaks for a scope and against it."""
    return sum(cue.weight for cue in fired if cue.scope is scope)


def _in_order(reasons: dict[Scope, str]) -> Selection:
    scopes = tuple(scope for scope in Scope if scope in reasons)
    return Selection(scopes=scopes, reasons={scope: reasons[scope] for scope in scopes})


def _clip(query: str) -> str:
    if len(query) <= HEAD_CHARS + FOOT_CHARS:
        return query
    return f"{query[:HEAD_CHARS]}\n{query[-FOOT_CHARS:]}"


def _rows_by_words(tokens: list[str]) -> set[int]:
    tree, rows = _tree(), set[int]()
    features = [_features(token) for token in tokens]
    for start in range(len(features)):
        _walk(tree, features, start, rows)
    return rows


def _walk(node: dict[str, Any], features: list[tuple[str, ...]], at: int, rows: set[int]) -> None:
    rows.update(node.get(_ROWS, ()))
    if at == len(features):
        return
    for feature in features[at]:
        if feature in node:
            _walk(node[feature], features, at + 1, rows)


def _rows_by_text(query: str) -> set[int]:
    if query.isascii():
        return set()
    return {row for row, piece in _pieces() if piece in query}


def _features(token: str) -> tuple[str, ...]:
    """Return what an element of a pattern may call this token: itself, its stem, its classes, any word."""
    if token == BOUNDARY:
        return (BOUNDARY,)
    singulars = _singulars(token)
    classes = next((found for word in (token, *singulars) if (found := _classes().get(word))), ())
    endings = tuple(f"<{ending}>" for ending in ("ing", "ed") if token.endswith(ending))
    return (*dict.fromkeys((token, *singulars[:1], "_")), *(classes or _classes_of_stem(token)), *endings)


def _singulars(token: str) -> list[str]:
    if len(token) < MIN_STEM_CHARS + 1 or not token.endswith("s") or token.endswith("ss"):
        return []
    return [token.removesuffix(plural) + singular for plural, singular in _PLURALS if token.endswith(plural)]


def _classes_of_stem(token: str) -> tuple[str, ...]:
    """Look up `caching` and `throttled` by the word of software they are made from."""
    stem = token.removesuffix("ing").removesuffix("ed")
    if stem == token or len(stem) < MIN_STEM_CHARS:
        return ()
    classes = _classes().get(stem) or _classes().get(f"{stem}e", ())
    return ("<soft>",) if "<soft>" in classes else ()


_PLURALS = (("s", ""), ("es", ""), ("ies", "y"))
_ROWS = ""  # the key under which a node of the tree keeps its rows; no element of a pattern is empty


@cache
def _classes() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {"<path>": ["<soft>"], "<code>": ["<soft>"]}
    for name, words in WORDS.items():
        for word in words.split():
            found.setdefault(word, []).append(f"<{name}>")
    return {word: tuple(names) for word, names in found.items()}


@cache
def _tree() -> dict[str, Any]:
    """Return the patterns as a tree of elements, so that one walk from each word finds every row."""
    tree: dict[str, Any] = {}
    for row, pattern in _patterns():
        for elements in _spelled_out(pattern.split()):
            node = tree
            for element in elements:
                node = node.setdefault(element, {})
            node.setdefault(_ROWS, set()).add(row)
    return tree


@cache
def _pieces() -> tuple[tuple[int, str], ...]:
    return tuple((row, pattern) for row, pattern in _patterns() if _is_text(pattern))


def _patterns() -> Iterator[tuple[int, str]]:
    for row, (_, _, _, patterns) in enumerate(CUES):
        for pattern in patterns.split("|"):
            yield row, pattern.strip()


def _is_text(pattern: str) -> bool:
    return pattern[0] >= FIRST_IDEOGRAPHIC


def _spelled_out(elements: list[str]) -> list[list[str]]:
    marks = [BOUNDARY if element in ("^", "$") else element for element in elements]
    gap = next((at for at, mark in enumerate(marks) if mark in GAPS), None)
    if gap is None:
        return [marks]
    return [[*marks[:gap], *["_"] * words, *marks[gap + 1 :]] for words in range(GAPS[marks[gap]] + 1)]
