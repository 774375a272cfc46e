"""The gate where we stand, read in one go: what an event may do here."""

from __future__ import annotations

from holdfast.gate.consent import is_current
from holdfast.gate.policy import Allowed, Purpose, Trust, decide
from holdfast.store import groups
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.store.database import Transaction


class Gate(Value):
    """What the gate decided, and why not where it said no."""

    may_capture: bool
    may_recall: bool
    why: str = ""
    hint: str = ""
    trust: Trust = Trust.UNKNOWN
    has_consent: bool = False


def gate_here(tx: Transaction, core: Core, *, host_trusts: bool | None = None, paused: bool = False) -> Gate:
    """Decide capture and recall for this folder; a host that distrusts it is obeyed."""
    known = groups.root(tx, core.root_id, core.owner)
    is_same = known is not None and known.remote == core.root.remote
    trust = Trust(known.trust) if known and is_same else Trust.UNKNOWN
    if host_trusts is False:
        trust = Trust.UNTRUSTED
    consent = groups.consent(tx, known.group_no, core.owner, core.database.endpoint) if known and is_same else None
    decisions = {}
    for purpose in (Purpose.CAPTURE, Purpose.RECALL):
        decisions[purpose] = decide(
            mode=core.mode, enabled=bool(core.settings.get(f"{purpose}.enabled")), trust=trust, consent=consent,
            endpoint=core.database.endpoint, ignored=core.root.ignored, paused=paused, purpose=purpose,
        )  # fmt: skip
    denied = next((one for one in decisions.values() if not isinstance(one, Allowed)), None)
    return Gate(
        may_capture=isinstance(decisions[Purpose.CAPTURE], Allowed),
        may_recall=isinstance(decisions[Purpose.RECALL], Allowed),
        why=denied.why if denied else "",
        hint=denied.hint if denied else "",
        trust=trust,
        has_consent=consent is not None and is_current(consent, core.database.endpoint),
    )
