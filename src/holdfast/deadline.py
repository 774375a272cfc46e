"""One monotonic budget that is handed down, so that no step can stretch the whole."""

from __future__ import annotations

import time

from holdfast.values import Value


class Deadline(Value):
    """A moment on the monotonic clock."""

    at: float

    @classmethod
    def after_ms(cls, budget_ms: float) -> Deadline:
        """Return the deadline that lies `budget_ms` ahead."""
        return cls(at=time.monotonic() + budget_ms / 1000)

    def extended_ms(self, budget_ms: float) -> Deadline:
        """Return the deadline that leaves at least `budget_ms` from now."""
        return Deadline(at=max(self.at, time.monotonic() + budget_ms / 1000))

    def remaining_ms(self) -> float:
        """Return what is left, never less than zero."""
        return max(0.0, (self.at - time.monotonic()) * 1000)

    def has_passed(self) -> bool:
        """Say whether nothing is left."""
        return time.monotonic() >= self.at
