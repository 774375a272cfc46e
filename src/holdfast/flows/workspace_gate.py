"""The gate where we stand, read in one go: what an event may do here.

Consent belongs to the workspace and holds in each of its clones and worktrees; trust belongs to the folder, so a new clone
stays silent until somebody decides about it. `tests/hook/test_hook_clones.py` holds the laws.
"""

from __future__ import annotations

from holdfast.gate.consent import is_current
from holdfast.gate.policy import Allowed, Purpose, Trust, decide
from holdfast.store import groups
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

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
    """Decide capture and recall for this folder.

    A host that distrusts it is obeyed; one that trusts it stands in for a decision that nobody made here yet.
    """
    trust = Trust.UNTRUSTED if host_trusts is False else trust_of(tx, core)
    if host_trusts and trust is Trust.UNKNOWN:
        trust = Trust.TRUSTED
    workspace = core.known_workspace(tx)
    consent = groups.consent(tx, workspace.no, core.owner, core.database.endpoint) if workspace else None
    decisions = {}
    for purpose in (Purpose.CAPTURE, Purpose.RECALL):
        decisions[purpose] = decide(
            mode=core.mode, enabled=bool(core.settings.get(f"{purpose}.enabled")), trust=trust, consent=consent,
            endpoint=core.database.endpoint, ignored=core.root.ignored, listed=core.root.listed, paused=paused,
            purpose=purpose,
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


def trust_of(tx: Transaction, core: Core) -> Trust:
    """Return what was decided about this folder and the repository now in it; from afar, about any folder."""
    if core.stands_elsewhere:
        workspace = core.known_workspace(tx)
        return trust_anywhere(tx, core, workspace.no) if workspace else Trust.UNKNOWN
    known = core.known_root(tx)
    return Trust(known.trust) if known else Trust.UNKNOWN


def trust_anywhere(tx: Transaction, core: Core, workspace_no: int) -> Trust:
    """Return what was decided about the folders of a workspace, taken together."""
    return _summed([row[1] for row in tx.rows("groups.roots_of", group_no=workspace_no, owner=core.owner)])


def _summed(decisions: Iterable[str]) -> Trust:
    known = set(decisions)
    return next((trust for trust in (Trust.TRUSTED, Trust.UNTRUSTED) if trust in known), Trust.UNKNOWN)
