"""`holdfast key`: take the install key to another machine, so that both agree on every group id.

Never opens the memory: a damaged key is what an import mends. `tests/cli/commands/test_keys_command.py` holds the laws.
"""

from __future__ import annotations

import os

from holdfast import places
from holdfast.cli.memory_text import counted
from holdfast.cli.output import Result
from holdfast.errors import NotFound
from holdfast.flows import keys
from holdfast.scope.keyfile import MAX_KEY_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.cli.context import Context

KEEP_IT_SAFE = "Keep it safe: whoever has it can tell which folders and people your group ids stand for."


def export(context: Context) -> Result:
    """Write the key to a private file, or to standard output."""
    text = keys.export(places.home(context.environ))
    path = context.args.file
    if path is None:
        return Result(data={"key": text.strip(), "file": None}, text=text, notes=(KEEP_IT_SAFE,))
    path = os.path.abspath(os.path.expanduser(path))
    data = {"key": None, "file": path, "dry_run": context.args.dry_run}
    if context.args.dry_run:
        return Result(data=data, text=f"would write the key to {path}, readable by you alone")
    if os.path.lexists(path) and not context.confirm(f"{path} exists. Replace it?"):
        return Result(data={**data, "file": None}, text="Nothing was written.")
    places.write_private(path, text.encode())
    return Result(data=data, text=f"wrote the key to {path}, readable by you alone\n{KEEP_IT_SAFE}")


def import_(context: Context) -> Result:
    """Take over the key of another machine, after saying what that means for what is stored here."""
    home = places.home(context.environ)
    text = _read(context)
    found = keys.look_at(home, context.args.store or "", context.settings, text)
    data: dict[str, object] = {"changed": False, "groups": found.groups, "kept": None}
    if not found.changed:
        return Result(data=data, text="This home has that key already.")
    if found.groups and not context.confirm(_warning(found.groups)):
        return Result(data=data, text="Nothing was changed.")
    kept = keys.take_over(home, text)
    lines = ["took over the key; group ids made from now on agree with the other machine"]
    if kept:
        lines.append(f"the former key is kept: holdfast key import {kept}")
    return Result(data={**data, "changed": True, "kept": kept or None}, text="\n".join(lines))


def _read(context: Context) -> str:
    path = context.args.file
    if path == "-":
        return context.text_of("-")
    try:
        return places.read_regular(os.path.expanduser(path), MAX_KEY_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        raise NotFound(
            f"there is no file {path!r}",
            why="nothing is called like that",
            hint="holdfast key export FILE, on the other machine",
        ) from None


def _warning(groups: int) -> str:
    return (
        f"This store holds {counted(groups, 'group')} made with another key. Under the new one they are not found:\n"
        "memories, sessions and decisions about workspaces stay in the file but out of reach, until the former key is\n"
        "imported again. To take memories along, run holdfast export first and holdfast import after.\n"
        "Take over the key?"
    )
