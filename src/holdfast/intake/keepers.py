"""The stores of other memory tools on this machine, or named ones, and the statements in them.

Per tool: where its store is by its own rules, and which reader goes with which file. Databases are copied before they are
opened, pickled objects are never loaded. `tests/intake/test_keepers.py` holds the laws.
"""

from __future__ import annotations

import os
import sys

from holdfast import errors, places
from holdfast.intake import homes
from holdfast.intake.borrowed import borrowed, tables_of
from holdfast.intake.lines import document_of, lines_of, size_of
from holdfast.intake.walk import files_below
from holdfast.kept import basic_memory, claude_mem, claude_memory, codex_memory, mcp_memory, mem0
from holdfast.strict_json import parse, parse_object
from holdfast.transcripts.said import object_in, text_in
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    import apsw

    from holdfast.kept.kept import Kept, Note

MAX_NOTE_BYTES = 4 * 1024 * 1024
MAX_CONFIG_BYTES = 1024 * 1024
MAX_FILES = 100_000
_DATABASES = (".db", ".sqlite", ".sqlite3")
_SERVER = os.path.join("@modelcontextprotocol", "server-memory", "dist")


class Store(Value):
    """One file that statements can be read from."""

    tool: str
    path: str
    name: str = ""  # within its folder, where that tells something


def found(tool: str, paths: Iterable[str], here: str, environ: Mapping[str, str] | None = None) -> list[Store]:
    """Return the stores of a tool: those of its usual places for the folder we stand in, or of these paths."""
    environ = places.environment() if environ is None else environ
    chosen = [os.path.abspath(os.path.expanduser(path)) for path in paths]
    listed: list[Store] = []
    for path in chosen:
        if not os.path.isdir(path):
            size_of(path)  # a path that was typed must be there
        listed += _stores(tool, path)
    if not chosen:
        for path in looked_in(tool, here, environ):
            listed += _stores(tool, path) if os.path.exists(path) else []
    return listed[:MAX_FILES]


def looked_in(tool: str, here: str, environ: Mapping[str, str] | None = None) -> list[str]:
    """Return where the stores of a tool are looked for."""
    environ = places.environment() if environ is None else environ
    match tool:
        case "claude-mem":
            return [homes.claude_mem(environ)]
        case "mem0":
            return [homes.mem0(environ)]
        case "mcp-memory":
            return [path for path in (homes.mcp_memory(environ), *_servers(environ)) if path]
        case "basic-memory":
            return [_basic_memory_project(environ)]
        case "claude-memory":
            folders = dict.fromkeys(claude_memory.folder_name(path) for path in (here, os.path.realpath(here)) if path)
            return [os.path.join(homes.claude(environ), "projects", name, "memory") for name in folders]
        case _:
            return [os.path.join(homes.codex(environ), "memories")]


def kept(store: Store, note: Note, *, today: str) -> Iterator[Kept]:
    """Yield the statements of a store; raises BadInput when it is none of that tool's."""
    match store.tool:
        case "claude-mem":
            yield from _claude_mem(store.path)
        case "mem0":
            yield from _mem0(store.path)
        case "mcp-memory":
            yield from mcp_memory.read(lines_of(store.path, note, lambda _size: None), note)
        case "basic-memory":
            name = os.path.basename(store.path).removesuffix(".md")
            yield from basic_memory.read(_text_of(store.path), name, today=today)
        case "claude-memory":
            yield from claude_memory.read(_text_of(store.path))
        case _:
            yield from _codex_memory(store)


def _stores(tool: str, path: str) -> list[Store]:
    """Return the files of a path that go with a tool."""
    if not os.path.isdir(path):
        return [Store(tool=tool, path=path, name=os.path.basename(path))]
    fits: Callable[[str], bool]
    match tool:
        case "claude-mem":
            fits, depth = "claude-mem.db".__eq__, 1
        case "mem0":
            fits, depth = (lambda name: name == "history.db" or name.endswith(".json")), 0
        case "mcp-memory":
            fits, depth = (lambda name: name in ("memory.jsonl", "memory.json")), 0
        case "basic-memory":
            fits, depth = _is_note, 12
        case "claude-memory":
            fits, depth = _is_note, 2
        case _:
            fits, depth = _is_note, 1
    files = [
        Store(tool=tool, path=file, name=os.path.relpath(file, path)) for file in files_below(path, fits, depth=depth)
    ]
    if tool == "claude-memory" and len(files) > 1:
        files = [file for file in files if os.path.basename(file.path) != claude_memory.INDEX]
    return files


def _is_note(name: str) -> bool:
    return name.endswith(".md") and not name.startswith(".")


def _claude_mem(path: str) -> Iterator[Kept]:
    with borrowed(path) as connection:
        tables = _required(connection, path, claude_mem.TABLES)
        for row in _rows(connection, claude_mem.OBSERVATIONS):
            yield from claude_mem.of_observation(row)
        if "session_summaries" in tables:
            for row in _rows(connection, claude_mem.SUMMARIES):
                yield from claude_mem.of_summary(row)


def _mem0(path: str) -> Iterator[Kept]:
    if not path.endswith(_DATABASES):
        yield from mem0.of_export(parse(document_of(path), max_bytes=sys.maxsize))
        return
    with borrowed(path) as connection:
        tables = tables_of(connection)
        table = next((name for name in mem0.HISTORIES if name in tables), None)
        if table is None:
            raise errors.BadInput(
                f"{path!r} has no history of mem0", why="its vector store holds pickled objects, which are not loaded",
                hint="name its history.db, or what get_all() returns, as JSON",
            )  # fmt: skip
        yield from mem0.of_history(connection.execute(mem0.HISTORIES[table]))


def _codex_memory(store: Store) -> Iterator[Kept]:
    base, text = os.path.basename(store.path), _text_of(store.path)
    if base == codex_memory.HANDBOOK:
        yield from codex_memory.of_handbook(text)
    elif base == codex_memory.SUMMARY:
        yield from codex_memory.of_summary(text)
    elif os.path.basename(os.path.dirname(store.path)) == codex_memory.RECAPS:
        yield from codex_memory.of_recap(text)


def _rows(connection: apsw.Connection, statement: str) -> Iterator[dict[str, Any]]:
    cursor = connection.execute(statement)
    names: list[str] | None = None
    for row in cursor:
        names = names or [column[0] for column in cursor.get_description()]
        yield dict(zip(names, row, strict=True))


def _required(connection: apsw.Connection, path: str, wanted: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    tables = tables_of(connection)
    for name, columns in wanted.items():
        if not columns <= tables.get(name, frozenset()):
            raise errors.BadInput(
                f"{path!r} is not a store this Holdfast reads", why=f"its table {name!r} is missing or another"
            )
    return tables


def _text_of(path: str) -> str:
    size = size_of(path)
    if size.bytes > MAX_NOTE_BYTES:
        raise errors.BadInput(f"{path!r} is larger than {MAX_NOTE_BYTES:,} bytes")
    return document_of(path).decode("utf-8", "replace")


def _servers(environ: Mapping[str, str]) -> Iterator[str]:
    """Yield where the reference server keeps its file when nothing was set: within its package, as npx unpacked it."""
    cache = os.path.join(environ.get("HOME", ""), ".npm", "_npx")
    if not os.path.isdir(cache):
        return
    for entry in sorted(os.listdir(cache)):
        path = os.path.join(cache, entry, "node_modules", _SERVER, "memory.jsonl")
        if os.path.isfile(path):
            yield path


def _basic_memory_project(environ: Mapping[str, str]) -> str:
    """Return the folder of basic-memory's default project, out of its settings where it has some."""
    usual = homes.basic_memory(environ)
    folder = environ.get("BASIC_MEMORY_CONFIG_DIR") or os.path.join(environ.get("HOME", ""), ".basic-memory")
    try:
        config = parse_object(
            places.read_regular(os.path.join(folder, "config.json"), MAX_CONFIG_BYTES), max_bytes=MAX_CONFIG_BYTES
        )
    except (FileNotFoundError, errors.HoldfastError):
        return usual
    projects = object_in(config, "projects")
    name = text_in(config, "default_project") or "main"
    return text_in(projects, name) or text_in(object_in(projects, name), "path") or usual
