"""Tombstones, recalls, history and the audit chain of an export.

History and audit come back only into an empty store: in one in use, changes of another store would stand in the
way of undoing what was done here, and a chain cannot have two beginnings.
"""

from __future__ import annotations

import json

from holdfast import errors
from holdfast.exchange.work import ADDED, REFUSED, SKIPPED, Work
from holdfast.model import Status
from holdfast.store import changes, tombstones
from holdfast.store.digest import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Logs:
    """The rows of an export that follow one upon the other."""

    def __init__(self) -> None:
        self._change = ("", 0)
        self._audit_end = (0, changes.GENESIS)
        self._tombstones: set[tuple[int, str]] = set()

    def take_tombstone(self, work: Work, row: dict[str, Any]) -> str:
        """Keep forgotten what was forgotten where the file comes from."""
        group = work.at(row["group"])
        if not work.trust.is_believed:
            return SKIPPED
        self._tombstones.add((group.no, row["memory"]))
        if work.trust.is_dry:
            return ADDED if row["mark"] not in work.buried.marks.get(group.no, {}) else SKIPPED
        values = {name: row[name] for name in ("mark", "memory", "at")}
        return ADDED if work.tx.one("exchange.bury", group_no=group.no, **values) else SKIPPED

    def take_recall(self, work: Work, row: dict[str, Any]) -> str:
        """Add one recall to the log, when the file may bring what was injected."""
        workspace, group = (work.at(row[name]).no if row[name] else 0 for name in ("workspace", "group"))
        if not work.trust.is_believed or work.tx.one("exchange.has_recall", id=row["id"]):
            return SKIPPED
        if work.buried.covers(group, row["at"]) or work.buried.covers(workspace, row["at"]):
            return REFUSED
        if not work.trust.is_dry:
            _add_recall(work, row, workspace, group)
        return ADDED

    def take_change(self, work: Work, row: dict[str, Any]) -> str:
        """Bring back one change of the history."""
        if not work.trust.is_restore:
            return SKIPPED
        if not work.trust.is_dry:
            made = work.tx.one("exchange.add_change", **{**row, "owner": work.owner(row["owner"])})
            if made is None:
                raise errors.BadInput(f"the change {row['id']!r} stands twice in the file")
            self._change = (row["id"], made[0])
        return ADDED

    def take_change_row(self, work: Work, row: dict[str, Any]) -> str:
        """Bring back one row of a change, which stands right before it in the file."""
        if not work.trust.is_restore or work.trust.is_dry:
            return ADDED if work.trust.is_restore else SKIPPED
        if self._change[0] != row["change"]:
            raise errors.BadInput(f"the change {row['change']!r} does not stand before this row")
        before, after = (_image(work, row["noun"], row[name]) for name in ("before", "after"))
        made = work.tx.one(
            "exchange.add_change_row", change_no=self._change[1], place=row["place"], noun=row["noun"],
            row_id=row["row_id"], before=before, after=after, digest=digest(row["noun"], row["row_id"], before, after),
        )  # fmt: skip
        self._bury_again(work, row)
        return ADDED if made else SKIPPED

    def take_audit(self, work: Work, row: dict[str, Any]) -> str:
        """Bring back one link of the audit chain, as long as the chain is whole."""
        if not work.trust.is_restore:
            return SKIPPED
        number, previous = self._audit_end
        subjects = json.dumps(row["subjects"])
        made = changes.link(previous, row["number"], row["at"], row["actor"], row["verb"], subjects)
        if row["number"] != number + 1 or made != row["hash"]:
            raise errors.BadInput(f"the audit chain breaks at link {row['number']}", why="what follows was left out")
        self._audit_end = (row["number"], row["hash"])
        if not work.trust.is_dry:
            work.tx.rows(
                "changes.audit_add", audit_no=row["number"], at=row["at"], actor=row["actor"], verb=row["verb"],
                subjects=subjects, hash=row["hash"],
            )  # fmt: skip
        return ADDED

    def _bury_again(self, work: Work, row: dict[str, Any]) -> None:
        """Bury under this home's key what was forgotten under another; marks cannot be translated, texts can."""
        before, after = row["before"] or {}, row["after"] or {}
        group = work.groups.get(str(before.get("group")))
        text = before.get("content")
        if (
            row["noun"] != "memory"
            or group is None
            or after.get("status") != Status.FORGOTTEN
            or not isinstance(text, str)
        ):
            return
        if (group.no, row["row_id"]) in self._tombstones:
            mark = tombstones.mark_of(work.core.keys.key, text)
            work.tx.rows("exchange.bury", group_no=group.no, mark=mark, memory=row["row_id"], at="")


def take_meta(work: Work, row: dict[str, Any]) -> str:
    """Bring back what the store notes about itself, this machine's own notes aside."""
    if not work.trust.is_restore or row["name"].startswith("local."):
        return SKIPPED
    if not work.trust.is_dry:
        work.tx.one("exchange.set_meta", name=row["name"], value=row["value"])
    return ADDED


def _add_recall(work: Work, row: dict[str, Any], workspace_no: int, group_no: int) -> None:
    values = {name: row[name] for name in ("id", "turn", "at", "purpose", "query", "block", "chars", "found")}
    made = work.tx.one(
        "recalls.insert", **values, workspace_no=workspace_no, group_no=group_no, owner=work.owner(row["owner"]),
        scopes=json.dumps(row["scopes"]), timings=json.dumps(row["timings"]),
    )  # fmt: skip
    recall_no = made[0]  # type: ignore[index]
    hits = [
        {**hit, "recall_no": recall_no, "place": place, "memory": work.named(hit["memory"]), "parts": json.dumps(hit["parts"])}
        for place, hit in enumerate(row["hits"])
    ]  # fmt: skip
    work.tx.many("recalls.hit", hits)


def _image(work: Work, noun: str, image: dict[str, Any] | None) -> str | None:
    if image is None:
        return None
    group = work.groups.get(str(image.get("group")))
    shown = {**image, "no": 0} if noun == "memory" else {name: image[name] for name in image if name != "group"}
    return json.dumps({**shown, "group_no": group.no if group else 0}, ensure_ascii=False, sort_keys=True)
