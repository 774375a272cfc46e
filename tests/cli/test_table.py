"""The table of commands is complete, consistent, and agrees with the documentation's promises."""

from __future__ import annotations

import pytest

from holdfast.cli.command import GLOBAL_OPTIONS, HEADINGS
from holdfast.cli.parser import read_line
from holdfast.cli.table import COMMANDS, ELSEWHERE

PROMISED = """\
remember recall correct forget edit promote list show history why undo log
task-list task-show task-add task-note task-done project-list project-add project-show
workspace-list workspace-show workspace-trust workspace-untrust workspace-rename workspace-merge
session-list session-show session-pause session-resume profile-show profile-edit
consent-list consent-grant consent-revoke config-list config-get config-set config-unset
key-export key-import report scrub import export status doctor worker mcp completion help"""

each_command = pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)


def test_every_promised_command_is_there():
    """No command is missing, and no two have the same words."""
    paths = ["-".join(command.path) for command in COMMANDS]
    assert (set(), len(paths)) == (set(PROMISED.split()) - set(paths), len(set(paths)))


def test_no_command_is_the_beginning_of_another():
    """A word is either a command or a noun, so that no argument is taken for a verb."""
    paths = {command.path for command in COMMANDS}
    assert not {path for path in paths if len(path) > 1 and path[:1] in paths}


@each_command
def test_each_is_described(command):
    """Each has a known heading, a sentence, an example, and a function's place."""
    assert command.heading in HEADINGS
    assert command.summary.endswith(".")
    assert command.examples
    assert ("holdfast", 1) == (command.run.partition(".")[0], command.run.count(":"))


@each_command
def test_no_two_arguments_share_a_name(command):
    """An argument never hides another, nor one that every command has."""
    names = [argument.attribute for argument in (*command.arguments, *GLOBAL_OPTIONS)]
    assert len(names) == len(set(names))


@each_command
def test_every_value_can_be_read_as_an_attribute(command):
    """A function reads `args.name`: no name may be a word of Python."""
    import keyword

    names = [argument.attribute for argument in command.arguments]
    assert [] == [name for name in names if keyword.iskeyword(name) or not name.isidentifier()]


@each_command
def test_only_the_last_word_is_open(command):
    """What takes all remaining words, or may be left out, comes last."""
    assert not [place for place in command.places[:-1] if place.words or place.many or place.optional]


@pytest.mark.parametrize(
    "example", [example for command in COMMANDS for example in command.examples if example.startswith("holdfast")]
)
def test_every_example_is_a_valid_line(example):
    """What help shows can be typed."""
    import shlex

    words = shlex.split(example, comments=True)[1:]
    words = words[: words.index(">")] if ">" in words else words
    assert read_line(words, COMMANDS, ELSEWHERE).command in COMMANDS


def test_words_from_elsewhere_lead_to_commands():
    """Every habit from another program leads to something that exists."""
    first = {command.path[0] for command in COMMANDS} | {"--version"}
    assert set(ELSEWHERE.values()) <= first
    assert not set(ELSEWHERE) & first


@pytest.mark.parametrize("name", ["export", "key export", "config set", "config unset", "import", "doctor"])
def test_what_writes_elsewhere_has_a_dry_run(name):
    """Whatever writes outside the store can show first what it would write."""
    command = next(command for command in COMMANDS if command.name == name)
    assert "--dry-run" in {option.name for option in command.options}
