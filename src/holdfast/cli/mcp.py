"""`holdfast mcp`: serve an agent on standard input and output, until the input ends.

`tests/mcp/test_processes.py` holds the laws.
"""

from __future__ import annotations

import os
import sys

from holdfast import places
from holdfast.cli.output import Result
from holdfast.errors import BadInput, UsageError
from holdfast.mcp.place import Surroundings
from holdfast.mcp.server import Server
from holdfast.mcp.stdio import Stdio, leave_with_parent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.cli.context import Context


def mcp(context: Context) -> Result:
    """Serve the Model Context Protocol to one client."""
    server = Server(_surroundings(context))
    leave_with_parent()
    if context.stdin.isatty():
        context.note("waiting for the messages of an MCP client; Ctrl-D ends")
    output, sys.stdout = sys.stdout, sys.stderr  # nothing but messages may reach the client
    try:
        served = Stdio(server, context.stdin.buffer, context.stdout.buffer)
        served.run()
    finally:
        sys.stdout = output
    if not served.is_idle:
        os._exit(0)  # a call hangs in the store; whoever asked is gone
    return Result(data={"answered": server.answered, "refused": server.refused})


def _surroundings(context: Context) -> Surroundings:
    chosen = context.args.workspace or ""
    if chosen and not os.path.isdir(os.path.expanduser(chosen)):
        raise UsageError(f"there is no folder {chosen!r}", why="mcp serves a folder, not a label")
    try:
        here = os.getcwd()
    except FileNotFoundError:
        raise BadInput(
            "the current folder is gone", why="it was removed", hint="start it in a folder that exists"
        ) from None
    workspace = os.path.abspath(os.path.expanduser(chosen)) if chosen else ""
    return Surroundings(
        environ=places.environment(), folder=here, workspace=workspace, store=context.args.store or ""
    )  # fmt: skip
