"""`holdfast import`: one command for everything that can be taken in; each source has a function of its own.

`tests/cli/commands/test_import_command.py` holds the laws.
"""

from __future__ import annotations

import importlib

from holdfast.cli.import_sources import EXPORT_FILE, SOURCES, plan, refuse_options
from holdfast.cli.output import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from holdfast.cli.context import Context
    from holdfast.cli.import_sources import Job, Taken


def import_(context: Context) -> Result:
    """Take in every source that was named."""
    jobs = plan(context.args.sources, SOURCES)
    refuse_options(jobs, _given(context))
    data: dict[str, list[dict[str, Any]]] = {source.answers: [] for source in (EXPORT_FILE, *SOURCES)}
    taken = []
    for job in jobs:
        one = _function(job)(context, job)
        data[job.source.answers] += one.items
        taken.append(one)
    texts = [one.text for one in taken]
    return Result(
        data=data,
        text=lambda terminal: "\n".join(text if isinstance(text, str) else text(terminal) for text in texts),
        notes=tuple(note for one in taken for note in one.notes),
    )


def _function(job: Job) -> Callable[[Context, Job], Taken]:
    module, _, name = job.source.run.partition(":")
    function: Callable[[Context, Job], Taken] = getattr(importlib.import_module(module), name)
    return function


def _given(context: Context) -> list[str]:
    """Return the options on the command line that only some sources know."""
    known = {option for source in SOURCES for option in source.options}
    options = (option for option in context.command.options if option.name in known)
    return sorted(option.name for option in options if getattr(context.args, option.attribute, None))
