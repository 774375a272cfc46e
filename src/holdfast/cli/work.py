"""`holdfast worker`: do what waits, once or until Ctrl-C.

`tests/cli/commands/test_worker_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast import worker as workers
from holdfast.cli.memory_text import counted
from holdfast.cli.output import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.cli.context import Context
    from holdfast.worker import Drained


def worker(context: Context) -> Result:
    """Do the waiting work."""
    core = context.memory.core
    core.actor = "worker"
    if context.args.drain:
        return _drained(workers.drain(core))
    context.note("working; Ctrl-C ends")
    done = failed = dead = 0
    try:
        while True:
            last = workers.serve(core, until_idle_s=workers.IDLE_S)
            done, failed, dead = done + last.done, failed + last.failed, dead + last.dead
    except KeyboardInterrupt:
        context.note("")
    return _drained(workers.Drained(done=done, failed=failed, dead=dead))


def _drained(drained: Drained) -> Result:
    if not drained.was_alone:
        return Result(data=drained.as_dict(), text="Another worker is at it already.")
    lines = [f"{counted(drained.done, 'job')} done, {drained.failed:,} to be tried again, {drained.dead:,} given up"]
    if drained.failed or drained.dead:
        lines.append("what went wrong: holdfast log failures")
    return Result(data=drained.as_dict(), text="\n".join(lines))
