"""Importing an export: into an empty store it restores, into one in use it merges.

The file is read twice: first its proof is computed, which decides what its rows may claim, then they are checked and
written one by one. A restore is one
transaction: nobody works in an empty store, so holding the lock costs nobody anything, and it is whole or absent.
A merge is one transaction per 1,000 rows, so that captures of running sessions go on in between; broken off, it is
simply run again, because rows that are here are skipped.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.exchange import proof
from holdfast.exchange.export import redacted
from holdfast.exchange.ledger import Ledger
from holdfast.exchange.reader import ExportFile, opened
from holdfast.exchange.receipt import ImportReceipt
from holdfast.exchange.take_groups import take_alias, take_group, take_session
from holdfast.exchange.take_logs import Logs, take_meta
from holdfast.exchange.take_memories import point_to_united, take_derivation, take_episode, take_memory
from holdfast.exchange.take_work import take_project, take_task
from holdfast.exchange.work import ADDED, MERGED, Trust, Work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from holdfast.core import Core
    from holdfast.store.database import Transaction

    Numbered = tuple[int, str, dict[str, Any]]

BATCH_ROWS = 1000


def import_from(core: Core, path: str, *, dry_run: bool = False) -> ImportReceipt:
    """Read an export back; raise `BadInput` when the file is not one. A dry run only counts."""
    core.require_open()
    with opened(path) as file:
        file.survey()
        checked, given = file.seal.text(), file.proof
        if not dry_run:
            core.settle()
        with core.database.reading() as tx:
            trust = _trust(tx, core, file, is_dry=dry_run)
        ledger = Ledger(core, checked)
        if dry_run:
            with core.database.reading() as tx:
                done = Import(Work(core, tx, trust, ledger), file).all()
        elif trust.is_restore:
            done = _restore(core, file, trust, ledger, checked)
        else:
            done = _merge(core, file, trust, ledger)
    if not dry_run:
        _find_ourselves(core)
    counts = {name: done.counts[name] for name in _COUNTED}
    return ImportReceipt(
        path=file.path, **counts, damaged=file.damaged, problems=tuple(file.problems),
        is_ours=trust.is_ours and bool(given), is_restore=trust.is_restore, is_dry=dry_run, tables=dict(done.tables),
        change=ledger.change,
    )  # fmt: skip


_COUNTED = ("added", "merged", "skipped", "refused", "conflicts", "redacted", "lowered")


def _trust(tx: Transaction, core: Core, file: ExportFile, *, is_dry: bool) -> Trust:
    """Decide what the file may do: a person who restores into an empty store vouches for it."""
    by_person = core.actor == "person"
    is_ours = bool(file.proof) and proof.is_ours(tx, core.keys.key, file.seal, file.proof)
    is_restore = by_person and tx.one("exchange.is_used") is None
    vouched = by_person and tx.one("exchange.any_memory") is None
    return Trust(is_restore=is_restore, is_ours=is_ours, keeps_origins=is_ours or vouched, is_dry=is_dry)


class Import:
    """Takes the rows of a file one by one."""

    def __init__(self, work: Work, file: ExportFile) -> None:
        self.work = work
        self._file = file
        logs = Logs()
        self._take: dict[str, Callable[[Work, dict[str, Any]], str]] = {
            "group": take_group, "alias": take_alias, "project": take_project, "task": take_task, "session": take_session,
            "episode": take_episode, "memory": take_memory, "derivation": take_derivation,
            "tombstone": logs.take_tombstone, "recall": logs.take_recall, "change": logs.take_change,
            "change_row": logs.take_change_row, "audit": logs.take_audit, "meta": take_meta,
        }  # fmt: skip

    def all(self) -> Work:
        """Take every row in the transaction of the work."""
        self.take(self._file.rows())
        return self.work

    def take(self, rows: Iterable[Numbered]) -> None:
        """Take these rows; one that refers to nothing is noted and passed over."""
        for line, table, fields in rows:
            # The credentials go before anything is decided, let alone written.
            cleaned = redacted(self.work.core, {**fields, "table": table}, self.work.counts)
            del cleaned["table"]
            try:
                outcome = self._take[table](self.work, cleaned)
            except errors.BadInput as error:
                self._file.note(line, f"{error.message}: {error.why}" if error.why else error.message)
                continue
            self.work.counts[outcome] += 1
            self.work.tables[table] += outcome in (ADDED, MERGED)


def _restore(core: Core, file: ExportFile, trust: Trust, ledger: Ledger, checked: str) -> Work:
    with core.database.writing() as tx:
        if tx.one("exchange.is_used") is not None:
            raise errors.Conflict("the store was empty and is not any more", why="another process wrote to it",
                                  hint="holdfast import, once more")  # fmt: skip
        done = Import(Work(core, tx, trust, ledger), file).all()
        if file.seal.text() != checked:
            raise errors.Conflict("the file changed while it was read", why="nothing was imported")
        if file.proof and not trust.is_ours and not file.damaged:
            proof.pass_on(tx, file.seal, file.proof)
    return done


def _merge(core: Core, file: ExportFile, trust: Trust, ledger: Ledger) -> Work:
    with core.database.reading() as tx:
        work = Work(core, tx, trust, ledger)
    merge = Import(work, file)
    for batch in _batches(file.rows()):
        with core.database.writing() as work.tx:
            merge.take(batch)
    with core.database.writing() as work.tx:
        point_to_united(work)
    return work


def _find_ourselves(core: Core) -> None:
    """Remember that the folder we stand in belongs to a workspace of the file, when it does."""
    with core.database.reading() as tx:
        is_known = core.known_workspace(tx) is not None
    if is_known:
        with core.database.writing() as tx:
            core.workspace(tx)


def _batches(rows: Iterator[Numbered]) -> Iterator[list[Numbered]]:
    batch: list[Numbered] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= BATCH_ROWS:
            yield batch
            batch = []
    if batch:
        yield batch
