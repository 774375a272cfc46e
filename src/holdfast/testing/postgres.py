"""A PostgreSQL server of one's own for tests: made in a temporary folder, gone at the end.

It never runs as root (the server refuses), never listens beyond loopback, asks for a password there, and keeps its
socket in a private folder. Without server programs it raises: a law that was not checked must not look kept.
"""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from typing import TYPE_CHECKING
from urllib.parse import quote

import psycopg
from psycopg import sql

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, LiteralString, Self

START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 30.0
UNPRIVILEGED_USERS = ("postgres", "nobody")
OWNER = "holdfast_owner"


class PostgresCluster:
    """A running server; use it in a `with` block."""

    def __init__(self, *, durable: bool = False, settings: dict[str, str] | None = None) -> None:
        self._bin = find_server_programs()
        self._durable = durable
        self._settings = settings or {}
        self._password = secrets.token_urlsafe(16)
        self._server: subprocess.Popen[bytes]
        self.folder = ""
        self.port = 0

    def __enter__(self) -> Self:
        self.folder = tempfile.mkdtemp(prefix="hf-pg-")
        self.port = _free_port()
        try:
            self._make()
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str = "postgres", *, user: str = OWNER, by_socket: bool = False) -> str:
        """Return the URL of a database for a user, the superuser unless told otherwise."""
        if by_socket:
            return f"postgresql://{user}@/{database}?host={quote(self.folder)}&port={self.port}"
        return f"postgresql://{user}:{self._password}@127.0.0.1:{self.port}/{database}"

    def create_database(self, name: str, *, owner: str = OWNER) -> str:
        """Make an empty database and return its URL for its owner."""
        self.run(sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(name), sql.Identifier(owner)))
        return self.url(name, user=owner)

    def create_role(self, name: str, marks: LiteralString = "") -> None:
        """Make a role that may log in with the cluster's password."""
        self.run(
            sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} {}").format(
                sql.Identifier(name), sql.Literal(self._password), sql.SQL(marks)
            )
        )

    def run(self, statement: str | sql.Composed, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement as superuser."""
        with psycopg.connect(self.url(database, by_socket=True), autocommit=True) as connection:
            cursor = connection.execute(statement.encode() if isinstance(statement, str) else statement)
            return cursor.fetchall() if cursor.description else []

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "shared_buffers": "64MB",
            "max_connections": "60",
            **({} if self._durable else {"fsync": "off", "full_page_writes": "off"}),
            **self._settings,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with open(os.path.join(self.folder, "server.log"), "ab") as log:
            self._server = subprocess.Popen(
                [os.path.join(self._bin, "postgres"), "-D", self._data(), *options],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=self.folder, **_unprivileged(),
            )  # fmt: skip
        self._wait_until_up()

    def stop(self) -> None:
        """Stop the server at once, as a crash would."""
        if self._server.poll() is None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(STOP_TIMEOUT_S)

    def _make(self) -> None:
        who = _unprivileged()
        if who:
            shutil.chown(self.folder, who["user"], who["group"])
        password_file = os.path.join(self.folder, "password")
        with open(os.open(password_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(self._password)
        if who:
            shutil.chown(password_file, who["user"], who["group"])
        made = subprocess.run(
            [
                os.path.join(self._bin, "initdb"), "-D", self._data(), "-U", OWNER, "--encoding=UTF8", "--locale=C.UTF-8",
                "--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={password_file}", "--no-sync",
            ],
            capture_output=True, cwd=self.folder, check=False, **who,
        )  # fmt: skip
        if made.returncode:
            raise RuntimeError(f"initdb failed: {made.stderr.decode(errors='replace').strip()}")

    def _wait_until_up(self) -> None:
        give_up = time.monotonic() + START_TIMEOUT_S
        while self._server.poll() is None and time.monotonic() < give_up:
            try:
                psycopg.connect(self.url(by_socket=True)).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        self.stop()
        with open(os.path.join(self.folder, "server.log"), encoding="utf-8", errors="replace") as log:
            raise RuntimeError(f"PostgreSQL did not start: {log.read()[-2000:]}")

    def _data(self) -> str:
        return os.path.join(self.folder, "data")


def find_server_programs() -> str:
    """Return the folder that holds `initdb` and `postgres`."""
    told = os.environ.get("HOLDFAST_TEST_POSTGRES_BIN")
    newest_first = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=_version_of, reverse=True)
    on_path = os.environ.get("PATH", "").split(os.pathsep)
    for folder in [told] if told else [*newest_first, *on_path]:
        if all(os.access(os.path.join(folder, program), os.X_OK) for program in ("initdb", "postgres")):
            return folder
    raise RuntimeError(
        f"no PostgreSQL server programs in {told!r}" if told else
        "no PostgreSQL server programs found: install the server, or set HOLDFAST_TEST_POSTGRES_BIN to their folder"
    )  # fmt: skip


def _version_of(folder: str) -> float:
    try:
        return float(folder.split("/")[-2])
    except ValueError:
        return 0.0


def _unprivileged() -> dict[str, Any]:
    """Return what makes a child process run as an ordinary user when we are root."""
    if os.name != "posix" or os.geteuid() != 0:
        return {}
    import pwd  # noqa: PLC0415 - Windows has none

    for name in UNPRIVILEGED_USERS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise RuntimeError("PostgreSQL refuses to run as root, and there is no user 'postgres' or 'nobody'")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
