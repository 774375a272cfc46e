"""What a transcript holds, in our words: one message each, and what could not be read.

A reader of this folder turns the lines or rows that an agent program keeps of its sessions into `Said`. It is pure, takes
one line at a time, and keeps what a person typed and an agent answered; what the program itself or a tool put into the
conversation is left out. `tests/transcripts` holds the laws, with samples of every format.
"""

from __future__ import annotations

from holdfast.model import Role
from holdfast.times import from_unix
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Lines = Iterable[tuple[int, bytes]]  # numbered from 1
    Note = Callable[[int, str], None]  # told of a line that cannot be read, and why

MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_ID_CHARS = 160  # names in the journal are cut at 200, and a cut name could be another's
CUT_OFF = "the line is cut off"
_FIRST_YEAR_MS, _LAST_YEAR_MS = 946_684_800_000, 4_102_444_800_000  # 2000 and 2100


class Said(Value):
    """One message of a session: who said it in which turn, when and where."""

    session: str
    turn: str
    role: Role
    text: str
    at: str = ""
    folder: str = ""
    remote: str = ""  # the repository's remote, where the transcript names it
    is_open: bool = False  # an answer that the agent may still be at


class About(Value):
    """What is known of a transcript before it is read: from its name, or from the folder it lies in."""

    session: str = ""
    folder: str = ""
    remote: str = ""
    at: str = ""  # when it was last written, for messages without a time


def is_cut_off(raw: bytes) -> bool:
    """Say whether a line of JSON lacks its end: also one that holds nothing of ours is damage to be told of."""
    return not raw.rstrip().endswith(b"}")


def text_in(fields: Any, *names: str) -> str:
    """Return the first of these fields that is a text with something in it, or nothing."""
    if isinstance(fields, dict):
        for name in names:
            value = fields.get(name)
            if isinstance(value, str) and value:
                return value
    return ""


def object_in(fields: Any, name: str) -> dict[str, Any]:
    """Return a field that is an object, or an empty one."""
    value = fields.get(name) if isinstance(fields, dict) else None
    return value if isinstance(value, dict) else {}


def list_in(fields: Any, name: str) -> Sequence[Any]:
    """Return a field that is a list, or an empty one."""
    value = fields.get(name) if isinstance(fields, dict) else None
    return value if isinstance(value, list) else ()


def id_in(fields: Any, *names: str) -> str:
    """Return the first of these fields that can be a name in the journal."""
    found = text_in(fields, *names)
    return found if len(found) <= MAX_ID_CHARS else ""


def moment(value: Any) -> str:
    """Return the time that an ISO text, or a number of milliseconds, stands for; nothing when it is none."""
    if isinstance(value, str):
        return _from_iso(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    return from_unix(value / 1000) if _FIRST_YEAR_MS <= value < _LAST_YEAR_MS else ""


def _from_iso(text: str) -> str:
    import datetime as dt  # noqa: PLC0415 - never in the hook

    try:
        found = dt.datetime.fromisoformat(text[:40])
        found = (found if found.tzinfo else found.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return ""
    milliseconds = found.timestamp() * 1000
    in_reach = _FIRST_YEAR_MS <= milliseconds < _LAST_YEAR_MS
    return found.strftime("%Y-%m-%dT%H:%M:%S.%fZ") if in_reach else ""
