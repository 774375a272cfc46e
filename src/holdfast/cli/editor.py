"""Letting the person write in their own editor, and never losing what they wrote.

The text stands in a private file for as long as the editor is open. When what was written is refused, the person may
go on from there. `tests/cli/commands/test_editor_command.py` holds the laws.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING

from holdfast import places
from holdfast.cli.output import write_error
from holdfast.errors import BadInput, HoldfastError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from holdfast.cli.context import Context

    T = TypeVar("T")

FALLBACKS = ("nano", "vi")
MAX_EDITED_BYTES = 4_000_000
INSTEAD = "set EDITOR, or give the text on the command line"


def is_possible(context: Context) -> bool:
    """Say whether there is a person at a terminal who can use an editor."""
    args = context.args
    asked = not (args.no_input or args.json or context.environ.get("CI"))
    return asked and context.stdin.isatty() and context.stdout.isatty()


def require_editor(context: Context, instead: str) -> None:
    """Raise UsageError that says what to type instead where no editor can be opened."""
    if not is_possible(context):
        raise UsageError("there is no text", why="there is no terminal to open an editor on", hint=instead)


def edit_and_apply(context: Context, text: str, apply: Callable[[str], T]) -> T:
    """Open the editor on a text and apply what was written; a refusal is shown and the person may go on writing."""
    while True:
        text = edited(text.rstrip("\n") + "\n", context.environ)  # editors expect a last line feed
        try:
            return apply(text)
        except HoldfastError as error:
            if context.args.yes is not None:
                raise
            write_error(error, context.stderr, context.error_terminal, as_json=False)
            if not context.confirm("Go on editing?"):
                raise


def edited(text: str, environ: Mapping[str, str]) -> str:
    """Return a text as the person left it in their editor."""
    command = editor_command(environ)
    folder = tempfile.mkdtemp(prefix="holdfast-")  # private to the user
    try:
        path = os.path.join(folder, "memory.md")
        places.write_private(path, text.encode("utf-8", "replace"), durable=False)
        _run([*command, path])
        return places.read_regular(path, MAX_EDITED_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        raise BadInput("nothing was changed", why="the editor removed the file", hint=INSTEAD) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def editor_command(environ: Mapping[str, str]) -> list[str]:
    """Return the person's editor: VISUAL, else EDITOR, else what most machines have."""
    chosen = environ.get("VISUAL") or environ.get("EDITOR")
    try:
        command = shlex.split(chosen) if chosen else [name for name in FALLBACKS if shutil.which(name)][:1]
    except ValueError:
        command = []
    if not command or not shutil.which(command[0]):
        why = f"{chosen!r} is not there" if chosen else "neither VISUAL nor EDITOR is set"
        raise UsageError("there is no editor", why=why, hint=INSTEAD)
    return command


def _run(command: list[str]) -> None:
    ended = subprocess.run(command, check=False)  # noqa: S603 - the person's own choice
    if ended.returncode != 0:
        raise BadInput(
            "nothing was changed", why=f"the editor {command[0]!r} ended with status {ended.returncode}", hint=INSTEAD
        )
