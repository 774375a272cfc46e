"""What forgetting and purging reach beyond the rows that were named."""

from __future__ import annotations

from tests.faults.traces import SAID, WORDS, traces


def test_a_purge_of_a_scope_erases_the_names_of_its_projects(memory, home):
    """A project goes by its name, which is text like any other: after a purge no file holds it, the audit chain neither."""
    memory.remember("The harbour freezes in January")
    memory.remember(f"About {WORDS[0]}", scope="user", project=SAID)
    memory.projects.add(WORDS[3], f"about {WORDS[1]}")
    memory.purge(scope="user")
    assert [] == traces(home)
    assert ["The harbour freezes in January"] == [one.content for one in memory.list().memories]


def test_the_audit_chain_names_no_project(memory):
    """The chain says that a project was changed, never which: it is kept when all else goes."""
    memory.projects.add(SAID)
    memory.remember("The harbour freezes", project=WORDS[1])
    with memory.core.database.reading() as tx:
        subjects = [row[4] for row in tx.rows("changes.audit_after", after=0, limit=10)]
    assert [] == [subject for subject in subjects for word in WORDS if word in subject]
