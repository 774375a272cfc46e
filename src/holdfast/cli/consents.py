"""`holdfast consent`: what the person agreed to, for which workspace and which endpoint.

`tests/cli/commands/test_consents_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import times
from holdfast.cli.layout import columns, when
from holdfast.cli.output import Result
from holdfast.errors import Disabled
from holdfast.flows import decisions
from holdfast.flows.workspace_gate import gate_here
from holdfast.gate.consent import question
from holdfast.model import Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.core import Core


def list_(context: Context) -> Result:
    """List what the person agreed to."""
    found = decisions.consents(context.memory.core)
    nothing = (
        "You agreed to nothing yet; nothing is captured or offered.\nBegin in this workspace: holdfast consent grant"
    )
    return Result(data={"consents": found}, text=lambda terminal: _listed(found, terminal) or nothing)


def grant(context: Context) -> Result:
    """Say what is stored, where it goes and how to stop; ask; and record the answer."""
    core = context.memory.core
    if core.mode is Mode.OFF:
        raise Disabled("memory is off", why="the mode is `off`, in which consent would mean nothing")
    label = decisions.label_here(core)
    if not context.confirm(f"{question(label, core.database.endpoint, core.mode)}\nAgree?"):
        return Result(data={"consent": None}, text="Nothing was agreed to; nothing is captured.")
    given = decisions.grant(core)
    data = {
        "consent": {**given.as_dict(), "purposes": list(given.purposes), "scopes": list(given.scopes), "label": label}
    }
    told = f"agreed: capture and recall are on in {label}\nstop: holdfast consent revoke"
    return Result(data=data, text=told, notes=_in_vain(core))


def _in_vain(core: Core) -> tuple[str, ...]:
    """Return what keeps capture or recall off here although the person agreed."""
    if core.stands_elsewhere:
        return ()
    with core.database.reading() as tx:
        gate = gate_here(tx, core)
    off = [name for name, on in (("capture", gate.may_capture), ("recall", gate.may_recall)) if not on]
    return (f"note: {' and '.join(off)} stay off in this folder: {gate.why}; {gate.hint}",) if off else ()


def revoke(context: Context) -> Result:
    """Stop capture and recall in a workspace."""
    core = context.memory.core
    label = decisions.label_here(core)
    endpoints = decisions.revoke(core)
    told = (
        f"revoked: nothing more is captured or offered in {label}; what is stored stays\n"
        "erase it: holdfast forget --scope workspace --purge"
    )
    return Result(
        data={"revoked": endpoints, "label": label},
        text=told if endpoints else f"There was no consent to revoke in {label}.",
    )


def _listed(found: Sequence[dict[str, Any]], terminal: Terminal) -> str:
    now = times.now()
    rows = [
        (
            one["label"] or one["group"], ", ".join(one["purposes"]), one["endpoint"], _state(one),
            when(one["revoked_at"] or one["granted_at"], terminal, now),
        )
        for one in found
    ]  # fmt: skip
    return columns(rows, terminal, flexible=0)


def _state(one: dict[str, Any]) -> str:
    if one["revoked_at"]:
        return "revoked"
    return "holds" if one["current"] else "out of date"
