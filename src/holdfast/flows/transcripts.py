"""Reading the end of a host's transcript, for the hosts that do not pass the agent's answer itself.

Some write it only after the event that ends a turn: then the worker waits for it. `tests/flows/test_transcripts.py` holds
the laws.
"""

from __future__ import annotations

import os
import time

from holdfast import places
from holdfast.capture.turns import Turn
from holdfast.deadline import Deadline
from holdfast.errors import HoldfastError
from holdfast.flows import capture
from holdfast.hosts.transcript import answer_in
from holdfast.store import sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from holdfast.core import Core

TAIL_BYTES = 512 * 1024
LONGEST_MS = 5_000.0
STEP_S = 0.1


def last_answer(path: str) -> str:
    """Return the agent's last answer in a transcript, "" where it cannot be had: the turn counts all the same."""
    try:
        return answer_in(places.read_tail(path, TAIL_BYTES))
    except (FileNotFoundError, HoldfastError, ValueError):  # ValueError: a NUL in what a host called a path
        return ""


def keep_late_answer(core: Core, job: dict[str, Any], *, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Store the answer of a turn once its transcript holds it; say whether it came in time."""
    path, deadline = os.path.expanduser(job["transcript"]), Deadline.after_ms(LONGEST_MS)
    while not (answer := last_answer(path)):
        if deadline.has_passed():
            return False
        sleep(STEP_S)
    core.root = core.root.evolve(path=os.path.expanduser(job["folder"]))  # whose paths are not to be stored
    turn = Turn(session=job["session"], turn=job["turn"], assistant=answer, host=job["host"])
    said = capture.said_in(core, turn)
    with core.database.writing() as tx:
        session = sessions.of_group(tx, int(job["group_no"]))
        if session is None or session.state == "paused":
            return False
        capture.write_turn(tx, core, session, turn, said)
    return True
