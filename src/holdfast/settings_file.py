"""Changing the user's settings file, keeping its comments, order and line ends.

The file is replaced at once and only when the result is one that `settings` accepts; a file that somebody else
changed in the meantime is left as it is. Needs `tomlkit`, so it is loaded by `holdfast config` alone.
`tests/settings/test_settings_file.py` holds the laws.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Table

from holdfast import places
from holdfast.errors import ConfigError, Conflict
from holdfast.settings import MAX_FILE_BYTES, checked_values, find_setting
from holdfast.settings_document import read_document
from holdfast.settings_rules import Wrong, parse_value
from holdfast.values import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

BOM = "\ufeff"


class Edit(Value):
    """A change to the settings file: the text before and after."""

    path: str
    before: str
    after: str


def write_user_setting(
    name: str, value: object, environ: Mapping[str, str] | None = None, *, dry_run: bool = False
) -> Edit:
    """Set one setting in the user's file and return the change; raises ConfigError and Conflict."""
    return write_user_settings({name: value}, environ, dry_run=dry_run)


def write_user_settings(
    values: Mapping[str, object], environ: Mapping[str, str] | None = None, *, dry_run: bool = False
) -> Edit:
    """Set several settings in the user's file at once and return the change; raises ConfigError and Conflict."""
    plain = {name: _parsed_value(name, value) for name, value in values.items()}

    def put(document: Any) -> None:
        for name, value in plain.items():
            _put(document, name, value)

    return _edit(put, environ, dry_run=dry_run)


def unset_user_setting(name: str, environ: Mapping[str, str] | None = None, *, dry_run: bool = False) -> Edit:
    """Take one setting out of the user's file and return the change; nothing happens when it is not there."""
    find_setting(name)
    return _edit(lambda document: _drop(document, name), environ, dry_run=dry_run)


def _parsed_value(name: str, value: object) -> object:
    parsed = parse_value(find_setting(name), value)
    if isinstance(parsed, Wrong):
        raise ConfigError(f"{name} cannot be set to {value!r}", why=parsed.why, hint=f"holdfast config get {name}")
    return list(parsed) if isinstance(parsed, tuple) else parsed


def _edit(change: Callable[[Any], None], environ: Mapping[str, str] | None, *, dry_run: bool) -> Edit:
    shown = places.config_file(environ)
    path = os.path.realpath(shown)  # people keep this file in a folder of dotfiles and link to it
    before = _read(path)
    after = _changed(path, before, change)
    data = after.encode()
    checked_values(path, read_document(path, data), data)
    if not dry_run and after != before:
        places.make_folder(os.path.dirname(path))
        if _read(path) != before:
            raise Conflict(f"{path!r} changed just now", why="somebody else is writing it", hint="try again")
        places.write_private(path, data)
    return Edit(path=shown, before=before, after=after)


def _read(path: str) -> str:
    try:
        data = places.read_regular(path, MAX_FILE_BYTES)
    except FileNotFoundError:
        return ""
    read_document(path, data)  # a wrong value may be what is being corrected; the whole is checked before it is written
    return data.decode()


def _changed(path: str, text: str, change: Callable[[Any], None]) -> str:
    """Apply a change, keeping byte order mark and line ends, of which `tomlkit` knows only one kind."""
    mark, line_end = text[: text.startswith(BOM)], "\r\n" if "\r\n" in text else "\n"
    document = _parsed(path, text.removeprefix(BOM).replace("\r\n", "\n"))
    change(document)
    return mark + tomlkit.dumps(document).replace("\n", line_end)


def _parsed(path: str, text: str) -> Any:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise ConfigError(f"cannot edit {path!r}", why=str(error)) from error


def _put(document: Any, name: str, value: object) -> None:
    section, _, key = name.rpartition(".")
    if section and section not in document:
        document[section] = tomlkit.table()
    (document[section] if section else document)[key] = value


def _drop(document: Any, name: str) -> None:
    section, _, key = name.rpartition(".")
    table = document.get(section, {}) if section else document
    if key in table:
        del table[key]
        if isinstance(table, Table | InlineTable) and not table.as_string().strip(" \n{}"):
            del document[section]  # a table with a comment left in it stays
