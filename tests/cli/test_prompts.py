"""Questions are asked only where there is somebody, and an option always answers them."""

from __future__ import annotations

import io

import pytest

from holdfast.cli.parser import YES
from holdfast.cli.prompts import Prompter
from holdfast.cli.terminal import Terminal
from holdfast.errors import UsageError


class Tty(io.StringIO):
    """Text that says it is a terminal."""

    def isatty(self):
        return True


def prompter(answer="", *, stdin=Tty, stdout=Tty, yes=None, may_ask=True):
    return Prompter(
        terminal=Terminal(), stdin=stdin(answer), stdout=stdout(), stderr=io.StringIO(), yes=yes, may_ask=may_ask
    )


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("y\n", True), ("YES\n", True), ("\n", False), ("", False), ("n\n", False), ("sure\n", False)],
)
def test_only_yes_is_yes(answer, expected):
    """Everything but a clear yes is no, the end of input too."""
    assert expected is prompter(answer).confirm("Go on?")


def test_the_question_goes_to_stderr():
    """stdout is for results."""
    asked = prompter("y\n")
    asked.confirm("Go \x1b[2Jon?")
    assert ("Go \\u{1b}[2Jon? [y/N] ", "") == (asked.stderr.getvalue(), asked.stdout.getvalue())


@pytest.mark.parametrize("one_end", [{"stdin": io.StringIO}, {"stdout": io.StringIO}, {"may_ask": False}])
def test_without_somebody_to_ask_the_option_is_named(one_end):
    """Both ends must be a terminal, and asking allowed; else exit 2 and the option that answers."""
    with pytest.raises(UsageError, match="Go on") as caught:
        prompter("y\n", **one_end).confirm("Go on?", flag="--force")
    assert caught.value.hint == "add --force"


def test_yes_answers():
    """The option answers without a terminal."""
    assert prompter(stdin=io.StringIO, yes=YES).confirm("Go on?") is True


@pytest.mark.parametrize(("answer", "expected"), [("workspace\n", True), ("y\n", False), ("user\n", False)])
def test_a_whole_scope_is_named_to_be_purged(answer, expected):
    """Only typing the scope itself agrees."""
    assert expected is prompter(answer).confirm_scope("Purge 3 memories?", "workspace")


def test_yes_with_the_scope_answers():
    """The option names the scope too."""
    assert prompter(stdin=io.StringIO, yes="workspace").confirm_scope("Purge?", "workspace") is True


@pytest.mark.parametrize("yes", [YES, "user"])
def test_a_bare_yes_or_another_scope_does_not(yes):
    """A habit of typing --yes purges nothing."""
    with pytest.raises(UsageError) as caught:
        prompter(stdin=io.StringIO, yes=yes).confirm_scope("Purge?", "workspace")
    assert caught.value.hint == "add --yes=workspace"
