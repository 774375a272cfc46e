"""The schema of a PostgreSQL store: bringing it up to date, and the role that row level security binds.

A newer schema, a server too old or an encoding that cannot hold every text is refused before anything is changed.
Migrations run in one transaction under a lock; who finds the schema current needs no right to change it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg

from holdfast import errors
from holdfast.store.statements import Statements, migrations

if TYPE_CHECKING:
    from typing import Any

    from psycopg import Connection
    from psycopg.rows import TupleRow

SCHEMA_VERSION = 2
OLDEST_SERVER = 150_000
ROLE = "holdfast_app"
PATH = "SET LOCAL search_path = holdfast, pg_temp"

_LOCK_NUMBER = 0x484F4C44  # "HOLD"


def prepare(connection: Connection[TupleRow], statements: Statements) -> str | None:
    """Bring the schema up to date; return the role to work as, or None when the connection's own will do."""
    _refuse_unfit_server(connection)
    with connection.transaction():
        connection.execute(PATH)
        version = read_version(connection, statements)
    if version > SCHEMA_VERSION:
        raise errors.SchemaTooNew(
            f"the store has schema {version}, this Holdfast knows {SCHEMA_VERSION}",
            why="a newer Holdfast wrote it; nothing was changed",
        )
    if version < SCHEMA_VERSION:
        migrate(connection, statements)
    return _role_under_security(connection, statements)


def read_version(connection: Connection[TupleRow], statements: Statements) -> int:
    """Return the schema's version; 0 stands for none."""
    if not _value(connection, statements["schema.exists"]):
        return 0
    return int(_value(connection, statements["schema.version"]))


def migrate(connection: Connection[TupleRow], statements: Statements) -> None:
    """Apply the migrations that are missing, all in one transaction, one process at a time."""
    with connection.transaction():
        connection.execute(PATH)
        connection.execute(_sql(statements["schema.lock"]), {"number": _LOCK_NUMBER})
        version = read_version(connection, statements)
        for number, _, script in migrations("postgres"):
            if number > version:
                connection.execute(_sql(script))
                connection.execute(_sql(statements["schema.record"]), {"version": number})
        connection.execute(_sql(statements["role.make"]), {})


def _refuse_unfit_server(connection: Connection[TupleRow]) -> None:
    version = connection.info.server_version
    if version < OLDEST_SERVER:
        raise errors.StoreError(
            f"PostgreSQL {version // 10_000} is too old", why="Holdfast needs 15 or later", hint="upgrade the server"
        )
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise errors.StoreError(
            f"the database's encoding is {encoding!r}",
            why="only UTF8 holds every text",
            hint="CREATE DATABASE holdfast ENCODING 'UTF8' TEMPLATE template0",
        )


def _role_under_security(connection: Connection[TupleRow], statements: Statements) -> str | None:
    """Return None when row level security binds the connection's own role, else the role that it does bind."""
    if _is_bound(connection, statements, None):
        return None
    if _is_bound(connection, statements, ROLE) or _makes_role(connection, statements):
        return ROLE
    raise errors.StoreError(
        f"nothing keeps tenants apart for the role {connection.info.user!r}",
        why=f"it bypasses row level security and may not work as {ROLE!r}",
        hint="connect as a role without BYPASSRLS",
    )


def _makes_role(connection: Connection[TupleRow], statements: Statements) -> bool:
    try:
        with connection.transaction():
            connection.execute(PATH)
            connection.execute(_sql(statements["schema.lock"]), {"number": _LOCK_NUMBER})
            connection.execute(_sql(statements["role.make"]), {})
    except psycopg.errors.InsufficientPrivilege:
        return False
    return _is_bound(connection, statements, ROLE)


def _is_bound(connection: Connection[TupleRow], statements: Statements, role: str | None) -> bool:
    try:
        with connection.transaction(force_rollback=True):
            if role is not None:
                connection.execute(_sql(statements["role.take"]), {})
            connection.execute(PATH)
            return not connection.execute(_sql(statements["schema.unprotected"]), {}).fetchall()
    except (psycopg.errors.InvalidParameterValue, psycopg.errors.InsufficientPrivilege):
        return False  # there is no such role yet, or it is not ours to take


def _value(connection: Connection[TupleRow], statement: str) -> Any:
    row = connection.execute(_sql(statement), {}).fetchone()
    return row[0] if row else None


def _sql(statement: str) -> bytes:
    """Return a statement of ours as psycopg takes one that is not a literal in the source."""
    return statement.encode()
