"""`holdfast profile`: the few lines every session begins with, and how full they are.

`tests/cli/commands/test_profile_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import places, times
from holdfast.cli import editor
from holdfast.cli.outcomes import latest_change, undo_line
from holdfast.cli.output import Result
from holdfast.errors import NotFound, UsageError
from holdfast.profile import SECTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.flows.profile import Profile

BAR_CELLS = 20
MAX_FILE_BYTES = 64 * 1024
EMPTY = """\
The profile is empty. What stands in it is told to the agent when a session starts.
Begin with: holdfast remember "I prefer short answers." --layer L0 --kind preference"""


def show(context: Context) -> Result:
    """Show the profile and how full it is."""
    profile = context.memory.profile()
    return Result(data=_public(profile), text=lambda terminal: _shown(profile, terminal))


def edit(context: Context) -> Result:
    """Make the profile say what the person wrote, in their editor, a file or on standard input."""
    since, source = times.now(), context.args.source
    before = context.memory.profile()
    if source or not context.stdin.isatty():
        profile = _replaced(context, _read(context, source or "-"))
    else:
        editor.require_editor(context, "holdfast profile edit - < FILE")
        profile = editor.edit_and_apply(context, _draft(before), lambda text: _replaced(context, text))
    change = latest_change(context, since, "profile-edit")
    data = {**_public(profile), "change": change}
    return Result(data=data, text=lambda terminal: _edited(profile, change, terminal))


def _read(context: Context, source: str) -> str:
    if source == "-":
        return context.text_of("-")
    try:
        return places.read_regular(source, MAX_FILE_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        raise NotFound(
            f"there is no file {source!r}", why="nothing is called like that", hint="holdfast profile edit --help"
        ) from None


def _replaced(context: Context, text: str) -> Profile:
    has_entry = any(line.strip() and not line.lstrip().startswith(("#", "<!--")) for line in text.splitlines())
    if not has_entry and not context.confirm("The new profile is empty. Forget every line of it?"):
        raise UsageError("the profile stays as it is", why="the new one has no line", hint="holdfast profile show")
    return context.memory.profile(text)


def _draft(profile: Profile) -> str:
    used = profile.usage
    head = (
        f"<!-- {used.chars:,} of {used.limit:,} characters. One line is one entry. -->\n"
        f"<!-- Sections: {', '.join(f'## {section.capitalize()}' for section in SECTIONS)} -->\n\n"
    )
    return head + (profile.text or "\n\n".join(f"## {section.capitalize()}\n" for section in SECTIONS)) + "\n"


def _public(profile: Profile) -> dict[str, object]:
    used = profile.usage
    return {
        "text": profile.text,
        "memories": [memory.public() for memory in profile.memories],
        "usage": {"chars": used.chars, "limit": used.limit, "percent": _percent(profile)},
    }


def _shown(profile: Profile, terminal: Terminal) -> str:
    return f"{profile.text}\n\n{_meter(profile, terminal)}" if profile.text else EMPTY


def _edited(profile: Profile, change: str | None, terminal: Terminal) -> str:
    if change is None:
        return f"nothing to change\n{_meter(profile, terminal)}"
    return f"{_shown(profile, terminal)}\n{undo_line(change, terminal)}"


def _meter(profile: Profile, terminal: Terminal) -> str:
    used = profile.usage
    filled = min(BAR_CELLS, -(-BAR_CELLS * used.chars // used.limit)) if used.limit else BAR_CELLS
    bar = terminal.symbol("█", "#") * filled + terminal.symbol("░", "-") * (BAR_CELLS - filled)
    shown = f"{bar}  " if terminal.is_tty else ""
    return f"{shown}{used.chars:,} of {used.limit:,} characters ({_percent(profile)} %)"


def _percent(profile: Profile) -> int:
    return profile.usage.percent if profile.usage.limit else 100
