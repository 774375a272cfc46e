"""`holdfast scrub`: find credentials in what is stored and mask them for good.

`tests/cli/commands/test_scrub_command.py` holds the laws.
"""

from __future__ import annotations

from holdfast.cli.output import Result
from holdfast.flows.scrub import scrub as scrub_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from holdfast.cli.context import Context

NOTHING = "No credential was found in what is stored."


def scrub(context: Context) -> Result:
    """Count what would be masked, ask, and mask it."""
    core = context.memory.core
    if context.args.dry_run or context.args.yes is None:
        found = scrub_store(core, dry_run=True)
        data = {"dry_run": True, "found": found}
        if not _total(found):
            return Result(data=data, text=NOTHING)
        if context.args.dry_run:
            return Result(data=data, text=f"would mask: {_counts(found)}\nmask them: holdfast scrub")
        if not context.confirm(f"Mask what looks like a credential ({_counts(found)})? There is no undo."):
            return Result(data=data, text="Nothing was masked.")
    masked = scrub_store(core)
    data = {"dry_run": False, "found": masked}
    return Result(data=data, text=f"masked: {_counts(masked)}" if _total(masked) else NOTHING)


def _counts(found: Mapping[str, object]) -> str:
    shown = (
        f"{number:,} in {name.replace('_', ' ')}"
        for name, number in found.items()
        if isinstance(number, int) and number
    )
    return ", ".join(shown)


def _total(found: Mapping[str, object]) -> int:
    return sum(number for number in found.values() if isinstance(number, int))
