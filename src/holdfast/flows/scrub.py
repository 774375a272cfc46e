"""Scrub: the present rules for credentials applied to everything that is stored.

Rows are looked for while others go on, then masked in one transaction that reads each again, so that no later edit is
lost. The change that records it holds no credential, nor do the changes before it. When it returns, no file of the home
holds a byte of what it masked; what stands in other files, such as exports, is the person's. There is no undo.
"""

from __future__ import annotations

import json
import os
from collections import Counter

from holdfast import places
from holdfast.exchange.export import redacted
from holdfast.flows import erasing
from holdfast.store import episodes, groups, journal, memories, work
from holdfast.store.digest import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from holdfast.core import Core
    from holdfast.store.changes import Recorder
    from holdfast.store.database import Row, Transaction

    Mask = Callable[[Transaction, Core, Recorder, Any], None]

PAGE = 500
FILES = ("failures.jsonl", "crash.txt")
MAX_FILE_BYTES = 4 * 1024 * 1024


def scrub(core: Core, *, dry_run: bool = False) -> dict[str, int]:
    """Mask every credential in the store and the home; return how many rows of each table held one."""
    if not core.exists():
        return {}
    with core.database.reading() as tx:
        found = {table: list(_found(tx, core, table)) for table in _MASKS}
    counts = Counter({table: len(keys) for table, keys in found.items()})
    counts["files"] = sum(_mask_file(core, name, dry_run=dry_run) for name in FILES)
    if not dry_run:
        _mask(core, found)
        erasing.finish(core)
    return {table: number for table, number in counts.items() if number}


def _mask(core: Core, found: dict[str, list[Any]]) -> None:
    with core.database.writing() as tx:
        recorder = core.record(tx, "scrub")
        for table, keys in found.items():
            for key in keys:
                _MASKS[table](tx, core, recorder, key)
        recorder.close()
        erasing.announce(tx, core.clock())


def _found(tx: Transaction, core: Core, table: str) -> Iterator[Any]:
    """Yield the keys of the rows of a table that hold a credential."""
    if table == "change_rows":
        yield from _changed(tx, core)
        return
    after = 0
    while rows := tx.rows(f"scrub.{table}", after=after, limit=PAGE):
        for row in rows:
            if any(core.redact(text).findings for text in row[1:] if text):
                yield row[0]
        after = rows[-1][0]


def _changed(tx: Transaction, core: Core) -> Iterator[tuple[int, int]]:
    key = {"after": 0, "after_place": -1}
    while rows := tx.rows("health.change_rows", limit=PAGE, **key):
        for row in rows:
            if _image_of(core, row)[1]:
                yield row[0], row[1]
        key = {"after": rows[-1][0], "after_place": rows[-1][1]}


def _mask_memory(tx: Transaction, core: Core, recorder: Recorder, no: int) -> None:
    row = tx.one("scrub.memory", no=no)
    if row is None:
        return
    memory = memories.from_row(row, groups.reach_over(tx, [row[2]]))
    masked = memory.evolve(
        content=_text(core, memory.content), tags=tuple(_text(core, tag) for tag in memory.tags),
        citations=tuple(_text(core, cited) for cited in memory.citations), reason=_text(core, memory.reason),
        anchors=tuple(anchor for anchor in memory.anchors if not core.redact(anchor[0]).findings),
        subject=_maybe(core, memory.subject), project=_maybe(core, memory.project),
    )  # fmt: skip
    # The time stays, so that what was changed before can still be undone; the version moves, so that it is shown anew.
    stored = memories.put(tx, masked.evolve(version=memory.version + 1), before=memory)
    recorder.note("memory", memory.id, masked, stored)


def _mask_episode(tx: Transaction, core: Core, _recorder: Recorder, no: int) -> None:
    row = tx.one("scrub.episode", no=no)
    if row is None:
        return
    episode = episodes.from_row(row)
    found = core.redact(episode.content)
    masked = episode.evolve(
        content=found.text, redacted=episode.redacted + len(found.findings), project=_maybe(core, episode.project)
    )
    values = episodes.columns(masked)
    journal.reindex(tx, no, masked.content)
    tx.rows(
        "scrub.mask_episode", no=no, **{name: values[name] for name in ("content", "project", "redacted", "digest")}
    )


def _mask_task(tx: Transaction, core: Core, recorder: Recorder, no: int) -> None:
    row = tx.one("scrub.task", no=no)
    if row is None:
        return
    task = work.task_from_row(row)
    masked = task.evolve(
        title=_text(core, task.title), state=_text(core, task.state), links=tuple(_text(core, link) for link in task.links),
        project=_maybe(core, task.project),
    )  # fmt: skip
    work.put_task(tx, masked, is_new=False)
    recorder.note("task", task.id, masked, masked)


def _mask_project(tx: Transaction, core: Core, recorder: Recorder, no: int) -> None:
    row = tx.one("scrub.project", no=no)
    if row is None:
        return
    project = work.Project(name=row[1], group_no=row[2], about=row[3], created_at=row[4], updated_at=row[5])
    masked = project.evolve(name=_text(core, project.name), about=_text(core, project.about))
    work.drop_project(tx, project)
    work.put_project(tx, masked, is_new=True)  # two names that are masked alike become one project
    recorder.note("project", masked.name, masked, masked)


def _mask_session(tx: Transaction, core: Core, _recorder: Recorder, no: int) -> None:
    row = tx.one("scrub.session", no=no)
    if row is not None:
        tx.rows("scrub.mask_session", no=no, project=_maybe(core, row[1]), git=_maybe(core, row[2]))


def _mask_group(tx: Transaction, core: Core, _recorder: Recorder, no: int) -> None:
    row = tx.one("scrub.group", no=no)
    if row is not None:
        tx.rows("groups.rename", group_no=no, label=_text(core, row[1]))


def _mask_recall(tx: Transaction, core: Core, _recorder: Recorder, no: int) -> None:
    row = tx.one("scrub.recall", no=no)
    if row is not None:
        tx.rows("recalls.rewrite", recall_no=no, query=_text(core, row[1]), block=_text(core, row[2]))


def _mask_failure(tx: Transaction, core: Core, _recorder: Recorder, no: int) -> None:
    row = tx.one("scrub.failure", no=no)
    if row is not None:
        tx.rows("scrub.mask_failure", no=no, message=_text(core, row[1]), hint=_text(core, row[2]))


def _mask_change_row(tx: Transaction, core: Core, _recorder: Recorder, key: tuple[int, int]) -> None:
    row = tx.one("scrub.change_row", no=key[0], place=key[1])
    if row is None:
        return
    image, _ = _image_of(core, row)
    before, after = (_dumped(image[name]) for name in ("before", "after"))
    tx.rows(
        "scrub.mask_change_row", no=key[0], place=key[1], row_id=image["row_id"], before=before, after=after,
        digest=digest(row[2], image["row_id"], before, after),
    )  # fmt: skip


def _image_of(core: Core, row: Row) -> tuple[dict[str, Any], int]:
    """Return a row of the history without credentials, and how many of its texts held one."""
    image = {"noun": row[2], "row_id": row[3], "before": _loaded(row[4]), "after": _loaded(row[5])}
    counts: Counter[str] = Counter()
    return redacted(core, image, counts), counts["redacted"]


_MASKS: dict[str, Mask] = {
    "groups": _mask_group, "sessions": _mask_session, "episodes": _mask_episode, "memories": _mask_memory,
    "tasks": _mask_task, "projects": _mask_project, "recalls": _mask_recall, "failures": _mask_failure,
    "change_rows": _mask_change_row,
}  # fmt: skip


def _mask_file(core: Core, name: str, *, dry_run: bool) -> bool:
    path = os.path.join(core.home, name)
    try:
        text = places.read_private(path, MAX_FILE_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return False
    found = core.redact(text)
    if found.findings and not dry_run:
        places.write_private(path, found.text.encode())
    return bool(found.findings)


def _text(core: Core, text: str) -> str:
    return core.redact(text).text


def _maybe(core: Core, text: str | None) -> str | None:
    return core.redact(text).text if text else text


def _loaded(text: str | None) -> dict[str, Any] | None:
    return None if text is None else json.loads(text)


def _dumped(image: dict[str, Any] | None) -> str | None:
    return None if image is None else json.dumps(image, ensure_ascii=False, sort_keys=True)
