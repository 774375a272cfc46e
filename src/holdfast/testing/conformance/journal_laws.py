"""The journal and the log of recalls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from holdfast import errors
from holdfast.ids import new_id
from holdfast.store import episodes, recalls
from holdfast.store.recalls import TRIM_EVERY, LoggedHit, LoggedRecall
from holdfast.testing.conformance.samples import AWKWARD_TEXTS, OWNER, episode, furnished, moment

if TYPE_CHECKING:
    from typing import Any

    from holdfast.store.database import Database


class JournalLaws:
    @pytest.mark.parametrize("text", AWKWARD_TEXTS, ids=range(len(AWKWARD_TEXTS)))
    def test_any_message_survives(self, database: Database, text: str) -> None:
        """An episode comes back as it was said."""
        said = episode(furnished(database).groups[0].no, "host.turn.1.user", text, truncated=True, redacted=2, host="h")
        with database.writing() as tx:
            assert episodes.add(tx, said)
        with database.reading() as tx:
            assert said == episodes.get(tx, [said.group_no], said.id).evolve(no=0)

    def test_a_name_is_taken_once_per_group(self, database: Database) -> None:
        """The second episode of a name is not stored, in another group it is."""
        here, there, _ = furnished(database).numbers()
        with database.writing() as tx:
            assert [True, False, True] == [
                episodes.add(tx, episode(group, "n", content))
                for group, content in ((here, "1"), (here, "2"), (there, "3"))
            ]
            named = episodes.named(tx, here, "n")
        assert named is not None
        assert "1" == named.content

    def test_a_session_is_read_in_order(self, database: Database) -> None:
        """All episodes of a group come back in the order they were stored, across pages."""
        group, other, _ = furnished(database).numbers()
        number = episodes.PAGE_ROWS + 3
        with database.writing() as tx:
            episodes.add_many(tx, [episode(group, f"n{place}", str(place)) for place in range(number)])
            episodes.add(tx, episode(other, "elsewhere"))
        with database.reading() as tx:
            assert [str(place) for place in range(number)] == [one.content for one in episodes.of_group(tx, group)]

    def test_foreign_episodes_are_missing(self, database: Database) -> None:
        """An episode outside the groups asked for is not there."""
        said = episode(furnished(database).groups[0].no, "n")
        with database.writing() as tx:
            episodes.add(tx, said)
            with pytest.raises(errors.NotFound):
                episodes.get(tx, [said.group_no + 1], said.id)

    def test_recalls_come_back_with_their_hits(self, database: Database) -> None:
        """A logged recall is read back whole, and each memory knows where it played a part."""
        wanted = _recall(furnished(database).numbers()[1], hits=(_hit("m_one", 0.25), _hit("m_two", 0.125)))
        with database.writing() as tx:
            recalls.add(tx, wanted, OWNER, 10)
        with database.reading() as tx:
            assert wanted == recalls.get(tx, wanted.workspace_no, OWNER, wanted.id).evolve(no=0)
            assert [wanted.id] == [use["recall"] for use in recalls.uses_of(tx, "m_two", OWNER, 5)]
            assert [] == recalls.latest(tx, wanted.workspace_no, "somebody else", 5)

    def test_the_log_keeps_the_last_of_each_workspace(self, database: Database) -> None:
        """A busy workspace loses its oldest recalls; a quiet one keeps its own."""
        busy, quiet, _ = furnished(database).numbers()
        keep = 5
        with database.writing() as tx:
            recalls.add(tx, _recall(quiet), OWNER, keep)
            for _ in range(2 * TRIM_EVERY):
                recalls.add(tx, _recall(busy, hits=(_hit("m_one", 0.5),)), OWNER, keep)
        with database.reading() as tx:
            assert keep <= len(recalls.latest(tx, busy, OWNER, 999)) < keep + TRIM_EVERY
            assert 1 == len(recalls.latest(tx, quiet, OWNER, 999))


def _recall(workspace_no: int, **fields: Any) -> LoggedRecall:
    values = {
        "id": new_id("r"), "workspace_no": workspace_no, "group_no": workspace_no, "turn": "1", "at": moment(0),
        "purpose": "turn", "query": "q", "scopes": ("workspace", "user"), "block": "b", "chars": 1, "found": 2,
        "timings": {"local": 0.5},
    }  # fmt: skip
    return LoggedRecall(**{**values, **fields})


def _hit(memory: str, score: float) -> LoggedHit:
    return LoggedHit(memory=memory, outcome="injected", score=score, parts={"bm25": score})
