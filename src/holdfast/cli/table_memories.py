"""The commands that act on memories, and those that look at what happened to them."""

from __future__ import annotations

from holdfast.cli.command import EVERY_DAY, LOOK, Command, option, place, switch
from holdfast.model import Kind, Layer, Scope, Source, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.cli.command import Argument

KINDS, LAYERS = tuple(map(str, Kind)), tuple(map(str, Layer))
# The two words by which other programs know these scopes are understood here and nowhere further in.
SCOPES = {"choices": tuple(map(str, Scope)), "aliases": (("global", "user"), ("shard", "shared"))}


def scope_option(sentence: str, **more: Any) -> Argument:
    """Return the option that names a scope."""
    return option("--scope", "SCOPE", sentence, **SCOPES, **more)


PROJECT = option("--project", "NAME", "Only what belongs to this project.")
FILTERS = (
    scope_option("Only these scopes.", many=True),
    option("--layer", "LAYER", "Only these layers.", many=True, choices=LAYERS),
    option("--kind", "KIND", "Only these kinds.", many=True, choices=KINDS),
    option("--tag", "TAG", "Only memories with all of these tags.", many=True),
    PROJECT,
)
MEMORY_ID = place("ID", "A memory's id, or its first characters (4 or more).")

COMMANDS = (
    Command(
        path=("remember",), run="holdfast.cli.memories:remember", heading=EVERY_DAY,
        summary="Keep a statement as a memory.",
        examples=(
            'holdfast remember "Run tests with make test." --kind procedure --tag testing',
            'holdfast remember "I prefer short answers." --scope user',
            "git log -1 --format=%B | holdfast remember - --kind decision",
        ),
        arguments=(
            place("TEXT|-", "The statement; - reads it from standard input.", words=True, dest="text"),
            option("--kind", "KIND", "What sort of statement it is.", choices=KINDS),
            scope_option("How far it reaches (workspace unless you say otherwise)."),
            option("--layer", "LAYER", "L0 is always injected, L1 when it fits, L2 on demand.", choices=LAYERS),
            option("--tag", "TAG", "A word to find it by; may be repeated.", many=True),
            option("--project", "NAME", "The project it belongs to."),
            option("--task", "ID", "The task it belongs to."),
            option("--cite", "FILE[:LINE]", "A file that it is about; may be repeated.", many=True),
            switch("--branch", "It holds on the present branch only, until that is merged."),
        ),
    ),
    Command(
        path=("recall",), run="holdfast.cli.recalls:recall", heading=EVERY_DAY,
        summary="Find the memories that answer a question.",
        examples=(
            'holdfast recall "how do we run the tests"',
            'holdfast recall "deploy" --scope workspace --why',
            'holdfast recall "editor" --as-injected --budget 800',
        ),
        arguments=(
            place("QUERY", "Any words.", words=True),
            *FILTERS,
            option("--limit", "N", "How many at most.", type="int", least=1),
            option("--budget", "CHARS", "How many characters the block may have.", type="int", least=1),
            option("--at", "DATE", "What held true then."),
            switch("--why", "Show the parts of each score, and what was left out."),
            switch("--as-injected", "Print exactly the block that an agent would get."),
        ),
    ),
    Command(
        path=("correct",), run="holdfast.cli.memories:correct", heading=EVERY_DAY,
        summary="Replace a wrong memory by the right statement.",
        examples=('holdfast correct m_7f3a "Run tests with make check."', "holdfast correct m_7f3a"),
        arguments=(
            MEMORY_ID,
            place("TEXT", "What is right; - reads it from standard input; your editor opens when left out.", words=True,
                  optional=True),
        ),
        notes="The wrong one is kept as superseded and points to the new one.",
    ),
    Command(
        path=("forget",), run="holdfast.cli.forgetting:forget", heading=EVERY_DAY,
        summary="Take memories out, so that nothing brings them back.",
        examples=(
            "holdfast forget m_7f3a m_22d0",
            'holdfast forget --query "staging"',
            "holdfast forget --scope workspace --purge --yes=workspace",
        ),
        arguments=(
            place("ID", "The memories to forget.", many=True, optional=True),
            switch("--purge", "Erase for good: text, index entries, copies, and what was made of it alone."),
            option("--query", "Q", "Forget what holds all of these words, after showing it."),
            scope_option("Forget everything in this scope, or only there what --query finds."),
        ),
        notes="holdfast undo brings back what was forgotten; nothing brings back what was purged.",
    ),
    Command(
        path=("edit",), run="holdfast.cli.memories:edit", heading=EVERY_DAY,
        summary="Change a memory in place: its text, or what is noted with it.",
        examples=("holdfast edit m_7f3a", "holdfast edit m_7f3a --tag testing --tag ci", "holdfast edit m_7f3a --confirm"),
        arguments=(
            MEMORY_ID,
            place("TEXT", "The new text; - reads it from standard input; your editor opens when nothing is given.",
                  words=True, optional=True),
            option("--kind", "KIND", "What sort of statement it is.", choices=KINDS),
            option("--tag", "TAG", "The tags it has from now on; an empty one takes all away.", many=True),
            option("--cite", "FILE[:LINE]", "The files it is about from now on.", many=True),
            option("--project", "NAME", "The project it belongs to; empty for none."),
            switch("--confirm", "It still holds, although a file it cites has changed."),
        ),
    ),
    Command(
        path=("promote",), run="holdfast.cli.memories:promote", heading=EVERY_DAY,
        summary="Write a curated memory into a wider scope.",
        examples=("holdfast promote m_7f3a --to user", 'holdfast promote "We deploy on Fridays." --kind decision'),
        arguments=(
            place("ID|TEXT", "A memory, or a new statement.", words=True, dest="text"),
            option("--kind", "KIND", "What sort of statement it is.", choices=KINDS),
            option("--to", "SCOPE", "Where to: a memory goes to user, a new statement to workspace, unless you say.",
                   choices=("workspace", "user"), aliases=(("global", "user"),)),
        ),
    ),
    Command(
        path=("list",), run="holdfast.cli.memories:list_", heading=LOOK,
        summary="List memories, the last changed first.",
        examples=("holdfast list", "holdfast list --kind decision --scope workspace", "holdfast list --json --limit 500"),
        arguments=(
            *FILTERS,
            option("--task", "ID", "Only what belongs to this task."),
            option("--source", "SOURCE", "Only from this source.", choices=tuple(map(str, Source))),
            option("--status", "STATUS", "Only with this status (active).", choices=tuple(map(str, Status))),
            option("--limit", "N", "How many at most.", type="int", least=1),
            option("--after", "NEXT", "Go on where the last page ended."),
        ),
    ),
    Command(
        path=("show",), run="holdfast.cli.show:show", heading=LOOK,
        summary="Show a memory with its history and where it came from.",
        examples=("holdfast show m_7f3a",),
        arguments=(place("ID", "A memory, episode, recall, change or task."),),
    ),
    Command(
        path=("history",), run="holdfast.cli.show:history", heading=LOOK,
        summary="Show every change of a memory.",
        examples=("holdfast history m_7f3a",),
        arguments=(MEMORY_ID,),
    ),
    Command(
        path=("why",), run="holdfast.cli.recalls:why", heading=LOOK,
        summary="Explain what a recall used, or why a memory is there.",
        examples=("holdfast why", "holdfast why r_19b2", "holdfast why r_19b2 --not m_7f3a"),
        arguments=(
            place("RECALL|ID", "A recall or a memory; the last recall when left out.", optional=True, dest="id"),
            option("--not", "ID", "Say why this memory was left out.", dest="not_id"),
        ),
    ),
    Command(
        path=("undo",), run="holdfast.cli.memories:undo", heading=LOOK,
        summary="Take back the last change, or a named one.",
        examples=("holdfast undo", "holdfast undo c_19b2", "holdfast undo --list"),
        arguments=(
            place("CHANGE", "The change; the last one when left out.", optional=True),
            switch("--list", "Show what can be taken back."),
        ),
    ),
    Command(
        path=("log",), run="holdfast.cli.recalls:log", heading=LOOK,
        summary="Show what was recalled, what was changed, or what failed.",
        examples=("holdfast log recalls", "holdfast log failures --json"),
        arguments=(
            place("WHAT", "recalls, changes or failures.", choices=("recalls", "changes", "failures")),
            option("--limit", "N", "How many at most.", type="int", least=1),
        ),
    ),
)  # fmt: skip
