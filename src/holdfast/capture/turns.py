"""A turn becomes episodes: stable names, safe lengths, no echo of our own blocks. Pure.

The same turn always gives the same names, so that capturing it twice stores it once.
Laws: `tests/capture/test_turns.py`.
"""

from __future__ import annotations

from holdfast.hashes import blake2b
from holdfast.model import Role
from holdfast.recall.echo import strip_blocks
from holdfast.text.clean import clean
from holdfast.text.truncate import truncate
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Turn(Value):
    """What was said in one exchange; a part that is None was not heard."""

    session: str
    turn: str = ""
    user: str | None = None
    assistant: str | None = None
    system: str | None = None
    host: str = "generic"
    occurred_at: str | None = None


class Message(Value):
    """One message of a turn; the redactor says how many credentials it took out."""

    role: Role
    content: str
    truncated: bool
    redacted: int = 0


def messages_of(turn: Turn, max_chars: int, places: Mapping[str, str]) -> list[Message]:
    """Return the messages of a turn worth keeping, in the order they were said."""
    spoken = ((Role.SYSTEM, turn.system), (Role.USER, turn.user), (Role.ASSISTANT, turn.assistant))
    found = []
    for role, text in spoken:
        content = localise(strip_blocks(clean(text)), places).strip() if text else ""
        if content:
            kept = truncate(content, max_chars)
            found.append(Message(role=role, content=kept, truncated=kept != content))
    return found


def name_of(host: str, turn_id: str, role: Role) -> str:
    """Return the stable name of a message."""
    return f"{host}.turn.{turn_id}.{role}"


def turn_id_of(turn: Turn, turns_so_far: int) -> str:
    """Return the host's turn id, or one made of the turn's place and, for a prompt, its words."""
    if turn.turn:
        return turn.turn
    said = (turn.user or turn.assistant or "").encode(errors="replace")
    return f"{turns_so_far}-{blake2b(said, digest_size=6).hexdigest()}" if turn.user else str(turns_so_far)


def localise(text: str, places: Mapping[str, str]) -> str:
    """Return a text in which this machine's folders are written without their absolute paths."""
    for path, stand_in in places.items():
        if path in text:
            text = text.replace(path + "/", f"{stand_in}/" if stand_in else "").replace(path, stand_in or ".")
    return text
