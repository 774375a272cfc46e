"""Which words of `holdfast import` name a source, and which are paths."""

from __future__ import annotations

import pytest

from holdfast.cli.import_sources import EXPORT_FILE, SOURCES, Source, plan, refuse_options
from holdfast.errors import UsageError

TEA = Source(name="tea", sentence="Tea.", run="holdfast.cli.exchange:import_", answers="teas", options=("--since",))
MILK = Source(name="milk", sentence="Milk.", run="holdfast.cli.exchange:import_", answers="milks")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["a.json"], [("export", ("a.json",))]),
        (["a.json", "b.json"], [("export", ("a.json", "b.json"))]),
        (["tea"], [("tea", ())]),
        (["tea", "milk"], [("tea", ()), ("milk", ())]),
        (["tea", "pot", "milk", "jug"], [("tea", ("pot",)), ("milk", ("jug",))]),
        (["a.json", "tea", "./milk"], [("export", ("a.json",)), ("tea", ("./milk",))]),
    ],
)
def test_a_name_begins_a_source_and_paths_follow_it(words, wanted):
    """Paths without a name before them are exports; a path that looks like a name is written with its folder."""
    assert wanted == [(job.source.name, job.paths) for job in plan(words, [TEA, MILK])]


def test_a_source_is_named_once():
    """Twice the same source would be two imports of one thing."""
    with pytest.raises(UsageError, match="named twice"):
        plan(["tea", "milk", "tea"], [TEA, MILK])


def test_an_option_goes_with_the_sources_that_know_it():
    """What a source would pass over in silence is refused."""
    refuse_options(plan(["tea"], [TEA, MILK]), ["--since"])
    with pytest.raises(UsageError, match="does not go with milk"):
        refuse_options(plan(["tea", "milk"], [TEA, MILK]), ["--since"])
    with pytest.raises(UsageError, match="does not go with an export"):
        refuse_options(plan(["a.json"], [TEA, MILK]), ["--since"])


def test_the_table_is_sound():
    """Names are plain words and stand once; every function is there; every option is one of the command's."""
    import importlib

    from holdfast.cli.table import COMMANDS

    command = next(command for command in COMMANDS if command.path == ("import",))
    options = {option.name for option in command.options}
    names = [source.name for source in (EXPORT_FILE, *SOURCES)]
    assert len(names) == len(set(names))
    for source in (EXPORT_FILE, *SOURCES):
        module, _, function = source.run.partition(":")
        assert callable(getattr(importlib.import_module(module), function))
        assert source.sentence.endswith(".")
        assert set(source.options) <= options
