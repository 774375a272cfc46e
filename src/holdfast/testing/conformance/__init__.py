"""The contract of a store as plain pytest classes; an engine passes it unchanged.

An engine's test file is a subclass with two fixtures:

    class TestMyEngine(StoreConformance):
        @pytest.fixture
        def database(self): ...   # yields an opened, empty `Database` of its own

        @pytest.fixture
        def reopen(self, database): ...   # returns (callable, arguments) that another process opens it with

Every law is one test; its docstring says it in one sentence.
"""

from __future__ import annotations

from holdfast.testing.conformance.change_laws import ChangeLaws
from holdfast.testing.conformance.journal_laws import JournalLaws
from holdfast.testing.conformance.memory_laws import MemoryLaws
from holdfast.testing.conformance.queue_laws import QueueLaws
from holdfast.testing.conformance.search_laws import SearchLaws
from holdfast.testing.conformance.session_laws import SessionLaws
from holdfast.testing.conformance.transaction_laws import TransactionLaws
from holdfast.testing.conformance.vector_laws import VectorLaws
from holdfast.testing.conformance.work_laws import WorkLaws

__all__ = ["StoreConformance"]


class StoreConformance(
    TransactionLaws, MemoryLaws, SearchLaws, VectorLaws, JournalLaws, SessionLaws, WorkLaws, QueueLaws, ChangeLaws
):
    """Every law of the store seam and of the tables above it."""
