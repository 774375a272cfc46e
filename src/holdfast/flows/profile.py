"""The profile as a flow: show it, add to it, and take over what a person edited as text."""

from __future__ import annotations

from holdfast.flows.forget import hide
from holdfast.flows.remember import Statement, check, store
from holdfast.model import Kind, Layer, Scope
from holdfast.profile import (
    Entry,
    Usage,
    entries_of,
    parse,
    refuse_over_limit,
    refuse_too_long,
    render,
    section_of,
    section_tag,
    usage,
)
from holdfast.store import memories
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.core import Core
    from holdfast.model import StoredMemory


class Profile(Value):
    """The profile as text, its entries, and how full it is."""

    text: str
    memories: tuple[StoredMemory, ...]
    usage: Usage


def show(core: Core) -> Profile:
    """Return the profile of this person."""
    with core.database.reading() as tx:
        found = memories.of_layer(tx, core.reach(tx), Layer.L0, Scope.USER)
    return _profile(core, found)


def replace(core: Core, text: str) -> Profile:
    """Make the profile say what this text says: entries that are gone are forgotten, new ones remembered."""
    wanted = parse(text)
    refuse_too_long(core.setting_int("profile.limit"), wanted)
    checked = [check(core, _statement(entry)) for entry in wanted]
    core.settle()
    with core.database.writing() as tx:
        reach = core.reach(tx)
        present = memories.of_layer(tx, reach, Layer.L0, Scope.USER)
        keep = {(entry.section, entry.content) for entry in wanted}
        recorder = core.record(tx, "profile-edit")
        for memory in present:
            if (section_of(memory), " ".join(memory.content.split())) not in keep:
                hide(tx, core, recorder, memory)
        said = dict(zip(wanted, checked, strict=True))
        kept = {(section_of(memory), " ".join(memory.content.split())) for memory in present}
        for entry, statement in said.items():
            if (entry.section, entry.content) not in kept:
                store(tx, core, recorder, statement)
        found = memories.of_layer(tx, core.reach(tx), Layer.L0, Scope.USER)
        refuse_over_limit(core.setting_int("profile.limit"), found)
        recorder.close()
    return _profile(core, found)


def _profile(core: Core, found: list[StoredMemory]) -> Profile:
    entries = entries_of(found)
    limit = core.setting_int("profile.limit")
    return Profile(text=render(entries), memories=tuple(found), usage=usage(entries, limit))


def _statement(entry: Entry) -> Statement:
    kind = Kind.PREFERENCE if entry.section == "preferences" else Kind.FACT
    return Statement(
        content=entry.content, layer=Layer.L0, kind=kind, scope=Scope.USER, tags=(section_tag(entry.section),)
    )
