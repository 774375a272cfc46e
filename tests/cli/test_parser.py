"""From words to a command and its arguments."""

from __future__ import annotations

import contextlib

import pytest
from fake_commands import COMMANDS
from hypothesis import given
from hypothesis import strategies as st

from holdfast.cli.parser import YES, read_line
from holdfast.errors import UsageError

ELSEWHERE = {"utter": "say"}


def read(*words):
    return read_line(words, COMMANDS, ELSEWHERE)


def refusal(*words):
    with pytest.raises(UsageError) as caught:
        read(*words)
    return caught.value


def test_words_in_a_place_are_joined():
    """A text needs no quotes."""
    assert read("say", "use", "tabs").args.text == "use tabs"


def test_options_stand_anywhere():
    """Before, between and after the words, with a blank or an equals sign."""
    line = read("--json", "say", "use", "--limit=3", "tabs", "--tag", "a", "--tag=b", "--loud", "--quiet")
    args = line.args
    assert ("use tabs", 3, ["a", "b"], True, True, True) == (
        args.text, args.limit, args.tags, args.loud, args.json, args.quiet,
    )  # fmt: skip


def test_what_is_not_given_is_empty():
    """Nothing given is None, an empty list or False, never absent."""
    args = read("drop").args
    assert ([], False, None, False, None) == (args.ids, args.purge, args.not_id, args.json, args.store)


def test_options_of_every_command_may_stand_between_noun_and_verb():
    """The words that name the command are found around them."""
    line = read("task", "--store", "add", "--json", "add", "one")
    assert (("task", "add"), "add", "one") == (line.path, line.args.store, line.args.text)


def test_after_two_dashes_everything_is_text():
    """Text may begin with a dash."""
    assert read("say", "--json", "--", "--loud", "-5", "--", "x").args.text == "--loud -5 -- x"


def test_a_lone_dash_is_text():
    """It stands for standard input, which the command decides."""
    assert read("say", "-").args.text == "-"


@pytest.mark.parametrize(
    ("words", "yes", "ids"),
    [
        (("--yes", "m_1"), YES, ["m_1"]),
        (("--yes=user", "m_1"), "user", ["m_1"]),
        (("m_1", "--purge", "m_2", "--yes"), YES, ["m_1", "m_2"]),
        (("m_1",), None, ["m_1"]),
    ],
)
def test_yes_takes_its_scope_only_behind_an_equals_sign(words, yes, ids):
    """`--yes m_1` answers yes and names a memory."""
    args = read("drop", *words).args
    assert (yes, ids) == (args.yes, args.ids)


def test_other_names_of_a_value_are_understood():
    """A word from another program becomes ours at the edge; case does not matter."""
    assert ["user", "user"] == [read("say", "x", "--scope", word).args.scope for word in ("global", "USER")]


def test_a_noun_alone_asks_for_its_verbs():
    """Nothing is guessed: the verbs are shown."""
    line = read("task", "--json")
    assert (("task",), None, True, True) == (line.path, line.command, line.wants_help, line.args.json)


@pytest.mark.parametrize("words", [("say", "-h"), ("--help", "say"), ("say", "x", "--nonsense", "--help")])
def test_help_may_be_asked_anywhere(words):
    """Asking for help wins over every mistake in the same line."""
    line = read(*words)
    assert (("say",), True) == (line.path, line.wants_help)


def test_help_as_text_is_text():
    """Behind two dashes it is no question."""
    assert read("say", "--", "--help").wants_help is False


@pytest.mark.parametrize(
    ("words", "message", "why"),
    [
        (("sya", "x"), "there is no command 'sya'", "did you mean 'say'?"),
        (("utter",), "there is no command 'utter'", "here it is 'say'"),
        (("task", "ad"), "task has no 'ad'", "did you mean 'add'?"),
        (("task", "zzzzzz"), "task has no 'zzzzzz'", "it is one of add, done"),
        (("--jsno", "say"), "there is no option '--jsno' here", "did you mean '--json'?"),
        (("say", "x", "--limt", "3"), "say has no option '--limt'", "did you mean '--limit'?"),
        (("say", "-x"), "say has no option '-x'", "text that begins with a dash goes behind --"),
        (("say",), "TEXT is missing", "What to say."),
        (("say", "x", "--limit"), "--limit needs a value", "How many."),
        (("say", "x", "--limit", "--loud"), "--limit needs a value", "How many."),
        (("say", "x", "--limit", "0"), "--limit cannot be '0'", "it is a whole number from 1 up"),
        (("say", "x", "--limit", "3x"), "--limit cannot be '3x'", "it is a whole number from 1 up"),
        (("say", "x", "--loud=yes"), "--loud takes no value", "'yes' was given"),
        (("say", "x", "--scope", "usr"), "--scope cannot be 'usr'",
         "it is one of workspace, user; did you mean 'user'?"),
        (("fail", "a", "b"), "'b' is one word too many", "put several words in quotes, or see the usage of fail"),
    ],
)  # fmt: skip
def test_a_mistake_is_answered_with_what_was_meant(words, message, why):
    """What is wrong, why, and where to read on; exit status 2."""
    error = refusal(*words)
    assert (message, why, 2, True) == (error.message, error.why, error.exit, error.hint.startswith("holdfast"))


@given(st.lists(st.sampled_from(["say", "task", "add", "--json", "--", "-", "--limit", "3", "--yes", "--tag=x", "ü"])
                | st.text(max_size=5), max_size=8))  # fmt: skip
def test_any_line_is_read_or_refused(words):
    """Nothing but a usage error comes out."""
    with contextlib.suppress(UsageError):
        assert read(*words).path is not None
