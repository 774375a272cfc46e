"""A turn gets nothing when nothing fits; whoever searches on purpose gets what is closest."""

from __future__ import annotations

import pytest

FITS = "which port does the staging proxy listen on"
FOREIGN = "a recipe for pancakes with the proxy of blueberries, please, and how long to bake them"


@pytest.fixture
def filled(memory):
    memory.remember("The staging proxy listens on port 8443.", scope="workspace")
    memory.remember("Deploy on Fridays only after the smoke test.", scope="workspace")
    memory.remember("The integration tests need docker.", scope="workspace")
    return memory


def test_what_fits_is_injected(filled):
    assert "8443" in filled.block(FITS)


def test_nothing_is_injected_when_nothing_fits(filled):
    assert "" == filled.block(FOREIGN)


def test_whoever_searches_gets_what_is_closest(filled):
    assert ["The staging proxy listens on port 8443."] == [hit.memory.content for hit in filled.recall(FOREIGN)]


def test_the_log_says_that_nothing_reached_the_bar(filled):
    """Why nothing was injected can be asked for afterwards, with both figures."""
    filled.block(FOREIGN)
    logged = filled.recalls(1)[0]
    assert ["below the bar: the closest reaches"] == [hit.outcome[:34] for hit in logged.hits]


def test_why_not_names_the_bar(filled):
    answer = filled.recall(FOREIGN, as_injected=True)
    assert () == answer.hits
    wanted = answer.missed[0].id
    assert "below the bar" in str(filled.why(answer.id, not_=wanted)["reason"])


def test_the_bar_is_a_setting(filled):
    """With 0 a turn gets whatever is closest; with 1 next to nothing."""
    core = filled.core
    core.settings = core.settings.evolve(values={**core.settings.values, "recall.bar": 0.0})
    assert "8443" in filled.block(FOREIGN)
    core.settings = core.settings.evolve(values={**core.settings.values, "recall.bar": 1.0})
    assert "" == filled.block("which port does the new gateway in staging listen on")
