"""The shape of every row of an export: what a field may be before anything is done with it.

A file comes from outside, whoever wrote it. Each row is checked once, here, against this table; a row that does not
fit is passed over and reported by line. Unknown fields are ignored, unknown tables reported.
"""

from __future__ import annotations

import re
from functools import partial

from holdfast import errors
from holdfast.model import Kind, Layer, Origin, Role, Scope, Source, Status
from holdfast.store.work import TASK_STATUSES
from holdfast.text.clean import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum
    from typing import Any

    Check = Callable[[Any], Any]

MAX_NAME_CHARS = 400
MAX_TEXT_CHARS = 2_000_000
MAX_ITEMS = 10_000
MAX_NUMBER = 2**53

_ID = re.compile(r"[a-z]_[a-z0-9]{4,40}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_LOOSE_TIME = re.compile(r"[0-9TZ:.+ -]{0,40}")
_DIGEST = re.compile(r"[0-9a-f*]{1,128}")


class Wrong(Exception):
    """Why a field is not what it must be."""


def checked(row: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a row's table and its known fields; raise `BadInput` when one is missing or not what it must be."""
    table = row.get("table")
    shape = SHAPES.get(table) if isinstance(table, str) else None
    if shape is None:
        raise errors.BadInput(f"the table {str(table)[:60]!r} is not known")
    found = {}
    for field, check in shape.items():
        if field not in row:
            raise errors.BadInput(f"a {table} row has no {field!r}")
        try:
            found[field] = check(row[field])
        except Wrong as error:
            raise errors.BadInput(f"{field!r} of a {table} row is wrong", why=str(error)) from None
    return str(table), found


def _text(value: Any, longest: int = MAX_TEXT_CHARS) -> str:
    if not isinstance(value, str):
        raise Wrong(f"a text was expected, not {type(value).__name__}")
    if len(value) > longest:
        raise Wrong(f"it has {len(value):,} characters, at most {longest:,} may be")
    return clean(value)


def _like(value: Any, *, pattern: re.Pattern[str], what: str) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Wrong(f"it is not {what}")
    return value


def _one_of(value: Any, *, names: type[StrEnum] | tuple[str, ...]) -> Any:
    if not isinstance(value, str):
        raise Wrong(f"a text was expected, not {type(value).__name__}")
    if isinstance(names, tuple):
        if value not in names:
            raise Wrong(f"{value[:40]!r} is not one of {', '.join(names)}")
        return value
    try:
        return names(value)
    except ValueError:
        raise Wrong(f"{value[:40]!r} is not one of {', '.join(names)}") from None


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_NUMBER:
        raise Wrong("a whole number from 0 on was expected")
    return value


def _share(value: Any) -> float:
    found = _real(value)
    if not 0.0 <= found <= 1.0:
        raise Wrong(f"{found} does not lie between 0 and 1")
    return found


def _real(value: Any) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise Wrong("a number was expected")
    return float(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong("true or false was expected")
    return value


def _list(value: Any, *, of: Check) -> list[Any]:
    if not isinstance(value, list) or len(value) > MAX_ITEMS:
        raise Wrong("a list was expected")
    return [of(one) for one in value]


def _parts(value: Any) -> dict[str, float]:
    if not isinstance(value, dict) or len(value) > MAX_ITEMS:
        raise Wrong("an object was expected")
    return {_text(name, MAX_NAME_CHARS): _real(part) for name, part in value.items()}


def _pair(value: Any) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004 - a file and its digest
        raise Wrong("a pair was expected")
    return _text(value[0]), _text(value[1], MAX_NAME_CHARS)


def _hit(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong("an object was expected")
    return {name: check(value.get(name)) for name, check in _HIT.items()}


def _image(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong("an object was expected")
    return value


def _maybe(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


NAME: Check = partial(_text, longest=MAX_NAME_CHARS)
ID: Check = partial(_like, pattern=_ID, what="an id")
TIME: Check = partial(_like, pattern=_TIME, what="a time such as 2026-03-01T12:00:00.000000Z")
LOOSE_TIME: Check = partial(_like, pattern=_LOOSE_TIME, what="a time")
DIGEST: Check = partial(_like, pattern=_DIGEST, what="a digest")
TEXTS: Check = partial(_list, of=_text)
NAMES: Check = partial(_list, of=NAME)


def _among(names: type[StrEnum] | tuple[str, ...]) -> Check:
    return partial(_one_of, names=names)


_HIT: dict[str, Check] = {"memory": ID, "outcome": NAME, "score": _real, "parts": _parts}

SHAPES: dict[str, dict[str, Check]] = {
    "group": {
        "id": NAME, "scope": _among(Scope), "agent": NAME, "label": NAME, "identity": TEXTS, "created_at": TIME, "mine": _flag,
    },
    "alias": {"alias": NAME, "group": NAME},
    "project": {"group": NAME, "name": NAME, "about": _text, "created_at": TIME, "updated_at": TIME},
    "task": {
        "group": NAME, "id": ID, "title": _text, "state": _text, "status": _among(TASK_STATUSES), "project": _maybe(NAME),
        "links": TEXTS, "archived_as": _maybe(ID), "created_at": TIME, "updated_at": TIME, "done_at": _maybe(TIME),
    },
    "session": {
        "group": NAME, "workspace": NAME, "id": NAME, "owner": NAME, "host": NAME, "state": _among(("active", "paused", "ended")),
        "started_at": TIME, "seen_at": TIME, "ended_at": _maybe(TIME), "turn_count": _number, "epoch": _number,
        "task": _maybe(NAME), "project": _maybe(NAME), "git": _maybe(_text),
    },
    "episode": {
        "group": NAME, "id": ID, "name": _text, "turn": _text, "role": _among(Role), "origin": _among(Origin), "host": NAME,
        "content": _text, "truncated": _flag, "redacted": _number, "task": _maybe(NAME), "project": _maybe(NAME),
        "occurred_at": LOOSE_TIME, "created_at": TIME,
    },
    "memory": {
        "group": NAME, "id": ID, "layer": _among(Layer), "kind": _among(Kind), "source": _among(Source),
        "origin": _among(Origin), "status": _among(Status), "content": _text, "tags": TEXTS, "citations": TEXTS,
        "anchors": partial(_list, of=_pair), "confidence": _share, "created_at": LOOSE_TIME, "updated_at": TIME,
        "valid_from": LOOSE_TIME, "valid_to": _maybe(LOOSE_TIME), "project": _maybe(NAME), "task": _maybe(NAME),
        "subject": _maybe(_text), "reason": _text, "superseded_by": _maybe(ID), "conflicts_with": _maybe(ID),
        "version": _number, "recall_count": _number, "last_recalled_at": _maybe(TIME),
    },
    "derivation": {"child": NAME, "parent": NAME, "how": NAME},
    "tombstone": {"group": NAME, "mark": DIGEST, "memory": NAME, "at": TIME},
    "recall": {
        "workspace": NAME, "group": NAME, "id": ID, "owner": NAME, "turn": _text, "at": TIME, "purpose": NAME, "query": _text,
        "scopes": NAMES, "block": _text, "chars": _number, "found": _number, "timings": _parts,
        "hits": partial(_list, of=_hit),
    },
    "change": {
        "id": ID, "at": TIME, "owner": NAME, "actor": NAME, "verb": NAME, "reason": _text, "undoes": _maybe(ID),
        "undone_by": _maybe(ID),
    },
    "change_row": {
        "change": ID, "place": _number, "noun": NAME, "row_id": NAME, "before": _maybe(_image), "after": _maybe(_image),
    },
    "audit": {"number": _number, "at": TIME, "actor": NAME, "verb": NAME, "subjects": NAMES, "hash": DIGEST},
    "meta": {"name": NAME, "value": _text},
    "proof": {"rows": _number, "hmac": DIGEST},
}  # fmt: skip
