"""A program that acts on copies of a home and is killed at a given write, half of which is done.

`python dying.py HOME WORKSPACE ACTION FATE [STEP…]`: without steps the action runs to its end and each of its steps is
printed; with steps it is begun anew for each of them, on a copy `HOME-STEP`, and meets its fate there: it is killed as
by `kill -9`, or the disk fails or is full at this step and at no other, and what became of the action is printed.
A step is whatever changes a file: SQLite's writes, syncs, truncations and deletions, and those of our own.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress

import apsw

import holdfast
from holdfast.errors import HoldfastError
from holdfast.flows import backups, erasing, scrub
from holdfast.flows.repair import repair

OURS = ("fsync", "replace", "unlink", "ftruncate", "link", "write", "pwrite")
WRITES = ("write", "pwrite")
KILLED, FAILING, FULL = "killed", "failing", "full"
ACKNOWLEDGED = "acknowledged"


class Steps:
    """Counts the steps of this process, and has it meet its fate at the last."""

    def __init__(self, last: int, fate: str = KILLED) -> None:
        self.last, self.fate, self.taken = last, fate, []

    def take(self, name, half=None, *, is_sqlite=True):
        self.taken.append(name)
        if len(self.taken) != self.last:
            return
        if half is not None:
            half()
        if self.fate == KILLED:
            os.kill(os.getpid(), signal.SIGKILL)
        if is_sqlite:
            raise apsw.FullError("full") if self.fate == FULL and name == "write" else apsw.IOError("failing")
        raise OSError(errno.ENOSPC if self.fate == FULL else errno.EIO, os.strerror(errno.EIO))


class WatchedFile(apsw.VFSFile):
    """A file of SQLite's."""

    def __init__(self, steps, base, name, flags):
        super().__init__(base, name, flags)
        self.steps = steps

    def xWrite(self, data, offset):  # noqa: N802 - as SQLite calls it
        self.steps.take("write", lambda: super(WatchedFile, self).xWrite(bytes(data[: len(data) // 2]), offset))
        super().xWrite(data, offset)

    def xTruncate(self, size):  # noqa: N802
        self.steps.take("xTruncate")
        super().xTruncate(size)

    def xSync(self, flags):  # noqa: N802
        self.steps.take("xSync")
        super().xSync(flags)


class WatchedFiles(apsw.VFS):
    """SQLite's way to the disk, watched."""

    def __init__(self, steps):
        self.steps, self.real = steps, apsw.vfs_names()[0]
        super().__init__("watched", self.real, makedefault=True)

    def xOpen(self, name, flags):  # noqa: N802
        return WatchedFile(self.steps, self.real, name, flags)

    def xDelete(self, name, sync):  # noqa: N802
        self.steps.take("xDelete")
        super().xDelete(name, sync)


def watch(steps: Steps) -> WatchedFiles:
    """Count whatever changes a file in this process from now on."""
    for name in OURS:
        setattr(os, name, _watched(steps, name, getattr(os, name)))
    return WatchedFiles(steps)


def act(home: str, workspace: str, action: str, steps: Steps) -> None:
    """Do what is to be interrupted."""
    memory = holdfast.open(home=home, workspace=workspace)
    watched = watch(steps)
    verb, _, what = action.partition(" ")
    ACTIONS[verb](memory, what)
    with suppress(apsw.Error):  # SQLite does without its last checkpoint; apsw tells what a file of ours raised
        memory.close()
    del watched


ACTIONS = {
    "remember": lambda memory, text: memory.remember(text, tags=["new"]),
    "capture": lambda memory, text: memory.capture(session="new", turn="1", user=text, assistant=f"Answer to {text}"),
    "correct": lambda memory, what: memory.correct(*what.split(" ", 1)),
    "forget": lambda memory, what: memory.forget(what),
    "purge": lambda memory, what: memory.purge(what),
    "purge-scope": lambda memory, what: memory.purge(scope=what),
    "snapshot": lambda memory, _: backups.take(memory.core),
    "repair": lambda memory, _: repair(memory.core),
    "scrub": lambda memory, _: scrub.scrub(memory.core),
    "finish": lambda memory, _: erasing.finish(memory.core),
}


def steps_of(home, workspace, action: str) -> list[str]:
    """Return the name of each step of an action, done to its end on a copy."""
    said = subprocess.run(
        [sys.executable, __file__, str(home), str(workspace), action, KILLED],
        check=True,
        capture_output=True,
        text=True,
    )
    return said.stdout.split()


def killed_at(home, workspace, action: str, steps) -> list[str]:
    """Return the copies of a home whose action was killed at each of these steps."""
    words = [sys.executable, __file__, str(home), str(workspace), action, KILLED, *map(str, steps)]
    subprocess.run(words, check=True, capture_output=True)
    return [f"{home}-{step}" for step in steps]


def failed_at(home, workspace, action: str, fate: str, steps) -> list[tuple[str, str]]:
    """Return the copies of a home where the disk failed at each of these steps, and what became of the action there."""
    words = [sys.executable, __file__, str(home), str(workspace), action, fate, *map(str, steps)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    assert len(said) == len(steps), said
    return [(f"{home}-{step}", outcome) for step, outcome in zip(steps, said, strict=True)]


def main(home: str, workspace: str, action: str, fate: str, *chosen: str) -> None:
    if not chosen:
        shutil.copytree(home, f"{home}-all")
        steps = Steps(0)
        act(f"{home}-all", workspace, action, steps)
        print(*steps.taken)
    for step in chosen:
        copy = f"{home}-{step}"
        shutil.copytree(home, copy)
        child = os.fork()
        if child == 0:
            print(_outcome(copy, workspace, action, Steps(int(step), fate)), flush=True)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if fate == KILLED and (not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL):
            sys.exit(f"step {step} was not reached, or the action failed before it: {status}")


def _outcome(copy, workspace, action, steps):
    """Return what became of an action: it was acknowledged, or refused with an error of ours."""
    try:
        act(copy, workspace, action, steps)
    except HoldfastError as error:
        return error.code
    return ACKNOWLEDGED


def _watched(steps, name, real):
    def done(*words):
        if name in WRITES and words[0] > sys.stderr.fileno():
            handle, data, *place = words
            steps.take(name, lambda: real(handle, data[: len(data) // 2], *place), is_sqlite=False)
        elif name not in WRITES:
            steps.take(name, is_sqlite=False)
        return real(*words)

    return done


if __name__ == "__main__":
    main(*sys.argv[1:])
