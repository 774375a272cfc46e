"""What a setting may be, and how far a workspace's own file may move it.

Pure: values in, values out. A cloned workspace is not trusted, so its file can only take away: switch off, choose
fewer, lower, raise a bar, add to a list of things to keep out. `narrowed` never returns more than the person
allowed; `tests/settings/test_narrowing.py` proves it for any pair of values.
"""

from __future__ import annotations

from holdfast.nearest import did_you_mean
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

YES = frozenset({"true", "1", "yes", "on"})
NO = frozenset({"false", "0", "no", "off"})
AUTO = ("auto",)
# What `auto` picks from: a fixed list inside it is fewer, `shared` would be more.
AUTO_SCOPES = frozenset({"session", "workspace", "user"})
MAX_TEXT = 4096
MAX_ITEMS = 200
MAX_DIGITS = 18
MAX_SHOWN = 80
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class Setting(Value):
    """One thing a person can set: its type, its bounds, and what a project file may do to it."""

    name: str
    type: str  # bool, int, float, str, list or choice
    default: object
    sentence: str
    narrow: str = ""  # off, lower, higher, subset, union; nothing: a project file has no say
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None

    @property
    def who(self) -> str:
        """Say who may set it."""
        return "project-may-narrow" if self.narrow else "user"

    @property
    def variable(self) -> str:
        """Return the environment variable that sets it."""
        return "HOLDFAST_" + self.name.upper().replace(".", "_")


class Wrong(Value):
    """A value that cannot be taken, and the reason."""

    why: str


def parse_value(setting: Setting, raw: object) -> object:
    """Return the value a setting takes from TOML, an environment variable or a command line, or Wrong."""
    return _PARSERS[setting.type](setting, raw)


def narrowed(setting: Setting, current: object, wanted: object) -> object:
    """Return the value after a project file asked for `wanted`, never wider than `current`, or Wrong."""
    if wanted == current:
        return current
    rule = _RULES.get(setting.narrow)
    return rule(setting, current, wanted) if rule else Wrong(why="only the person sets it, never a workspace")


def is_switched_off(setting: Setting, value: object) -> bool:
    """Say whether this value is the off position of a switch."""
    return setting.narrow == "off" and value in (False, "off")


def _flag(_setting: Setting, raw: object) -> object:
    word = str(raw).strip().lower()
    if isinstance(raw, float) or word not in YES | NO:
        return Wrong(why=f"{_shown(raw)} is neither true nor false")
    return word in YES


def _whole(setting: Setting, raw: object) -> object:
    if isinstance(raw, str) and len(raw) <= MAX_DIGITS:
        try:
            raw = int(raw)
        except ValueError:
            return Wrong(why=f"{_shown(raw)} is not a whole number")
    if isinstance(raw, bool) or not isinstance(raw, int):
        return Wrong(why=f"{_shown(raw)} is not a whole number")
    return _bounded(setting, raw)


def _fraction(setting: Setting, raw: object) -> object:
    if isinstance(raw, str):
        try:
            raw = float(raw)
        except ValueError:
            return Wrong(why=f"{_shown(raw)} is not a number")
    if isinstance(raw, bool) or not isinstance(raw, int | float) or raw != raw:  # noqa: PLR0124 - only nan differs
        return Wrong(why=f"{_shown(raw)} is not a number")
    bounded = _bounded(setting, raw)
    return bounded if isinstance(bounded, Wrong) else float(raw)


def _bounded(setting: Setting, number: float) -> object:
    if setting.least is not None and number < setting.least:
        return Wrong(why=f"{_shown(number)} is below {setting.least:g}")
    if setting.most is not None and number > setting.most:
        return Wrong(why=f"{_shown(number)} is above {setting.most:g}")
    return number


def _text(_setting: Setting, raw: object) -> object:
    if not isinstance(raw, str):
        return Wrong(why=f"{_shown(raw)} is not a text")
    if len(raw) > MAX_TEXT:
        return Wrong(why=f"it is longer than {MAX_TEXT:,} characters")
    return raw if raw.isprintable() else Wrong(why="it has control characters or line breaks")


def _choice(setting: Setting, raw: object) -> object:
    word = raw.strip().lower() if isinstance(raw, str) else raw
    return word if word in setting.choices else Wrong(why=_not_one_of(raw, setting.choices))


def _list(setting: Setting, raw: object) -> object:
    items = _items(raw) if isinstance(raw, str) else raw
    if not isinstance(items, list | tuple):
        return Wrong(why=f"{_shown(raw)} is not a list of texts")
    if len(items) > MAX_ITEMS:
        return Wrong(why=f"it has more than {MAX_ITEMS} entries")
    taken: list[object] = []
    for item in items:
        value = _choice(setting, item) if setting.choices else _text(setting, item)
        if isinstance(value, Wrong):
            return value
        if value not in taken:
            taken.append(value)
    if "auto" in setting.choices and "auto" in taken and len(taken) > 1:
        return Wrong(why="'auto' stands alone")
    return tuple(taken)


def _items(text: str) -> object:
    """Read a list from one text: a JSON array where it starts like one, else parted by commas."""
    text = text.strip()
    if text.startswith('["') or text == "[]":
        import json  # noqa: PLC0415 - most processes never need it here

        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return [item.strip() for item in _parted(text) if item.strip()]


def _parted(text: str) -> list[str]:
    """Part a text at its commas, but not at those within brackets: a pattern such as `[0-9]{2,4}` is one entry."""
    items, closing, escaped = [""], "", False
    for letter in text:
        if letter == "," and not closing:
            items.append("")
            continue
        items[-1] += letter
        if escaped or letter == "\\":
            escaped = not escaped
        elif closing and letter == closing[-1]:
            closing = closing[:-1]
        elif letter in _CLOSING and closing[-1:] != "]":
            closing += _CLOSING[letter]
    return items if not closing else text.split(",")


def _not_one_of(raw: object, choices: Sequence[str]) -> str:
    meant = did_you_mean(raw, choices) if isinstance(raw, str) else ""
    return f"{_shown(raw)} is not one of {', '.join(choices)}" + (f"; {meant}" if meant else "")


def _shown(raw: object) -> str:
    if not isinstance(raw, str | int | float):
        return f"a {type(raw).__name__}"
    if isinstance(raw, int) and abs(raw) > 10**MAX_DIGITS:
        return "a huge number"  # Python refuses to print one of some thousand digits
    shown = repr(raw) if isinstance(raw, str) else str(raw).lower()
    return shown if len(shown) <= MAX_SHOWN else shown[:MAX_SHOWN] + "..."


def _off(_setting: Setting, _current: object, wanted: object) -> object:
    return wanted if wanted in (False, "off") else Wrong(why="a workspace may only switch it off")


def _lower(_setting: Setting, current: float, wanted: float) -> object:
    return wanted if wanted < current else Wrong(why=f"a workspace may only lower it, and yours is {current:g}")


def _higher(_setting: Setting, current: float, wanted: float) -> object:
    return wanted if wanted > current else Wrong(why=f"a workspace may only raise it, and yours is {current:g}")


def _subset(_setting: Setting, current: tuple[str, ...], wanted: tuple[str, ...]) -> object:
    reach = AUTO_SCOPES if current == AUTO else frozenset(current)
    return wanted if reach.issuperset(wanted) else Wrong(why=f"a workspace may only choose from {_listed(reach)}")


def _union(_setting: Setting, current: tuple[str, ...], wanted: tuple[str, ...]) -> object:
    return (*current, *(item for item in wanted if item not in current))


def _listed(words: frozenset[str]) -> str:
    return ", ".join(sorted(words)) or "nothing"


_PARSERS: dict[str, Callable[[Setting, Any], object]] = {
    "bool": _flag, "int": _whole, "float": _fraction,
    "str": _text, "list": _list, "choice": _choice,
}  # fmt: skip
_RULES: dict[str, Callable[[Setting, Any, Any], object]] = {
    "off": _off, "lower": _lower, "higher": _higher, "subset": _subset, "union": _union,
}  # fmt: skip
