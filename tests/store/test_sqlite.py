"""SQLite keeps the contract of a store."""

from __future__ import annotations

import tempfile

import pytest
from hypothesis import settings

from holdfast.store import sqlite_file
from holdfast.store.sqlite import SqliteDatabase
from holdfast.testing.conformance import StoreConformance
from holdfast.testing.oracle import StoreMachine


class TestSqlite(StoreConformance):
    @pytest.fixture
    def database(self, tmp_path):
        path = str(tmp_path / "holdfast.db")
        sqlite_file.create(path)
        database = SqliteDatabase(path)
        yield database
        database.close()

    @pytest.fixture
    def reopen(self, database):
        return SqliteDatabase, (database.path,)


class SqliteMachine(StoreMachine):
    def open_database(self):
        self.folder = tempfile.TemporaryDirectory()
        path = f"{self.folder.name}/holdfast.db"
        sqlite_file.create(path)
        return SqliteDatabase(path)

    def teardown(self):
        super().teardown()
        if hasattr(self, "folder"):
            self.folder.cleanup()


TestSqliteOracle = SqliteMachine.TestCase
TestSqliteOracle.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
