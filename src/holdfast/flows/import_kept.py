"""Importing what other memory tools keep: each statement is remembered here, as an import, where we stand.

A statement that stands here already in the same words is known; what was forgotten stays forgotten; what holds a credential is
refused. Nothing of it enters the profile or user scope, whatever the other tool called it, and it closes nothing that
somebody more trusted said. All of it is one change that undo takes back. What belongs to other folders is counted by
name and left. `tests/flows/test_import_kept.py` holds the laws.
"""

from __future__ import annotations

import os
from collections import Counter

from holdfast import errors
from holdfast.capture.turns import localise
from holdfast.exchange.ledger import Ledger
from holdfast.exchange.work import Buried
from holdfast.flows import remember
from holdfast.flows.capture import places_of
from holdfast.flows.import_receipt import MAX_PROBLEMS, Elsewhere, KeptReceipt, Problem
from holdfast.intake.keepers import found, kept
from holdfast.model import Layer, Origin, Scope, Source
from holdfast.recall.echo import strip_blocks
from holdfast.scope.identity import label_for
from holdfast.store import memories
from holdfast.text.clean import clean
from holdfast.text.fingerprint import fingerprint
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from holdfast.core import Core
    from holdfast.intake.keepers import Store
    from holdfast.kept.kept import Kept
    from holdfast.model import StoredMemory
    from holdfast.store.database import Transaction

BATCH = 200
CONFIDENCE = 0.8  # another program's word
MAX_ELSEWHERE = 200
# Where a statement counts as known.
_STANDS_IN = ((Scope.WORKSPACE, Layer.L1), (Scope.WORKSPACE, Layer.L2), (Scope.USER, Layer.L0), (Scope.USER, Layer.L1))


class Wish(Value):
    """How an import is to be done; `projects` are those of the other tool that belong here, by name."""

    is_dry: bool = False
    projects: tuple[str, ...] = ()


def import_kept(core: Core, tool: str, paths: Sequence[str], wish: Wish, step: Callable[[int], None]) -> KeptReceipt:
    """Remember what another tool keeps; `step` is told how many statements were looked at."""
    core.require_open([Scope.WORKSPACE])
    stores = found(tool, paths, core.root.path)
    taking = _Taking(core, tool, wish)
    for batch in _batches(taking.statements(stores)):
        if wish.is_dry:
            with core.database.reading() as tx:
                taking.look(tx, batch)
        else:
            with core.database.writing() as tx:
                taking.write(tx, batch)
        step(len(batch))
    return taking.receipt(len(stores))


class _Notes:
    """Notes rows of one transaction in the one change of the whole import."""

    def __init__(self, ledger: Ledger, tx: Transaction) -> None:
        self._ledger, self._tx = ledger, tx

    def note(self, noun: str, row_id: str, before: Value | None, after: Value | None) -> None:
        """Note one row as it was and as it is."""
        if after is not None:
            self._ledger.note(self._tx, noun, row_id, before, after)


class _Taking:
    """One import in progress."""

    def __init__(self, core: Core, tool: str, wish: Wish) -> None:
        self._core, self._tool, self._wish = core, tool, wish
        self._counts: Counter[str] = Counter()
        self._elsewhere: Counter[str] = Counter()
        self._problems: list[Problem] = []
        self._seen: set[tuple[Layer, str]] = set()
        self._ledger = Ledger(core, tool)
        self._ours = {name.casefold() for name in (*wish.projects, *_names_of(core))}
        if not wish.is_dry:
            core.settle()
        with core.database.reading() as tx:
            self._buried = Buried(tx)

    def statements(self, stores: Iterable[Store]) -> Iterator[remember.Statement]:
        """Yield what may be remembered, checked and without what belongs to other folders."""
        for store in stores:
            try:
                for one in kept(store, lambda line, why, path=store.path: self._note(path, line, why),  # type: ignore[misc]
                                today=self._core.clock()[:10]):  # fmt: skip
                    statement = self._checked(one)
                    if statement is not None:
                        yield statement
            except errors.BadInput as error:
                self._note(store.path, 0, f"{error.message}: {error.why}".rstrip(": "))

    def look(self, tx: Transaction, batch: Sequence[remember.Statement]) -> None:
        """Count what would become of statements."""
        for statement in batch:
            outcome = self._standing(tx, statement)
            self._counts["merged" if isinstance(outcome, tuple) else outcome or "added"] += 1

    def write(self, tx: Transaction, batch: Sequence[remember.Statement]) -> None:
        """Remember statements within a transaction."""
        notes = _Notes(self._ledger, tx)
        for statement in batch:
            outcome = self._standing(tx, statement)
            if isinstance(outcome, tuple):
                self._unite(tx, notes, *outcome)
            elif outcome:
                self._counts[outcome] += 1
            else:
                made = remember.store(tx, self._core, notes, statement)
                self._counts["added"] += 1
                self._counts["disputed"] += bool(made.conflicts)

    def receipt(self, files: int) -> KeptReceipt:
        """Return what was done."""
        names = ("added", "merged", "known", "disputed", "forgotten", "secret", "damaged")
        return KeptReceipt(
            tool=self._tool, is_dry=self._wish.is_dry, files=files, **{name: self._counts[name] for name in names},
            elsewhere=tuple(
                Elsewhere(project=project, statements=number)
                for project, number in self._elsewhere.most_common(MAX_ELSEWHERE)
            ),
            problems=tuple(self._problems), change=self._ledger.change,
        )  # fmt: skip

    def _checked(self, one: Kept) -> remember.Statement | None:
        if not self._is_ours(one):
            self._elsewhere[one.project or one.folder] += 1
            return None
        content = localise(strip_blocks(clean(one.content)), places_of(self._core)).strip()
        statement = remember.Statement(
            content=content, kind=one.kind, layer=one.layer, scope=Scope.WORKSPACE, tags=one.tags,
            citations=tuple(_relative(cited, self._core.root.path) for cited in one.citations if cited),
            source=Source.AGENT, origin=Origin.IMPORT, confidence=CONFIDENCE, reason=f"import {self._tool}",
            valid_from=one.at or None,
        )  # fmt: skip
        statement = statement.evolve(citations=tuple(cited for cited in statement.citations if cited))
        try:
            return remember.check(self._core, statement) if content else None
        except errors.SecretFound:
            self._counts["secret"] += 1
        except errors.LimitReached as error:
            self._note(self._tool, 0, error.message)
        return None

    def _is_ours(self, one: Kept) -> bool:
        if one.folder:
            root, folder = self._core.root.path, os.path.realpath(os.path.expanduser(one.folder))
            return folder == root or folder.startswith(os.path.join(root, ""))
        return not one.project or one.project.casefold() in self._ours

    def _standing(
        self, tx: Transaction, statement: remember.Statement
    ) -> str | tuple[StoredMemory, remember.Statement] | None:
        """Return what stands against a statement, or what it is to be united with; None when it is new."""
        key = statement.layer, fingerprint(statement.content)
        if key in self._seen:
            return "known"
        self._seen.add(key)
        reach = self._core.reach(tx)
        for scope, layer in _STANDS_IN:
            group = reach.in_scope(scope)
            twin = memories.twin(tx, reach, group.no, layer, statement.content) if group else None
            if twin is not None:
                has_more = not {*statement.tags} <= {*twin.tags} or not {*statement.citations} <= {*twin.citations}
                return (twin, statement) if has_more and scope is Scope.WORKSPACE else "known"
        group = reach.in_scope(Scope.WORKSPACE)
        at = statement.valid_from or self._core.clock()
        number = group.no if group else 0
        return "forgotten" if self._buried.holds(self._core.keys.key, number, statement.content, at) else None

    def _unite(self, tx: Transaction, notes: _Notes, twin: StoredMemory, statement: remember.Statement) -> None:
        united = twin.evolve(
            tags=tuple(dict.fromkeys((*twin.tags, *statement.tags))),
            citations=tuple(dict.fromkeys((*twin.citations, *statement.citations))),
            version=twin.version + 1, updated_at=self._core.clock(),
        )  # fmt: skip
        memories.put(tx, united, before=twin)
        notes.note("memory", twin.id, twin, united)
        self._counts["merged"] += 1

    def _note(self, path: str, line: int, why: str) -> None:
        self._counts["damaged"] += 1
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(Problem(file=path, line=line, why=why))


def _names_of(core: Core) -> tuple[str, ...]:
    """Return the names that another tool may have for the workspace: its folder's, and its repository's."""
    label = label_for(core.root.remote, core.root.path)
    return os.path.basename(core.root.path), label, label.rpartition("/")[2]


def _relative(cited: str, root: str) -> str:
    """Return a cited file as it is named within the workspace; nothing when it lies elsewhere."""
    path = os.path.normpath(os.path.join(root, os.path.expanduser(cited)))
    return os.path.relpath(path, root) if path.startswith(os.path.join(root, "")) else ""


def _batches(statements: Iterable[remember.Statement]) -> Iterator[list[remember.Statement]]:
    batch: list[remember.Statement] = []
    for statement in statements:
        batch.append(statement)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
