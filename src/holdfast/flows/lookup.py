"""Looking one thing up by its id: an episode with what was made of it, a change with its rows.

Only what is within reach is found; anything else answers like an id that does not exist.
`tests/cli/commands/test_show_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.store import changes, episodes, memories, sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.core import Core
    from holdfast.model import Episode, StoredMemory
    from holdfast.store.changes import Change, ChangedRow


def episode(core: Core, episode_id: str) -> Episode:
    """Return one episode of this workspace by id or unique prefix."""
    with core.database.reading() as tx:
        workspace = core.known_workspace(tx)
        number = workspace.no if workspace else 0
        groups = [row[0] for row in tx.rows("sessions.groups_of", workspace_no=number, owner=core.owner)]
        found = episodes.get(tx, groups, episode_id)
        session = sessions.of_group(tx, found.group_no)
    return found.evolve(session=session.id) if session else found


def made_of(core: Core, said: Sequence[Episode]) -> list[StoredMemory]:
    """Return the memories that were made of these episodes, in the order of the episodes."""
    with core.database.reading() as tx:
        reach = core.reach(tx)
        children = dict.fromkeys(row[0] for one in said for row in tx.rows("memories.children", id=one.id))
        found = [memories.find(tx, reach, child) for child in children]
    return [memory for memory in found if memory is not None]


def change(core: Core, change_id: str) -> tuple[Change, list[ChangedRow]]:
    """Return one change of this person with the rows it touched."""
    with core.database.reading() as tx:
        found = changes.get(tx, core.owner, change_id)
        return found, changes.rows_of(tx, found)
