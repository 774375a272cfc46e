"""The scope handle: which groups one caller may touch, and by which numbers.

Every read of memories takes a `Reach` and joins its numbers into the statement, so there is one place
where isolation is decided. A number outside it answers like an id that does not exist.
`tests/trust/test_isolation.py` checks every surface.
"""

from __future__ import annotations

from holdfast.model import Scope
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Group(Value):
    """One concrete namespace that exists in the store."""

    no: int
    id: str
    scope: Scope
    agent: str = ""
    label: str = ""
    identity: str = ""


class Reach(Value):
    """The groups of one caller, in the stable order of scopes."""

    groups: tuple[Group, ...]

    def numbers(self, scopes: Iterable[Scope] | None = None) -> list[int]:
        """Return the numbers of the groups in these scopes, or of all."""
        wanted = None if scopes is None else set(scopes)
        return [group.no for group in self.groups if wanted is None or group.scope in wanted]

    def in_scope(self, scope: Scope) -> Group | None:
        """Return the group of a scope, when there is one."""
        return next((group for group in self.groups if group.scope is scope), None)

    def group(self, no: int) -> Group:
        """Return a group by its number; it must be within reach."""
        return next(group for group in self.groups if group.no == no)
