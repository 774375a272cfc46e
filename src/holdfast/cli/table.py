"""All commands, in the order in which help lists them."""

from __future__ import annotations

from holdfast.cli import table_memories, table_running, table_work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.cli.command import Command

COMMANDS: tuple[Command, ...] = (*table_memories.COMMANDS, *table_work.COMMANDS, *table_running.COMMANDS)

# What people type who come from another program, and what it is called here.
ELSEWHERE = {
    "add": "remember", "save": "remember", "store": "remember", "search": "recall", "find": "recall", "query": "recall",
    "delete": "forget", "remove": "forget", "rm": "forget", "purge": "forget", "update": "correct", "ls": "list",
    "get": "show", "cat": "show", "settings": "config", "version": "--version", "revert": "undo", "explain": "why",
}  # fmt: skip
