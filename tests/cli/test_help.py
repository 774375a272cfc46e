"""Help pages and topics."""

from __future__ import annotations

import os

import pytest

from holdfast import errors
from holdfast.cli.help import TOPICS, command_page, explain, overview
from holdfast.cli.main import main
from holdfast.cli.table import COMMANDS
from holdfast.settings import SETTINGS


def told(capsys, *words):
    status = main(list(words))
    said = capsys.readouterr()
    return status, said.out, said.err


def too_wide(page):
    """Return the lines that a terminal of eighty columns would break; an example is typed as it stands."""
    examples = {f"  {example}" for command in COMMANDS for example in command.examples}
    return [line for line in page.splitlines() if len(line) > 80 and line not in examples]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_page_says_everything_about_a_command(command):
    """Summary, examples before options, each argument with its sentence, within eighty columns."""
    page = command_page(command)
    assert page.index("Examples") < page.index("Options of every command")
    assert all(argument.name in page for argument in command.arguments)
    assert [] == too_wide(page)


def test_the_overview_names_every_command():
    """Each first word and each verb is there."""
    shown = overview()
    assert [] == too_wide(shown)
    assert [] == [command.name for command in COMMANDS if command.path[0] not in shown or command.path[-1] not in shown]


def test_a_noun_shows_its_verbs():
    """The page of a noun lists what can be done with it."""
    page = explain(("task",))
    assert all(f"task {verb}" in page for verb in ("list", "show", "add", "note", "done"))


@pytest.mark.parametrize("topic", TOPICS)
def test_each_topic_has_its_text(capsys, topic):
    """Every topic that help names can be read, with nothing left to fill in."""
    status, out, _ = told(capsys, "help", topic)
    assert [] == [line for line in too_wide(out) if os.sep not in line]  # the path of a home may be long
    assert (0, False) == (status, any(name in out for name in ("$variables", "$codes", "$home", "$config")))


def test_the_environment_topic_lists_every_variable(capsys):
    """No setting is forgotten."""
    out = told(capsys, "help", "environment")[1]
    assert [] == [setting.variable for setting in SETTINGS if setting.variable not in out]


def test_the_exit_codes_topic_lists_every_code(capsys):
    """No error is forgotten."""
    out = told(capsys, "help", "exit-codes")[1]
    known = [
        kind.code for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.HoldfastError)
    ]
    assert [] == [code for code in known if code not in out]


def test_help_explains_a_command_or_names_the_closest(capsys):
    """`help recall` is `recall --help`; a slip is answered."""
    assert told(capsys, "help", "recall")[1] == told(capsys, "recall", "--help")[1]
    assert "did you mean 'recall'?" in told(capsys, "help", "recal")[2]
    assert "here it is 'forget'" in told(capsys, "help", "delete")[2]
