"""The power goes out at any moment: nothing acknowledged is lost, nothing else appears."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys

import apsw
import pytest
from tests.faults import powered
from tests.faults.damage import PAGE, doctor_finds, furnish, rows_of
from tests.faults.powercut_vfs import Disk, write_out
from tests.faults.traces import traces

import holdfast
from holdfast import errors
from holdfast.flows import erasing, failures
from holdfast.flows.repair import is_sound, repair
from holdfast.model import Status
from holdfast.store import changes
from repositories import make_repository

RUNS, CUTS = 6, 60  # of the program, and of the power in each run
CUTS_OF_A_REPAIR = 40
WORST, RANDOM = "nothing that was not synced", "a random half"


class Told:
    """What somebody was told until the power went, and what was begun and not yet answered."""

    def __init__(self, disk):
        self.acts = disk.acknowledged
        answered = [act for act in self.acts if act[0] in {begun[0] for begun in disk.begun}]
        self.open = disk.begun[len(answered) :]
        self.unsure = {what for act in self.open for what in act[1:]}
        texts = {act[1] for act in disk.begun}
        self.ever_said = texts | {f"Answer to {text}" for text in texts}

    def of(self, verb):
        """Return what was acknowledged of a verb."""
        return [one[1:] for one in self.acts if one[0] == verb]

    def memories(self):
        """Return what each memory says and is, as far as somebody knows; None when it was purged."""
        found = {}
        for verb, *what in self.acts:
            match verb, what:
                case "remember", [made, text]:
                    found[made] = (text, Status.ACTIVE)
                case "correct", [wrong, made, text]:
                    found |= {wrong: (found[wrong][0], Status.SUPERSEDED), made: (text, Status.ACTIVE)}
                case "forget", [gone]:
                    found[gone] = ("", Status.FORGOTTEN)
                case "purge", [gone, _]:
                    found[gone] = None
        return {memory: what for memory, what in found.items() if memory not in self.unsure}

    def messages(self):
        """Return the messages that were captured."""
        return {message for [text] in self.of("capture") for message in (text, f"Answer to {text}")}


class Run:
    """One recorded run of a program."""

    def __init__(self, folder, patch, seed, weakness=""):
        self.root, self.workspace = folder / "root", folder / "work"
        self.root.mkdir(exist_ok=True)
        if not self.workspace.exists():
            self.workspace.mkdir()
        patch.setenv("HOLDFAST_HOME", str(self.root / "home"))
        patch.setenv("HOLDFAST_CONFIG", str(self.root / "config.toml"))
        self.steps = recorded(self.root, self.workspace, str(seed), weakness)

    def cuts(self, number, seed):
        """Yield the disk at random moments, the moments right after an acknowledgement among them, and how to cut."""
        chosen = random.Random(seed)
        first = sum(step.name in ("folder", "found") for step in self.steps)
        answered = [place for place, step in enumerate(self.steps, 1) if step.name == "acknowledged"]
        moments = {*chosen.sample(answered, min(number // 3, len(answered))), len(self.steps)}
        while len(moments) < number:
            moments.add(chosen.randrange(first, len(self.steps)))
        disk, place = Disk(), 0
        for moment in sorted(moments):
            for step in self.steps[place:moment]:
                disk.play(step)
            place = moment
            how = chosen.choice((WORST, RANDOM))
            yield moment, disk, disk.cut(*([lambda: chosen.random() < 0.5] if how == RANDOM else []))


def recorded(root, workspace, seed, weakness=""):
    """Run the program that works, and return its steps."""
    record = f"{root}.steps"
    paths = os.pathsep.join(path for path in sys.path if path)
    words = [sys.executable, powered.__file__, str(root), str(workspace), seed, record, weakness]
    subprocess.run(words, check=True, env={**os.environ, "PYTHONPATH": paths}, timeout=120)
    with open(record, "rb") as file:
        return pickle.load(file)


def opened(where, run):
    return holdfast.open(home=where / "home", workspace=run.workspace)


def lost(where, run, told):
    """Return what somebody was told and is not there, or not as they were told; and what nobody ever said."""
    memory = opened(where, run)
    try:
        with memory.core.database.reading() as tx:
            groups = [row[0] for row in tx.rows("groups.all")]
            broken = changes.verify(tx)
            said = {row[8] for no in groups for row in tx.rows("episodes.of_group", group_no=no, after=0, limit=9999)}
        listed = memory.list(statuses=list(Status), layers=["L0", "L1", "L2"], limit=10_000).memories
        tasks = {(task.id, task.title) for task in memory.tasks.list()}
    except errors.HoldfastError as error:
        return [f"{error.message}: {error.why}"]
    finally:
        memory.close()
    found = {one.id: (one.content, one.status) for one in listed}
    texts = {content for content, _ in found.values() if content} | said | {title for _, title in tasks}
    return [
        *([broken] if broken else []),
        *(f"{one} is {found.get(one)}, not {what}" for one, what in told.memories().items() if found.get(one) != what),
        *(f"not captured: {text}" for text in told.messages() - said),
        *(f"half captured: {text}" for text in said if _twin(text) not in said),
        *(f"no such task: {task}" for task in set(map(tuple, told.of("task"))) - tasks),
        *(f"invented: {text}" for text in texts - told.ever_said),
    ]


def _twin(text):
    answer = "Answer to "
    return text.removeprefix(answer) if text.startswith(answer) else answer + text


def files_lost(where, told):
    """Return which files somebody was told of are missing or not whole, and which purged text is left in one."""
    listed = [str(one) for one in (where / "home" / "backups").glob("*.db")]
    found = [f"half a snapshot: {one}" for one in listed if not is_sound(one)] if not told.open else []
    if told.of("snapshot") and not any(map(is_sound, listed)):
        found.append("no snapshot")
    for name, size in told.of("export"):
        if not (where / name).exists() or (where / name).stat().st_size != size:
            found.append(f"export {name}")
    if told.of("settings"):
        text = (where / "config.toml").read_text() if (where / "config.toml").exists() else ""
        found += [] if _limit(text) >= told.of("settings")[-1][0] else [f"settings {text!r}"]
    return [*found, *(one for _, text in told.of("purge") for one in traces(where / "home", words=(text,)))]


def _limit(text):
    return int(text.partition("limit = ")[2] or 0)


def finish_purges(memory, told, where):
    """A purge that the cut interrupted has done nothing yet, or is finished by the doctor, down to the last byte."""
    for _, memory_id in [act for act in told.open if act[0] == "purge"]:
        text = next(text for one, text in told.of("remember") if one == memory_id)
        with memory.core.database.reading() as tx:
            is_pending = bool(erasing.pending_since(tx))
        if is_pending:
            erasing.finish(memory.core)
        there = [one.id for one in memory.list(statuses=list(Status), limit=10_000).memories if one.id == memory_id]
        memory.close()
        assert bool(there) == bool(traces(where / "home", words=(text,)))
        assert not (there and is_pending)


@pytest.mark.parametrize("number", range(RUNS))
def test_what_was_acknowledged_survives_the_power_cut(tmp_path, monkeypatch, number):
    """At no moment is anything lost that somebody was told of; the store opens, is sound, and takes new memories."""
    run = Run(tmp_path, monkeypatch, number)
    acknowledged = 0
    for moment, disk, state in run.cuts(CUTS, number):
        where = tmp_path / f"cut-{moment}"
        write_out(str(run.root), str(where), state)
        told = Told(disk)
        acknowledged += len(told.acts)
        assert ([], []) == (lost(where, run, told), files_lost(where, told)), moment
        failures.of_hook(str(where / "home"))
        memory = opened(where, run)
        finish_purges(memory, told, where)
        made = memory.remember("What was said once the power was back").memory
        assert made.content == memory.get(made.id).content
        memory.close()
        assert [] == doctor_finds(memory.core.database.path), moment
    assert acknowledged > CUTS


@pytest.mark.parametrize("weakness", [powered.LAZY_COMMITS, powered.LAZY_FOLDERS])
def test_what_is_not_synced_is_lost_and_seen(tmp_path, monkeypatch, weakness):
    """Without syncs after each commit, or of folders, cuts lose what was acknowledged: else the test above proves nothing."""
    run = Run(tmp_path, monkeypatch, 1, weakness)
    seen = 0
    for moment, disk, state in run.cuts(CUTS, 1):
        where = tmp_path / f"cut-{moment}"
        write_out(str(run.root), str(where), state)
        told = Told(disk)
        seen += bool(lost(where, run, told) or files_lost(where, told))
    assert seen > CUTS // 10


def test_a_repair_survives_the_power_cut(tmp_path, monkeypatch):
    """Wherever the power goes out during a repair, the next one ends with a sound store and all that history gives back."""
    (tmp_path / "root").mkdir()
    home, workspace = tmp_path / "root" / "home", make_repository(tmp_path / "work")
    monkeypatch.setenv("HOLDFAST_CONFIG", str(tmp_path / "root" / "config.toml"))
    memory = holdfast.open(home=home, workspace=workspace)
    furnish(memory)
    damaged = spoilt((home / "holdfast.db").read_bytes(), str(home / "holdfast.db"))
    memory.remember("This stands in the log alone")
    log = (home / "holdfast.db-wal").read_bytes()
    memory.close()
    rows = rows_of(str(home / "holdfast.db"))
    (home / "holdfast.db").write_bytes(damaged)
    (home / "holdfast.db-wal").write_bytes(log)
    run = Run(tmp_path, monkeypatch, "repair")
    done = 0
    for moment, disk, state in run.cuts(CUTS_OF_A_REPAIR, 0):
        where = tmp_path / f"cut-{moment}"
        write_out(str(run.root), str(where), state)
        copy = opened(where, run)
        if not disk.acknowledged:
            repair(copy.core)
        done += bool(disk.acknowledged)
        path = copy.core.database.path
        copy.close()
        assert ([], rows["memories"]) == (doctor_finds(path), rows_of(path)["memories"]), moment
        kept = [one for one in (where / "home").iterdir() if ".corrupt-" in one.name and not one.name.endswith("-wal")]
        assert damaged in {one.read_bytes() for one in kept}, moment
    assert 0 < done < CUTS_OF_A_REPAIR


def spoilt(data, path):
    """Return a file without one of the pages that hold memories."""
    connection = apsw.Connection(path)
    number = connection.execute("SELECT pageno FROM dbstat WHERE name = 'memories' AND pagetype = 'leaf'").fetchall()[
        3
    ][0]
    connection.close()
    return data[: (number - 1) * PAGE] + bytes(PAGE) + data[number * PAGE :]
