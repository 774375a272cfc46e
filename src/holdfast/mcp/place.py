"""Where a call comes from: the folder, the conversation and the turn, from what the client and the process say.

The person's own `--workspace` comes first, then folders that the client names in `_meta`, then a variable of the host,
then the folder the process was started in. A variable may have been inherited from another host's terminal, so it
counts only where the process stands inside the folder that it names, or in no repository. Roots are never asked for.
Looks at folders, opens nothing; `tests/mcp/test_place.py` holds the laws.
"""

from __future__ import annotations

import os

from holdfast.errors import HoldfastError
from holdfast.strict_json import parse_object
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

FOLDER_VARIABLES = ("CLAUDE_PROJECT_DIR", "COPILOT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR")
FOLDERS_VARIABLE = "WORKSPACE_FOLDER_PATHS"  # several, parted by commas
SESSION_VARIABLES = ("CLAUDE_CODE_SESSION_ID",)
SESSION_KEYS = ("sessionId", "threadId")
TURN_KEY = "x-codex-turn-metadata"
LONGEST_ID = 200
LONGEST_PATH = 4096
MOST_FOLDERS = 32
MAX_TURN_BYTES = 64 * 1024


class Surroundings(Value):
    """What the process was started with: the environment, its folder, the person's `--workspace` and `--store`."""

    environ: Mapping[str, str]
    folder: str
    workspace: str = ""
    store: str = ""


class Place(Value):
    """Where a call comes from. `named` are the folders that somebody told us; none means that we were only started here."""

    folder: str
    named: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()  # sessions that count only where they are known: some hosts name another one
    turn: str = ""


def find_place(meta: Mapping[str, Any], around: Surroundings, is_repository: Callable[[str], bool]) -> Place:
    """Return where a call with this `_meta` comes from."""
    turn = _turn_data(meta)
    named = _named(turn, around, is_repository)
    return Place(
        folder=_best(named, around.folder),
        named=named,
        sessions=tuple(_ids(meta.get(key) for key in SESSION_KEYS)),
        hinted=tuple(_ids(around.environ.get(name) for name in SESSION_VARIABLES)),
        turn=next(iter(_ids([turn.get("turn_id")])), ""),
    )


def is_within(folder: str, parent: str) -> bool:
    """Say whether a folder lies in another, or is it; both as they resolve."""
    here, above = os.path.realpath(folder), os.path.realpath(parent)
    return here == above or here.startswith(above.rstrip(os.sep) + os.sep)


def is_folder(path: object) -> bool:
    """Say whether something a client said is the path of a folder that exists."""
    if not isinstance(path, str) or not 0 < len(path) <= LONGEST_PATH or not os.path.isabs(path):
        return False
    try:
        return os.path.isdir(path)
    except ValueError:  # a NUL or a lone surrogate
        return False


def _named(turn: Mapping[str, Any], around: Surroundings, is_repository: Callable[[str], bool]) -> tuple[str, ...]:
    if around.workspace:
        return (around.workspace,)
    said = turn.get("workspaces")
    by_client = _folders(said if isinstance(said, dict | list) else ())
    return by_client or _of_environment(around, is_repository)


def _of_environment(around: Surroundings, is_repository: Callable[[str], bool]) -> tuple[str, ...]:
    single = [around.environ.get(name) for name in FOLDER_VARIABLES]
    found = _folders([*single, *around.environ.get(FOLDERS_VARIABLE, "").split(",")])
    around_us = tuple(one for one in found if is_within(around.folder, one))
    if around_us or not found:
        return around_us
    return () if is_repository(around.folder) else found


def _best(named: tuple[str, ...], started_in: str) -> str:
    """Return the innermost named folder that we stand in, else the first one, else where we stand."""
    around_us = [one for one in named if is_within(started_in, one)]
    return max(around_us, key=lambda one: len(os.path.realpath(one)), default=named[0] if named else started_in)


def _folders(said: Iterable[Any]) -> tuple[str, ...]:
    found = [one for one, _ in zip(said, range(MOST_FOLDERS), strict=False) if is_folder(one)]
    return tuple(dict.fromkeys(found))


def _turn_data(meta: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the client says about its turn: an object, or the text of one."""
    said = meta.get(TURN_KEY)
    if isinstance(said, str):
        try:
            said = parse_object(said, max_bytes=MAX_TURN_BYTES)
        except HoldfastError:
            return {}
    return said if isinstance(said, dict) else {}


def _ids(said: Iterable[Any]) -> Iterable[str]:
    return [one for one in said if isinstance(one, str) and 0 < len(one) <= LONGEST_ID]
