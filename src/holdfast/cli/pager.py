"""Showing text that is longer than the screen through the person's pager."""

from __future__ import annotations

import shlex
import signal
import subprocess
from shutil import which
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LESS = ("less", "-FRX")


def pager_command(environ: Mapping[str, str]) -> list[str]:
    """Return the command of the pager, or nothing when there is none or it would only copy."""
    chosen = environ.get("HOLDFAST_PAGER", environ.get("PAGER"))
    if chosen is None:
        return list(LESS) if which(LESS[0]) else []
    try:
        command = shlex.split(chosen)
    except ValueError:  # a quote that is never closed
        return []
    return [] if command[:1] in ([], ["cat"]) or not which(command[0]) else command


def page(text: str, command: list[str]) -> None:
    """Hand a text to the pager and wait until the person leaves it."""
    # The pager uses Ctrl-C itself; were we to end first, it would fight the shell for the keyboard.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        subprocess.run(command, input=text.encode("utf-8", "backslashreplace"), check=False)  # noqa: S603 - the person's own choice
    finally:
        signal.signal(signal.SIGINT, before)
