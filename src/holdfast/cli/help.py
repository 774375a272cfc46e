"""Help: the short greeting, the overview, a page for each command with its examples first, and topics.

Everything is made from the command table, the settings table and the error tree; the topics' own words are in
`topics/*.md`. `tests/cli/test_help.py` holds the laws.
"""

from __future__ import annotations

import os
import textwrap

from holdfast.cli.command import GLOBAL_OPTIONS, HEADINGS, Argument, Command
from holdfast.cli.output import Result
from holdfast.cli.table import COMMANDS, ELSEWHERE
from holdfast.errors import HoldfastError, UsageError
from holdfast.nearest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.cli.context import Context

TOPICS = ("json", "exit-codes", "environment", "scopes", "files")
WIDTH = 79
INDENT = 24

GREETING = """\
Holdfast: long-term memory for coding agents.

  holdfast remember "Run tests with make test."    keep a statement
  holdfast recall "how do we run the tests"        find it again
  holdfast list                                    what is remembered here
  holdfast why                                     what the last recall used, and why
  holdfast forget ID                               take one out for good
  holdfast status                                  what is on, and what broke

holdfast help lists all commands; holdfast COMMAND --help explains one.
"""


def help_(context: Context) -> Result:
    """Explain a command, a noun or a topic."""
    topic = context.args.topic or ""
    text = _explain(topic, context) if topic else overview()
    return Result(data={"topic": topic, "text": text}, text=text)


def explain(path: Sequence[str], commands: Sequence[Command] = COMMANDS) -> str:
    """Return the page of a command, of a noun with its verbs, or the overview."""
    command = next((command for command in commands if command.path == tuple(path)), None)
    if command is not None:
        return command_page(command)
    verbs = [command for command in commands if path and command.path[: len(path)] == tuple(path)]
    return noun_page(verbs) if verbs else overview(commands)


def overview(commands: Sequence[Command] = COMMANDS) -> str:
    """Return every command under its heading, with the verbs of a noun on one line."""
    blocks = ["holdfast COMMAND [OPTIONS]"]
    for heading in HEADINGS:
        rows = _by_first_word(command for command in commands if command.heading == heading)
        if rows:
            blocks.append("\n".join([heading, *(_entry(name, sentence) for name, sentence in rows)]))
    blocks.append(f"holdfast COMMAND --help explains one.\nTopics: holdfast help {'|'.join(TOPICS)}")
    return "\n\n".join(blocks) + "\n"


def command_page(command: Command) -> str:
    """Return the page of one command: usage, what it does, examples, arguments, options."""
    usage = " ".join(("holdfast", command.name, *(place.shown for place in command.places), "[OPTIONS]"))
    blocks = [usage, command.summary]
    blocks += [_block("Examples", (f"  {example}" for example in command.examples))] if command.examples else []
    for title, arguments in (
        ("Arguments", command.places), ("Options", command.options), ("Options of every command", GLOBAL_OPTIONS),
    ):  # fmt: skip
        if arguments:
            blocks.append(_block(title, (_entry(_signature(argument), _meaning(argument)) for argument in arguments)))
        for argument in arguments:
            blocks += (
                [_block(f"Known to {argument.name}", (_entry(*one) for one in argument.known))]
                if argument.known
                else []
            )
    if command.notes:
        blocks.append(textwrap.fill(command.notes, WIDTH))
    return "\n\n".join(blocks) + "\n"


def noun_page(verbs: Sequence[Command]) -> str:
    """Return the verbs of a noun, with an example each."""
    noun = verbs[0].path[0]
    rows = [_entry(command.name, command.summary) for command in verbs]
    examples = [f"  {command.examples[0]}" for command in verbs if command.examples]
    return "\n\n".join([f"holdfast {noun} VERB [OPTIONS]", _block("Examples", examples), _block("Verbs", rows)]) + "\n"


def topic_text(name: str, context: Context) -> str:
    """Return the text of a topic with its tables filled in."""
    with open(os.path.join(os.path.dirname(__file__), "topics", f"{name}.md"), encoding="utf-8") as file:
        text = file.read()
    match name:
        case "environment":
            return text.replace("$variables", _variables())
        case "exit-codes":
            return text.replace("$codes", _codes())
        case "files":
            return _with_places(text, context)
    return text


def _explain(topic: str, context: Context) -> str:
    if topic in TOPICS:
        return topic_text(topic, context)
    path = tuple(topic.split())
    if any(command.path[: len(path)] == path for command in COMMANDS):
        return explain(path)
    known = [*TOPICS, *(command.name for command in COMMANDS)]
    there = ELSEWHERE.get(topic)
    why = f"here it is {there!r}" if there else did_you_mean(topic, known) or f"topics are {', '.join(TOPICS)}"
    raise UsageError(f"there is no help on {topic!r}", why=why)


def _by_first_word(commands: Iterable[Command]) -> list[tuple[str, str]]:
    nouns: dict[str, list[Command]] = {}
    for command in commands:
        nouns.setdefault(command.path[0], []).append(command)
    return [
        (first, "|".join(command.path[1] for command in group) if len(group) > 1 else group[0].summary)
        for first, group in nouns.items()
    ]


def _block(title: str, lines: Iterable[str]) -> str:
    return "\n".join((title, *lines))


def _entry(left: str, right: str) -> str:
    gap = " " * INDENT
    wrapped = textwrap.wrap(right, WIDTH - INDENT) or [""]
    head = f"  {left}".ljust(INDENT)
    lines = [head + wrapped[0]] if len(left) + 3 < INDENT else [f"  {left}", gap + wrapped[0]]
    return "\n".join([*lines, *(gap + line for line in wrapped[1:])])


def _signature(argument: Argument) -> str:
    name = "-h, --help" if argument.name == "--help" else argument.name
    if argument.name == "--yes":
        return "--yes[=SCOPE]"  # the one option whose value may be left out
    return " ".join(part for part in (name, argument.takes) if part) + ("…" if argument.many else "")


def _meaning(argument: Argument) -> str:
    lists_them = any(choice in argument.sentence for choice in argument.choices)
    return argument.sentence if lists_them or not argument.choices else (
        f"{argument.sentence} One of: {', '.join(argument.choices)}."
    )  # fmt: skip


def _variables() -> str:
    from holdfast.settings import SETTINGS  # noqa: PLC0415

    return "\n".join(f"  {setting.variable:<34}  {setting.name}" for setting in SETTINGS)


def _codes() -> str:
    found: dict[int, set[str]] = {}
    for kind in _tree(HoldfastError):
        found.setdefault(kind.exit, set()).add(kind.code)
    lines = (f"{number:<4}  {', '.join(sorted(codes))}" for number, codes in sorted(found.items()))
    return "\n".join(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent=" " * 8) for line in lines)


def _tree(kind: type[HoldfastError]) -> list[type[HoldfastError]]:
    return [kind, *(deeper for child in kind.__subclasses__() for deeper in _tree(child))]


def _with_places(text: str, context: Context) -> str:
    from holdfast import places  # noqa: PLC0415

    return text.replace("$home", places.home(context.environ)).replace("$config", places.config_file(context.environ))
