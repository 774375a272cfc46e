"""`holdfast mcp`: serve an agent on standard input and output, until the input ends.

`tests/mcp/test_processes.py` holds the laws.
"""

from __future__ import annotations

import os
import sys

from holdfast import places
from holdfast.errors import BadInput, UsageError
from holdfast.mcp.place import Surroundings
from holdfast.mcp.server import Server
from holdfast.mcp.stdio import Stdio, leave_with_parent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from holdfast.cli.context import Context
    from holdfast.cli.output import Result

WAITING = "waiting for the messages of an MCP client; Ctrl-D ends\n"


def mcp(context: Context) -> Result:
    """Serve the Model Context Protocol to one client."""
    from holdfast.cli.output import Result  # noqa: PLC0415 - `serve` is called without it, where time counts

    args = context.args
    server = serve(context.stdin, context.stdout, workspace=args.workspace or "", store=args.store or "")
    return Result(data={"answered": server.answered, "refused": server.refused})


def serve(stdin: TextIO, stdout: TextIO, *, workspace: str = "", store: str = "") -> Server:
    """Serve the client on these streams until it goes, and return what answered it."""
    server = Server(_surroundings(workspace, store))
    leave_with_parent()
    if stdin.isatty():
        sys.stderr.write(WAITING)
    output, sys.stdout = sys.stdout, sys.stderr  # nothing but messages may reach the client
    try:
        served = Stdio(server, stdin.buffer, stdout.buffer)
        served.run()
    finally:
        sys.stdout = output
    if not served.is_idle:
        os._exit(0)  # a call hangs in the store; whoever asked is gone
    return server


def _surroundings(workspace: str, store: str) -> Surroundings:
    chosen = os.path.expanduser(workspace)
    if chosen and not os.path.isdir(chosen):
        raise UsageError(f"there is no folder {workspace!r}", why="mcp serves a folder, not a label")
    try:
        here = os.getcwd()
    except FileNotFoundError:
        why = "it was removed"
        raise BadInput("the current folder is gone", why=why, hint="start it in a folder that exists") from None
    named = os.path.abspath(chosen) if chosen else ""
    return Surroundings(environ=places.environment(), folder=here, workspace=named, store=store)
