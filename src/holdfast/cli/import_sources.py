"""What `holdfast import` can take, as a table: the name of a source, the function that takes it in, a sentence.

Whoever adds a source adds a row. Its function is called with the context and the `Job`, and returns a `Taken`; it has the
options that every source has (`--dry-run`) and those its row names. `plan` is pure; `tests/cli/test_import_sources.py`
holds the laws.
"""

from __future__ import annotations

from holdfast.errors import UsageError
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from holdfast.cli.terminal import Terminal

EXPORT = "export"


class Source(Value):
    """One thing to import from: `run` is `module:function`, `answers` the list in the JSON its result goes to."""

    name: str
    sentence: str
    run: str
    answers: str
    options: tuple[str, ...] = ()


class Job(Value):
    """One source with the paths it is to be taken from; none means the usual places."""

    source: Source
    paths: tuple[str, ...] = ()


class Taken(Value):
    """What became of one job: JSON objects for its list, text for people, remarks for stderr."""

    items: tuple[dict[str, Any], ...]
    text: str | Callable[[Terminal], str]
    notes: tuple[str, ...] = ()


# A file that `holdfast export` wrote is not named but given.
EXPORT_FILE = Source(
    name=EXPORT, sentence="A file that holdfast export wrote.", run="holdfast.cli.exchange:import_", answers="imports"
)

_SESSIONS = "holdfast.cli.import_sessions:import_sessions"
_OF_SESSIONS = ("--allow-untrusted",)

_KEPT = "holdfast.cli.import_kept:import_kept"

_SESSION_SOURCES = tuple(
    Source(name=name, sentence=sentence, run=_SESSIONS, answers="sessions", options=_OF_SESSIONS)
    for name, sentence in (
        ("codex", "Past sessions of Codex CLI."),
        ("claude", "Past sessions of Claude Code."),
        ("copilot", "Past sessions of GitHub Copilot CLI."),
        ("vscode", "Past chats of VS Code, exported ones too."),
        ("gemini", "Past sessions of Gemini CLI."),
        ("opencode", "Past sessions of opencode."),
    )
)
_KEPT_SOURCES = tuple(
    Source(name=name, sentence=sentence, run=_KEPT, answers="stores", options=options)
    for name, sentence, options in (
        ("claude-mem", "What claude-mem observed in this project.", ("--project",)),
        ("mem0", "What mem0 remembers: its history, or an export of it.", ()),
        ("mcp-memory", "The graph of the MCP reference memory server.", ()),
        ("basic-memory", "The notes of basic-memory.", ()),
        ("claude-memory", "Claude Code's own memory of this folder.", ()),
        ("codex-memory", "Codex's own memories of this folder.", ()),
    )
)
_SETTINGS_SOURCES = tuple(
    Source(name=name, sentence=sentence, run="holdfast.cli.import_settings:import_settings", answers="settings")
    for name, sentence in (
        ("codex-settings", "The [graphiti] section of Codex's settings, shown before it is taken."),
        ("vscode-settings", "The settings of memory in VS Code, shown before they are taken."),
    )
)
SOURCES: tuple[Source, ...] = (*_SESSION_SOURCES, *_KEPT_SOURCES, *_SETTINGS_SOURCES)


def plan(words: Sequence[str], sources: Sequence[Source] = SOURCES) -> list[Job]:
    """Return what a command line asks for: each name begins a source, and paths belong to the name before them.

    Paths before the first name are files of ours. `./codex` is a path where `codex` is a name.
    """
    by_name = {source.name: source for source in sources}
    jobs: list[Job] = []
    for word in words:
        if word in by_name:
            jobs.append(Job(source=by_name[word]))
        elif jobs:
            jobs[-1] = jobs[-1].evolve(paths=(*jobs[-1].paths, word))
        else:
            jobs.append(Job(source=EXPORT_FILE, paths=(word,)))
    twice = {job.source.name for job in jobs if sum(other.source is job.source for other in jobs) > 1}
    if twice:
        raise UsageError(f"{min(twice)!r} is named twice", why="all its paths go behind one name")
    return jobs


def refuse_options(jobs: Sequence[Job], given: Sequence[str]) -> None:
    """Raise when an option was given that one of the sources does not know."""
    for job in jobs:
        for option in given:
            if option not in job.source.options:
                named = "an export" if job.source.name == EXPORT else job.source.name
                raise UsageError(
                    f"{option} does not go with {named}", why="it is taken whole", hint="holdfast import --help"
                )
