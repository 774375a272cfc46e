"""PostgreSQL keeps the contract of a store."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from holdfast.store.postgres import open_postgres
from holdfast.testing.conformance import StoreConformance
from holdfast.testing.oracle import StoreMachine


class TestPostgres(StoreConformance):
    @pytest.fixture
    def database(self, shared_url, tenant):
        database = open_postgres(shared_url, tenant)
        yield database
        database.close()

    @pytest.fixture
    def reopen(self, database, shared_url, tenant):
        return open_postgres, (shared_url, tenant)


def test_postgres_agrees_with_a_dict(shared_url):
    """Whatever is written and searched, in whatever order, a store and a dict say the same."""
    examples = itertools.count()

    class PostgresMachine(StoreMachine):
        def open_database(self):
            return open_postgres(shared_url, f"oracle {next(examples)}")

    run_state_machine_as_test(
        PostgresMachine, settings=settings(max_examples=12, stateful_step_count=20, deadline=None)
    )
