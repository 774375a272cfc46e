"""What one command works with: its arguments, the settings, the memory and the person in front of it.

Everything costly is made on first use: `holdfast help` reads no settings, `holdfast config` opens no store.
`tests/cli/test_context.py` holds the laws.
"""

from __future__ import annotations

import os
import sys

from holdfast import log, places, settings
from holdfast.cli import terminal as terminals
from holdfast.cli.progress import Progress
from holdfast.cli.prompts import Prompter
from holdfast.errors import BadInput, HoldfastError, NotFound
from holdfast.scope.workspace import find_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import SimpleNamespace
    from typing import TextIO

    from holdfast.cli.command import Command
    from holdfast.memory import Memory
    from holdfast.settings import Settings

MAX_STDIN_CHARS = 1_000_000
FOLDER_SIGNS = ("/", "./", "../", "~")  # what begins so names a folder, anything else may be a label


class Context:
    """One call of one command."""

    def __init__(
        self, command: Command, args: SimpleNamespace, *, environ: Mapping[str, str] | None = None,
        stdin: TextIO | None = None, stdout: TextIO | None = None, stderr: TextIO | None = None,
    ) -> None:  # fmt: skip
        self.command, self.args = command, args
        self.environ = places.environment() if environ is None else environ
        self.stdin, self.stdout, self.stderr = stdin or sys.stdin, stdout or sys.stdout, stderr or sys.stderr
        self.terminal = terminals.look_at(self.stdout, self.environ, args.color)
        self.error_terminal = terminals.look_at(self.stderr, self.environ, args.color)
        self._settings: Settings | None = None
        self._memory: Memory | None = None

    @property
    def settings(self) -> Settings:
        """The settings in force for this command; raises ConfigError."""
        if self._settings is None:
            typed = {"store.url": self.args.store} if self.args.store else {}
            self._settings = settings.load(self.project_root, self.environ, typed)
        return self._settings

    @property
    def project_root(self) -> str:
        """The root of the workspace this command acts in, whose `.holdfast.toml` counts; raises NotFound."""
        return find_root(_folder(self.args.workspace) if self.args.workspace else _current_folder()).path

    @property
    def memory(self) -> Memory:
        """The memory, opened on first use and closed when the command ends."""
        if self._memory is None:
            self._memory = self._open(self.args.workspace)
        return self._memory

    def confirm(self, question: str, flag: str = "--yes") -> bool:
        """Return whether the person agrees; raises UsageError naming the option where nobody can be asked."""
        return self._prompter.confirm(question, flag)

    def confirm_scope(self, question: str, scope: str) -> bool:
        """Return whether the person agrees to something that reaches a whole scope, by naming it."""
        return self._prompter.confirm_scope(question, scope)

    def progress(self, label: str, total: int | None = None, *, in_bytes: bool = False) -> Progress:
        """Return a count that shows itself on stderr while a long command runs."""
        shown = not self.args.quiet and self.environ.get("TERM") != "dumb"
        return Progress(label, total, self.stderr, self.error_terminal, shown=shown, in_bytes=in_bytes)

    def note(self, text: str) -> None:
        """Say something beside the result, on stderr."""
        if not self.args.quiet:
            self.stderr.write(self.error_terminal.finish(text) + "\n")

    def say(self, level: str, action: str, **facts: object) -> None:
        """Tell on stderr what happens, where `log.level` wants to know and the command read its settings."""
        known = self._memory.core.settings if self._memory else self._settings
        if known is not None:
            log.say(known, level, action, **facts)

    def text_of(self, words: str) -> str:
        """Return the words, or standard input when they are a lone dash; raises BadInput."""
        if words != "-":
            return words
        try:
            text = self.stdin.read(MAX_STDIN_CHARS + 1)
            text.encode()  # in some locales bytes that are no text come in as lone surrogates
        except UnicodeError:
            raise BadInput("standard input is not text", why="it is not UTF-8", hint="give it as UTF-8") from None
        if len(text) > MAX_STDIN_CHARS:
            raise BadInput(
                "standard input is too long", why=f"more than {MAX_STDIN_CHARS:,} characters came in",
                hint="keep the point of it, in fewer words",
            )  # fmt: skip
        return text.strip()

    def close(self) -> None:
        """Close the memory, when it was opened."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def _open(self, workspace: str | None) -> Memory:
        """Open the memory of the current folder, of a known workspace by its label, or of another folder."""
        import holdfast  # noqa: PLC0415 - the engine, which help and config do without

        if not workspace:
            return holdfast.open(self.args.store, workspace=_current_folder())
        if workspace.startswith(FOLDER_SIGNS):
            return holdfast.open(self.args.store, workspace=_folder(workspace))
        from holdfast.flows.decisions import standing_in  # noqa: PLC0415

        # A label comes first: a folder of that name within the current one would be this workspace again.
        memory = holdfast.open(self.args.store, workspace=_current_folder())
        try:
            memory.core = standing_in(memory.core, workspace)
        except HoldfastError as error:
            memory.close()
            if isinstance(error, NotFound) and os.path.isdir(workspace):
                return holdfast.open(self.args.store, workspace=workspace)
            raise
        return memory

    @property
    def _prompter(self) -> Prompter:
        return Prompter(
            terminal=self.error_terminal, stdin=self.stdin, stdout=self.stdout, stderr=self.stderr, yes=self.args.yes,
            may_ask=not (self.args.no_input or self.args.json or self.environ.get("CI")),
        )  # fmt: skip


def _current_folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        raise BadInput("the current folder is gone", why="it was removed", hint="change to another folder") from None


def _folder(path: str) -> str:
    folder = os.path.expanduser(path)
    if not os.path.isdir(folder):
        raise NotFound(f"there is no workspace {path!r}", why="it is no folder", hint="holdfast workspace list")
    return folder
