"""One screen of how things stand: what is on here, where it is kept, what waits, what broke.

Reads only, and answers whatever is wrong: an area that cannot be read says why in `problem`. No area holds any text of
a memory. `tests/cli/commands/test_status_command.py` holds the laws.
"""

from __future__ import annotations

import os

from holdfast.errors import HoldfastError
from holdfast.flows import backups, decisions, erasing, failures
from holdfast.flows import profile as profile_flow
from holdfast.flows.workspace_gate import gate_here
from holdfast.store import queue
from holdfast.times import from_unix, to_unix
from holdfast.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from holdfast.core import Core

    Area = dict[str, Any]

RECENT_S = 7 * 86_400
LAST_FAILURES = 3


def status(core: Core) -> dict[str, Area]:
    """Return one object for each area."""
    return {name: _answered(area, core) for name, area in AREAS.items()}


def _answered(area: Callable[[Core], Area], core: Core) -> Area:
    try:
        return area(core)
    except HoldfastError as error:
        return {"problem": error.message, "why": error.why, "hint": error.hint}


def _program(core: Core) -> Area:
    return {"version": __version__, "home": core.home, "home_exists": os.path.isdir(core.home)}


def _here(core: Core) -> Area:
    """Say whether memory is on in this folder, and why not."""
    found = decisions.show(core) or decisions.unknown(core)
    with core.database.reading() as tx:
        gate = gate_here(tx, core)
    return {
        "workspace": found["label"], "group": found["id"], "mode": str(core.mode), "trust": str(gate.trust),
        "consent": gate.has_consent, "ignored": core.root.ignored, "capture": gate.may_capture, "recall": gate.may_recall,
        "why": gate.why, "hint": gate.hint,
    }  # fmt: skip


def _store(core: Core) -> Area:
    snapshots = backups.listed(core)
    described = core.database.describe()
    with core.database.reading() as tx:
        pending = erasing.pending_since(tx)
    return {
        **described,
        "endpoint": core.database.endpoint,
        "backups": len(snapshots),
        "last_backup": backups.taken_at(snapshots[-1]) if snapshots else None,
        "erasing_since": pending or None,
    }


def _memories(core: Core) -> Area:
    """Count what is within reach, by scope, layer and status."""
    found: Area = {}
    with core.database.reading() as tx:
        for group in core.reach(tx).groups:
            rows = tx.rows("memories.counts", groups=[group.no])
            found[str(group.scope)] = {f"{layer} {status}": number for layer, status, number in rows}
        found["episodes"] = _number(tx.one("episodes.total"))
    return found


def _profile(core: Core) -> Area:
    used = profile_flow.show(core).usage
    return {"chars": used.chars, "limit": used.limit, "percent": used.percent}


def _recalls(core: Core) -> Area:
    with core.database.reading() as tx:
        row = tx.one("health.last_recall", owner=core.owner)
    if row is None:
        return {"last": None}
    import json  # noqa: PLC0415

    return {"last": row[4], "at": row[0], "found": row[1], "chars": row[2], "ms": json.loads(row[3]).get("local")}


def _vectors(core: Core) -> Area:
    """Say what makes vectors and how many there are; an embedder that cannot be used is a problem told in its place."""
    from holdfast.flows import embedding  # noqa: PLC0415 - an extra, off by default

    return embedding.state(core)


def _worker(core: Core) -> Area:
    now = core.clock()
    with core.database.reading() as tx:
        counts = queue.counts(tx)
        leases = [{"name": row[0], "owner": row[1], "until": row[2]} for row in tx.rows("queue.leases", at=now)]
        dropped = {name: number for name, number in queue.counters(tx).items() if name.startswith("dropped:")}
    waiting = sum(one["jobs"] for one in counts if one["state"] != "dead")
    dead = sum(one["jobs"] for one in counts if one["state"] == "dead")
    oldest = min((one["oldest"] for one in counts if one["state"] != "dead"), default=None)
    return {
        "waiting": waiting, "oldest": oldest, "dead": dead, "dropped": sum(dropped.values()), "leases": leases,
    }  # fmt: skip


def _failures(core: Core) -> Area:
    since = from_unix(to_unix(core.clock()) - RECENT_S)
    recent = [one for one in failures.latest(core, limit=500) if one["at"] >= since]
    return {"days": RECENT_S // 86_400, "count": len(recent), "last": recent[:LAST_FAILURES]}


def _settings(core: Core) -> Area:
    loaded = core.settings
    return {
        "user_file": loaded.user_file or None,
        "project_file": loaded.project_file or None,
        "changed": sorted(name for name, origin in loaded.origins.items() if origin != "default"),
        "refused": [one.as_dict() for one in loaded.refused],
    }


def _hosts(core: Core) -> Area:
    from holdfast.flows import host_states, setup  # noqa: PLC0415

    here = setup.machine()
    found = host_states.states(core, here, setup.programs(here.environ))
    return {"hosts": [state.public() for state in found]}


AREAS: dict[str, Callable[[Core], Area]] = {
    "program": _program,
    "here": _here,
    "store": _store,
    "memories": _memories,
    "profile": _profile,
    "recall": _recalls,
    "vectors": _vectors,
    "worker": _worker,
    "failures": _failures,
    "settings": _settings,
    "hosts": _hosts,
}


def _number(row: tuple[Any, ...] | None) -> int:
    return int(row[0]) if row else 0
