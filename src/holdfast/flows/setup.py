"""Wiring agent programs: find them, say what would change in which file, do it, and take it out again.

A plan is made for all files of a host before any is touched, and a host of which one file cannot be understood is left
alone. What is put where is recorded before it is written, so that an interrupted run can be undone as well. Consent and
trust are never given here. `tests/flows/test_setup.py` holds the laws.
"""

from __future__ import annotations

import difflib
import os
import shutil
import sys

from holdfast import foreign, hashes, places, times
from holdfast.errors import ConfigError, HoldfastError
from holdfast.flows import setup_record
from holdfast.flows.setup_record import Entry
from holdfast.values import Value
from holdfast.wiring import merge
from holdfast.wiring.agents import AGENTS, Machine, Programs, Wanted, folder_of, wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from holdfast.foreign import Found

SHIPPED = ("gemini/gemini-extension.json", "gemini/hooks/hooks.json", "opencode/holdfast.js")
OPENCODE_FILES = ("opencode.jsonc", "opencode.json")


class Change(Value):
    """What would happen to one file; `after` is None where the file goes away."""

    found: Found
    after: bytes | None
    entry: Entry | None  # what the record says afterwards
    note: str = ""

    @property
    def action(self) -> str:
        """Return what happens in one word."""
        if self.found.data == self.after:
            return "unchanged"
        if self.found.data is None:
            return "create"
        return "delete" if self.after is None else "change"

    @property
    def diff(self) -> str:
        """Return the change as a unified diff, "" for none."""
        before, after = (_lines(data) for data in (self.found.data, self.after))
        old, new = (os.devnull if data is None else self.found.path for data in (self.found.data, self.after))
        return "".join(_marked(difflib.unified_diff(before, after, old, new)))


class Plan(Value):
    """What would happen for one host, or why nothing can."""

    host: str
    is_there: bool
    changes: tuple[Change, ...] = ()
    refused: HoldfastError | None = None

    @property
    def pending(self) -> tuple[Change, ...]:
        """Return the changes that change anything."""
        return tuple(change for change in self.changes if change.action != "unchanged")


def machine(environ: Mapping[str, str] | None = None) -> Machine:
    """Return where this machine keeps the settings of a user."""
    environ = places.environment() if environ is None else environ
    home = environ.get("HOME") or os.path.expanduser("~")
    config = places.config_folder(environ, sys.platform)
    return Machine(home=home, config=config, environ=environ, platform=sys.platform)


def programs(environ: Mapping[str, str]) -> Programs:
    """Return how the installed programs are started: by their absolute paths, which upgrades keep."""
    hook = _installed("holdfast-hook", environ) or (sys.executable, "-m", "holdfast.hook")
    program = _installed("holdfast", environ) or (sys.executable, "-m", "holdfast.cli.main")
    return Programs(hook=hook, mcp=(*program, "mcp"))


def found_hosts(here: Machine) -> list[str]:
    """Return the agent programs of this machine: a folder of their settings, or a program on the path."""
    return [name for name in AGENTS if is_installed(name, here)]


def is_installed(name: str, here: Machine) -> bool:
    """Say whether a program is used on this machine."""
    return os.path.isdir(folder_of(name, here)) or program_of(name, here) is not None


def program_of(name: str, here: Machine) -> str | None:
    """Return where a program stands on the path."""
    path = here.environ.get("PATH", "")
    return next((found for word in AGENTS[name].programs if (found := shutil.which(word, path=path))), None)


def wanted_of(name: str, here: Machine, started: Programs) -> list[Wanted]:
    """Return what the files of a host are to hold on this machine."""
    folder = folder_of("opencode", here)
    present = frozenset(path for path in (f"{folder}/{one}" for one in OPENCODE_FILES) if os.path.lexists(path))
    return wanted(name, here, started, _texts(), present)


def plan_setup(names: Iterable[str], here: Machine, started: Programs, home: str) -> list[Plan]:
    """Return what wiring these hosts would change; a file that several of them share is changed once."""
    record = setup_record.read(home).files
    planned: dict[str, Change] = {}
    plans = []
    for name in names:
        try:
            changes = [_put_in(name, one, record, planned) for one in wanted_of(name, here, started)]
        except HoldfastError as error:
            plans.append(Plan(host=name, is_there=is_installed(name, here), refused=error))
            continue
        planned.update({change.found.path: change for change in changes})
        plans.append(Plan(host=name, is_there=is_installed(name, here), changes=tuple(changes)))
    return plans


def plan_removal(names: Iterable[str], here: Machine, started: Programs, home: str) -> list[Plan]:
    """Return what taking these hosts out would change: what the record says, and what is ours by its words."""
    record = dict(setup_record.read(home).files)
    plans = []
    for name in names:
        files = {one.path: one for one in wanted_of(name, here, started)}
        try:
            changes = [
                _take_out(name, one, record) for path, one in files.items() if path in record or os.path.lexists(path)
            ]
        except HoldfastError as error:
            plans.append(Plan(host=name, is_there=is_installed(name, here), refused=error))
            continue
        record.update({change.found.path: change.entry for change in changes if change.entry is not None})
        plans.append(Plan(host=name, is_there=is_installed(name, here), changes=tuple(changes)))
    return plans


def apply(plans: Iterable[Plan], home: str, at: str | None = None) -> list[str]:
    """Do what was planned, file by file, each with a copy in the home; return where the copies are."""
    copies = []
    for change in (change for plan in plans for change in plan.changes):
        if change.action != "unchanged":
            foreign.refuse_read_only(change.found)
            if change.found.data is not None:
                copies.append(setup_record.back_up(home, change.found.path, change.found.data, at or times.now()))
        if change.entry is not None:
            _write(change, change.entry, home)
        else:
            _clear(change, home)
    return copies


def _write(change: Change, entry: Entry, home: str) -> None:
    """Write a file that holds ours; what is put in is recorded first, so that an interruption can be undone."""
    record = setup_record.read(home).with_file(change.found.path, entry)
    setup_record.write(home, record)
    if change.action != "unchanged" and change.after is not None:
        made = foreign.replace(change.found, change.after)
        if made:
            setup_record.write(home, record.evolve(folders=(*record.folders, *made)))


def _clear(change: Change, home: str) -> None:
    """Write a file that holds nothing of ours any more, or remove it; what the record says goes last."""
    if change.after is None:
        foreign.remove(change.found)
    elif change.action != "unchanged":
        foreign.replace(change.found, change.after)
    record = setup_record.read(home).with_file(change.found.path, None)
    setup_record.write(home, record.evolve(folders=tuple(foreign.remove_empty(record.folders))))


def _put_in(name: str, one: Wanted, record: Mapping[str, Entry], planned: Mapping[str, Change]) -> Change:
    found = foreign.look(one.path)
    if (change := planned.get(found.path)) and change.entry:  # a file that several hosts read
        done = found.evolve(data=change.after)
        shared = f"shared with {', '.join(change.entry.hosts)}"
        return change.evolve(found=done, entry=_for_host(change.entry, name), note=shared)
    old = record.get(found.path)
    try:
        text = None if found.data is None else merge.decoded(found.data)
        is_as_left = old is not None and old.after == _digest(found.data)
        merge.refuse_foreign(text, one, is_as_left=is_as_left)
        made = merge.merged(text, one, old.placed if old else (), old.made if old else ())
    except merge.Refusal as refusal:
        raise _refused(found, refusal) from None
    if made.note and made.text == text:
        return Change(found=found, after=found.data, entry=_for_host(old, name), note=made.note)
    after = made.text.encode()
    if found.data is not None and found.data != after:
        foreign.refuse_read_only(found)
    before = old.before if old and made.base == text else _before(found, made.base, old)
    hosts = tuple(sorted({*(old.hosts if old else ()), name}))
    entry = Entry(
        hosts=hosts, before=before, after=_digest(after), placed=made.placed, made=made.made
    )  # fmt: skip
    return Change(found=found, after=after, entry=entry, note=made.note)


def _take_out(name: str, one: Wanted, record: Mapping[str, Entry]) -> Change:
    found = foreign.look(one.path)
    old = record.get(found.path)
    if old is not None and set(old.hosts) - {name}:
        rest = tuple(host for host in old.hosts if host != name)
        return Change(
            found=found, after=found.data, entry=old.evolve(hosts=rest), note=f"it stays for {', '.join(rest)}"
        )
    if found.data is None:
        return Change(found=found, after=None, entry=None)
    is_as_left = old is not None and old.after == _digest(found.data)
    if one.text is not None:
        is_ours = is_as_left or merge.MARK in found.data
        return Change(found=found, after=None if is_ours else found.data, entry=None)
    try:
        text = merge.decoded(found.data)
        rest_of_it = merge.unmerged(text, one, old.placed if old else (), old.made if old else ())
        is_empty = old is not None and old.before is None and merge.holds_nothing(rest_of_it, one)
    except merge.Refusal as refusal:
        raise _refused(found, refusal) from None
    after = None if is_empty else rest_of_it.encode()
    if after != found.data:
        foreign.refuse_read_only(found)
    return Change(found=found, after=after, entry=None)


def _before(found: Found, base: str, old: Entry | None) -> str | None:
    """Return the digest of a file without ours; None when there is no file without ours."""
    if found.data is None or (old is not None and old.before is None and not base.strip()):
        return None
    return _digest(base.encode())


def _for_host(entry: Entry | None, name: str) -> Entry | None:
    return entry.evolve(hosts=tuple(sorted({*entry.hosts, name}))) if entry else None


def _refused(found: Found, refusal: merge.Refusal) -> HoldfastError:
    return ConfigError(f"{found.path!r} is left as it is", why=str(refusal), hint="mend the file, then run it again")


def _digest(data: bytes | None) -> str:
    return hashes.blake2b(data or b"", digest_size=16).hexdigest()


def _installed(name: str, environ: Mapping[str, str]) -> tuple[str] | None:
    """Return the path of one of our programs: as the person's path names it, else beside the interpreter."""
    beside = os.path.join(os.path.dirname(sys.executable), name)
    named = shutil.which(name, path=environ.get("PATH", ""))
    if named and os.path.realpath(named) == os.path.realpath(beside):
        return (os.path.abspath(named),)
    return (beside,) if os.access(beside, os.X_OK) else None


def _texts() -> dict[str, str]:
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "wiring", "shipped")
    found = {}
    for name in SHIPPED:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            found[name] = file.read()
    return found


def _lines(data: bytes | None) -> list[str]:
    return [] if data is None else data.decode("utf-8", "replace").splitlines(keepends=True)


def _marked(lines: Iterable[str]) -> Iterable[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
