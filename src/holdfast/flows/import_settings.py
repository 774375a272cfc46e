"""Taking over the settings of the earlier designs: read, translated, shown as a change of the person's own file.

Nothing is written here; the plan says what would be. A setting that would hide what is stored already is left as it is, and a
value that ours cannot take is named. `tests/flows/test_import_settings.py` holds the laws.
"""

from __future__ import annotations

import os
import sys
import tomllib

from holdfast import errors, places
from holdfast.intake import homes
from holdfast.kept.earlier_settings import CODEX, SUGGESTION_MODE, VSCODE, VSCODE_PREFIX, Left, Taken, flat, translate
from holdfast.settings import DEFAULT, USER, find_setting
from holdfast.settings_rules import Wrong, parse_value
from holdfast.values import Value
from holdfast.wiring import jsonc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from holdfast.core import Core

MAX_BYTES = 4 * 1024 * 1024
CODEX_SETTINGS, VSCODE_SETTINGS = "codex-settings", "vscode-settings"
# Everything that is stored hangs on these two; changed later, they lead to empty groups.
_FIXED = frozenset(("group.strategy", "user.id"))


class Plan(Value):
    """What would be taken over from one file, and what not."""

    program: str
    file: str
    taken: tuple[Taken, ...] = ()
    left: tuple[Left, ...] = ()

    @property
    def values(self) -> dict[str, object]:
        """Return our settings as they would be set."""
        return {one.ours: one.value for one in self.taken}


def looked_in(program: str, environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> list[str]:
    """Return where the settings of a program are looked for."""
    environ = places.environment() if environ is None else environ
    if program == CODEX_SETTINGS:
        return [os.path.join(homes.codex(environ), "config.toml")]
    return [os.path.join(user, "settings.json") for user in homes.vscode(environ, platform)]


def plan(core: Core, program: str, paths: tuple[str, ...]) -> Plan | None:
    """Return what would be taken over; None when no file has such settings. Raises when several have."""
    chosen = [os.path.abspath(os.path.expanduser(path)) for path in paths] or looked_in(program)
    found = {path: settings for path in chosen if (settings := _read(program, path, is_needed=bool(paths)))}
    if not found:
        return None
    if len(found) > 1:
        raise errors.UsageError(
            "several files have such settings", why=", ".join(found), hint=f"holdfast import {program} FILE"
        )
    ((path, settings),) = found.items()
    taken, left = translate(settings, CODEX if program == CODEX_SETTINGS else VSCODE)
    fitting, unfit = _fitting(core, taken)
    return Plan(program=program, file=path, taken=tuple(fitting), left=(*left, *unfit))


def _fitting(core: Core, taken: list[Taken]) -> tuple[list[Taken], list[Left]]:
    """Part what our settings take and do not say already from the rest."""
    fitting, left = [], []
    for one in taken:
        value = parse_value(find_setting(one.ours), one.value)
        if isinstance(value, Wrong):
            left.append(Left(theirs=one.theirs, why=value.why))
        elif _is_said(core, one.ours, value):
            left.append(Left(theirs=one.theirs, why=f"{one.ours} is so already"))
        elif one.ours in _FIXED and _is_used(core):
            why = f"{one.ours} stays as it is: what is stored already would not be found any more"
            left.append(Left(theirs=one.theirs, why=why))
        else:
            fitting.append(one.evolve(value=value))
    return fitting, left


def _is_said(core: Core, name: str, value: object) -> bool:
    return core.settings.get(name) == value and core.settings.origin(name) in (USER, DEFAULT)


def _is_used(core: Core) -> bool:
    with core.database.reading() as tx:
        return tx.one("exchange.is_used") is not None


def _read(program: str, path: str, *, is_needed: bool) -> dict[str, object]:
    try:
        data = places.read_regular(path, MAX_BYTES)
    except FileNotFoundError:
        if is_needed:
            raise errors.BadInput(f"cannot read {path!r}", why="there is no such file") from None
        return {}
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise errors.BadInput(f"cannot read {path!r}", why="it is not UTF-8") from None
    return _of_codex(text, path) if program == CODEX_SETTINGS else _of_vscode(text, path)


def _of_codex(text: str, path: str) -> dict[str, object]:
    try:
        section = tomllib.loads(text).get("graphiti")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise errors.BadInput(f"cannot read {path!r} as TOML", why=why) from None
    return flat(section) if isinstance(section, dict) else {}


def _of_vscode(text: str, path: str) -> dict[str, object]:
    try:
        document = jsonc.parse(text)
    except jsonc.Malformed as error:
        raise errors.BadInput(f"cannot read {path!r}", why=str(error)) from None
    found = document.plain() if document is not None and document.kind == "object" else {}
    return {name: value for name, value in found.items() if name.startswith(VSCODE_PREFIX) or name == SUGGESTION_MODE}
