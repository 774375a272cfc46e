"""`store.md`: the tables of the store, from the first migration of each engine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from holdfast.store.sqlite_file import APPLICATION_ID, SCHEMA_VERSION
from holdfast.store.statements import migrations
from reference.markdown import blocks, code, described, table

if TYPE_CHECKING:
    from pathlib import Path

INTRO = """\
# Store

The tables of a store with schema {version}. They are here so that you can look into your own data; the commands and the library
are what programs should use. On SQLite the file has the application id `{application:#x}`, and `PRAGMA user_version` is the schema's
version. On PostgreSQL the tables stand in the schema `holdfast`, each with a leading column `tenant` that row level security
checks. How the store works: [storage](../explanation/storage.md).

Times are texts in ISO 8601, UTC, that sort as text. Lists and objects are JSON texts. `digest` covers the other columns of its
row, so that damage shows."""

TABLES = {
    "meta": "Single values of the store itself.",
    "groups": "The namespaces. Only `group_id` leaves the machine; `identity` is empty where it would be a path.",
    "aliases": "Other ids under which a group is found.",
    "roots": "The folders of a workspace and the trust in each; `root_id` is a keyed digest of the path.",
    "consents": "What the person agreed to, for which workspace and endpoint.",
    "sessions": "The conversations, each with a group of its own.",
    "episodes": "The journal: one message a row, never changed except by a scrub, removed only by a purge.",
    "memories": "The memories of all layers.",
    "search": "The full-text index: the terms of each memory, each with its shelf in front.",
    "search_vocabulary": "In how many memories each term stands; SQLite derives it.",
    "shelves": "How many memories each shelf of the index holds, and how many terms.",
    "vectors": "What each document of the index means, as numbers, for each embedder; empty while vectors are off.",
    "derivations": "What was made of what.",
    "projects": "Bodies of work.",
    "tasks": "Pieces of work with their working state.",
    "recalls": "The log of recalls.",
    "recall_hits": "What each recall looked at, with its score.",
    "injections": "What each session was shown since its host last compacted it.",
    "queue": "Work that waits for the worker, and dead letters.",
    "counters": "Numbers that only grow, such as jobs dropped from a full queue.",
    "leases": "Who may work alone at something, and until when.",
    "tombstones": "What was forgotten, as keyed digests from which no text can be read.",
    "changes": "Every act that can be shown and undone.",
    "change_rows": "The rows of each change, as they were before and after.",
    "audit": "Who did what when, without any text; each row's hash covers the row before.",
    "failures": "What went wrong in the worker.",
}
POSTGRES_ONLY = {
    "holdfast_schema": "The version of the schema.",
    "documents": "The terms of each memory, as they were indexed.",
    "postings": "The full-text index: which memories of a shelf hold a term.",
}
SQLITE_ONLY = {"search", "search_vocabulary"}

_TABLE = re.compile(r"CREATE (?:VIRTUAL )?TABLE (\w+)(?: USING (\w+))? ?\((.*?)\n?\)(?: WITH[^;]*)?;", re.DOTALL)
_NO_COLUMN = ("PRIMARY", "UNIQUE", "tokenize")


def page(_root: Path) -> str:
    """Return the page."""
    sqlite, postgres = _tables("sqlite"), _tables("postgres")
    both = [name for name in sqlite if name not in SQLITE_ONLY]
    if set(postgres) - set(POSTGRES_ONLY) != set(both):
        raise SystemExit("scripts/reference: store: the engines have tables that are not described")
    told = described("store", sqlite, TABLES)
    return blocks(
        INTRO.format(version=SCHEMA_VERSION, application=APPLICATION_ID),
        *(_section(name, about, sqlite[name]) for name, about in told),
        "## Only on PostgreSQL",
        *(_section(name, POSTGRES_ONLY[name], postgres[name], level=3) for name in POSTGRES_ONLY),
    )


def _section(name: str, about: str, columns: list[tuple[str, str]], *, level: int = 2) -> str:
    rows = [(code(column), kind) for column, kind in columns]
    return blocks(f"{'#' * level} {name}", about, table(("column", "type"), rows))


def _tables(dialect: str) -> dict[str, list[tuple[str, str]]]:
    """Return the tables that the migrations of an engine make, with their columns."""
    script = "\n".join(re.sub(r"--.*", "", text) for _, _, text in migrations(dialect))
    return {name: _columns(body, used or "") for name, used, body in _TABLE.findall(script)}


def _columns(body: str, used: str) -> list[tuple[str, str]]:
    if used == "fts5vocab":
        return [("term", "text"), ("doc", "integer"), ("cnt", "integer")]
    lines = [line.strip().rstrip(",") for line in body.splitlines() if line.strip()]
    return [_column(line) for line in lines if not line.startswith(_NO_COLUMN)]


def _column(line: str) -> tuple[str, str]:
    name, _, rest = line.partition(" ")
    kind = re.split(r" (?:NOT NULL|DEFAULT|PRIMARY KEY|UNIQUE|GENERATED)", rest, maxsplit=1)[0].lower()
    may_be_null = "NOT NULL" not in rest and "PRIMARY KEY" not in rest and "IDENTITY" not in rest and bool(kind)
    return name, f"{kind or 'text'}{' or null' if may_be_null else ''}"
