"""What `setup` put into which file: kept in the home, so that taking it out again is exact.

One entry for each file: for whom it was done, what stood there before and after, and every insertion with its
surroundings; and the folders that were made. The home alone can read it.
"""

from __future__ import annotations

import json
import os

from holdfast import places
from holdfast.strict_json import parse_object
from holdfast.values import Value
from holdfast.wiring.edits import Placed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE = "setup.json"
BACKUPS = "setup-backups"
MAX_BYTES = 8 * 1024 * 1024


class Entry(Value):
    """What was done to one file; `before` and `after` are digests, `before` None when there was no file."""

    hosts: tuple[str, ...]
    before: str | None
    after: str
    placed: tuple[Placed, ...] = ()
    made: tuple[tuple[str, ...], ...] = ()


class Record(Value):
    """The entries by path, and the folders that were made, outermost first."""

    files: dict[str, Entry]
    folders: tuple[str, ...] = ()

    def with_file(self, path: str, entry: Entry | None) -> Record:
        """Return the record with another entry for a file, or without one."""
        rest = {name: one for name, one in self.files.items() if name != path}
        return self.evolve(files={**rest, **({path: entry} if entry else {})})


def read(home: str) -> Record:
    """Return what was put where; nothing for a home where nothing was."""
    try:
        raw = places.read_private(os.path.join(home, FILE), MAX_BYTES)
    except FileNotFoundError:
        return Record(files={})
    found = parse_object(raw, max_bytes=MAX_BYTES)
    return Record(files={path: _entry(one) for path, one in found["files"].items()}, folders=tuple(found["folders"]))


def write(home: str, record: Record) -> None:
    """Keep what was put where, durably; without anything to keep the record goes away."""
    path = os.path.join(home, FILE)
    if record.files or record.folders:
        places.make_home(home)
        files = {path: _shown(entry) for path, entry in record.files.items()}
        shown = {"version": 1, "files": files, "folders": list(record.folders)}
        places.write_private(path, json.dumps(shown, indent=1).encode())
    elif os.path.exists(path):
        os.unlink(path)


def back_up(home: str, path: str, data: bytes, at: str) -> str:
    """Keep a copy of a file as it was, and return where."""
    folder = os.path.join(places.make_home(home), BACKUPS)
    places.make_folder(folder)
    stamp = "".join(sign for sign in at if sign.isalnum())
    copy = os.path.join(folder, f"{stamp}-{path.strip('/').replace('/', '-')[-120:]}")
    places.write_private(copy, data)
    return copy


def _shown(entry: Entry) -> dict[str, Any]:
    return {**entry.as_dict(), "placed": [one.as_dict() for one in entry.placed]}


def _entry(one: dict[str, Any]) -> Entry:
    return Entry(
        hosts=tuple(one["hosts"]), before=one["before"], after=one["after"],
        placed=tuple(Placed(**placed) for placed in one["placed"]), made=tuple(tuple(path) for path in one["made"]),
    )  # fmt: skip
