"""The three standard streams as the program finds them: closed ones are stood in for, a broken output is let go.

`tests/cli/test_streams.py` holds the laws.
"""

from __future__ import annotations

import os
import sys

NAMES = ("stdin", "stdout", "stderr")  # in the order of their numbers


def stand_in_for_closed() -> None:
    """Put the null device where a stream is closed, before anything else is opened.

    A store that is opened later would get the free number, and what is meant for the screen would be written into it.
    """
    for number, name in enumerate(NAMES):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8"))


def let_go_of_output() -> None:
    """Send what is left of the output nowhere: Python would try to write it once more when it leaves."""
    handle = os.open(os.devnull, os.O_WRONLY)
    os.dup2(handle, sys.stdout.fileno())
    os.close(handle)
