"""The profile (L0): four sections of short entries, 1,000 characters in all, always injected.

Pure: entries in, Markdown out, and back. `parse(render(entries))` gives the same entries. The limit is hard;
a write beyond it is refused with the usage, the entries, and what to merge or evict.
"""

from __future__ import annotations

from holdfast import errors
from holdfast.model import Kind
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.model import StoredMemory

SECTIONS = ("identity", "preferences", "constraints", "environment")
SHOWN, SHOWN_CHARS = 3, 30  # of the longest entries, in a refusal
_TAG = "section:"


class Entry(Value):
    """One line of the profile."""

    section: str
    content: str


class Usage(Value):
    """How full the profile is."""

    chars: int
    limit: int

    @property
    def percent(self) -> int:
        """The share in use, rounded up so that 100 means full."""
        return -(-100 * self.chars // self.limit)


def section_of(memory: StoredMemory) -> str:
    """Return the section an entry stands in: its tag, else what its kind suggests."""
    for tag in memory.tags:
        if tag.startswith(_TAG) and tag.removeprefix(_TAG) in SECTIONS:
            return tag.removeprefix(_TAG)
    return "preferences" if memory.kind is Kind.PREFERENCE else "identity"


def section_tag(section: str) -> str:
    """Return the tag that puts an entry into a section; raise for an unknown section."""
    if section not in SECTIONS:
        raise errors.UsageError(f"{section!r} is not a section of the profile", why=f"sections: {', '.join(SECTIONS)}")
    return _TAG + section


def entries_of(memories: Sequence[StoredMemory]) -> list[Entry]:
    """Return the profile's entries in the order they are shown."""
    return [
        Entry(section=section, content=_flat(memory.content))
        for section in SECTIONS
        for memory in memories
        if section_of(memory) == section
    ]


def render(entries: Sequence[Entry]) -> str:
    """Return the profile as Markdown, empty sections left out."""
    parts = []
    for section in SECTIONS:
        lines = [f"- {entry.content}" for entry in entries if entry.section == section]
        if lines:
            parts.append("\n".join((f"## {section.capitalize()}", *lines)))
    return "\n\n".join(parts)


def parse(text: str) -> list[Entry]:
    """Return the entries of a profile that a person edited; raise for a heading that is no section."""
    section, entries = SECTIONS[0], []
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("#"):
            section = stripped.lstrip("# ").casefold()
            section_tag(section)
        elif stripped and not stripped.startswith("<!--"):
            content = stripped.removeprefix("-").removeprefix("*").strip()
            if content:
                entries.append(Entry(section=section, content=content))
    return entries


def usage(entries: Sequence[Entry], limit: int) -> Usage:
    """Return how much of the limit the rendered profile uses."""
    return Usage(chars=len(render(entries)), limit=limit)


def refuse_over_limit(limit: int, present: Sequence[StoredMemory], *added: StoredMemory) -> None:
    """Raise `LimitReached` when the profile would not fit with these entries added."""
    before = usage(entries_of(present), limit)
    after = usage(entries_of([*present, *added]), limit)
    if after.chars > limit:
        longest = sorted(present, key=lambda memory: len(memory.content), reverse=True)[:SHOWN]
        listed = "; ".join(f"{memory.id[:10]} ({len(memory.content)})" for memory in longest)
        raise errors.LimitReached(
            f"the profile would have {after.chars:,} of {limit:,} characters",
            why=f"it has {before.chars:,} now ({before.percent} %); longest entries: {listed or 'none'}",
            hint="holdfast profile edit, to merge or shorten entries",
        )


def refuse_too_long(limit: int, wanted: Sequence[Entry]) -> None:
    """Raise `LimitReached` when these entries, in place of all that stand there, would not fit."""
    after = usage(wanted, limit)
    if after.chars > limit:
        from holdfast.text.truncate import truncate  # noqa: PLC0415 - the hook reads profiles, and refuses none

        longest = sorted(wanted, key=lambda entry: len(entry.content), reverse=True)[:SHOWN]
        listed = "; ".join(f"{truncate(entry.content, SHOWN_CHARS)!r} ({len(entry.content)})" for entry in longest)
        raise errors.LimitReached(
            f"the profile would have {after.chars:,} of {limit:,} characters",
            why=f"{after.chars - limit:,} too many; longest entries: {listed}",
            hint="holdfast profile edit, to merge or shorten entries",
        )


def _flat(content: str) -> str:
    return " ".join(content.split())
