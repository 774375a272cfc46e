"""A program that is one of a crowd on one store: it writes, reads, checkpoints, makes snapshots, or stands in the way.

`python crowd.py HOME WORKSPACE ROLE NAME NUMBER`: writers do that many acts and print a JSON list for each that was
acknowledged; everybody else goes on until standard input ends. An error that reaches a caller is printed as `failed`.
"""

from __future__ import annotations

import io
import json
import os
import select
import sys

import holdfast
from holdfast import hook
from holdfast.errors import HoldfastError
from holdfast.flows import backups

LINE_CHARS = 60


def say(*what):
    os.write(sys.stdout.fileno(), json.dumps(what).encode() + b"\n")


def library(memory, name, number):
    """Write through the library."""
    for turn in range(number):
        text = f"Writer {name} notes number {turn}"
        if turn % 2:
            memory.remember(text, tags=[name])
        else:
            memory.capture(session=name, turn=str(turn), user=text, assistant=f"Answer to {text}")
        say("done", name, turn, text)


def hooks(memory, name, number):
    """Write as hooks do, without the start of a process for each."""
    for turn in range(number):
        text = f"Writer {name} notes number {turn}"
        event = {"session_id": name, "turn_id": str(turn), "cwd": memory.core.root.path, "prompt": text}
        hook.run(["--host", "generic", "--event", "UserPromptSubmit"], io.BytesIO(json.dumps(event).encode()))
        say("done", name, turn, text)


def reads(memory, name, _number):
    """Read until told to stop."""
    while not is_over():
        list(memory.recall("who notes number 7 of what"))
        memory.list(limit=10)
        say("did", name)


def checkpoints(memory, name, _number):
    """Write the log back into the store again and again."""
    while not is_over():
        connection = memory.core.database.take()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        memory.core.database.give(connection)
        say("did", name)


def snapshots(memory, name, _number):
    """Make snapshots."""
    while not is_over():
        backups.take(memory.core)
        say("did", name)


def stands_in_the_way(memory, name, _number):
    """Hold the write lock until told to go on."""
    with memory.core.database.writing() as tx:
        tx.rows("groups.set_meta", name="who was in the way", value=name)
        say("holding", name)
        sys.stdin.read()
    say("done", name, 0, "")


def is_over():
    return bool(select.select([sys.stdin], [], [], 0)[0])


ROLES = {
    "library": library, "hooks": hooks, "reads": reads, "checkpoints": checkpoints, "snapshots": snapshots,
    "stands in the way": stands_in_the_way,
}  # fmt: skip


def main(home, workspace, role, name, number):
    memory = holdfast.open(home=home, workspace=workspace, settings={"backup.keep": 100})
    try:
        ROLES[role](memory, name, int(number))
    except HoldfastError as error:
        say("failed", name, error.code, str(error)[:LINE_CHARS])
    memory.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
