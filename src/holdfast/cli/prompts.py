"""Questions to the person: asked only where there is one, and always answerable by an option.

`tests/cli/test_prompts.py` holds the laws.
"""

from __future__ import annotations

from holdfast.cli.parser import YES
from holdfast.errors import UsageError
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from holdfast.cli.terminal import Terminal


class Prompter(Value):
    """Where questions go, and what the command line already answered."""

    terminal: Terminal
    stdin: TextIO
    stdout: TextIO
    stderr: TextIO
    yes: str | None = None
    may_ask: bool = True

    def confirm(self, question: str, flag: str = "--yes") -> bool:
        """Return whether the person agrees; raises UsageError naming the option where nobody can be asked."""
        if self.yes is not None:
            return True
        return self._ask(f"{question} [y/N] ", flag).lower() in {"y", "yes"}

    def confirm_scope(self, question: str, scope: str) -> bool:
        """Return whether the person agrees to something that reaches a whole scope, by naming it."""
        flag = f"--yes={scope}"
        if self.yes not in (None, YES):
            if self.yes != scope:
                raise UsageError(
                    f"--yes={self.yes} does not answer this", why=f"it is about {scope}", hint=f"add {flag}"
                )
            return True
        return self._ask(f"{question}\nType {scope} to go on: ", flag) == scope

    def _ask(self, question: str, flag: str) -> str:
        if not (self.may_ask and self.stdin.isatty() and self.stdout.isatty()):
            first = question.partition("\n")[0].removesuffix(" [y/N] ")
            why = "there is no terminal to ask on" if self.may_ask else "--no-input, --json or CI rules out questions"
            raise UsageError(f"not answered: {first}", why=why, hint=f"add {flag}")
        self.stderr.write(self.terminal.finish(question))
        self.stderr.flush()
        return self.stdin.readline().strip()
