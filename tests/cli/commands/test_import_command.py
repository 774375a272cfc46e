"""`holdfast import SOURCE…`: one command, and a source for everything that can be taken in."""

from __future__ import annotations

import pytest

from holdfast.cli import importing
from holdfast.cli.import_sources import Source, Taken


def pour(context, job):
    """A source of the test's own."""
    return Taken(items=({"from": list(job.paths), "dry_run": context.args.dry_run},), text="poured", notes=("careful",))


@pytest.fixture
def tea(monkeypatch):
    """One more row in the table."""
    source = Source(name="tea", sentence="Tea.", run=f"{__name__}:pour", answers="teas")
    monkeypatch.setattr(importing, "SOURCES", (source,))


def test_a_named_source_answers_under_its_own_key(holdfast, tea):
    """The JSON has a list for each sort of source; whoever was not asked has an empty one."""
    said = holdfast("import", "tea", "pot", "--dry-run", "--json")
    assert (0, {"imports": [], "teas": [{"from": ["pot"], "dry_run": True}]}) == (said.status, said.data)


def test_text_goes_to_stdout_and_remarks_to_stderr(holdfast, tea):
    """A person reads what was done, and beside it what to know about it."""
    said = holdfast("import", "tea")
    assert ("poured\n", True) == (said.out, "careful" in said.err)
