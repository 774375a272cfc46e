"""Erasing for good: what a purge or a scrub must still do once its rows are gone.

The rows and a note that traces of them are left go in one transaction; the note goes when no file of the home
holds a byte of them. So a process that dies in between leaves work that `doctor --fix` or the next purge finishes.
`tests/faults/test_purge_bytes.py` kills it at every step.
"""

from __future__ import annotations

from holdfast.flows import backups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.store.database import Transaction

PENDING = "local.erasing"


def announce(tx: Transaction, at: str) -> None:
    """Note, in the transaction that removes rows, that their traces are still to be erased."""
    tx.rows("groups.set_meta", name=PENDING, value=at)


def pending_since(tx: Transaction) -> str:
    """Return since when traces wait to be erased, or nothing."""
    row = tx.one("groups.meta", name=PENDING)
    return str(row[0]) if row else ""


def finish(core: Core) -> int:
    """Erase all traces and return how many snapshots were rewritten; raise `Busy` while somebody reads them."""
    core.database.erase_traces()
    rewritten = backups.renew(core)
    core.say("info", "traces.erased", backups=rewritten)
    with core.database.writing() as tx:
        announce(tx, "")
    return rewritten
