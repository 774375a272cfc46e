"""Precision and recall of scope selection on labelled queries. Bar: 0.9 for both, on those the table was not made from."""

from __future__ import annotations

import hashlib
import json
import os
import time

from holdfast.model import Scope
from holdfast.scope.select import select_scopes

QUERIES = os.path.join(os.path.dirname(__file__), "..", "tests", "scope", "labelled_queries.json")
TUNED, HELD_OUT = "tuned on", "held out"


def run(_folder: str, _rows: int) -> None:
    sets = labelled()
    started = time.perf_counter()
    select_scopes("warm up", setting="auto")
    first = time.perf_counter() - started
    print("  set                         scope          n   needed   precision   recall")
    for name, pairs in sets.items():
        for scope in (Scope.WORKSPACE, Scope.USER):
            needed, precision, recall = measure(pairs, scope)
            print(f"  {name:27} {scope:9} {len(pairs):6} {needed:8}   {precision:9.3f}   {recall:6.3f}")
    pairs = [pair for each in sets.values() for pair in each]
    started = time.perf_counter()
    for query, _ in pairs:
        select_scopes(query, setting="auto")
    each_ms = (time.perf_counter() - started) * 1000 / len(pairs)
    print(f"  first selection {first * 1000:.1f} ms, then {each_ms:.2f} ms per query")


def labelled() -> dict[str, list[tuple[str, str]]]:
    """Return the labelled queries by part."""
    with open(QUERIES, encoding="utf-8") as file:
        found = json.load(file)
    return {
        f"split, dev ({TUNED})": _pairs(found["split"], parity=0),
        f"later rounds ({TUNED})": _pairs(found["tuning"]),
        f"split, test ({HELD_OUT})": _pairs(found["split"], parity=1),
        f"unseen ({HELD_OUT})": _pairs(found["unseen"]),
    }


def _pairs(labelled: dict[str, list[str]], parity: int | None = None) -> list[tuple[str, str]]:
    pairs = [(query, label) for label in ("workspace", "user", "both", "neither") for query in labelled[label]]
    return [pair for pair in pairs if parity in (None, hashlib.sha256(pair[0].encode()).digest()[0] % 2)]


def measure(pairs: list[tuple[str, str]], scope: Scope) -> tuple[int, float, float]:
    """Return how many queries need a scope, precision and recall."""
    outcomes = [
        (label in (scope, "both"), scope in select_scopes(query, setting="auto").scopes) for query, label in pairs
    ]
    hits = sum(wanted and got for wanted, got in outcomes)
    needed = sum(wanted for wanted, _ in outcomes)
    return needed, hits / sum(got for _, got in outcomes), hits / needed
