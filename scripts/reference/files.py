"""`files.md`: every file and folder that Holdfast makes or reads, named by the constants of the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast import places, settings
from holdfast.cli import crash
from holdfast.flows import backups, failures, setup_record
from holdfast.opening import STORE_FILE
from holdfast.scope import keyfile, workspace
from reference.markdown import blocks, code, table

if TYPE_CHECKING:
    from pathlib import Path

INTRO = f"""\
# Files

## Home

`$HOLDFAST_HOME`, else the folder below. It is made when something is first stored or decided, not before. The folder has
mode {places.FOLDER_MODE:04o} and every file in it {places.FILE_MODE:04o} from its first byte, under any umask. A home that is a link or
belongs to somebody else is refused, and no link in it is followed."""

SETTINGS = """\
## Settings

`$HOLDFAST_CONFIG`, else the file below. It need not exist. `holdfast config set` makes it, readable by you alone."""

WORKSPACE = "## In a workspace"
ELSEWHERE = """\
## Elsewhere

`holdfast export FILE` and `holdfast key export FILE` write where you say, readable by you alone; a file appears only when it
is whole. An editor is opened on a private file in the folder for temporary files, removed afterwards.
`holdfast setup` writes into the files of agent programs, after it showed every change and you agreed; which files these are is
said in [connect your agents](../how-to/connect-an-agent.md). Nothing else is written outside the home, and nothing in a
workspace."""

USER = "~"


def page(_root: Path) -> str:
    """Return the page."""
    environ = {"HOME": USER, "LOCALAPPDATA": "%LOCALAPPDATA%", "APPDATA": "%APPDATA%"}
    platforms = (("Linux", "linux"), ("macOS", "darwin"))
    homes = [(name, code(f"{places.data_folder(environ, platform)}/holdfast")) for name, platform in platforms]
    files = [
        (name, code(f"{places.config_folder(environ, platform)}/holdfast/config.toml")) for name, platform in platforms
    ]
    return blocks(
        INTRO, table(("system", "home"), homes),
        "On Linux, `$XDG_DATA_HOME` and `$XDG_CONFIG_HOME` move both folders.",
        table(("file", "what it holds"), [(code(name), what) for name, what in _of_home()]),
        SETTINGS, table(("system", "settings"), files),
        WORKSPACE, table(("file", "what it does"), [(code(name), what) for name, what in _of_workspace()]),
        ELSEWHERE,
    )  # fmt: skip


def _of_home() -> tuple[tuple[str, str], ...]:
    return (
        (STORE_FILE, "The store: one SQLite file, unless `store.url` names another store. [Its tables](store.md)."),
        (f"{STORE_FILE}-wal, {STORE_FILE}-shm", "SQLite's own, while the store is in use."),
        (f"{STORE_FILE}.before-schema-…", "A copy of the store from before an upgrade changed its tables."),
        (
            keyfile.KEY_FILE,
            "The key behind group ids, tombstones and marks of folders. Never in the store or an export.",
        ),
        (
            f"{backups.FOLDER}/{backups.PREFIX}….db",
            "Snapshots of the store; `backup.keep` of them, one each `backup.every_hours`.",
        ),
        (backups.LOCK, "Held while a snapshot is taken or rewritten. It is empty."),
        (failures.HOOK_FILE, "What went wrong in the hook, one JSON object a line, without any text of yours."),
        (crash.CRASH_FILE, "The traceback of the last unforeseen error, without quoted values."),
        (setup_record.FILE, "What `holdfast setup` put into which file, so that it can be taken out exactly."),
        (f"{setup_record.BACKUPS}/…", "Each file that `holdfast setup` changed, as it was before."),
        (settings.CACHE_FILE, "Your settings file as it was last read, so that the hook need not parse it."),
    )


def _of_workspace() -> tuple[tuple[str, str], ...]:
    return (
        (
            settings.PROJECT_FILE,
            "Settings of the workspace, in its root. May only narrow; see [settings](settings.md).",
        ),
        (
            workspace.IGNORE_MARKER,
            "Keeps its directory and all below it out, whatever else says. What it holds does not matter.",
        ),
    )
