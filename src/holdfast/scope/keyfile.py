"""The install key and the person's own key: one private file, never in the database or an export.

Group ids, tombstones and folder marks are keyed with it, so that a copy of the store says nothing about
paths or names. Two machines that hold the same file agree on every group id.
"""

from __future__ import annotations

import os

from holdfast import errors, places
from holdfast.values import Value

KEY_FILE = "key"
KEY_BYTES = 32
MAX_KEY_BYTES = 4096
HEAD = "holdfast-key-1"


class Keys(Value):
    """What makes this person's ids theirs."""

    key: bytes
    user: str

    def dump(self) -> str:
        """Return the text that `key export` prints and the key file holds."""
        return f"{HEAD} {self.key.hex()} {self.user}\n"


def parse(text: str) -> Keys:
    """Return the keys of an exported text."""
    parts = text.split()
    if len(parts) != 3 or parts[0] != HEAD or len(parts[1]) != 2 * KEY_BYTES:  # noqa: PLR2004 - head, key, user
        raise errors.BadInput("that is not a Holdfast key", why=f"a key begins with {HEAD}", hint="holdfast key export")
    try:
        return Keys(key=bytes.fromhex(parts[1]), user=parts[2])
    except ValueError:
        raise errors.BadInput("that is not a Holdfast key", why="it is not hexadecimal") from None


def read(home: str) -> Keys | None:
    """Return the keys of a home, or None when it has none yet."""
    try:
        return parse(places.read_private(os.path.join(home, KEY_FILE), MAX_KEY_BYTES).decode("ascii"))
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise errors.BadInput(
            "the key file is damaged", hint="holdfast key import, with the key you exported"
        ) from None


def create(home: str) -> Keys:
    """Make the keys of a new home, or return those that another process made first."""
    made = Keys(key=os.urandom(KEY_BYTES), user=os.urandom(16).hex())
    draft = os.path.join(home, f"{KEY_FILE}.new-{os.getpid()}-{os.urandom(4).hex()}")
    descriptor = places.create_private(draft)
    try:
        _write(descriptor, made.dump().encode())
        _link(draft, os.path.join(home, KEY_FILE))
    except OSError as error:
        raise places.file_error(error, os.path.join(home, KEY_FILE)) from error
    finally:
        if os.path.lexists(draft):
            os.unlink(draft)
    places.sync_folder(home)  # without its key, nothing that is stored from now on would be found again
    return read(home) or made


def _write(descriptor: int, data: bytes) -> None:
    try:
        places.write_all(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _link(draft: str, path: str) -> None:
    """Give the key its name, unless another process was first."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        if not os.path.lexists(path):
            os.rename(draft, path)


def throwaway() -> Keys:
    """Return keys for reading a home that does not exist yet: they fit nothing."""
    return Keys(key=bytes(KEY_BYTES), user="nobody")
