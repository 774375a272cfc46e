"""Knowing one's own exports again: a keyed digest over every line of the file.

Only a home with the install key can make it, so a file that carries it says what this home said. A home that
was restored from an export of another key passes the export's own proof on for as long as the rows are the same.
"""

from __future__ import annotations

import hashlib
import hmac

from holdfast.scope.keys import keyed_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.store.database import Transaction

PASSED_ON = "local.export-proof"
PURPOSE = "export"


class Seal:
    """The digest of the lines seen so far."""

    def __init__(self, head: bytes) -> None:
        self._digest = hashlib.sha256(head)

    def add(self, line: bytes) -> None:
        """Take in one more line, line feed included."""
        self._digest.update(line)

    def text(self) -> str:
        """Return the digest of everything so far."""
        return self._digest.hexdigest()


def prove(tx: Transaction, key: bytes, seal: Seal) -> str:
    """Return the proof for these lines: the one they came with, when they came from elsewhere unchanged."""
    digest, _, came_with = _passed_on(tx).partition(" ")
    return came_with if came_with and digest == seal.text() else keyed_digest(key, PURPOSE, seal.text())


def is_ours(tx: Transaction, key: bytes, seal: Seal, given: str) -> bool:
    """Say whether a proof was made with this home's key, or came with what this home was restored from."""
    ours = keyed_digest(key, PURPOSE, seal.text())
    return hmac.compare_digest(ours.encode(), given.encode()) or _passed_on(tx) == f"{seal.text()} {given}"


def pass_on(tx: Transaction, seal: Seal, given: str) -> None:
    """Remember the proof of the export that this home was restored from."""
    tx.rows("groups.set_meta", name=PASSED_ON, value=f"{seal.text()} {given}")


def _passed_on(tx: Transaction) -> str:
    row = tx.one("groups.meta", name=PASSED_ON)
    return str(row[0]) if row else ""
