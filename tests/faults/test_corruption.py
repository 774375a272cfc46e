"""A damaged store: what of the damage is found, what a repair brings back, and that nothing is thrown away."""

from __future__ import annotations

import shutil

import pytest
from tests.faults.damage import KINDS, answers, damaged, doctor_finds, engine_finds, furnish, rows_of

import holdfast
from holdfast.flows import backups
from holdfast.flows.integrity import WITH_DIGEST
from holdfast.flows.repair import repair
from repositories import make_repository

LOOKED_AT, REPAIRED = 24, 4
# How many of the copies that were looked at answer otherwise than before, at the least; measured, minus a few.
TELLING = {
    "a flipped bit": 4, "a zeroed sector": 6, "a zeroed page": 12, "a page of noise": 8, "two pages swapped": 14,
    "the end cut off": 18, "a byte of the header": 7,
}  # fmt: skip
MOST_LOST = 12  # rows with a digest, when one page of some hundred is gone; most pages lose none, history has them
UNNAMED = ("derivations", "tombstones", "aliases")  # their rows have neither digest nor id


class Whole:
    """A store as it was before the disk spoiled it."""

    def __init__(self, folder):
        self.home, self.workspace = folder / "home", make_repository(folder / "api")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HOLDFAST_CONFIG", str(folder / "config.toml"))
            memory = self.open()
            furnish(memory)
            self.snapshot = backups.take(memory.core)
            memory.close()
        self.path = str(self.home / "holdfast.db")
        self.data = (self.home / "holdfast.db").read_bytes()
        self.answers, self.rows = answers(self.path), rows_of(self.path)

    def open(self, home=None):
        return holdfast.open(home=home or self.home, workspace=self.workspace)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A store that has used every verb, with a snapshot of just that."""
    return Whole(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def spoil(whole, home, tmp_path):
    """Open a home whose store is a damaged copy; with a snapshot if asked for."""
    opened = []

    def make(data, *, snapshot=False):
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(whole.home, home)
        if not snapshot:
            shutil.rmtree(home / "backups")
        (home / "holdfast.db").write_bytes(data)
        opened.append(whole.open(home))
        return opened[-1].core

    yield make
    for memory in opened:
        memory.close()


def copies(whole, kind, number):
    return ((n, damaged(kind, n, whole.data)) for n in range(number))


def test_an_undamaged_store_is_sound(whole):
    """Nothing is found where nothing is wrong, so that what is found below is damage."""
    assert ([], False) == (doctor_finds(whole.path), engine_finds(whole.path))


@pytest.mark.parametrize("kind", KINDS)
def test_damage_that_tells_is_found(whole, tmp_path, kind):
    """Whatever makes the store answer otherwise, and whatever the engine's own checks find, the doctor finds."""
    path, telling, missed = tmp_path / "copy.db", 0, []
    for number, data in copies(whole, kind, LOOKED_AT):
        path.write_bytes(data)
        tells = answers(str(path)) != whole.answers
        if (tells or engine_finds(str(path))) and not doctor_finds(str(path)):
            missed.append(number)
        telling += tells
    assert [] == missed
    assert telling >= TELLING[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_a_repair_keeps_the_damaged_file_and_leaves_a_sound_one(whole, spoil, kind):
    """The damaged file is kept byte for byte; the store in its place passes every check."""
    for _, data in copies(whole, kind, REPAIRED):
        core = spoil(data)
        with open(repair(core).kept, "rb") as kept:
            assert data == kept.read()
        assert [] == doctor_finds(core.database.path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_repair_brings_back_what_the_damage_left(whole, spoil, kind):
    """No row with a digest is invented, nearly all are there again, memories and episodes that are not are named."""
    for number, data in copies(whole, kind, REPAIRED):
        core = spoil(data)
        receipt = repair(core)
        found = rows_of(core.database.path)
        assert {} == {
            table: found[table] - whole.rows[table] for table in WITH_DIGEST if found[table] - whole.rows[table]
        }
        missing = {table: whole.rows[table] - found[table] for table in WITH_DIGEST}
        if kind == "the end cut off":  # half the file may be gone, and what named its rows with it
            continue
        for table in ("memories", "episodes"):
            assert {row[0] for row in missing[table]} == set(receipt.lost.get(table, ())), (number, table)
        assert sum(map(len, missing.values())) <= MOST_LOST, number


@pytest.mark.parametrize("kind", KINDS)
def test_with_a_snapshot_all_comes_back(whole, spoil, kind):
    """Where a snapshot of the same state lies in the home nothing is lost, not even with half of the file."""
    for number, data in copies(whole, kind, REPAIRED):
        core = spoil(data, snapshot=True)
        assert not repair(core).lost.keys() & set(WITH_DIGEST), number
        found = rows_of(core.database.path)
        assert [] == [table for table in WITH_DIGEST if found[table] != whole.rows[table]], number
        assert [] == [table for table in UNNAMED if not found[table] >= whole.rows[table]], number
