"""Sessions of a workspace: list, show, pause and resume their capture."""

from __future__ import annotations

from holdfast.store import episodes, sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.model import Episode
    from holdfast.store.sessions import Session


def listed(core: Core, limit: int = 20) -> list[dict[str, object]]:
    """Return the sessions of this workspace, latest first, with their sizes."""
    with core.database.reading() as tx:
        workspace = core.known_workspace(tx)
        found = sessions.of_workspace(tx, workspace.no, core.owner, limit) if workspace else []
        sizes = [tx.one("episodes.count", groups=[session.group_no]) for session in found]
    return [{**one.public(), "episodes": size[0] if size else 0} for one, size in zip(found, sizes, strict=True)]


def get(core: Core, session_id: str) -> Session:
    """Return a session of this workspace by id or unique prefix."""
    with core.database.reading() as tx:
        workspace = core.known_workspace(tx)
        return sessions.get(tx, workspace.no if workspace else 0, core.owner, session_id)


def episodes_of(core: Core, session_id: str) -> list[Episode]:
    """Return what was said in a session of this workspace."""
    session = get(core, session_id)
    with core.database.reading() as tx:
        return [episode.evolve(session=session.id) for episode in episodes.of_group(tx, session.group_no)]


def set_paused(core: Core, session_id: str, *, paused: bool) -> Session:
    """Stop or go on capturing a session."""
    session = get(core, session_id)
    core.settle_known()
    with core.database.writing() as tx:
        tx.rows("sessions.state", session_no=session.no, state="paused" if paused else "active")
    return session.evolve(state="paused" if paused else "active")
