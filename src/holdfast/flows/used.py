"""What a conversation has in front of it now: what was told at its start, and what this turn was given, from the log.

A host that names its turns is answered for that turn. For any other, the turn is what was injected last and whatever was
searched for since. Where the session is not known, the one that was injected into last stands for it, and the answer
says so. `tests/flows/test_used.py` holds the laws.
"""

from __future__ import annotations

from holdfast.flows.starting import TURN as START
from holdfast.model import Scope
from holdfast.store import recalls
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.core import Core
    from holdfast.store.recalls import LoggedRecall

LOOKED_AT = 40  # entries of the log; a turn that was given more is told its latest
SEARCHES = 5  # shown where nothing was ever injected
INJECT = "inject"


class Used(Value):
    """The recalls behind the present turn, newest first."""

    start: LoggedRecall | None = None
    turn: tuple[LoggedRecall, ...] = ()
    knows_session: bool = False


def used_now(core: Core, turn: str = "") -> Used:
    """Return the recalls that the present turn of the core's session rests on."""
    with core.database.reading() as tx:
        workspace = core.known_workspace(tx)
        if workspace is None:
            return Used()
        session = core.reach(tx).in_scope(Scope.SESSION)
        entries = recalls.latest(tx, workspace.no, core.owner, LOOKED_AT)
    number = session.no if session else _last_conversation(entries)
    mine = [one for one in entries if one.group_no == number or (session is None and not one.group_no)]
    start = next((one for one in mine if one.turn == START), None)
    asked = [one for one in mine if one.turn != START]
    return Used(start=start, turn=tuple(_of_turn(asked, turn)), knows_session=session is not None)


def _last_conversation(entries: Sequence[LoggedRecall]) -> int:
    return next((one.group_no for one in entries if one.purpose == INJECT), 0)


def _of_turn(asked: Sequence[LoggedRecall], turn: str) -> Sequence[LoggedRecall]:
    # A host may send two prompts in one turn; the second one is logged under a name that begins with the turn's.
    named = [one for one in asked if turn and (one.turn == turn or one.turn.startswith(f"{turn}-"))]
    if named:
        return named
    last = next((place for place, one in enumerate(asked) if one.purpose == INJECT), None)
    return asked[:SEARCHES] if last is None else asked[: last + 1]
