"""Everything that can be checked, and what mends it: each check says what is wrong, each mender what it did.

Looking changes nothing. Mending loses nothing: a damaged file is kept, an index is made anew from its rows, a purge
that was interrupted is finished. No finding holds any text of a memory.
`tests/cli/commands/test_doctor_command.py` holds the laws.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile

from holdfast import errors, places
from holdfast.core import PATTERNS
from holdfast.flows import backups, embedding, erasing, integrity, repair
from holdfast.scope import keyfile
from holdfast.secrets.rules import parse_user_rules
from holdfast.store import changes, queue, vectors
from holdfast.times import age_days
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from holdfast.core import Core
    from holdfast.store.database import Transaction

SHOWN = 20  # problems of one area; a damaged table may have thousands
LATE_BACKUPS = 7  # intervals without a snapshot before that is worth a word
HOOK_TIMEOUT_S = 20.0
_OTHERS = 0o077


class Problem(Value):
    """One thing that is wrong, what to do about it, and the name of what mends it, if anything does."""

    what: str
    hint: str = "holdfast doctor --fix"
    mend: str = ""

    def public(self) -> dict[str, object]:
        """Return the documented JSON shape of a problem."""
        return {"what": self.what, "hint": self.hint, "can_be_mended": bool(self.mend)}


class Area(Value):
    """What was looked at, and what was found there."""

    name: str
    problems: tuple[Problem, ...] = ()
    mended: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def public(self) -> dict[str, object]:
        """Return the documented JSON shape of an area."""
        shown = [problem.public() for problem in self.problems[:SHOWN]]
        return {
            "ok": not self.problems, "problems": shown, "count": len(self.problems), "mended": list(self.mended),
            "notes": list(self.notes),
        }  # fmt: skip


def examine(core: Core, step: Callable[[], None] = lambda: None) -> list[Area]:
    """Check everything; `step` is called after each area."""
    found = []
    for name, check in CHECKS.items():
        said = _checked(check, core)
        problems = tuple(one for one in said if isinstance(one, Problem))
        found.append(Area(name=name, problems=problems, notes=tuple(one for one in said if isinstance(one, str))))
        step()
    return found


def mend(core: Core, found: list[Area]) -> list[Area]:
    """Mend what can be mended, then check again; what was done stands in the areas."""
    wanted = {problem.mend: area.name for area in reversed(found) for problem in area.problems if problem.mend}
    done: dict[str, list[str]] = {}
    for name, mender in MENDERS.items():
        if name in wanted:
            done.setdefault(wanted[name], []).append(mender(core))
            if name == "repair":  # the new store has its index already, and other numbers
                wanted.pop("index", None)
    return [area.evolve(mended=tuple(done.get(area.name, ()))) for area in examine(core)]


def _checked(check: Callable[[Core], Iterator[Problem | str]], core: Core) -> list[Problem | str]:
    try:
        return list(check(core))
    except errors.Corrupt as error:
        return [Problem(what=f"{error.message}: {error.why}", hint=error.hint, mend="repair")]
    except errors.HoldfastError as error:
        return [Problem(what=f"{error.message}{f': {error.why}' if error.why else ''}", hint=error.hint)]


def _home(core: Core) -> Iterator[Problem | str]:
    """Is the home ours alone?"""
    if not os.path.isdir(core.home) or os.name != "posix":
        return
    for path in _files(core.home):
        if stat.S_IMODE(os.lstat(path).st_mode) & _OTHERS and not os.path.islink(path):
            yield Problem(what=f"{os.path.relpath(path, core.home)} can be read by others", mend="private")


def _key(core: Core) -> Iterator[Problem | str]:
    """Is there the key under which everything is found?"""
    if keyfile.read(core.home) is not None or not _has_store(core):
        return
    yield Problem(what="the key of this home is gone: no memory can be found without it",
                  hint="holdfast key import FILE, from an export or another machine")  # fmt: skip


def _settings(core: Core) -> Iterator[Problem | str]:
    """Is there anything in the settings that was not done?"""
    for one in core.settings.refused:
        yield Problem(what=f"{one.key} in the {one.file} is not followed: {one.why}", hint="holdfast config list")
    for patterns in (core.settings.own(PATTERNS), core.settings.get(PATTERNS)):
        try:
            parse_user_rules(patterns)
        except errors.ConfigError as error:
            yield Problem(what=f"{PATTERNS}: {error.message}: {error.why}", hint=f"holdfast config get {PATTERNS}")
            return


def _store(core: Core) -> Iterator[Problem | str]:
    """Does the engine find its own structures sound?"""
    if _has_store(core):
        described = core.database.describe()
        if described["read_only"]:
            yield Problem(what=f"the store cannot be written: {described.get('read_only_because') or 'it only reads'}",
                          hint="make room, or the store and its folder writable")  # fmt: skip
        for what in core.database.problems():
            is_index = what.startswith("full-text index")
            yield Problem(what=what, mend="index" if is_index else "repair" if _is_file(core) else "")


def _rows(core: Core) -> Iterator[Problem | str]:
    """Does every row say what was written?"""
    with core.database.reading() as tx:
        for one in integrity.damaged_rows(tx):
            yield Problem(what=f"{one.table} {one.id}: {one.why}", mend="repair" if _is_file(core) else "")


def _index(core: Core) -> Iterator[Problem | str]:
    """Is everything found under its words?"""
    with core.database.reading() as tx:
        for what in integrity.index_problems(tx):
            yield Problem(what=what, mend="index")


def _vectors(core: Core) -> Iterator[Problem | str]:
    """Can the embedder that is on be used, and does every vector belong to something?"""
    if problem := embedding.trouble(core):
        yield Problem(what=f"{problem.message}; recall goes by words alone", hint=problem.hint)
    with core.database.reading() as tx:
        strays = tx.rows("vectors.strays", limit=SHOWN)
    if strays:
        yield Problem(what=f"{len(strays)} vectors or more belong to nothing that is searched", mend="vectors")


def _audit(core: Core) -> Iterator[Problem | str]:
    """Is the audit chain unbroken?"""
    with core.database.reading() as tx:
        broken = changes.verify(tx)
    if broken:
        yield Problem(
            what=f"the audit chain is broken: {broken}", hint="compare with a backup: holdfast status names them"
        )


def _links(core: Core) -> Iterator[Problem | str]:
    """Does every row belong to a group, and to the past?"""
    with core.database.reading() as tx:
        for noun, name in tx.rows("health.without_group", limit=SHOWN):
            yield Problem(what=f"{noun} {name} belongs to no group", hint="holdfast doctor --report")
        for noun, name in tx.rows("health.in_future", at=core.clock(), limit=SHOWN):
            yield Problem(what=f"{noun} {name} is dated in the future", hint="check the clock of this machine")


def _worker(core: Core) -> Iterator[Problem | str]:
    """Does the waiting work get done?"""
    with core.database.reading() as tx:
        dead = queue.dead(tx)
        stale = _stale_leases(tx, core)
    if dead:
        last = dead[-1]
        yield Problem(what=f"{len(dead)} jobs were given up; the last: {last['sink']}, {last['error']}",
                      hint="holdfast log failures; doctor --fix tries them again", mend="revive")  # fmt: skip
    for name, owner in stale:
        yield Problem(what=f"the lease {name!r} is held by {owner}, which is gone", mend="lease")


def _erased(core: Core) -> Iterator[Problem | str]:
    """Is every purge finished?"""
    with core.database.reading() as tx:
        since = erasing.pending_since(tx)
    if since:
        yield Problem(what=f"a purge of {since} is not finished: traces may be left in files", mend="erasing")


def _backups(core: Core) -> Iterator[Problem | str]:
    """Is there a sound copy to fall back to?"""
    if not _is_file(core) or not _has_store(core) or core.setting_int("backup.keep") == 0:
        return
    kept = backups.listed(core)
    for path in kept:
        if not repair.is_sound(path):
            yield Problem(what=f"the backup {os.path.basename(path)} cannot be read", mend="backup")
    every_days = core.setting_int("backup.every_hours") / 24
    if kept and age_days(backups.taken_at(kept[-1]), core.clock()) > LATE_BACKUPS * every_days:
        yield Problem(what="there is no recent backup", hint="holdfast worker --drain takes one", mend="backup")


def _hook(_core: Core) -> Iterator[Problem | str]:
    """Does the hook start, answer and end with 0?"""
    with tempfile.TemporaryDirectory(prefix="holdfast-doctor-") as folder:
        environ = {
            **places.environment(), "HOLDFAST_HOME": os.path.join(folder, "home"),
            "HOLDFAST_CONFIG": os.path.join(folder, "config.toml"), "HOLDFAST_STORE": "",
        }  # fmt: skip
        words = [sys.executable, "-m", "holdfast.hook", "--host", "generic", "--event", "UserPromptSubmit"]
        try:
            done = subprocess.run(  # noqa: S603 - our own program
                words, input=b'{"session_id": "doctor", "prompt": "hello"}', env=environ, cwd=folder, check=False,
                capture_output=True, timeout=HOOK_TIMEOUT_S,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            yield Problem(what=f"the hook did not run: {type(error).__name__}", hint="install Holdfast again")
            return
    if done.returncode != 0 or done.stderr:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        yield Problem(what=f"the hook ended with {done.returncode}: {said[-1][:200] if said else 'no word'}",
                      hint="install Holdfast again, and look at: holdfast log failures")  # fmt: skip


def _hosts(core: Core) -> Iterator[Problem | str]:
    """Is every agent program that is wired wired whole, once, and trusted by itself?"""
    from holdfast.flows import host_states, setup  # noqa: PLC0415

    here = setup.machine()
    for state in host_states.states(core, here, setup.programs(here.environ)):
        if state.wired != "no":
            yield host_states.sentence(state, core.clock())
        yield from (Problem(what=what, hint=hint) for what, hint in host_states.problems(state))


def _delivery(core: Core) -> Iterator[Problem | str]:
    """Does a recorded prompt of each wired program get its answer through the command in its files?"""
    from holdfast.flows import delivery, host_states, setup  # noqa: PLC0415

    here = setup.machine()
    started = setup.programs(here.environ)
    wired = [one.host for one in host_states.states(core, here, started) if one.wired != "no" and not one.unreadable]
    commands = {host: host_states.commands_of(host, here, started) for host in wired}
    for one in delivery.deliver(commands) if commands else ():
        if one.problem:
            yield Problem(what=f"{one.host}: {one.problem}", hint=f"holdfast setup {one.host}")
        else:
            yield f"{one.host}: a recorded prompt was answered in {one.seconds * 1000:,.0f} ms"


CHECKS: dict[str, Callable[[Core], Iterator[Problem | str]]] = {
    "home": _home,
    "key": _key,
    "settings": _settings,
    "store": _store,
    "rows": _rows,
    "index": _index,
    "vectors": _vectors,
    "audit": _audit,
    "links": _links,
    "worker": _worker,
    "erasing": _erased,
    "backups": _backups,
    "hook": _hook,
    "hosts": _hosts,
    "delivery": _delivery,
}


def _repair(core: Core) -> str:
    receipt = repair.repair(core)
    rows = sum(receipt.restored.values())
    lost = sum(len(ids) for ids in receipt.lost.values())
    return f"{rows:,} rows restored, {lost:,} lost; the damaged file is {os.path.basename(receipt.kept)}"


def _reindex(core: Core) -> str:
    return f"the full-text index was made anew from {repair.rebuild_index(core):,} memories"


def _drop_vectors(core: Core) -> str:
    with core.database.writing() as tx:
        vectors.drop_all(tx)
        erasing.announce(tx, core.clock())  # one of them may be of something that was purged
    erasing.finish(core)
    return "all vectors were erased; a worker makes those that are needed anew"


def _finish_erasing(core: Core) -> str:
    return f"the purge was finished, {erasing.finish(core):,} backups rewritten"


def _break_leases(core: Core) -> str:
    with core.database.writing() as tx:
        stale = _stale_leases(tx, core)
        for name, owner in stale:
            tx.rows("health.break_lease", name=name, owner=owner)
    return f"{len(stale)} leases of ended processes were released"


def _revive(core: Core) -> str:
    with core.database.writing() as tx:
        return f"{queue.revive(tx, core.clock())} jobs will be tried again"


def _make_private(core: Core) -> str:
    number = 0
    for path in _files(core.home):
        if not os.path.islink(path) and stat.S_IMODE(os.lstat(path).st_mode) & _OTHERS:
            os.chmod(path, stat.S_IMODE(os.lstat(path).st_mode) & ~_OTHERS)
            number += 1
    return f"{number} files were made private"


def _renew_backups(core: Core) -> str:
    unsound = [path for path in backups.listed(core) if not repair.is_sound(path)]
    for path in unsound:
        os.replace(path, f"{path}.corrupt-1")
    taken = backups.take(core)
    return f"the backup {os.path.basename(taken or '')} was taken"


# In the order in which they are called: nothing else is worth doing on a store that is damaged.
MENDERS: dict[str, Callable[[Core], str]] = {
    "private": _make_private,
    "repair": _repair,
    "index": _reindex,
    "vectors": _drop_vectors,
    "erasing": _finish_erasing,
    "lease": _break_leases,
    "revive": _revive,
    "backup": _renew_backups,
}


def report(core: Core, found: list[Area], failures: list[dict[str, str]], crash: str) -> dict[str, Any]:
    """Return what helps to find a fault, without any text of a memory and without the person's paths."""
    import platform  # noqa: PLC0415

    from holdfast.version import __version__  # noqa: PLC0415

    try:
        store: dict[str, Any] = core.database.describe()
        with core.database.reading() as tx:
            store["rows"] = {row[0]: row[1] for row in tx.rows("health.sizes")}
    except errors.HoldfastError as error:
        store = {"problem": error.message, "why": error.why}
    made = {
        "version": __version__, "python": platform.python_version(), "system": platform.platform(), "store": store,
        "mode": str(core.mode), "changed_settings": sorted(
            name for name, origin in core.settings.origins.items() if origin != "default"
        ),
        "areas": {area.name: area.public() for area in found}, "failures": failures, "crash": crash,
    }  # fmt: skip
    hidden = {core.home: "HOME", core.root.path: "WORKSPACE", os.path.expanduser("~"): "~"}
    return _without_paths(made, hidden)  # type: ignore[no-any-return]


def _without_paths(value: Any, hidden: dict[str, str]) -> Any:
    match value:
        case str():
            for path, stand_in in hidden.items():
                value = value.replace(path, stand_in)
            return value
        case dict():
            return {name: _without_paths(one, hidden) for name, one in value.items()}
        case list():
            return [_without_paths(one, hidden) for one in value]
    return value


def _stale_leases(tx: Transaction, core: Core) -> list[tuple[str, str]]:
    """Return leases of processes of this machine that have ended; on a server they run out by themselves."""
    if not _is_file(core):
        return []
    held = [(str(row[0]), str(row[1])) for row in tx.rows("health.all_leases")]
    return [(name, owner) for name, owner in held if _has_ended(owner.partition("-")[0])]


def _has_ended(process: str) -> bool:
    if not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _files(folder: str) -> Iterator[str]:
    yield folder
    for base, folders, files in os.walk(folder):
        yield from (os.path.join(base, name) for name in (*folders, *files))


def _has_store(core: Core) -> bool:
    return not _is_file(core) or os.path.exists(str(getattr(core.database, "path", "")))


def _is_file(core: Core) -> bool:
    return core.database.capabilities.physical_erase
