"""What a command is, as data: its words, arguments, examples, and where its function is.

Parsing, help pages, completion and the reference are all made from these values, so they cannot disagree. The
table itself is in `table`; `tests/cli/test_table.py` holds the laws.
"""

from __future__ import annotations

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EVERY_DAY = "Every day"
LOOK = "Look"
WORK = "Work"
DATA = "Data"
RUNNING = "Running it"
HEADINGS = (EVERY_DAY, LOOK, WORK, DATA, RUNNING)


class Argument(Value):
    """One thing a command takes: a word in its place (`TEXT`) or an option (`--kind`).

    `takes` names an option's value; without it the option is a switch. `many` may be given again and again and
    arrives as a list under the plural name (`--tag` as `tags`); `words` joins all remaining words with blanks.
    """

    name: str
    sentence: str
    takes: str = ""
    many: bool = False
    words: bool = False
    optional: bool = False
    type: str = "str"  # str or int
    choices: tuple[str, ...] = ()
    known: tuple[tuple[str, str], ...] = ()  # words with a meaning of their own among any others, each explained
    aliases: tuple[tuple[str, str], ...] = ()
    least: int = 0
    dest: str = ""

    @property
    def is_option(self) -> bool:
        """Say whether it is given by name."""
        return self.name.startswith("-")

    @property
    def attribute(self) -> str:
        """Return the name under which the command's function finds the value."""
        plain = self.name.strip("-").lower().replace("-", "_")
        return self.dest or (plain + "s" if self.many else plain)

    @property
    def shown(self) -> str:
        """Return it as a usage line shows it."""
        plain = " ".join(part for part in (self.name, self.takes) if part) + ("…" if self.many else "")
        return f"[{plain}]" if self.optional or self.is_option else plain


class Command(Value):
    """One command: `path` are the words that call it, `run` is `module:function`."""

    path: tuple[str, ...]
    summary: str
    run: str
    heading: str
    arguments: tuple[Argument, ...] = ()
    examples: tuple[str, ...] = ()
    notes: str = ""

    @property
    def name(self) -> str:
        """Return the words as they are typed."""
        return " ".join(self.path)

    @property
    def schema(self) -> str:
        """Return what the JSON answer calls itself."""
        return f"holdfast/{'-'.join(self.path)}/1"

    @property
    def places(self) -> tuple[Argument, ...]:
        """Return the arguments that are told apart by their place."""
        return tuple(argument for argument in self.arguments if not argument.is_option)

    @property
    def options(self) -> tuple[Argument, ...]:
        """Return its own options, without those that every command has."""
        return tuple(argument for argument in self.arguments if argument.is_option)


def option(name: str, takes: str, sentence: str, **more: Any) -> Argument:
    """Return an option with a value."""
    return Argument(name=name, takes=takes, sentence=sentence, **more)


def switch(name: str, sentence: str, **more: Any) -> Argument:
    """Return an option without a value."""
    return Argument(name=name, sentence=sentence, **more)


def place(name: str, sentence: str, **more: Any) -> Argument:
    """Return a word in its place."""
    return Argument(name=name, sentence=sentence, **more)


DRY_RUN = switch("--dry-run", "Show what would be written, and write nothing.")
ALLOW_UNTRUSTED = switch("--allow-untrusted", "Go on although this workspace is not trusted.")

GLOBAL_OPTIONS = (
    switch("--json", "Print one JSON object instead of text."),
    option("--store", "URL|PATH", "Use this store instead of the configured one."),
    option("--workspace", "LABEL|PATH", "Act for another workspace than that of the current folder."),
    option("--yes", "SCOPE", "Answer yes; --yes=SCOPE where a whole scope is purged."),
    switch("--no-input", "Never ask; fail and name the option that answers."),
    switch("--quiet", "No progress and no notes on stderr."),
    switch("--no-pager", "Print long output straight away."),
    option("--color", "WHEN", "When to use colour.", choices=("auto", "always", "never")),
    switch("--help", "Show this page."),
)
