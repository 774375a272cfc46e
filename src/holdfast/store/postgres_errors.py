"""What psycopg raises, as our errors: the one place where the two meet.

No message repeats a value of a statement or any part of a connection string: both can hold what must not be shown.
`tests/store/test_postgres_edge.py` provokes them on a real server.
"""

from __future__ import annotations

import psycopg
from psycopg import errors as server

from holdfast import errors

# Driver's errors, ours, what failed, and the next step where the class's own would not help.
_ANSWERS: tuple[tuple[tuple[type[Exception], ...], type[errors.HoldfastError], str, str | None], ...] = (
    (
        (server.LockNotAvailable, server.DeadlockDetected, server.SerializationFailure),
        errors.Busy, "the store {} is busy", "try again",
    ),
    ((server.TooManyConnections,), errors.Busy, "the store {} has no connection left", "try again"),
    ((server.QueryCanceled,), errors.TooSlow, "the store {} was stopped at the deadline", "ask with fewer words"),
    ((server.ReadOnlySqlTransaction,), errors.ReadOnly, "the store {} only reads", "name the primary server in store.url"),
    (
        (server.InsufficientPrivilege,),
        errors.ReadOnly, "the store {} refused",
        "GRANT holdfast_app TO the role you connect as, or connect as the tables' owner",
    ),
    ((server.DiskFull,), errors.DiskFull, "there is no space left for the store {}", None),
    (
        (server.DataCorrupted, server.IndexCorrupted),
        errors.Corrupt, "the store {} is damaged", "restore a backup beside it and compare",
    ),
    ((psycopg.DataError, UnicodeEncodeError), errors.BadInput, "the store {} cannot hold this text", None),
    (
        (server.AdminShutdown, server.CrashShutdown, server.CannotConnectNow),
        errors.StoreError, "the store {} is shutting down", "try again",
    ),
)  # fmt: skip


def wrapped(error: psycopg.Error | UnicodeEncodeError, endpoint: str) -> errors.HoldfastError:
    """Return our error for a driver's."""
    why = reason(error)
    for kinds, ours, message, hint in _ANSWERS:
        if isinstance(error, kinds):
            return ours(message.format(repr(endpoint)), why=why, hint=hint)
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return errors.StoreError(
            f"the store {endpoint!r} cannot be reached", why=why, hint="holdfast config get store.url"
        )
    return errors.StoreError(f"the store {endpoint!r} failed", why=f"{type(error).__name__}: {why}")


def reason(error: psycopg.Error | UnicodeEncodeError) -> str:
    """Return the first line of what the driver says; the details below it can quote a row."""
    if isinstance(error, UnicodeEncodeError):
        return error.reason
    return error.diag.message_primary or next(iter(str(error).splitlines()), "")
