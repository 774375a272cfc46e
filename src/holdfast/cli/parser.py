"""From the words of a command line to one command and its arguments.

Only the command that was called is looked at, so a long table costs nothing; options and words may come in any
order, and every mistake is answered with the closest thing that exists. `argparse` was measured and left out: it
costs 8 ms of a 25 ms start and cannot tell what was probably meant. `tests/cli/test_parser.py` holds the laws.
"""

from __future__ import annotations

from types import SimpleNamespace

from holdfast.cli.command import GLOBAL_OPTIONS, Argument, Command
from holdfast.errors import UsageError
from holdfast.nearest import did_you_mean
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

HELP = {"-h", "--help"}
MAX_DIGITS = 9
YES = "*"  # what `--yes` without a scope stands for


class Line(Value):
    """What was called: a command with its arguments, or a noun whose verbs are to be shown."""

    path: tuple[str, ...]
    command: Command | None
    args: SimpleNamespace
    wants_help: bool = False


def read_line(words: Sequence[str], commands: Sequence[Command], elsewhere: Mapping[str, str]) -> Line:
    """Return what the words call; raises UsageError that names what was probably meant."""
    path, rest = _split(words, commands, elsewhere)
    command = next((command for command in commands if command.path == path), None)
    if _asks_for_help(rest):
        return Line(path=path, command=command, args=SimpleNamespace(json="--json" in rest), wants_help=True)
    if command is None:
        globals_only = Command(path=path, summary="", run="", heading="")
        return Line(path=path, command=None, args=read_arguments(globals_only, rest), wants_help=True)
    return Line(path=path, command=command, args=read_arguments(command, rest))


def read_arguments(command: Command, words: Sequence[str]) -> SimpleNamespace:
    """Return the arguments of one command as attributes; what was not given is None, an empty list or False."""
    known = {argument.name: argument for argument in (*command.options, *GLOBAL_OPTIONS)}
    args = SimpleNamespace(**{argument.attribute: _absent(argument) for argument in (*command.places, *known.values())})
    free: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            free += rest
            break
        if not word.startswith("-") or word == "-":
            free.append(word)
            continue
        name, has_value, value = word.partition("=")
        option = known.get(name)
        if option is None:
            raise _unknown_option(name, known, command)
        _put_option(args, option, value if has_value else None, rest, command)
    _put_places(args, command, free)
    return args


def _split(
    words: Sequence[str], commands: Sequence[Command], elsewhere: Mapping[str, str]
) -> tuple[tuple[str, ...], list[str]]:
    """Part the words that name the command from the rest; options of every command may stand between them."""
    paths = {command.path for command in commands}
    path: tuple[str, ...] = ()
    rest: list[str] = []
    queue = list(words)
    while queue and path not in paths:
        word = queue.pop(0)
        if word == "--" or not word.startswith("-"):
            if word == "--" or not any(known[: len(path) + 1] == (*path, word) for known in paths):
                raise _unknown_command(path, word, paths, elsewhere)
            path = (*path, word)
            continue
        rest.append(word)
        option = next((option for option in GLOBAL_OPTIONS if option.name == word.partition("=")[0]), None)
        if option is None and word not in HELP:
            raise _unknown_option(word, {option.name: option for option in GLOBAL_OPTIONS}, None)
        if option and option.takes and "=" not in word and option.name != "--yes" and queue:
            rest.append(queue.pop(0))
    return path, rest + queue


def _asks_for_help(words: Sequence[str]) -> bool:
    before = words[: words.index("--")] if "--" in words else words
    return any(word in HELP for word in before)


def _absent(argument: Argument) -> object:
    if argument.many:
        return []
    return False if argument.is_option and not argument.takes else None


def _put_option(args: SimpleNamespace, option: Argument, value: str | None, rest: list[str], command: Command) -> None:
    if not option.takes:
        if value is not None:
            raise UsageError(f"{option.name} takes no value", why=f"{value!r} was given", hint=_help_for(command))
        setattr(args, option.attribute, True)
        return
    if option.name == "--yes":
        value = value or YES  # its value comes only after `=`: `forget --yes m_7f3a` names a memory
    elif value is None:
        if not rest or rest[0].startswith("--"):
            raise UsageError(f"{option.name} needs a value", why=option.sentence, hint=_help_for(command))
        value = rest.pop(0)
    taken = _value(option, value, command)
    setattr(args, option.attribute, [*getattr(args, option.attribute), taken] if option.many else taken)


def _put_places(args: SimpleNamespace, command: Command, free: list[str]) -> None:
    for place in command.places:
        if not free and not place.optional:
            raise UsageError(f"{place.name} is missing", why=place.sentence, hint=_help_for(command))
        if not free:
            continue
        if place.words:
            taken, free = " ".join(free), []
            setattr(args, place.attribute, taken)
        elif place.many:
            taken_all, free = [_value(place, word, command) for word in free], []
            setattr(args, place.attribute, taken_all)
        else:
            setattr(args, place.attribute, _value(place, free.pop(0), command))
    if free:
        raise UsageError(f"{free[0]!r} is one word too many", why=f"put several words in quotes, or see the usage of "
                         f"{command.name or 'holdfast'}", hint=_help_for(command))  # fmt: skip


def _value(argument: Argument, word: str, command: Command) -> object:
    if argument.type == "int":
        return _number(argument, word, command)
    if not argument.choices:
        return word
    plain = dict(argument.aliases).get(word.lower(), word)
    for choice in argument.choices:
        if choice.lower() == plain.lower():
            return choice
    meant = did_you_mean(word, argument.choices)
    why = f"it is one of {', '.join(argument.choices)}" + (f"; {meant}" if meant else "")
    raise UsageError(f"{argument.name} cannot be {word!r}", why=why, hint=_help_for(command))


def _number(argument: Argument, word: str, command: Command) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS and int(word) >= argument.least):
        why = f"it is a whole number from {argument.least} up"
        raise UsageError(f"{argument.name} cannot be {word!r}", why=why, hint=_help_for(command))
    return int(word)


def _unknown_option(name: str, known: Mapping[str, Argument], command: Command | None) -> UsageError:
    shown = name.partition("=")[0]
    if command is None:
        why = did_you_mean(shown, known) or "options of a command come after its name"
        return UsageError(f"there is no option {shown!r} here", why=why)
    why = did_you_mean(shown, known) or "text that begins with a dash goes behind --"
    return UsageError(f"{command.name or 'holdfast'} has no option {shown!r}", why=why, hint=_help_for(command))


def _unknown_command(
    path: tuple[str, ...], word: str, paths: Iterable[tuple[str, ...]], elsewhere: Mapping[str, str]
) -> UsageError:
    siblings = sorted({known[len(path)] for known in paths if known[: len(path)] == path})
    if path:
        why = did_you_mean(word, siblings) or f"it is one of {', '.join(siblings)}"
        return UsageError(f"{' '.join(path)} has no {word!r}", why=why, hint=f"holdfast {' '.join(path)} --help")
    if word in elsewhere:
        there = elsewhere[word]
        return UsageError(f"there is no command {word!r}", why=f"here it is {there!r}",
                          hint=f"holdfast {there}" if there.startswith("-") else f"holdfast help {there}")  # fmt: skip
    return UsageError(f"there is no command {word!r}", why=did_you_mean(word, siblings) or "no other is close")


def _help_for(command: Command) -> str:
    return f"holdfast {command.name} --help" if command.path else "holdfast help"
