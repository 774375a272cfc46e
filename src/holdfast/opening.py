"""Opening: from settings and a folder to a `Core`. Composition only, cheap enough for the hook."""

from __future__ import annotations

import os

from holdfast import errors, places, settings
from holdfast.core import Core
from holdfast.gate.directories import ALLOW, DENY, keeping_out
from holdfast.scope import keyfile
from holdfast.scope.workspace import find_root
from holdfast.settings import COMMAND_LINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.scope.workspace import Root
    from holdfast.settings import Settings
    from holdfast.store.database import Database

STORE_FILE = "holdfast.db"
POSTGRES = ("postgresql://", "postgres://")


def open_core(
    store: str | None = None,
    *,
    home: str | None = None,
    folder: str | None = None,
    overrides: dict[str, Any] | None = None,
    actor: str = "person",
    **place: str,
) -> Core:
    """Return a core for a folder; nothing is written before the first write."""
    where = os.path.abspath(home) if home else places.home()
    root = _root(folder)
    loaded = settings.load(project_root=root.path, overrides=overrides)
    if not root.ignored and (listed := _keeping_out(folder, loaded)):
        root = root.evolve(ignored=True, listed=listed)
    return Core(
        database=open_database(store or str(loaded.get("store.url")), where, loaded),
        settings=loaded,
        keys=keyfile.read(where),
        home=where,
        root=root,
        actor=actor,
        **place,  # type: ignore[arg-type]
    )


def elsewhere(core: Core, folder: str, root: Root | None = None) -> Core:
    """Return a core of the same person and store in another folder, under that folder's own settings."""
    root = root or _root(folder)
    typed = {name: core.settings.get(name) for name, origin in core.settings.origins.items() if origin == COMMAND_LINE}
    loaded = settings.load(project_root=root.path, overrides=typed)
    if not root.ignored and (listed := _keeping_out(folder, loaded)):
        root = root.evolve(ignored=True, listed=listed)
    return Core(
        database=core.database, settings=loaded, keys=keyfile.read(core.home), home=core.home, root=root,
        host=core.host, agent=core.agent, actor=core.actor, clock=core.clock, new_id=core.new_id,
    )  # fmt: skip


def _root(folder: str | None) -> Root:
    try:
        found = find_root(folder or os.getcwd())
    except FileNotFoundError:
        found = None
    if found is None:
        raise errors.BadInput(f"there is no folder {folder or 'here'!r}", hint="change to a folder that exists")
    return found


def _keeping_out(folder: str | None, loaded: Settings) -> str:
    """Return the list that keeps out the very folder we stand in, which may be a part of the workspace."""
    allow, deny = loaded.get(ALLOW), loaded.get(DENY)
    if not (allow or deny):
        return ""
    return keeping_out(os.path.realpath(folder or os.getcwd()), allow, deny)


def open_database(store: str, home: str, loaded: Settings) -> Database:
    """Return the database that a store URL or path names; the home's own file when it names none."""
    if store.startswith(POSTGRES):
        from holdfast.store.postgres import open_postgres  # noqa: PLC0415 - heavy, and only a team's store needs it

        return open_postgres(store, str(loaded.get("store.tenant")))
    refuse_unknown_store(store)
    from holdfast.store.sqlite import SqliteDatabase  # noqa: PLC0415

    path = store.removeprefix("sqlite://")
    return SqliteDatabase(os.path.abspath(os.path.expanduser(path)) if path else os.path.join(home, STORE_FILE))


def refuse_unknown_store(store: str) -> None:
    """Raise ConfigError for an address that leads to no store we know."""
    scheme, mark, _ = store.partition("://")
    if mark and not store.startswith(("sqlite://", *POSTGRES)):
        raise errors.ConfigError(
            f"a store of kind {scheme!r} is not known", why="known: a path, sqlite:///…, postgresql://…",
            hint="holdfast config set store.url PATH",
        )  # fmt: skip
