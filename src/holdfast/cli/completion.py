"""Completion scripts for four shells, made from the command table.

The scripts are data in a frame of shell (`shells/*`): nothing of ours is started while a person types.
`tests/cli/test_completion.py` runs them in the shells that are installed.
"""

from __future__ import annotations

import os

from holdfast.cli.command import GLOBAL_OPTIONS, Command
from holdfast.cli.help import TOPICS
from holdfast.cli.output import Result
from holdfast.cli.table import COMMANDS
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from holdfast.cli.context import Context

SUFFIXES = {"bash": "bash", "zsh": "zsh", "fish": "fish", "powershell": "ps1"}


class Words(Value):
    """What may follow which words, each with its meaning, and which values an option takes."""

    following: dict[str, dict[str, str]]
    values: dict[str, tuple[str, ...]]


def completion(context: Context) -> Result:
    """Print the completion script of a shell."""
    shell = context.args.shell
    text = script(shell)
    return Result(data={"shell": shell, "script": text}, text=text)


def script(shell: str, commands: Sequence[Command] = COMMANDS) -> str:
    """Return the completion script for `bash`, `zsh`, `fish` or `powershell`."""
    frame = os.path.join(os.path.dirname(__file__), "shells", f"holdfast.{SUFFIXES[shell]}")
    with open(frame, encoding="utf-8") as file:
        text = file.read()
    paths, words, values = _SHELLS[shell](completion_words(commands))
    return text.replace("#PATHS#", paths).replace("#WORDS#", words).replace("#VALUES#", values)


def completion_words(commands: Sequence[Command]) -> Words:
    """Return what may follow each sequence of words."""
    everywhere = {option.name: option.sentence for option in GLOBAL_OPTIONS}
    following: dict[str, dict[str, str]] = {"": {}}
    values = {option.name: option.choices for option in GLOBAL_OPTIONS if option.choices}
    for command in commands:
        for depth, word in enumerate(command.path):
            is_last = depth == len(command.path) - 1
            before = " ".join(command.path[:depth])
            following.setdefault(before, {}).setdefault(word, command.summary if is_last else "")
        following[command.name] = _arguments(command)
        values |= {f"{command.name} {option.name}": option.choices for option in command.options if option.choices}
    return Words(following={path: after | everywhere for path, after in following.items()}, values=values)


def _arguments(command: Command) -> dict[str, str]:
    words = {choice: "" for place in command.places for choice in place.choices}
    words |= {word: sentence for place in command.places for word, sentence in place.known}
    topics = dict.fromkeys(TOPICS, "") if command.path == ("help",) else {}
    return words | topics | {option.name: option.sentence for option in command.options}


def _bash(words: Words) -> tuple[str, str, str]:
    follow = (f"    {_quoted(path)}) offered={_quoted(' '.join(after))} ;;" for path, after in words.following.items())
    values = (f"    {_pattern(name)}) offered={_quoted(' '.join(some))} ;;" for name, some in words.values.items())
    return _alternatives(words), "\n".join(follow), "\n".join(values)


def _zsh(words: Words) -> tuple[str, str, str]:
    follow = (
        f"    {_quoted(path)}) offered=({' '.join(_described(*entry) for entry in after.items())}) ;;"
        for path, after in words.following.items()
    )
    values = (f"    {_pattern(name)}) offered=({' '.join(some)}) ;;" for name, some in words.values.items())
    return _alternatives(words), "\n".join(follow), "\n".join(values)


def _fish(words: Words) -> tuple[str, str, str]:
    lines = [
        f"complete -c holdfast -n {_quoted(f'__holdfast_after {path}'.strip())} {_fish_word(path, word, words)}"
        + (f" -d {_quoted(sentence)}" if sentence else "")
        for path, after in words.following.items()
        for word, sentence in after.items()
    ]
    return " ".join(_quoted(path) for path in words.following if path), "\n".join(lines), ""


def _fish_word(path: str, word: str, words: Words) -> str:
    if not word.startswith("--"):
        return f"-f -a {word}"
    values = words.values.get(f"{path} {word}".strip()) or words.values.get(word)
    return f"-l {word[2:]}" + (f" -x -a {_quoted(' '.join(values))}" if values else "")


def _powershell(words: Words) -> tuple[str, str, str]:
    follow = (f"  {_single(path)} = @({', '.join(map(_single, after))})" for path, after in words.following.items())
    values = (f"  {_single(name)} = @({', '.join(map(_single, some))})" for name, some in words.values.items())
    return "", "\n".join(follow), "\n".join(values)


def _alternatives(words: Words) -> str:
    return "|".join(_quoted(path) for path in words.following if path)


def _pattern(name: str) -> str:
    """Return the case pattern for an option of one command, or of every command."""
    return _quoted(name) if " " in name else f"*{_quoted(' ' + name)}"


def _described(word: str, sentence: str) -> str:
    return _quoted(f"{word}:{sentence}" if sentence else word)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_SHELLS: dict[str, Callable[[Words], tuple[str, str, str]]] = {
    "bash": _bash, "zsh": _zsh, "fish": _fish, "powershell": _powershell,
}  # fmt: skip
