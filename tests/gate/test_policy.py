"""The laws of the gate."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import ConsentNeeded, Disabled, Untrusted
from holdfast.gate.consent import LOCAL, PURPOSES, TEXT_VERSION, Consent
from holdfast.gate.policy import Allowed, Denied, Purpose, Trust, decide, refusal
from holdfast.model import Mode

EVERY = tuple(str(purpose) for purpose in Purpose)
GIVEN = Consent(
    group="gw_x", endpoint=LOCAL, purposes=EVERY, text_version=TEXT_VERSION, granted_at="2026-03-01T12:00:00.000000Z"
)
OPEN = {"mode": Mode.OCCASIONAL, "trust": Trust.TRUSTED, "consent": GIVEN, "endpoint": LOCAL}

# In the order in which they answer.
OBSTACLES = [
    ({"mode": Mode.OFF}, "off"),
    ({"ignored": True}, "ignored"),
    ({"trust": Trust.UNTRUSTED}, "untrusted"),
    ({"consent": None}, "consent_missing"),
    ({"paused": True}, "paused"),
]


def code(purpose=Purpose.CAPTURE, **changes):
    decision = decide(purpose=purpose, **{**OPEN, **changes})
    return decision.code if isinstance(decision, Denied) else "allowed"


@pytest.mark.parametrize("purpose", Purpose)
@pytest.mark.parametrize("mode", [Mode.EAGER, Mode.OCCASIONAL, Mode.MANUAL])
def test_with_nothing_against_it_everything_is_allowed(purpose, mode):
    """Every mode but off lets every consented purpose through a trusted workspace."""
    assert Allowed() == decide(purpose=purpose, **{**OPEN, "mode": mode})


@pytest.mark.parametrize(("change", "expected"), OBSTACLES)
def test_each_obstacle_denies_a_capture(change, expected):
    """Off, ignored, untrusted, without consent, paused: each alone is enough."""
    assert expected == code(**change)


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(range(len(OBSTACLES)), 2)))
def test_the_first_obstacle_answers(first, second):
    """Of two reasons the earlier in the fixed order is given."""
    assert OBSTACLES[first][1] == code(**OBSTACLES[second][0], **OBSTACLES[first][0])


def test_a_purpose_that_is_switched_off_is_off():
    """A setting that disables one purpose works like the mode."""
    assert code(enabled=False, ignored=True) == "off"


@pytest.mark.parametrize("purpose", [Purpose.RECALL, Purpose.SUGGEST, Purpose.SEND])
def test_a_pause_stops_capture_only(purpose):
    """A paused session still recalls, suggests and sends what is already there."""
    assert code(purpose, paused=True) == "allowed"


def test_unknown_trust_counts_as_none_for_automatic_work():
    """What nobody decided about gets nothing by itself, but obeys a command of the person."""
    assert code(trust=Trust.UNKNOWN) == "untrusted"
    assert code(trust=Trust.UNKNOWN, automatic=False) == "allowed"


def test_a_command_does_not_overrule_distrust():
    """Where the person said untrusted, only their explicit option overrules it."""
    assert code(trust=Trust.UNTRUSTED, automatic=False) == "untrusted"
    assert code(trust=Trust.UNTRUSTED, allow_untrusted=True) == "allowed"


@pytest.mark.parametrize(
    ("consent", "expected"),
    [
        (GIVEN.evolve(endpoint="graphiti+https://graph.example.org:443"), "consent_stale"),
        (GIVEN.evolve(text_version=TEXT_VERSION - 1), "consent_stale"),
        (GIVEN.evolve(purposes=("recall",)), "consent_stale"),
        (GIVEN.evolve(revoked_at="2026-03-02T12:00:00.000000Z"), "consent_revoked"),
    ],
)
def test_a_consent_holds_as_it_was_given(consent, expected):
    """Another endpoint, another wording, another purpose, a revocation: none is consent."""
    assert expected == code(consent=consent)


def test_local_consent_sends_nothing():
    """What the question about the local store asks does not cover sending."""
    assert code(Purpose.SEND, consent=GIVEN.evolve(purposes=PURPOSES)) == "consent_stale"


@given(
    purpose=st.sampled_from(Purpose), mode=st.sampled_from(Mode), trust=st.sampled_from(Trust),
    consent=st.sampled_from([None, GIVEN, GIVEN.evolve(revoked_at="x"), GIVEN.evolve(endpoint="y")]),
    endpoint=st.sampled_from([LOCAL, "", "z"]), enabled=st.booleans(), ignored=st.booleans(), paused=st.booleans(),
)  # fmt: skip
def test_allowed_means_that_every_condition_holds(**facts):
    """There is one way to be allowed."""
    holds = (
        facts["mode"] is not Mode.OFF
        and facts["enabled"]
        and not facts["ignored"]
        and facts["trust"] is Trust.TRUSTED
        and facts["consent"] == GIVEN
        and facts["endpoint"] == LOCAL
        and not (facts["paused"] and facts["purpose"] is Purpose.CAPTURE)
    )
    assert holds == isinstance(decide(**facts), Allowed)


@pytest.mark.parametrize(
    ("change", "error"),
    [({"mode": Mode.OFF}, Disabled), ({"ignored": True}, Disabled), ({"trust": Trust.UNKNOWN}, Untrusted), ({"consent": None}, ConsentNeeded),
     ({"consent": GIVEN.evolve(endpoint="y")}, ConsentNeeded), ({"paused": True}, Disabled)],
)  # fmt: skip
def test_a_denial_becomes_the_error_of_its_kind(change, error):
    """A person is told by the error whose exit status fits, with the same reason and next command."""
    denied = decide(purpose=Purpose.CAPTURE, **{**OPEN, **change})
    raised = refusal(denied)
    assert (error, denied.why, denied.hint) == (type(raised), raised.why, raised.hint)


@pytest.mark.parametrize("mode", ["off", Mode.OFF])
def test_off_is_off_however_it_is_spelled(mode):
    """A mode that was read as plain text closes the gate as well."""
    assert code(mode=mode) == "off"
