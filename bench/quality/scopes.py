"""Which scopes the words of a question pick, on labelled queries; half of them served to make the table of cues."""

from __future__ import annotations

from bench import scopes
from holdfast.model import Scope


def selected() -> list[tuple[str, str, int, int, float, float]]:
    """Return (part, scope, queries, needed, precision, recall) for each part of the labelled queries."""
    return [
        (name, str(scope), len(pairs), *scopes.measure(pairs, scope))
        for name, pairs in scopes.labelled().items()
        for scope in (Scope.WORKSPACE, Scope.USER)
    ]
