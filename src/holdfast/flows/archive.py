"""The archive (L2): what is left of a session when it ends, written without a model.

A session summary says what was asked and how it ended, in the words of the session. It is made from
episodes, inherits the least trusted of them, and is stored once per stretch of turns.
"""

from __future__ import annotations

from holdfast.model import Kind, Layer, Role, Scope, Source, StoredMemory, least_trusted
from holdfast.store import episodes, memories, sessions
from holdfast.text.truncate import truncate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.core import Core
    from holdfast.model import Episode
    from holdfast.store.sessions import Session

ASKED_CHARS = 240
ENDED_CHARS = 480
MAX_ASKED = 6


def archive_session(core: Core, group_no: int) -> StoredMemory | None:
    """Write the summary of a session, or refresh the one it has; None when it said nothing."""
    with core.database.writing() as tx:
        session = sessions.of_group(tx, group_no)
        if session is None:
            return None  # purged in between
        said = list(episodes.of_group(tx, group_no))
        if not said:
            return None
        core.session = session.id
        reach = core.reach(tx)
        workspace = core.known_workspace(tx)
        if workspace is None or workspace.no != session.workspace_no:
            return None
        earlier = [row[0] for row in tx.rows("memories.children", id=said[0].id) if row[1] == "archived"]
        old = memories.find(tx, reach, earlier[0]) if earlier else None
        at = core.clock()
        made = StoredMemory(
            id=old.id if old else core.new_id("m"), content=summary_of(session, said), layer=Layer.L2,
            kind=Kind.SUMMARY, scope=Scope.WORKSPACE, group=workspace.id, group_no=workspace.no, source=Source.SYSTEM,
            origin=least_trusted([episode.origin for episode in said]), created_at=said[0].occurred_at, updated_at=at,
            valid_from=said[0].occurred_at, project=session.project, task=session.task,
            version=old.version + 1 if old else 1,
        )  # fmt: skip
        if old is not None and old.content == made.content:
            return old
        recorder = core.record(tx, "archive-session")
        stored = memories.put(tx, made, before=old)
        memories.derive(tx, stored.id, [episode.id for episode in said], "archived")
        recorder.note("memory", stored.id, old, stored)
        recorder.close()
    return stored


def summary_of(session: Session, said: Sequence[Episode]) -> str:
    """Return what a session was about, in its own words."""
    asked = [episode.content for episode in said if episode.role is Role.USER]
    answered = [episode.content for episode in said if episode.role is Role.ASSISTANT]
    host = f" in {session.host}" if session.host else ""
    turns = max(len(asked), len(answered))
    head = f"Session{host} on {said[0].occurred_at[:10]}, {turns} turn{'' if turns == 1 else 's'}."
    lines = [head, *(f"Asked: {_first_line(text, ASKED_CHARS)}" for text in asked[:MAX_ASKED])]
    if len(asked) > MAX_ASKED:
        lines.append(f"… and {len(asked) - MAX_ASKED} more; last: {_first_line(asked[-1], ASKED_CHARS)}")
    if answered:
        lines.append(f"Ended: {_first_line(answered[-1], ENDED_CHARS)}")
    return "\n".join(lines)


def _first_line(text: str, longest: int) -> str:
    return truncate(" ".join(text.split()), longest)
