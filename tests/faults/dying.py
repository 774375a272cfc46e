"""A program that acts on copies of a home and is killed at a given write, half of which is done.

`python dying.py HOME WORKSPACE ACTION [STEP…]`: without steps the action runs to its end and each of its steps is
printed; with steps it is begun anew for each of them, on a copy `HOME-STEP`, and killed there as by `kill -9`.
A step is whatever changes a file: SQLite's writes, syncs, truncations and deletions, and those of our own.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys

import apsw

import holdfast
from holdfast.flows import erasing, scrub
from holdfast.flows.repair import repair

OURS = ("fsync", "replace", "unlink", "ftruncate", "link", "pwrite")


class Steps:
    """Counts the steps of this process and kills it at the last."""

    def __init__(self, last: int) -> None:
        self.last, self.taken = last, []

    def take(self, name, half=None):
        self.taken.append(name)
        if len(self.taken) == self.last:
            if half is not None:
                half()
            os.kill(os.getpid(), signal.SIGKILL)


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
    match verb:
        case "repair":
            repair(memory.core)
        case "purge":
            memory.purge(what)
        case "purge-scope":
            memory.purge(scope=what)
        case "scrub":
            scrub.scrub(memory.core)
        case "finish":
            erasing.finish(memory.core)
    memory.close()
    del watched


def steps_of(home, workspace, action: str) -> list[str]:
    """Return the name of each step of an action, done to its end on a copy."""
    said = subprocess.run(
        [sys.executable, __file__, str(home), str(workspace), action], check=True, capture_output=True, text=True
    )
    return said.stdout.split()


def killed_at(home, workspace, action: str, steps) -> list[str]:
    """Return the copies of a home whose action was killed at each of these steps."""
    words = [sys.executable, __file__, str(home), str(workspace), action, *map(str, steps)]
    subprocess.run(words, check=True, capture_output=True)
    return [f"{home}-{step}" for step in steps]


def main(home: str, workspace: str, action: str, *chosen: str) -> None:
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
            act(copy, workspace, action, Steps(int(step)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL:
            sys.exit(f"step {step} was not reached, or the action failed before it: {status}")


def _watched(steps, name, real):
    def done(*words):
        if name == "pwrite":
            handle, data, place = words
            steps.take(name, lambda: real(handle, data[: len(data) // 2], place))
        else:
            steps.take(name)
        return real(*words)

    return done


if __name__ == "__main__":
    main(*sys.argv[1:])
