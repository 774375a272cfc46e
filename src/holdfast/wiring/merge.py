"""From what a file holds and what it is to hold, to what it will hold: for one file, in either direction. Pure.

A file that cannot be understood, or in which something of that name stands that is not ours, is a `Refusal` with the
reason, and nothing of its host is touched. `tests/wiring/test_merge.py` holds the laws, on hostile files.
"""

from __future__ import annotations

import json
import re
from functools import cache

from holdfast.values import Value
from holdfast.wiring import json_edit, jsonc, toml_edit
from holdfast.wiring.edits import Placed, put_in, take_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.wiring.agents import Wanted
    from holdfast.wiring.jsonc import Node

Path = tuple[str, ...]
MARK = b"holdfast"  # in every file that is wholly ours


class Refusal(Exception):
    """Why a file is left alone."""


class Merged(Value):
    """A file with ours in it: its text, what was put in where, which containers were made for it, and what to say."""

    text: str
    base: str  # the text without ours, which taking it out leads back to
    placed: tuple[Placed, ...] = ()
    made: tuple[Path, ...] = ()
    note: str = ""


def decoded(data: bytes) -> str:
    """Return the text of a file; a `Refusal` for one that is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Refusal(f"it is not UTF-8 at byte {error.start}") from None


def refuse_foreign(text: str | None, wanted: Wanted, *, is_as_left: bool) -> None:
    """Refuse a file that is to be wholly ours and holds something that we did not leave there."""
    if wanted.text is not None and text not in (None, wanted.text) and not is_as_left:
        raise Refusal("a file of that name holds something else")


def merged(text: str | None, wanted: Wanted, placed: Sequence[Placed] = (), made: Sequence[Path] = ()) -> Merged:
    """Return the file with what is wanted; `placed` and `made` are what was put in before, if anything was."""
    if wanted.text is not None:
        return Merged(text=wanted.text, base="")
    try:
        if wanted.table is not None:
            return _with_table(text or "", wanted, placed)
        return _with_content(text, wanted, placed, made)
    except jsonc.Malformed as error:
        kind = "TOML" if wanted.table else "JSON"
        raise Refusal(f"it is not {kind}: {error}") from None
    except json_edit.Clash as error:
        raise Refusal(f"in it, {error}") from None


def unmerged(text: str, wanted: Wanted, placed: Sequence[Placed], made: Sequence[Path]) -> str:
    """Return the file without what is ours: exactly what was put in where it can be found, else what is ours by its words."""
    exact = take_out(text, placed) if placed else None
    if exact is not None and is_clean(exact, wanted):
        return exact
    try:
        if wanted.table is not None:
            return _without_table(text, wanted)
        return json_edit.without(text, lambda path, node: _is_ours(path, node, wanted), made)
    except jsonc.Malformed as error:
        raise Refusal(f"it is not {'TOML' if wanted.table else 'JSON'}: {error}") from None


def holds_nothing(text: str, wanted: Wanted) -> bool:
    """Say whether a file that was made for us holds nothing of anybody's."""
    if wanted.table is not None:
        return not text.strip()
    root = jsonc.parse(text)
    plain = root.plain() if root else {}
    beginning = {**(wanted.beginning or {}), **(wanted.content or {})}
    return isinstance(plain, dict) and all(not value or beginning.get(key) == value for key, value in plain.items())


def is_clean(text: str, wanted: Wanted) -> bool:
    """Say whether a file can be read and holds nothing of ours."""
    try:
        if wanted.table is None:
            return not _ours_in(jsonc.parse(text), wanted)
        others = toml_edit.parse(text).get(wanted.table[0])
    except jsonc.Malformed:
        return False
    return not isinstance(others, dict) or not _is_our_server(others.get(wanted.table[1]))


def handlers(value: Any) -> list[dict[str, Any]]:
    """Return every hook in a value, whatever it is grouped in."""
    if isinstance(value, list):
        return [found for one in value for found in handlers(one)]
    if not isinstance(value, dict):
        return []
    return handlers(value["hooks"]) if isinstance(value.get("hooks"), list) else [value]


def is_our_command(command: str) -> bool:
    """Say whether a command line is one that starts our hook."""
    return _our_command().search(command) is not None


def _with_content(text: str | None, wanted: Wanted, placed: Sequence[Placed], made: Sequence[Path]) -> Merged:
    content = wanted.content or {}
    if text is None:
        new = {**(wanted.beginning or {}), **content}
        shown, places = put_in("", json_edit.additions("", new, _never))
        return Merged(text=shown, base="", placed=places, made=tuple(json_edit.missing("", new)))
    present = _ours_in(jsonc.parse(text), wanted)
    theirs = _others(text, wanted)
    target = frozenset(one for one in _ours_in(jsonc.parse(json.dumps(content)), wanted) if one[0] not in theirs)
    if present == target:
        return Merged(text=text, base=text, placed=tuple(placed), made=tuple(made), note=_note(text, wanted))
    base = unmerged(text, wanted, placed, made) if present else text
    insertions = json_edit.additions(base, content, lambda path, node, item: _is_there(path, node, item, wanted))
    shown, places = put_in(base, insertions)
    if _ours_in(jsonc.parse(shown), wanted) != target:
        raise Refusal("what would be put in could not be read back")
    made = tuple(json_edit.missing(base, content))
    return Merged(text=shown, base=base, placed=places, made=made, note=_note(base, wanted))


def _with_table(text: str, wanted: Wanted, placed: Sequence[Placed]) -> Merged:
    path, values = wanted.table or ("", ""), wanted.values or {}
    here = toml_edit.parse(text).get(path[0])
    entry = here.get(path[1]) if isinstance(here, dict) else None
    if isinstance(entry, dict) and all(entry.get(name) == value for name, value in values.items()):
        return Merged(text=text, base=text, placed=tuple(placed))
    if entry is not None and not _is_our_server(entry):
        return Merged(text=text, base=text, note=f"it has a {'.'.join(path)} of its own, which stays")
    base = unmerged(text, wanted, placed, ()) if entry is not None else text
    try:
        shown, places = put_in(base, toml_edit.addition(base, path, values))
    except toml_edit.Taken:
        raise Refusal(f"a table [{'.'.join(path)}] cannot be appended to it") from None
    return Merged(text=shown, base=base, placed=places)


def _without_table(text: str, wanted: Wanted) -> str:
    path = wanted.table or ("", "")
    before = toml_edit.parse(text)
    others = before.get(path[0])
    entry = others.get(path[1]) if isinstance(others, dict) else None
    if not isinstance(others, dict) or not isinstance(entry, dict) or not _is_our_server(entry):
        return text
    after = toml_edit.without(text, path)
    rest = {name: one for name, one in others.items() if name != path[1]}
    expected = {name: value for name, value in {**before, path[0]: rest}.items() if name != path[0] or rest}
    parsed = toml_edit.parse(after)
    if parsed not in (expected, {**expected, path[0]: rest}):
        raise Refusal(f"the table [{'.'.join(path)}] cannot be taken out alone")
    return after


def _never(_path: Path, _node: Node, _item: Any) -> bool:
    return False


def _is_there(path: Path, node: Node, item: Any, wanted: Wanted) -> bool:
    """Say whether a list holds one of our hooks already, or something stands there that stays as it is."""
    if path in wanted.atoms:
        return True  # ours was taken out before: this one is somebody else's
    if isinstance(item, dict) and node.kind == "array":
        return _command(item) in {str(one.get("command")) for one in handlers(node.plain())}
    return not isinstance(item, (dict, list))


def _ours_in(node: Node | None, wanted: Wanted, path: Path = ()) -> frozenset[tuple[Path, str]]:
    """Return every hook and server of ours in a file: where it stands, and what it starts."""
    if node is None:
        return frozenset()
    if _is_ours(path, node, wanted):
        plain = node.plain()
        where = path if path in wanted.atoms else path[:2]
        found = [plain] if path in wanted.atoms else handlers([plain])
        return frozenset((where, _command(one)) for one in found)
    inner = [(member.value, (*path, member.key)) for member in node.members] + [(item, path) for item in node.items]
    return frozenset(one for value, here in inner for one in _ours_in(value, wanted, here))


def _others(text: str, wanted: Wanted) -> list[Path]:
    """Return the members that we would put in and that somebody else has put in."""
    root = jsonc.parse(text)
    found: list[Path] = []
    for outer, inner in wanted.atoms:
        holder = root.get(outer) if root and root.kind == "object" else None
        entry = holder.get(inner) if holder and holder.kind == "object" else None
        if entry is not None and not _is_our_server(entry.plain()):
            found.append((outer, inner))
    return found


def _note(text: str, wanted: Wanted) -> str:
    names = ", ".join(".".join(path) for path in _others(text, wanted))
    return f"it has a {names} of its own, which stays" if names else ""


def _command(item: dict[str, Any]) -> str:
    """Return what a hook or a server starts: what makes it this one, whatever else the person changed in it."""
    one = next(iter(handlers(item)), {})
    return " ".join(map(str, _words(one)))


def _words(entry: dict[str, Any]) -> list[Any]:
    command, arguments = entry.get("command"), entry.get("args")
    return [*(command if isinstance(command, list) else [command]), *(arguments if isinstance(arguments, list) else [])]


@cache
def _our_command() -> re.Pattern[str]:
    return re.compile(r"(?:holdfast-hook['\"]?|-m holdfast\.hook) --host \w+ --event \w+")


def _is_ours(path: Path, node: Node, wanted: Wanted) -> bool:
    if node.kind != "object":
        return False
    if path in wanted.atoms:
        return _is_our_server(node.plain())
    if path[:1] != ("hooks",) or len(path) == 1:
        return False
    found = handlers([node.plain()])
    return bool(found) and all(is_our_command(str(one.get("command"))) for one in found)


def _is_our_server(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    words = _words(entry)
    name = str(words[0] if words else "").replace("\\", "/").rpartition("/")[2]
    return words[-1:] == ["mcp"] and (name.startswith("holdfast") or "holdfast" in words)
