"""What an engine promises: declared, never inferred."""

from __future__ import annotations

from holdfast.values import Value


class Capabilities(Value):
    """What an engine can do beyond the contract all of them keep."""

    several_writers: bool  # two transactions may write at the same time
    several_machines: bool
    physical_erase: bool  # after a purge no byte of the text is left in its files
