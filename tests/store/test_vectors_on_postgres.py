"""What vectors do on SQLite they do on PostgreSQL: found, bounded by tenants, gone with their rows."""

from __future__ import annotations

import pytest

import holdfast
from holdfast.flows import embedding

COFFEE, HARBOUR = "Coffee beans stand on the third shelf", "The harbour freezes in January"
CUP = "a cup of espresso"


@pytest.fixture
def opened(home, workspace, shared_url, tenant):
    """Open a memory of a tenant on one server."""
    memories = []

    def opener(more="", **settings):
        chosen = {"recall.vectors": "wordllama", "store.tenant": f"{tenant}{more}", **settings}
        memories.append(holdfast.open(shared_url, workspace=workspace, settings=chosen))
        return memories[-1]

    yield opener
    for memory in memories:
        memory.close()


def contents(found):
    return [hit.memory.content for hit in found]


def kept(memory):
    with memory.core.database.reading() as tx:
        return sum(row[1] for row in tx.rows("vectors.counts"))


def test_a_paraphrase_is_found(opened):
    """Memories and messages are found by their meaning, within filters."""
    memory = opened()
    memory.remember(COFFEE, tags=["hot"])
    memory.remember(HARBOUR)
    memory.capture(session="s", turn="1", user=COFFEE, assistant=HARBOUR)
    assert COFFEE == contents(memory.recall(CUP))[0]
    assert [COFFEE] == contents(memory.recall(CUP, tags=["hot"]))
    assert [] == contents(memory.recall(CUP, tags=["cold"]))
    assert COFFEE == memory.history_search(CUP)[0].episode.content
    embedding.work(memory.core)
    assert (4, 0) == (kept(memory), embedding.state(memory.core)["missing"])


def test_a_tenant_never_meets_anothers_vectors(opened):
    """Neither a search nor a count nor a drop of one tenant reaches another's vectors."""
    one, other = opened(), opened(" other")
    one.remember(COFFEE)
    embedding.work(one.core)
    other.remember(HARBOUR)
    assert COFFEE not in contents(other.recall(CUP))
    embedding.work(other.core)
    with other.core.database.writing() as tx:
        tx.rows("vectors.drop_all")
    assert (1, 0) == (kept(one), kept(other))


def test_a_purge_takes_them_along(opened):
    memory = opened()
    made = memory.remember(COFFEE).memory
    memory.remember(HARBOUR)
    embedding.work(memory.core)
    memory.purge(made.id)
    assert 1 == kept(memory)
    memory.capture(session="s", turn="1", user=COFFEE)
    embedding.work(memory.core)
    memory.purge(scope="workspace")
    assert 0 == kept(memory)


def test_what_another_machine_uses_is_left_alone(opened):
    """Where several machines share a store a worker drops no vectors: another may use what this one does not."""
    memory = opened()
    memory.remember(COFFEE)
    embedding.work(memory.core)
    off = opened(**{"recall.vectors": "off"})
    embedding.work(off.core)
    assert 1 == kept(memory)
    assert 1 == embedding.state(off.core)["of_others"]
