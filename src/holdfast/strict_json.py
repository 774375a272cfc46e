"""The one reader of JSON that comes from outside: bounded, strict, never surprised.

Bytes and depth are capped, duplicate keys, NaN and infinities are refused, long numbers too; lone
surrogates become U+FFFD. Everything wrong is a `BadInput` that says what.
"""

from __future__ import annotations

import json

from holdfast import errors
from holdfast.text.clean import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

MAX_DEPTH = 32
MAX_NUMBER_CHARS = 32

_BOM = b"\xef\xbb\xbf"  # the codec that drops it costs the hook a module


def parse_object(raw: bytes | str, *, max_bytes: int) -> dict[str, Any]:
    """Return the JSON object in a text; raise `BadInput` for anything else."""
    found = parse(raw, max_bytes=max_bytes)
    if not isinstance(found, dict):
        raise errors.BadInput(f"a JSON object was expected, not {type(found).__name__}")
    return found


def parse(raw: bytes | str, *, max_bytes: int) -> Any:
    """Return the JSON value in a text; raise `BadInput` when it is not strict JSON or too large."""
    if len(raw) > max_bytes:
        raise errors.BadInput(f"the input is larger than {max_bytes:,} bytes")
    try:
        text = raw.removeprefix(_BOM).decode() if isinstance(raw, bytes) else raw
        found = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_number
        )
    except UnicodeDecodeError:
        raise errors.BadInput("the input is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise errors.BadInput("the input is not JSON", why=f"{error.msg} at line {error.lineno}") from None
    except RecursionError:
        raise errors.BadInput("the input is nested too deeply") from None
    _require_shallow(found)
    return found


def _require_shallow(found: Any) -> None:
    level = [found]
    for _ in range(MAX_DEPTH + 1):
        if not level:
            return
        level = [
            child
            for one in level
            if isinstance(one, (dict, list))
            for child in (one.values() if isinstance(one, dict) else one)
        ]
    raise errors.BadInput("the input is nested too deeply", why=f"at most {MAX_DEPTH} levels")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise errors.BadInput(f"the key {key[:60]!r} stands twice in one object")
        found[clean(key)] = clean(value) if isinstance(value, str) else value
    return found


def _constant(name: str) -> NoReturn:
    raise errors.BadInput(f"{name} is not JSON")


def _integer(digits: str) -> int:
    _require_short(digits)
    return int(digits)


def _number(digits: str) -> float:
    _require_short(digits)
    return float(digits)


def _require_short(digits: str) -> None:
    if len(digits) > MAX_NUMBER_CHARS:
        raise errors.BadInput(f"a number has {len(digits)} digits", why=f"at most {MAX_NUMBER_CHARS}")
