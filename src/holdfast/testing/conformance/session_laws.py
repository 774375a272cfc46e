"""Groups, sessions, the ledger of what was shown, trust and consent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from holdfast import errors
from holdfast.gate.consent import Consent
from holdfast.model import Scope
from holdfast.scope.reach import Group
from holdfast.store import groups, sessions
from holdfast.store.groups import KnownRoot
from holdfast.store.sessions import Session
from holdfast.testing.conformance.samples import OWNER, furnished, moment, stored

if TYPE_CHECKING:
    from typing import Any

    from holdfast.scope.reach import Reach
    from holdfast.store.database import Database


class SessionLaws:
    def test_a_group_is_made_once(self, database: Database) -> None:
        """Asking for a group again returns the same one, by its id or by an alias."""
        wanted = Group(no=0, id="g1", scope=Scope.WORKSPACE, label="one")
        with database.writing() as tx:
            made = groups.ensure(tx, wanted, moment(0))
            groups.alias(tx, "other", made.no, is_local=True)
            assert [made] * 3 == [
                groups.ensure(tx, wanted, moment(1)),
                groups.find(tx, "other"),
                groups.get(tx, made.no),
            ]
            assert None is groups.find(tx, "nobody")

    def test_groups_come_in_the_order_of_code_points(self, database: Database) -> None:
        """Labels sort the same on every engine and in every locale."""
        labels = ["Zebra", "apple", "Äpfel", "äpfel", "Éclair", "_", "10", "9", "\U0001f9e0"]
        with database.writing() as tx:
            for label in labels:
                groups.ensure(tx, Group(no=0, id=label, scope=Scope.WORKSPACE, label=label), moment(0))
        with database.reading() as tx:
            assert sorted(labels) == [group.label for group in groups.of_scope(tx, Scope.WORKSPACE)]

    def test_a_session_is_made_once(self, database: Database) -> None:
        """Resuming a session returns the one there is."""
        wanted = _session(furnished(database))
        with database.writing() as tx:
            made = sessions.ensure(tx, wanted, moment(0))
            assert made == sessions.ensure(tx, wanted.evolve(host="other"), moment(1))
            assert made == sessions.get(tx, wanted.workspace_no, OWNER, "conv")

    def test_a_session_of_another_owner_is_missing(self, database: Database) -> None:
        """Sessions are found only by their owner and in their workspace."""
        wanted = _session(furnished(database))
        with database.writing() as tx:
            sessions.ensure(tx, wanted, moment(0))
            for workspace, owner in ((wanted.workspace_no, "other"), (wanted.workspace_no + 1, OWNER)):
                with pytest.raises(errors.NotFound):
                    sessions.get(tx, workspace, owner, wanted.id)

    def test_the_ledger_forgets_at_a_compaction(self, database: Database) -> None:
        """What a session was shown is known with its version until its epoch moves on."""
        reach = furnished(database)
        with database.writing() as tx:
            session = sessions.ensure(tx, _session(reach), moment(0))
            shown = stored(tx, reach, "shown")
            sessions.inject(tx, session, [shown])
            sessions.inject(tx, session, [shown.evolve(version=2)])
            assert {shown.id: 2} == sessions.injected(tx, session)
            assert {} == sessions.injected(tx, session.evolve(epoch=1))

    def test_trust_belongs_to_a_folder_and_an_owner(self, database: Database) -> None:
        """The last decision about a folder counts, for the one who made it."""
        group = furnished(database).numbers()[1]
        with database.writing() as tx:
            for trust in ("untrusted", "trusted"):
                groups.set_root(
                    tx, "r1", OWNER, KnownRoot(group_no=group, remote="", trust=trust, decided_at=moment(0))
                )
            known = groups.root(tx, "r1", OWNER)
            assert None is groups.root(tx, "r1", "other")
        assert known is not None
        assert "trusted" == known.trust

    def test_consent_is_bound_to_its_endpoint(self, database: Database) -> None:
        """A consent holds for the endpoint it was given for and no other."""
        reach = furnished(database)
        given = _consent(reach)
        with database.writing() as tx:
            groups.grant(tx, reach.groups[1].no, OWNER, given)
            assert given == groups.consent(tx, reach.groups[1].no, OWNER, given.endpoint)
            assert None is groups.consent(tx, reach.groups[1].no, OWNER, "https://elsewhere.test")
            assert None is groups.consent(tx, reach.groups[2].no, OWNER, given.endpoint)
            assert None is groups.consent(tx, reach.groups[1].no, "other", given.endpoint)

    def test_a_revoked_consent_can_be_given_again(self, database: Database) -> None:
        """Revoking marks a consent with its time; granting it again clears the mark."""
        reach = furnished(database)
        group, given = reach.groups[1].no, _consent(reach)
        with database.writing() as tx:
            groups.grant(tx, group, OWNER, given)
            assert [given.endpoint] == list(groups.revoke(tx, group, OWNER, moment(1)))
            assert [] == list(groups.revoke(tx, group, OWNER, moment(2)))
            assert [given.evolve(revoked_at=moment(1))] == groups.consents(tx, OWNER)
            groups.grant(tx, group, OWNER, given)
            assert [given] == groups.consents(tx, OWNER)


def _session(reach: Reach, **fields: Any) -> Session:
    values = {
        "id": "conversation-1",
        "group_no": reach.groups[0].no,
        "workspace_no": reach.groups[1].no,
        "owner": OWNER,
    }
    return Session(**{**values, **fields})


def _consent(reach: Reach) -> Consent:
    return Consent(
        group=reach.groups[1].id, endpoint="https://graph.test:8000", purposes=("store", "sync"), text_version=1,
        granted_at=moment(0), revoked_at=None,
    )  # fmt: skip
