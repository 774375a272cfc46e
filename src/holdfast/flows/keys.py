"""Taking the install key out of a home, and another machine's key in.

Group ids, tombstones and the marks of folders are made with the key: under another one, what is stored here is no
longer found. So the key that was there is kept beside the new one, and a store that was in use asks first.
`tests/cli/commands/test_keys_command.py` holds the laws.
"""

from __future__ import annotations

import os

from holdfast import errors, opening, places
from holdfast.scope import keyfile
from holdfast.scope.keyfile import MAX_KEY_BYTES
from holdfast.store import groups
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.settings import Settings


class Takeover(Value):
    """What an import of a key would do, or did."""

    changed: bool
    groups: int
    kept: str = ""


def export(home: str) -> str:
    """Return the key of a home as text; raises NotFound when it has none yet."""
    keys = keyfile.read(home)
    if keys is None:
        raise errors.NotFound(
            "there is no key yet", why="it is made when something is first stored", hint="holdfast remember TEXT"
        )
    return keys.dump()


def look_at(home: str, store: str, settings: Settings, text: str) -> Takeover:
    """Return what taking over a key would mean for what is stored, without doing it."""
    wanted = keyfile.parse(text)
    if _present(home) == wanted.dump():
        return Takeover(changed=False, groups=0)
    database = opening.open_database(store or str(settings.get("store.url")), home, settings)
    try:
        with database.reading() as tx:
            return Takeover(changed=True, groups=len(groups.every(tx)))
    finally:
        database.close()


def take_over(home: str, text: str) -> str:
    """Make a key that of this home and return where the former one is kept, if there was one."""
    wanted = keyfile.parse(text)
    places.make_home(home)
    present = _present(home)
    kept = ""
    if present:
        kept = os.path.join(home, f"{keyfile.KEY_FILE}.before-{os.urandom(4).hex()}")
        places.write_private(kept, present.encode("ascii", "replace"))
    places.write_private(os.path.join(home, keyfile.KEY_FILE), wanted.dump().encode())
    return kept


def _present(home: str) -> str:
    """Return what the key file holds, damaged or not."""
    try:
        return places.read_private(os.path.join(home, keyfile.KEY_FILE), MAX_KEY_BYTES).decode("ascii", "replace")
    except FileNotFoundError:
        return ""
