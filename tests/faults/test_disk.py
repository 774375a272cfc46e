"""Disks that are full or cannot be written, and files that are no store: each its own clear error, nothing lost."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import subprocess
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout

import apsw
import pytest
from tests.faults.damage import doctor_finds, rows_of
from tests.faults.dying import ACKNOWLEDGED, FAILING, FULL, failed_at, steps_of
from tests.faults.scarce import MAY_NOT_MOUNT, LimitedPages, MountedDisk, drop_rights
from tests.faults.soundness import counts, problems
from tests.faults.traces import SAID, WORDS, traces

import holdfast
from holdfast import errors
from holdfast.cli.main import main
from holdfast.flows import backups, erasing
from holdfast.flows.repair import is_sound
from holdfast.flows.workspaces import grant_consent
from holdfast.store import sqlite_file
from holdfast.store.sqlite import SqliteDatabase
from holdfast.testing.conformance.samples import in_processes

KNOWN = "The harbour freezes in January"
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")
PADDING = " and so on" * 200
NEWER = sqlite_file.SCHEMA_VERSION + 1


@pytest.fixture(params=["a small disk", "a limit on pages"])
def disk(request, tmp_path, home, monkeypatch):
    """A disk with little room, on which the home lies."""
    folder = tmp_path / "disk"
    found = LimitedPages(folder, monkeypatch) if "pages" in request.param else MountedDisk(folder)
    if isinstance(found, MountedDisk) and not found.is_mounted:
        pytest.skip(MAY_NOT_MOUNT)
    monkeypatch.setenv("HOLDFAST_HOME", str(folder / "home"))
    yield found
    found.close()


@pytest.fixture
def small_disk(tmp_path, home, monkeypatch):
    """A file system of two megabytes, on which the home lies."""
    found = MountedDisk(tmp_path / "disk")
    if not found.is_mounted:
        pytest.skip(MAY_NOT_MOUNT)
    monkeypatch.setenv("HOLDFAST_HOME", str(found.folder / "home"))
    yield found
    found.close()


@pytest.fixture
def opened(home, workspace):
    """Open a memory as a process of its own would; all are closed at the end."""
    memories = []

    def opener():
        memories.append(holdfast.open(workspace=workspace))
        return memories[-1]

    yield opener
    for memory in memories:
        memory.close()


def furnished(opener):
    """Return a memory that knows something, in a workspace the person agreed to."""
    memory = opener()
    memory.remember(KNOWN, tags=["harbour"])
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    memory.profile("## Preferences\n- Answers in British English")
    return memory


def command(*words):
    """Run one command in this process and return its status, its data or error, and what it said beside it."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main([*words, "--json"])
    if out.getvalue():
        return status, json.loads(out.getvalue())["data"], err.getvalue()
    return status, json.loads(err.getvalue())["error"], ""


def program(*words, given=b"", folder=None):
    """Run one program with the rights of whoever is not root."""
    return subprocess.run(
        [sys.executable, "-m", *words], input=given, capture_output=True, check=False, timeout=60, cwd=folder,
        preexec_fn=drop_rights,
    )  # fmt: skip


def fire(event, workspace):
    """Send one event to the hook as a host does."""
    payload = {
        "session_id": "s1", "turn_id": event, "cwd": str(workspace), "prompt": "is the harbour frozen",
        "last_assistant_message": "it is",
    }  # fmt: skip
    words = ("holdfast.hook", "--host", "generic", "--event", event)
    return program(*words, given=json.dumps(payload).encode())


def said_by(memory):
    return sorted(one.content for one in memory.list(layers="L1", limit=10_000).memories)


def fill_up(memory):
    """Remember until the disk is full; return what was acknowledged, and the error."""
    acknowledged = []
    for number in range(2000):
        text = f"Fact number {number}{PADDING}"
        try:
            memory.remember(text)
        except errors.DiskFull as error:
            return acknowledged, error
        acknowledged.append(text)
    raise AssertionError("the disk never was full")


@contextmanager
def filling_up(disk, before):
    """Have a disk fill up just before a function is called."""
    module, name = before
    real = getattr(module, name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, lambda *words: (disk.fill(), real(*words)))
        yield


def test_a_full_disk_refuses_what_does_not_fit_and_keeps_the_rest(disk, opened):
    """Every write is either acknowledged and kept, or refused with a clear error; with new room writing goes on."""
    memory = furnished(opened)
    memory.close()
    disk.fill(leaving_kib=600)
    acknowledged, error = fill_up(memory)
    expected = sorted([KNOWN, *acknowledged])
    assert ("disk_full", 1) == (error.code, error.exit)
    assert all((error.message, error.why, error.hint))
    assert expected == said_by(memory)
    assert KNOWN in {hit.memory.content for hit in memory.recall("is the harbour frozen in January")}
    assert expected == said_by(opened())
    memory.close()
    disk.free()
    memory.remember("There is room again")
    assert sorted([*expected, "There is room again"]) == said_by(memory)
    memory.close()
    assert [] == doctor_finds(memory.core.database.path)


def test_a_full_disk_still_answers(small_disk, opened, workspace, monkeypatch):
    """Commands that read do; those that write say what failed, why, and what to do; the hook answers what it finds."""
    monkeypatch.chdir(workspace)
    memory = furnished(opened)
    memory_id = memory.list(layers="L1").memories[0].id
    memory.close()
    small_disk.fill()
    status, found, note = command("recall", "is the harbour frozen")
    assert (0, KNOWN) == (status, found["hits"][0]["memory"]["content"])
    assert "no space left" in found["recall"]["unlogged"]
    assert ["note:"] == [line.split()[0] for line in note.splitlines()]
    for words in (["remember", "It does not fit"], ["forget", memory_id], ["forget", "--purge", memory_id, "--yes"]):
        status, error, _ = command(*words)
        assert (1, "disk_full") == (status, error["code"])
        assert all((error["message"], error["why"], error["hint"]))
    assert 0 == command("status")[0]
    status, areas, _ = command("doctor")
    assert (1, {"store"}) == (status, {name for name, area in areas.items() if not area["ok"]})
    answers = [fire(event, workspace) for event in EVENTS]
    assert [0] * 4 == [one.returncode for one in answers]
    assert "British English" in json.loads(answers[0].stdout)["context"]
    assert KNOWN in json.loads(answers[1].stdout)["context"]
    small_disk.free()
    assert [0, 0] == [fire(event, workspace).returncode for event in EVENTS[:2]]
    assert ["is the harbour frozen"] == [one.content for one in opened().episodes("s1")]
    assert [KNOWN] == said_by(opened())


def test_a_purge_that_has_no_room_says_so_and_is_finished_later(small_disk, opened, workspace, monkeypatch):
    """The text is gone from the store at once; its traces in files go as soon as there is room for that."""
    monkeypatch.chdir(workspace)
    memory = furnished(opened)
    for number in range(12):
        memory.remember(f"Fact number {number}{PADDING}")
    memory_id = memory.remember(SAID, tags=[WORDS[0]]).memory.id
    memory.close()
    with filling_up(small_disk, before=(erasing, "finish")), pytest.raises(errors.DiskFull) as caught:
        memory.purge(memory_id)
    assert "doctor --fix" in caught.value.hint
    with pytest.raises(errors.NotFound):
        memory.get(memory_id)
    assert [] == [hit for hit in memory.recall(SAID) if hit.memory.id == memory_id]
    with memory.core.database.reading() as tx:
        assert erasing.pending_since(tx)
    memory.close()
    small_disk.free()
    assert 0 == command("doctor", "--fix")[0]
    assert [] == traces(small_disk.folder / "home")
    assert 13 == len(said_by(opened()))


def test_a_home_that_does_not_fit_is_made_once_there_is_room(small_disk, opened, workspace, monkeypatch):
    """On a full disk nothing half is made: no key, no store; and no program breaks."""
    monkeypatch.chdir(workspace)
    small_disk.fill()
    status, error, _ = command("remember", KNOWN)
    assert (1, "disk_full") == (status, error["code"])
    assert [0] * 4 == [fire(event, workspace).returncode for event in EVENTS]
    assert (0, []) == (command("recall", "harbour")[0], command("recall", "harbour")[1]["hits"])
    small_disk.free()
    assert 0 == command("remember", KNOWN)[0]
    assert {"holdfast.db", "key"} == {name for name in os.listdir(small_disk.folder / "home") if "json" not in name}


def test_a_snapshot_that_does_not_fit_leaves_nothing_behind(small_disk, opened):
    """A copy that cannot be finished is removed, so that it does not take what room there is."""
    memory = furnished(opened)
    small_disk.fill(leaving_kib=100)
    with pytest.raises(errors.DiskFull):
        backups.take(memory.core)
    assert [] == os.listdir(small_disk.folder / "home" / backups.FOLDER)
    small_disk.free()
    assert backups.take(memory.core) is not None


def leave_file(home):
    """The file cannot be written, its folder can."""
    (home / "holdfast.db").chmod(0o400)


def leave_folder(home):
    """Nothing can be made in the folder."""
    home.chmod(0o500)


def leave_log(home):
    """A process died and left its log, and nothing can be made in the folder."""
    for path in home.glob("holdfast.db-*"):
        path.chmod(0o400)
    home.chmod(0o500)


def leave_log_alone(home):
    """The log is there, but not what SQLite finds its way in it by."""
    (home / "holdfast.db-shm").unlink()
    leave_log(home)


LEFT = {leave_file: False, leave_folder: False, leave_log: True, leave_log_alone: True}


def files_of(home):
    """Return what each file of a home says, but for the log of failures."""
    return {path.name: path.read_bytes() for path in home.iterdir() if path.is_file() and not path.match("*.jsonl")}


@pytest.mark.parametrize("leave", LEFT, ids=lambda one: one.__doc__)
def test_a_store_that_cannot_be_written_is_still_read(home, opened, workspace, leave):
    """Without the right to write, recall and the hook answer, writing is refused once and clearly, nothing changes."""
    memory = furnished(opened)
    expected = sorted([KNOWN, "This stands in the log alone"] if LEFT[leave] else [KNOWN])
    if LEFT[leave]:
        memory.remember("This stands in the log alone")
        shutil.copytree(home, home.parent / "copy")
        memory.close()
        shutil.rmtree(home)
        shutil.copytree(home.parent / "copy", home)
        assert (home / "holdfast.db-wal").stat().st_size > 0
    memory.close()
    leave(home)
    before = files_of(home)
    try:
        found = program("holdfast.cli.main", "recall", "is the harbour frozen", "--json", folder=workspace)
        assert (0, KNOWN) == (found.returncode, json.loads(found.stdout)["data"]["hits"][0]["memory"]["content"])
        assert 1 == found.stderr.count(b"\n")
        listed = program("holdfast.cli.main", "list", "--layer", "L1", "--json", folder=workspace)
        assert expected == sorted(one["content"] for one in json.loads(listed.stdout)["data"]["memories"])
        refused = program("holdfast.cli.main", "remember", "Not to be", "--json", folder=workspace)
        error = json.loads(refused.stderr)["error"]
        assert (1, "read_only") == (refused.returncode, error["code"])
        assert all((error["message"], error["why"], error["hint"]))
        answers = [fire(event, workspace) for event in EVENTS]
        assert [0] * 4 == [one.returncode for one in answers]
        assert KNOWN in json.loads(answers[1].stdout)["context"]
        assert before == files_of(home)
    finally:
        home.chmod(0o700)
        for path in home.glob("holdfast.db*"):
            path.chmod(0o600)
    done = program("holdfast.cli.main", "remember", "Now it may be", "--json", folder=workspace)
    assert 0 == done.returncode
    assert sorted([*expected, "Now it may be"]) == said_by(opened())


def test_a_read_only_file_system_is_still_read(small_disk, opened, workspace, monkeypatch):
    """A disk that was mounted for reading answers as a store does that may not be written."""
    monkeypatch.chdir(workspace)
    furnished(opened).close()
    small_disk.make_read_only()
    assert KNOWN == command("recall", "is the harbour frozen")[1]["hits"][0]["memory"]["content"]
    assert (1, "read_only") == (command("remember", "x")[0], command("remember", "x")[1]["code"])
    assert KNOWN in json.loads(fire("UserPromptSubmit", workspace).stdout)["context"]


def make_foreign(path):
    """Another program's database."""
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE notes (text TEXT)")
    connection.execute("INSERT INTO notes VALUES ('mine')")
    connection.close()


def make_foreign_in_use(path):
    """Another program's database, with a log that it left."""
    made = path.with_name("made.db")
    connection = apsw.Connection(str(made))
    connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute("CREATE TABLE notes (text TEXT)")
    for suffix in ("", "-wal"):
        shutil.copy(f"{made}{suffix}", f"{path}{suffix}")
    connection.close()
    made.unlink()


def make_text(path):
    """A text."""
    path.write_bytes(b"Dear diary,\n" * 999)


def make_empty(path):
    """An empty file."""
    path.touch()


def make_folder(path):
    """A folder."""
    path.mkdir()


def make_link(path):
    """A link to a store."""
    sqlite_file.create(str(path.parent / "elsewhere.db"))
    path.symlink_to(path.parent / "elsewhere.db")


def make_dangling(path):
    """A link to nothing."""
    path.symlink_to(path.parent / "nowhere.db")


def make_fifo(path):
    """A pipe."""
    os.mkfifo(path)


def make_newer(path):
    """A newer Holdfast's store."""
    sqlite_file.create(str(path))
    connection = apsw.Connection(str(path))
    connection.execute(f"CREATE TABLE dreams (text TEXT); PRAGMA user_version={NEWER}")
    connection.close()


def make_newer_in_use(path):
    """A store that a newer Holdfast is upgrading just now: it stands in the log alone."""
    made = path.with_name("made.db")
    sqlite_file.create(str(made))
    connection = apsw.Connection(str(made))
    connection.execute(f"CREATE TABLE dreams (text TEXT); PRAGMA user_version={NEWER}")
    for suffix in ("", "-wal"):
        shutil.copy(f"{made}{suffix}", f"{path}{suffix}")
    connection.close()
    made.unlink()


NO_STORES = {
    make_foreign: errors.Corrupt, make_foreign_in_use: errors.Corrupt, make_text: errors.Corrupt, make_empty: errors.Corrupt,
    make_folder: errors.Corrupt, make_link: errors.Corrupt, make_dangling: errors.Corrupt, make_fifo: errors.Corrupt,
    make_newer: errors.SchemaTooNew, make_newer_in_use: errors.SchemaTooNew,
}  # fmt: skip


def looks(home):
    """Return what is to be seen in a home without opening what cannot be read."""
    left_out = (".jsonl", "-shm", ".lock", ".txt", "cache.json")
    kinds = {
        name: stat.S_IFMT(os.lstat(home / name).st_mode) for name in os.listdir(home) if not name.endswith(left_out)
    }
    plain = {name: (home / name).read_bytes() for name in kinds if (home / name).is_file()}
    return kinds, plain, {name: os.readlink(home / name) for name in kinds if (home / name).is_symlink()}


@pytest.mark.parametrize("make", NO_STORES, ids=lambda one: one.__doc__)
def test_what_is_no_store_of_ours_is_left_alone(home, opened, workspace, make, monkeypatch):
    """Whatever stands in the store's place is refused by name and reason, and is bit for bit what it was."""
    monkeypatch.chdir(workspace)
    furnished(opened).close()
    for path in home.glob("holdfast.db*"):
        path.unlink()
    make(home / "holdfast.db")
    before = looks(home)
    memory = opened()
    for act in (
        lambda: memory.remember("Not to be"), lambda: memory.recall("harbour"), memory.list, memory.core.database.problems,
        lambda: memory.core.database.snapshot(str(home / "copy.db")), lambda: memory.capture(session="s", user="x"),
    ):  # fmt: skip
        with pytest.raises(NO_STORES[make]) as caught:
            act()
        assert all((caught.value.message, caught.value.why, caught.value.hint))
    assert 1 == command("doctor")[0]
    if make is not make_empty:  # of which a repair makes a store
        assert 0 != command("doctor", "--fix")[0]
    for event in EVENTS:
        answer = fire(event, workspace)
        assert (0, b"") == (answer.returncode, answer.stdout)
    assert before == looks(home)


ACTS = ("remember {text}", "capture {text}", "correct {first} {text}", "forget {second}", "purge {third}", "snapshot")
APART, TRIED = 5, 16  # at least so many steps lie between those that are tried, and about so many are tried at most


@pytest.mark.parametrize("fate", [FAILING, FULL])
@pytest.mark.parametrize("act", ACTS)
def test_a_disk_that_fails_once_makes_nothing_half(home, opened, workspace, tmp_path, act, fate):
    """Whichever write or sync fails: what is acknowledged is there, what is refused is there as a whole or not at all."""
    memory = furnished(opened)
    ids = [memory.remember(f"Known fact number {number}").memory.id for number in range(3)]
    memory.close()
    act = act.format(text="Quite new", first=ids[0], second=ids[1], third=ids[2])
    number = len(steps_of(home, workspace, act))
    before, after = counts(home), counts(f"{home}-all")
    steps = range(1 + len(act) % APART, number + 1, max(APART, number // TRIED))
    for copy, outcome in failed_at(home, workspace, act, fate, steps):
        assert outcome in (ACKNOWLEDGED, "store", "disk_full")[: 2 + (fate == FULL)], copy
        assert counts(copy) in ([after] if outcome == ACKNOWLEDGED else [before, after]), copy
        assert [] == problems(copy), copy
        again = holdfast.open(home=copy, workspace=workspace)
        again.remember("The disk is well again")
        assert all(map(is_sound, backups.listed(again.core))), copy
        again.close()


def test_a_program_stops_when_a_newer_one_has_upgraded_the_store(home, opened, workspace):
    """Whoever was running already neither reads nor writes tables it does not know, and loses nothing of its own."""
    memory = furnished(opened)
    newer = apsw.Connection(str(home / "holdfast.db"))
    newer.execute(f"CREATE TABLE dreams (text TEXT); PRAGMA user_version={NEWER}").fetchall()
    before = rows_of(str(home / "holdfast.db"))
    for act in (lambda: memory.remember("Not to be"), lambda: memory.recall("harbour"), memory.list):
        with pytest.raises(errors.SchemaTooNew) as caught:
            act()
        assert str(NEWER) in caught.value.message
    assert (0, b"") == (fire("UserPromptSubmit", workspace).returncode, fire("UserPromptSubmit", workspace).stdout)
    assert before == rows_of(str(home / "holdfast.db"))
    newer.execute(f"DROP TABLE dreams; PRAGMA user_version={sqlite_file.SCHEMA_VERSION}").fetchall()
    newer.close()
    memory.remember("It is of our time again")
    assert 2 == len(said_by(memory))


def upgrade(path):
    """Open a store of an older schema, as each program does after an update."""
    database = SqliteDatabase(path)
    with database.reading() as tx:
        groups = len(tx.rows("groups.all"))
    database.close()
    return groups


def test_programs_that_upgrade_one_store_together_do_it_once(tmp_path):
    """However many meet an older store, it is upgraded once, all can use it, and the copy of what it was is whole."""
    path = str(tmp_path / "holdfast.db")
    older = apsw.Connection(path)
    older.execute(f"PRAGMA application_id={sqlite_file.APPLICATION_ID}; CREATE TABLE kept (text TEXT)").fetchall()
    older.executemany("INSERT INTO kept VALUES (?)", [(PADDING,)] * 500)
    older.close()
    assert [0] * 3 == in_processes(upgrade, [(path,)] * 3)
    copies = [name for name in os.listdir(tmp_path) if name != "holdfast.db"]
    assert [f"holdfast.db.before-schema-{sqlite_file.SCHEMA_VERSION}"] == copies
    copy = apsw.Connection(str(tmp_path / copies[0]))
    assert [("ok",), (500,)] == list(copy.execute("PRAGMA integrity_check; SELECT count(*) FROM kept"))
    copy.close()


def test_without_a_home_reading_makes_none(home, workspace, monkeypatch):
    """Every command that reads answers on a machine where nothing was ever stored, and leaves it so."""
    monkeypatch.chdir(workspace)
    for words in (["recall", "harbour"], ["list"], ["status"], ["log", "recalls"], ["doctor"]):
        assert 0 == command(*words)[0], words
    assert [0] * 4 == [fire(event, workspace).returncode for event in EVENTS]
    assert not home.exists()


def test_a_home_that_cannot_be_made_is_an_error_with_a_remedy(home, workspace, tmp_path):
    """Where the home would be made nothing may be written: the first memory is refused, the hook is silent."""
    tmp_path.chmod(0o500)
    try:
        done = program("holdfast.cli.main", "remember", KNOWN, "--json", folder=workspace)
        answer = fire("UserPromptSubmit", workspace)
    finally:
        tmp_path.chmod(0o700)
    error = json.loads(done.stderr)["error"]
    assert (1, "read_only") == (done.returncode, error["code"])
    assert "HOLDFAST_HOME" in error["hint"]
    assert (0, b"") == (answer.returncode, answer.stdout)


def test_what_is_told_to_a_home_that_was_removed_is_not_acknowledged(home, opened):
    """A program whose home was taken away does not go on writing into a file that nobody will find."""
    memory = furnished(opened)
    shutil.rmtree(home)
    with pytest.raises(errors.HoldfastError):
        memory.remember("Into the void")
    assert not (home / "holdfast.db").exists()


def test_a_store_that_was_replaced_is_opened_anew(home, opened, tmp_path):
    """A program sees the store that was put in the place of the one it had open, and writes to no other."""
    memory = furnished(opened)
    memory.close()
    shutil.copytree(home, tmp_path / "older")
    memory.remember("After the copy")
    shutil.rmtree(home)
    shutil.copytree(tmp_path / "older", home)
    assert [KNOWN] == said_by(memory)
    memory.remember("Into the older one")
    assert sorted([KNOWN, "Into the older one"]) == said_by(opened())
    memory.close()
    assert [] == problems(home)
