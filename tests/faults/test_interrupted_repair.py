"""A repair that is killed, that is not alone, or that meets a file which is not ours."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys

import apsw
import pytest
from tests.faults.damage import PAGE, doctor_finds, furnish, rows_of
from tests.faults.dying import killed_at, steps_of

import holdfast
from holdfast import errors
from holdfast.flows import backups
from holdfast.flows.repair import repair
from repositories import make_repository

APART = 125  # a repair takes some thousand steps: every hundred and twenty-fifth is its last here,
INSTALLING = 10  # and each of those that put the new store in the place of the old


class Damaged:
    """A home whose store lost a page of memories, and what a repair makes of it."""

    def __init__(self, folder):
        self.home, self.workspace = folder / "home", make_repository(folder / "api")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HOLDFAST_CONFIG", str(folder / "config.toml"))
            memory = self.open(self.home)
            furnish(memory)
            self.path = self.home / "holdfast.db"
            self.rows = rows_of(str(self.path))
            self.data = self._without_a_page_of("memories")
            self.path.write_bytes(self.data)

    def open(self, home):
        return holdfast.open(home=home, workspace=self.workspace)

    def _without_a_page_of(self, table):
        connection = apsw.Connection(str(self.path))
        number = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (table,)
        ).fetchall()[3][0]
        connection.close()
        data = bytearray(self.path.read_bytes())
        data[(number - 1) * PAGE : number * PAGE] = bytes(PAGE)
        return bytes(data)


@pytest.fixture(scope="module")
def spoiled(tmp_path_factory):
    return Damaged(tmp_path_factory.mktemp("damaged"))


@pytest.fixture
def core(spoiled, home):
    """A memory's core on a damaged store of its own."""
    shutil.copytree(spoiled.home, home)
    memory = spoiled.open(home)
    yield memory.core
    memory.close()


def files_of(home):
    """Return what each file of a home holds, locks aside: they are empty."""
    return {name: (home / name).read_bytes() for name in os.listdir(home) if not name.endswith(".lock")}


def test_history_gives_back_what_the_page_held(spoiled, core):
    """Every memory on a page that is gone comes back as its last change left it."""
    receipt = repair(core)
    assert (0, {}) == (receipt.from_backup, receipt.lost)
    assert receipt.from_history > 0
    assert spoiled.rows["memories"] == rows_of(core.database.path)["memories"]


def test_the_next_repair_finishes_one_that_was_killed(spoiled, tmp_path):
    """Wherever a repair is killed, the damaged file is kept whole and the next repair ends with a sound store."""
    home = tmp_path / "home"
    shutil.copytree(spoiled.home, home)
    number = len(steps_of(home, spoiled.workspace, "repair"))
    points = [*range(1, number - INSTALLING, APART), *range(number - INSTALLING, number + 1)]
    for copy in killed_at(home, spoiled.workspace, "repair", points):
        memory = spoiled.open(copy)
        receipt = repair(memory.core)
        memory.close()
        path = os.path.join(copy, "holdfast.db")
        with open(receipt.kept, "rb") as kept:
            assert spoiled.data == kept.read(), copy
        assert ([], spoiled.rows["memories"]) == (doctor_finds(path), rows_of(path)["memories"]), copy
        assert [] == glob.glob(f"{path}.repair*"), copy


def test_what_others_wrote_after_a_repair_that_died_counts(spoiled, tmp_path):
    """A new store that waits beside a file which has changed since is not put in its place."""
    home = tmp_path / "home"
    shutil.copytree(spoiled.home, home)
    number = len(steps_of(home, spoiled.workspace, "repair"))
    (copy,) = killed_at(home, spoiled.workspace, "repair", [number - 4])
    assert os.path.exists(os.path.join(copy, "holdfast.db.repaired"))
    memory = spoiled.open(copy)
    made = memory.remember("Written while nobody repaired").memory
    memory.close()
    repair(memory.core)
    assert "Written while nobody repaired" == memory.get(made.id).content
    memory.close()


def test_the_log_beside_the_file_counts(spoiled, home):
    """What stands in the write-ahead log alone is restored, and the log is kept with the file."""
    shutil.copytree(spoiled.home, home)
    memory = spoiled.open(home)
    made = memory.remember("Only in the log").memory
    log = (home / "holdfast.db-wal").read_bytes()
    memory.close()
    (home / "holdfast.db").write_bytes(spoiled.data)
    (home / "holdfast.db-wal").write_bytes(log)
    receipt = repair(memory.core)
    with open(f"{receipt.kept}-wal", "rb") as kept:
        assert log == kept.read()
    assert "Only in the log" == memory.get(made.id).content
    memory.close()


@pytest.mark.parametrize("doing", ["", "connection.execute('BEGIN; SELECT count(*) FROM meta')"])
def test_a_store_that_others_have_open_is_left_alone(core, home, doing):
    """While another process has the store open, if only that, repair refuses and changes nothing."""
    before = files_of(home)
    code = (
        "import apsw, sys; connection = apsw.Connection(sys.argv[1]); connection.pragma('user_version')\n"
        f"{doing}\nprint('open', flush=True); sys.stdin.read()"
    )
    words = [sys.executable, "-c", code, core.database.path]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert b"open\n" == other.stdout.readline()
        side_files = {name: (home / name).read_bytes() for name in os.listdir(home) if name.endswith(("-wal", "-shm"))}
        with pytest.raises(errors.Busy):
            repair(core)
        assert {**before, **side_files} == files_of(home)
        other.communicate()
    assert {} == repair(core).lost


def test_whoever_comes_while_a_repair_runs_waits_for_it(core, home):
    """A second repair is refused, so that two never write at once."""
    from holdfast.store.lockfile import locked

    before = files_of(home)
    with locked(str(home / "repair.lock"), wait_s=0), pytest.raises(errors.Busy):
        repair(core)
    assert before == files_of(home)


def foreign_text(path):
    path.write_bytes(b"Dear diary,\n" * 999)


def foreign_database(path):
    path.unlink()
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO notes VALUES (1, 'mine')")
    connection.close()


def newer_schema(path):
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE dreams (dream_no INTEGER PRIMARY KEY); PRAGMA user_version = 99")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@pytest.mark.parametrize(
    ("make", "error"),
    [(foreign_text, errors.Corrupt), (foreign_database, errors.Corrupt), (newer_schema, errors.SchemaTooNew)],
)
def test_a_file_that_is_not_ours_is_left_alone(core, home, make, error):
    """What never was a store of ours, or is a newer Holdfast's, stays as it is, and no copy of it is made."""
    make(home / "holdfast.db")
    before = files_of(home)
    with pytest.raises(error):
        repair(core)
    assert before == files_of(home)


def test_a_version_that_is_damage_is_no_newer_schema(spoiled, core, home):
    """A flipped version alone does not make a store a newer Holdfast's: nothing else in it is new."""
    data = bytearray(spoiled.data)
    data[60] = 1
    (home / "holdfast.db").write_bytes(data)
    repair(core)
    assert spoiled.rows["memories"] == rows_of(core.database.path)["memories"]


@pytest.mark.parametrize("empty", [True, False])
def test_a_store_that_is_gone_comes_back_from_its_snapshot(spoiled, home, empty):
    """A file that is empty or missing is filled from the newest snapshot."""
    shutil.copytree(spoiled.home, home)
    memory = spoiled.open(home)
    repair(memory.core)
    backups.take(memory.core)
    whole = rows_of(memory.core.database.path)
    memory.close()
    (home / "holdfast.db").unlink()
    if empty:
        (home / "holdfast.db").touch(mode=0o600)
    receipt = repair(memory.core)
    assert ("holdfast-", whole) == (os.path.basename(receipt.backup)[:9], rows_of(memory.core.database.path))
    memory.close()
