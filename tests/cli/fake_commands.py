"""A tiny table of commands for the tests of the framework, with their functions."""

from __future__ import annotations

import os
import sys

from holdfast.cli.command import EVERY_DAY, WORK, Command, option, place, switch
from holdfast.cli.output import Result
from holdfast.errors import Conflict, NotFound
from holdfast.model import StoredMemory

MODULE = "fake_commands"


def say(context):
    """Say the words again."""
    return Result(data={"text": context.args.text}, text=context.args.text, notes=("a note",))


def fail(context):
    """Fail in the way that was asked for."""
    match context.args.how:
        case "absent":
            raise NotFound("there is no memory 'm_1'", why="it was never there")
        case "conflict":
            raise Conflict("AGENTS.md changed", why="somebody edited it")
        case "interrupted":
            raise KeyboardInterrupt
        case "pipe":
            raise BrokenPipeError
    raise ValueError("the text 'a private sentence' is odd")


def settle(context):
    """Ask, and say what came of it."""
    return Result(data={"agreed": context.confirm("Go on?")}, text="asked")


def memory(_context):
    """Return a memory, as data."""
    return Result(data={"memory": StoredMemory(id="m_1", content="\x1b[2J\u202e")}, text="\x1b[2J\u202e\n")


def paint(_context):
    """Print in colour, beside text that tries to."""
    return Result(data={}, text=lambda terminal: terminal.paint("ours", "red") + " \x1b[32mtheirs\x1b[0m")


def many(_context):
    """Print more than any pipe holds."""
    return Result(data={}, text="line\n" * 200_000)


COMMANDS = (
    Command(path=("say",), summary="Say it.", run=f"{MODULE}:say", heading=EVERY_DAY, examples=("holdfast say hello",),
            arguments=(place("TEXT", "What to say.", words=True), option("--limit", "N", "How many.", type="int", least=1),
                       option("--tag", "TAG", "A tag.", many=True), switch("--loud", "Loudly."),
                       option("--scope", "SCOPE", "Where.", choices=("workspace", "user"),
                              aliases=(("global", "user"),)))),
    Command(path=("fail",), summary="Fail.", run=f"{MODULE}:fail", heading=EVERY_DAY, arguments=(place("HOW", "How."),)),
    Command(path=("settle",), summary="Ask.", run=f"{MODULE}:settle", heading=EVERY_DAY),
    Command(path=("memory",), summary="A memory.", run=f"{MODULE}:memory", heading=EVERY_DAY),
    Command(path=("paint",), summary="Colour.", run=f"{MODULE}:paint", heading=EVERY_DAY),
    Command(path=("many",), summary="Much.", run=f"{MODULE}:many", heading=EVERY_DAY),
    Command(path=("drop",), summary="Take out.", run=f"{MODULE}:say", heading=EVERY_DAY,
            arguments=(place("ID", "Which.", many=True, optional=True), switch("--purge", "For good."),
                       option("--not", "ID", "Not this.", dest="not_id"))),
    Command(path=("task", "add"), summary="Begin a task.", run=f"{MODULE}:say", heading=WORK,
            arguments=(place("TEXT", "The title.", words=True),)),
    Command(path=("task", "done"), summary="Finish a task.", run=f"{MODULE}:say", heading=WORK,
            arguments=(place("ID", "Which."), place("TEXT", "A note.", words=True, optional=True))),
)  # fmt: skip

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(__file__))
    from holdfast.cli.main import main

    sys.exit(main(None, COMMANDS))
