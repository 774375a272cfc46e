"""One PostgreSQL server per test session; a database per kind of test, a tenant per test."""

from __future__ import annotations

import itertools

import pytest

from holdfast.testing.postgres import PostgresCluster

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def cluster():
    """A running server; without server programs the tests fail."""
    with PostgresCluster() as running:
        yield running


@pytest.fixture(scope="session")
def shared_url(cluster):
    """The URL of a database that tests share, each as a tenant of its own."""
    return cluster.create_database("shared")


@pytest.fixture
def fresh_url(cluster):
    """The URL of an empty database."""
    return cluster.create_database(f"fresh{next(_numbers)}")


@pytest.fixture
def tenant():
    """A tenant nobody else has."""
    return f"tenant {next(_numbers)}"
