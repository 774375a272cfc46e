"""`holdfast report`: what was done in a day, a week or any span, from the archive.

`tests/cli/commands/test_reports_command.py` holds the laws.
"""

from __future__ import annotations

import datetime as dt
import json

from holdfast.cli.output import Result
from holdfast.errors import UsageError
from holdfast.flows.report import as_markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import SimpleNamespace

    from holdfast.cli.context import Context

WEEK_DAYS = 7


def report(context: Context) -> Result:
    """Say what was done, grouped by project."""
    args = context.args
    since = span_start(args, dt.datetime.now().astimezone())
    found = context.memory.report(since=since, until=args.until, project=args.project)
    if args.format == "json":
        return Result(data=found, text=json.dumps(found, indent=2))
    hint = "" if found["projects"] else "\nA summary is kept when a session ends and when a task is done.\n"
    return Result(data=found, text=as_markdown(found) + hint)


def span_start(args: SimpleNamespace, now: dt.datetime) -> str:
    """Return where the span begins: a given date, today's midnight, or that of six days ago."""
    if sum((bool(args.day), bool(args.week), bool(args.since))) > 1:
        raise UsageError("--day, --week and --since rule each other out", why="a report covers one span")
    if args.until and not args.since:
        raise UsageError("--until needs --since", why="the span has an end but no beginning")
    if args.since:
        return str(args.since)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    days = 0 if args.day else WEEK_DAYS - 1
    return (midnight - dt.timedelta(days=days)).isoformat()
