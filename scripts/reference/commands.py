"""`commands.md`: every command with its arguments, options, examples and JSON answer, from the command table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.cli.command import GLOBAL_OPTIONS, HEADINGS, Argument, Command
from holdfast.cli.table import COMMANDS, ELSEWHERE
from reference.errors import exit_table
from reference.markdown import anchor, blocks, code, table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

INTRO = """\
# Commands

One program, `holdfast`. A command without a noun acts on memories. `holdfast help` lists all commands, and `--help`
after any of them prints what stands here. Results go to standard output, everything else to standard error.

Options and words may come in any order. A text that begins with a dash goes behind `--`. An id may be cut to its
first four characters after the `_` or more, as long as it fits one thing only."""

EXIT = """\
Every command ends with one of these. What each error means: [errors](errors.md)."""

ELSEWHERE_INTRO = "Words that other programs use are not commands here; the answer to them names the one that is."


def page(_root: Path) -> str:
    """Return the page."""
    headed = [(heading, [command for command in COMMANDS if command.heading == heading]) for heading in HEADINGS]
    return blocks(
        INTRO,
        *(_contents(heading, commands) for heading, commands in headed if commands),
        "## Options of every command", _arguments("option", GLOBAL_OPTIONS),
        "## Exit status", EXIT, exit_table(),
        "## Words from other programs", ELSEWHERE_INTRO,
        table(("word", "here"), [(code(word), code(here)) for word, here in sorted(ELSEWHERE.items())]),
        *(_command(command) for command in COMMANDS),
    )  # fmt: skip


def _contents(heading: str, commands: Sequence[Command]) -> str:
    links = " · ".join(f"[{command.name}](#{anchor(command.name)})" for command in commands)
    return f"**{heading}.** {links}"


def _command(command: Command) -> str:
    usage = " ".join(("holdfast", command.name, *(place.shown for place in command.places), "[OPTIONS]"))
    examples = "\n".join(command.examples)
    return blocks(
        f"## {command.name}",
        command.summary,
        f"```text\n{usage}\n```",
        _arguments("argument", command.places),
        *(
            table((f"known to {place.name}", "meaning"), [(code(word), said) for word, said in place.known])
            for place in command.places
        ),
        _arguments("option", command.options),
        f"```sh\n{examples}\n```" if examples else "",
        command.notes,
        f"JSON: [`{command.schema}`](json.md#{anchor(command.name)}).",
    )


def _arguments(head: str, arguments: Sequence[Argument]) -> str:
    return table((head, "meaning"), [(code(_shown(argument)), _meaning(argument)) for argument in arguments])


def _shown(argument: Argument) -> str:
    if argument.name == "--yes":
        return "--yes[=SCOPE]"  # the one option whose value may be left out
    return " ".join(part for part in (argument.name, argument.takes) if part) + ("…" if argument.many else "")


def _meaning(argument: Argument) -> str:
    parts = [argument.sentence]
    if argument.choices and not any(choice in argument.sentence for choice in argument.choices):
        parts.append(f"One of {', '.join(map(code, argument.choices))}.")
    parts += [f"{code(word)} is read as {code(choice)}." for word, choice in argument.aliases]
    if argument.many and argument.is_option and "repeated" not in argument.sentence:
        parts.append("May be repeated.")
    if argument.optional:
        parts.append("May be left out." if "left out" not in argument.sentence else "")
    return " ".join(part for part in parts if part)
