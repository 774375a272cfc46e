"""PostgreSQL through psycopg: one database for several machines, tenants kept apart by the server.

Invariants: everything a transaction depends on (tenant, role, search path, time limits, durability) is set inside
it, so that nothing leaks through a pooled connection, a pooler in between included; row level security binds the
role it works as, even when people connect as superuser; one transaction at a time writes for a tenant; what was
acknowledged is on disk.
Checked by the store conformance suite and by `tests/store/test_postgres.py`.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, NoReturn

from holdfast import errors
from holdfast.places import environment
from holdfast.store.capabilities import Capabilities

try:
    import psycopg
except ImportError as error:
    raise errors.MissingExtra(
        "a PostgreSQL store needs psycopg", why=str(error), hint="pip install 'holdfast-memory[postgres]'"
    ) from error

from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from holdfast.store import postgres_schema
from holdfast.store.postgres_errors import wrapped
from holdfast.store.postgres_transaction import STATEMENTS, PostgresTransaction

if TYPE_CHECKING:
    from typing import Any, LiteralString

    from psycopg import Connection
    from psycopg.rows import TupleRow

BUSY_TIMEOUT_MS = 10_000
CONNECT_TIMEOUT_S = 5
DEAD_PEER_TIMEOUT_MS = 15_000
KEEPALIVE_S = 15
MAX_CONNECTIONS = 10
MAX_TENANT_CHARS = 200

_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
# What a URL does not say itself.
_OPTIONS: dict[str, str | int] = {
    "application_name": "holdfast",
    "client_encoding": "utf8",
    "connect_timeout": CONNECT_TIMEOUT_S,
    "keepalives_idle": KEEPALIVE_S,
    "keepalives_interval": KEEPALIVE_S,
    "tcp_user_timeout": DEAD_PEER_TIMEOUT_MS,
}


def open_postgres(url: str, tenant: str) -> PostgresDatabase:
    """Return one tenant's store on a server; its first use connects and brings the schema up to date."""
    if not tenant or "\0" in tenant or len(tenant) > MAX_TENANT_CHARS:
        raise errors.ConfigError(
            f"{tenant[:60]!r} cannot be a tenant",
            why=f"a tenant is a text of 1 to {MAX_TENANT_CHARS} characters",
            hint="holdfast config set store.tenant NAME",
        )
    return PostgresDatabase(url, tenant)


class PostgresDatabase:
    """One tenant's part of a database."""

    dialect = "postgres"
    capabilities = Capabilities(
        several_writers=False,  # within a tenant; tenants do not wait for each other
        several_machines=True,
        physical_erase=False,  # rows live on in the write-ahead log, on replicas and in base backups
    )

    def __init__(self, url: str, tenant: str, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> None:
        parts = _parsed(url)
        self.endpoint = _endpoint(parts)
        self.tenant = tenant
        self.busy_timeout_ms = busy_timeout_ms
        added = {name: value for name, value in _OPTIONS.items() if name not in parts}
        self._conninfo = make_conninfo(url, **added)
        self._role: str | None = None
        self._is_prepared = False
        self._idle: list[Connection[TupleRow]]
        self._forget_connections()

    def reading(self) -> PostgresTransaction:
        """Return a transaction that sees one consistent state."""
        return PostgresTransaction(self, lambda: self._beginning(_READ))

    def writing(self, *, durable: bool = True) -> PostgresTransaction:
        """Return a transaction that holds its tenant's write lock from its start.

        What it reads stays true until it commits, so that a limit, a tombstone or a twin that was looked up before
        writing holds with any number of processes, as it does on SQLite; the audit chain needs it too.
        With `durable=False` the commit is atomic but reaches the disk a moment later: right for recall logs,
        which nobody was promised.
        """
        commit = "on" if durable else "off"
        return PostgresTransaction(
            self, lambda: self._beginning(_WRITE, synchronous_commit=commit) + self._write_lock()
        )

    def take(self) -> Connection[TupleRow]:
        """Return a connection for exclusive use; give it back with `give`."""
        if self._pid != os.getpid():  # a forked child must not touch its parent's connections
            self._forget_connections()
        if not self._places.acquire(timeout=self.busy_timeout_ms / 1000):
            raise errors.Busy(
                f"all connections to {self.endpoint!r} are in use", why=f"{MAX_CONNECTIONS} at most", hint="try again"
            )
        try:
            return self._idle.pop()
        except IndexError:
            pass
        try:
            return self._connected()
        except BaseException:
            self._places.release()
            raise

    def give(self, connection: Connection[TupleRow]) -> None:
        """Put a connection back for the next caller."""
        if not connection.closed:
            self._idle.append(connection)
        self._places.release()

    def erase_traces(self) -> None:
        """Free the space of deleted rows where the role may; the log and backups are the server's to age out."""
        connection = self.take()
        try:
            connection.execute(
                "VACUUM holdfast.memories, holdfast.episodes, holdfast.documents, holdfast.postings, holdfast.tasks,"
                " holdfast.vectors, holdfast.change_rows, holdfast.recalls, holdfast.recall_hits, holdfast.queue"
            )
        except psycopg.Error as error:
            raise wrapped(error, self.endpoint) from error
        finally:
            self.give(connection)

    def merge_index(self) -> None:
        """Do nothing: the server keeps its indexes in shape by itself."""

    def snapshot(self, path: str) -> NoReturn:
        """Refuse: the server's own tools copy a database in use."""
        raise errors.StoreError(
            f"{path!r} cannot be written",
            why="a PostgreSQL store is copied by the server's tools",
            hint="pg_dump --format=custom --schema=holdfast",
        )

    def problems(self) -> list[str]:
        """Return where indexes are invalid, tables unprotected, or the full-text index is out of step."""
        with self.reading() as tx:
            return [
                *(f"index {row[0]} is invalid" for row in tx.rows("schema.invalid_indexes")),
                *(f"row level security does not bind us on {row[0]}" for row in tx.rows("schema.unprotected")),
                *(f"full-text index: shelf {row[0]} has a wrong size" for row in tx.rows("schema.wrong_shelves")),
                *(
                    f"full-text index: memory number {row[0]} is out of step"
                    for row in tx.rows("schema.wrong_postings")
                ),
            ]

    def describe(self) -> dict[str, Any]:
        """Return version, size and schema."""
        with self.reading() as tx:
            version, role, read_only, size = tx.rows("schema.describe")[0]
            return {
                "engine": f"PostgreSQL {version}",
                "endpoint": self.endpoint,
                "exists": True,
                "tenant": self.tenant,
                "role": role,
                "schema": tx.rows("schema.version")[0][0],
                "bytes": size,
                "read_only": read_only,
            }

    def close(self) -> None:
        """Close every connection that is not in use."""
        if self._pid == os.getpid():
            while self._idle:
                self._idle.pop().close()

    def _forget_connections(self) -> None:
        # No pool with threads of its own: when a server is down its callers must hear why, and at once.
        self._pid = os.getpid()
        self._idle = []
        self._places = threading.BoundedSemaphore(MAX_CONNECTIONS)

    def _connected(self) -> Connection[TupleRow]:
        try:
            connection: Connection[TupleRow] = psycopg.connect(self._conninfo, autocommit=True)
        except psycopg.Error as error:
            raise wrapped(error, self.endpoint) from error
        try:
            if not self._is_prepared:
                self._role = postgres_schema.prepare(connection, STATEMENTS)
                self._is_prepared = True
        except psycopg.Error as error:
            connection.close()
            raise wrapped(error, self.endpoint) from error
        except BaseException:
            connection.close()
            raise
        return connection

    def _beginning(self, begin: LiteralString, **settings: str) -> bytes:
        """Return what opens a transaction, in one round trip."""
        wanted = {
            "search_path": "holdfast, pg_temp",
            "holdfast.tenant": self.tenant,
            "lock_timeout": f"{self.busy_timeout_ms}ms",
            **({"role": self._role} if self._role else {}),
            **settings,
        }
        sets = [sql.SQL("set_config({}, {}, true)").format(name, value) for name, value in wanted.items()]
        return sql.SQL("{}; SELECT {}").format(sql.SQL(begin), sql.SQL(", ").join(sets)).as_bytes()

    def _write_lock(self) -> bytes:
        lock = "; SELECT pg_advisory_xact_lock(hashtextextended({}, 0))"
        return sql.SQL(lock).format(f"holdfast writer {self.tenant}").as_bytes()


def _parsed(url: str) -> dict[str, Any]:
    try:
        return conninfo_to_dict(url)
    except psycopg.Error:
        raise errors.ConfigError(
            "store.url is not a PostgreSQL URL",
            why="one looks like postgresql://user@host:5432/database",
            hint="holdfast config set store.url URL",
        ) from None  # the driver's message quotes the URL whole, password included


def _endpoint(parts: dict[str, Any]) -> str:
    """Return the canonical URL without user, password or options: what consent is bound to."""
    environ = environment()
    host = str(parts.get("host") or parts.get("hostaddr") or environ.get("PGHOST") or "localhost")
    port = parts.get("port") or environ.get("PGPORT") or 5432
    name = parts.get("dbname") or environ.get("PGDATABASE") or parts.get("user") or ""
    shown = host.replace("/", "%2F") if host.startswith("/") else host.lower()
    return f"postgresql://{f'[{shown}]' if ':' in shown else shown}:{port}/{name}"
