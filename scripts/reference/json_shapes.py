"""`json.md`: the JSON answer of every command, field by field, and the shapes they share.

The fields of a shape come from the class or function that makes it, the sentences from here; `tests/docs/test_json.py`
runs every command and compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast import errors, model
from holdfast.cli.table import COMMANDS
from holdfast.exchange.receipt import ImportReceipt, Problem
from holdfast.flows.forget import Receipt
from holdfast.flows.import_places import LeftOut
from holdfast.flows.import_receipt import Elsewhere, KeptReceipt, SessionsReceipt
from holdfast.flows.import_receipt import Problem as UnreadLine
from holdfast.flows.provenance import Provenance
from holdfast.flows.workspace_gate import Gate
from holdfast.gate.consent import Consent
from holdfast.gate.policy import Trust
from holdfast.kept.earlier_settings import Left
from holdfast.settings import Refusal
from holdfast.store.changes import Change, ChangedRow
from holdfast.store.recalls import LoggedHit, LoggedRecall
from holdfast.store.sessions import Session
from holdfast.store.work import Project, Task
from reference import health_shapes
from reference.markdown import blocks, code, described, table, type_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import StrEnum
    from pathlib import Path

    from holdfast.values import Value

INTRO = """\
# JSON

Every command takes `--json` and prints one object on standard output:

```json
{"schema": "holdfast/recall/1", "data": {}}
```

`schema` names the command, with dashes, and a version. Fields are only ever added to `data`; a change that is not an
addition comes with a higher version. All text is ASCII with `\\u` escapes. Times are ISO 8601 in UTC with
microseconds, such as `2026-03-01T12:00:00.000000Z`; they sort as text. Under `--json` nothing is asked: where a
question would come, the command fails and names the option that answers it. [Errors](errors.md) are one object on
standard error.

Below, a link in the column *type* leads to a shape that several commands share. A command that has several forms of
`data` lists each."""

ENUMS: dict[str, type[StrEnum]] = {
    name: getattr(model, name) for name in ("Scope", "Layer", "Kind", "Source", "Status", "Origin", "Role")
} | {"Trust": Trust}

MEMORY = {
    "id": "Its id, `m_` and 16 characters.",
    "content": "What it says. Empty once it was forgotten.",
    "layer": "L0 is always injected, L1 when it fits, L2 on demand.",
    "kind": "What sort of statement it is.",
    "scope": "How far it reaches.",
    "group": "The id of the group it stands in.",
    "source": "Who says so.",
    "origin": "Where the words came from, most trusted first.",
    "status": "Whether it still holds.",
    "tags": "Words to find it by.",
    "citations": "Files it is about, each with a line or without; relative to the workspace.",
    "confidence": "From 0 to 1.",
    "created_at": "When it was first stored.",
    "updated_at": "When it was last changed.",
    "valid_from": "Since when it holds.",
    "valid_to": "Until when it held; null while it holds.",
    "recall_count": "How many recalls have used it.",
    "project": "The project it belongs to.",
    "task": "The id of the task it belongs to.",
    "last_recalled_at": "When a recall last used it.",
    "branch": "The branch that it holds on until that is merged; null where it holds everywhere.",
    "subject": "What it is about, where only one answer can hold at a time.",
    "reason": "Why it was stored; `correction` when it took the place of a wrong one.",
    "superseded_by": "The id of the memory that replaced it.",
    "conflicts_with": "The id of a memory of somebody more trusted that says otherwise.",
}

SHAPES: dict[str, tuple[str, Mapping[str, str], dict[str, str]]] = {}


def _shape(name: str, about: str, types: Mapping[str, str], sentences: dict[str, str]) -> None:
    SHAPES[name] = (about, types, sentences)


def _types(kind: type[Value], *, without: tuple[str, ...] = (), **more: str) -> dict[str, str]:
    """Return the type of each field of a value in words, less what its JSON form hides, plus what it adds."""
    found: dict[str, str] = {}
    for parent in reversed(kind.__mro__):
        found |= {name: type_name(text, ENUMS) for name, text in vars(parent).get("__annotations__", {}).items()}
    return {
        name: more.pop(name, text) for name, text in found.items() if name in kind._fields and name not in without
    } | more


_memory = _types(model.StoredMemory, branch="text or null")
_shape("memory", "A durable statement.", {name: _memory[name] for name in model.PUBLIC_FIELDS}, MEMORY)
_shape(
    "episode", "One message, verbatim.", _types(model.Episode, without=("group_no", "no")),
    {
        "id": "Its id, `e_` and 16 characters.",
        "content": "What was said, with credentials masked and blocks of ours taken out.",
        "name": "`HOST.turn.TURN.ROLE`; the same turn always gives the same names.",
        "role": "Who spoke.",
        "session": "The session's id.",
        "turn": "The turn's id.",
        "origin": "Where the words came from.",
        "host": "The host that heard it.",
        "group": "The id of its group; empty where the answer does not hold it.",
        "occurred_at": "When it was said.",
        "created_at": "When it was stored.",
        "truncated": "Whether it was cut to `capture.max_message_chars`.",
        "redacted": "How many credentials were masked in it.",
        "task": "The id of the task the session was bound to.",
        "project": "The project the session was bound to.",
    },
)  # fmt: skip
_shape(
    "hit", "A memory that a recall found.",
    {"memory": "[memory](#memory)", "score": "number", "parts": "object of numbers"},
    {
        "memory": "The memory.",
        "score": "From 0 to 1, higher is better: the product of the parts.",
        "parts": "`relevance`, `decay`, `trust`, `scope`, and `stale` where a cited file has changed.",
    },
)  # fmt: skip
_shape(
    "missed", "A memory that a recall looked at and left out.", _types(model.Missed),
    {"id": "The memory's id.", "reason": "Why it was left out.", "score": "Its score."},
)  # fmt: skip
_shape(
    "logged recall", "A recall as the log keeps it.",
    _types(LoggedRecall, without=("no", "workspace_no", "group_no"), hits="list of [logged hit](#logged-hit)"),
    {
        "id": "Its id, `r_` and 16 characters.",
        "turn": "The turn it was made for; `start` at the start of a session; empty for a command.",
        "at": "When it was made.",
        "purpose": "`inject` for a host, `search` for a command or a program.",
        "query": "What was asked; empty where `recall.log_text` is off.",
        "block": "The block it made; empty where `recall.log_text` is off.",
        "chars": "How many characters the block had.",
        "found": "How many memories matched.",
        "timings": "Milliseconds by recaller; `local` is the store.",
        "scopes": "The scopes that were searched.",
        "hits": "What was looked at, in the order of their scores; used ones first.",
    },
)  # fmt: skip
_shape(
    "logged hit", "A memory in the log of a recall.", _types(LoggedHit),
    {
        "memory": "The memory's id.",
        "outcome": "`injected` or `returned` when it was used, else the reason why not.",
        "score": "Its score.",
        "parts": "The parts of the score; empty when it was left out.",
    },
)  # fmt: skip
_shape(
    "task", "A piece of work.", _types(Task, without=("group_no",)),
    {
        "id": "Its id, `t_` and 16 characters.",
        "title": "What is to be done.",
        "state": "The working state; empty once it is in the archive.",
        "status": "`active`, `done` or `dropped`.",
        "project": "The project it belongs to.",
        "links": "Issues, pull requests, pages.",
        "archived_as": "The id of the memory in the archive that its state became.",
        "created_at": "When it began.",
        "updated_at": "When it was last touched.",
        "done_at": "When it ended.",
    },
)  # fmt: skip
_shape(
    "project", "A body of work.", _types(Project, without=("group_no",)),
    {
        "name": "Its name.",
        "about": "What it is about.",
        "created_at": "When it began.",
        "updated_at": "When it was last changed.",
    },
)  # fmt: skip
_shape(
    "session", "A conversation of a host in a workspace.",
    _types(Session, without=("no", "group_no", "workspace_no", "owner", "epoch")),
    {
        "id": "The host's id of it.",
        "host": "The host.",
        "state": "`active`, `paused` or `ended`.",
        "started_at": "When it was first seen.",
        "seen_at": "When it was last seen.",
        "ended_at": "When it ended; null while it goes on.",
        "turn_count": "How many turns were completed.",
        "task": "The id of the task it is bound to.",
        "project": "The project it is bound to.",
        "git": "`branch` and `commit` when it was first seen, as a JSON text; null outside a repository, or where `git.metadata` is off.",
    },
)  # fmt: skip
_shape(
    "change", "An act that can be shown and undone.", _types(Change, without=("no",)),
    {
        "id": "Its id, `c_` and 16 characters.",
        "at": "When it was made.",
        "actor": "`person`, `agent`, `hook` or `worker`.",
        "verb": "What was done, such as `remember`.",
        "reason": "Why; for an undo, the verb that was undone.",
        "undoes": "The id of the change it took back.",
        "undone_by": "The id of the change that took it back.",
    },
)  # fmt: skip
_shape(
    "changed row", "One row of a change.", _types(ChangedRow, before="object or null", after="object or null"),
    {
        "noun": "`memory`, `task` or `project`.",
        "row_id": "Its id, or a project's name.",
        "before": "The row before; null when it did not exist.",
        "after": "The row after; null when it no longer exists.",
    },
)  # fmt: skip
_shape(
    "change of a memory", "One change as a memory's history tells it.",
    {
        "change": "text", "at": "text", "actor": "text", "verb": "text", "reason": "text",
        "before": "object or null", "after": "object or null",
    },
    {
        "change": "The change's id.",
        "at": "When it was made.",
        "actor": "Who made it.",
        "verb": "What was done.",
        "reason": "Why.",
        "before": "The [memory](#memory) before; null when it did not exist.",
        "after": "The [memory](#memory) after; null when it was taken back.",
    },
)  # fmt: skip
_shape(
    "provenance", "What a memory was made from and what was made from it.", _types(Provenance),
    {
        "origin": "The memory's origin.",
        "source": "The memory's source.",
        "sources": "What it was made from, nearest first: `id`, `how`, `of` (what was made of it), and the text.",
        "derived": "What was made from it: `id` and `how`.",
    },
)  # fmt: skip
_shape(
    "receipt", "What was forgotten or purged.",
    _types(Receipt, removed="object of whole numbers"),
    {
        "verb": "`forget` or `purge`.",
        "ids": "The ids of the memories, or of the group when a whole scope was purged.",
        "removed": "How many rows went, by table.",
        "derived": "The ids of the memories that went too, because they stood on the others alone.",
        "change": "The change that undo takes back; null for a purge.",
        "physical": "Whether no byte of the text is left in the store's files; false on PostgreSQL.",
    },
)  # fmt: skip
_shape(
    "import receipt", "What became of the rows of a file.",
    _types(ImportReceipt, problems="list of [problem](#problem)"),
    {
        "path": "The file.",
        "added": "Rows that are new here.",
        "merged": "Rows that said what something here says, or renewed it.",
        "skipped": "Rows that were here already.",
        "refused": "Rows that were forgotten here, or are not this file's to bring.",
        "conflicts": "Rows that differ here and there; the later one stands.",
        "redacted": "Texts in which a credential was masked.",
        "lowered": "Rows whose origin was lowered, because nothing proves who wrote the file.",
        "damaged": "Lines that could not be read.",
        "problems": "The first of those lines.",
        "is_ours": "Whether the file proves that this home wrote it.",
        "is_restore": "Whether it was restored into an empty store.",
        "is_dry": "Whether nothing was written.",
        "tables": "How many rows were taken, by table.",
        "change": "The change that undo takes back.",
    },
)  # fmt: skip
_shape(
    "problem", "A line that was passed over.", _types(Problem), {"line": "Its number, from 1.", "why": "Why."}
)  # fmt: skip
_shape(
    "sessions receipt", "What became of the past sessions of one program.",
    _types(SessionsReceipt, left_out="list of [folder left out](#folder-left-out)",
           problems="list of [unread line](#unread-line)"),
    {
        "host": "The program.",
        "is_dry": "Whether nothing was written.",
        "files": "Files that were found.",
        "sessions": "Sessions that were taken in, or were here already.",
        "added": "Messages that are new here.",
        "known": "Messages that were here already, imported before or captured live.",
        "copied": "Messages that a session repeats from the one it was forked from.",
        "unfinished": "Answers that may still be growing; a later import takes them.",
        "forgotten": "Messages left out because they were forgotten or purged here.",
        "redacted": "Messages in which a credential was masked.",
        "damaged": "Lines or files that could not be read.",
        "left_out": "Folders whose sessions were left out.",
        "problems": "The first of the lines that could not be read.",
    },
)  # fmt: skip
_shape(
    "folder left out", "A folder whose sessions were not taken in.", _types(LeftOut),
    {
        "folder": "The folder, as its sessions name it; empty when they name none.",
        "why": "Why.",
        "hint": "What would let them in.",
        "sessions": "How many sessions.",
    },
)  # fmt: skip
_shape(
    "store receipt", "What became of the statements of another memory tool.",
    _types(KeptReceipt, elsewhere="list of [other project](#other-project)", problems="list of [unread line](#unread-line)"),
    {
        "tool": "The tool.",
        "is_dry": "Whether nothing was written.",
        "files": "Files that were read.",
        "added": "Statements that are new here.",
        "merged": "Statements that were here already and got a tag or a cited file; a dry run counts them too.",
        "known": "Statements that were here already.",
        "disputed": "Of the added, those of which somebody more trusted says otherwise.",
        "forgotten": "Statements left out because they were forgotten or purged here.",
        "secret": "Statements refused because they look like credentials.",
        "damaged": "Lines or files that could not be read.",
        "elsewhere": "Projects and folders whose statements were left out.",
        "problems": "The first of the lines that could not be read.",
        "change": "The change that undo takes back; null when nothing changed.",
    },
)  # fmt: skip
_shape(
    "settings receipt", "What became of the settings of an earlier design.",
    {
        "program": "text", "file": "text", "is_dry": "true or false", "is_written": "true or false",
        "taken": "list of [setting taken over](#setting-taken-over)", "left": "list of [setting left](#setting-left)",
        "diff": "text",
    },
    {
        "program": "`codex-settings` or `vscode-settings`.",
        "file": "The file they stand in.",
        "is_dry": "Whether nothing was to be written.",
        "is_written": "Whether your settings file was changed.",
        "taken": "What is taken over.",
        "left": "What is not, and why.",
        "diff": "The change of your settings file, without passwords.",
    },
)  # fmt: skip
_shape(
    "setting taken over", "A setting of an earlier design and ours.",
    {"theirs": "text", "ours": "text", "value": "text"},
    {"theirs": "Its name there.", "ours": "Its name here.", "value": "The value here, as it is typed; without passwords."},
)  # fmt: skip
_shape(
    "setting left", "A setting of an earlier design that is not taken over.", _types(Left),
    {"theirs": "Its name there.", "why": "Why."},
)  # fmt: skip
_shape(
    "other project", "A project or folder of another tool that is not this workspace.", _types(Elsewhere),
    {"project": "Its name, or the folder.", "statements": "How many statements."},
)  # fmt: skip
_shape(
    "unread line", "A line of a file that was passed over, or the whole file.", _types(UnreadLine),
    {"file": "The file.", "line": "The line's number, from 1; 0 for the whole file.", "why": "Why."},
)  # fmt: skip
_shape(
    "consent", "What the person agreed to.", _types(Consent),
    {
        "group": "The workspace's group id.",
        "endpoint": "`local`, or where the store is, without credentials.",
        "purposes": "`capture` and `recall`.",
        "text_version": "The version of the question that was answered.",
        "granted_at": "When it was given.",
        "revoked_at": "When it was revoked; null while it was not.",
        "scopes": "The scopes it covers.",
    },
)  # fmt: skip
_shape(
    "workspace", "A workspace of the person.",
    {
        "id": "text or null", "label": "text", "here": "true or false", "folders": "whole number",
        "trust": ", ".join(map(code, Trust)), "consent": "true or false", "memories": "whole number",
    },
    {
        "id": "Its group id; null while nothing was stored or decided there.",
        "label": "What it is called.",
        "here": "Whether the command stands in it.",
        "folders": "How many folders are known to belong to it.",
        "trust": "What was decided about its folders.",
        "consent": "Whether a consent holds for it and the present store.",
        "memories": "How many active memories it has.",
    },
)  # fmt: skip
_shape(
    "gate", "What may happen in the folder.", _types(Gate),
    {
        "may_capture": "Whether messages are captured.",
        "may_recall": "Whether memories are injected.",
        "why": "What stands against it, when something does.",
        "hint": "The next command.",
        "trust": "What was decided about the folder.",
        "has_consent": "Whether a consent holds.",
    },
)  # fmt: skip
_shape(
    "setting", "A setting with its value.",
    {
        "name": "text", "value": "any", "default": "any", "origin": "text", "type": "text", "who": "text", "sentence": "text",
    },
    {
        "name": "Its name.",
        "value": "The value in force; passwords in an address are masked.",
        "default": "Its default.",
        "origin": "`default`, `user file`, `project file`, `environment` or `command line`.",
        "type": "`bool`, `int`, `float`, `str`, `list` or `choice`.",
        "who": "`user`, or `project-may-narrow`.",
        "sentence": "What it does.",
    },
)  # fmt: skip
_shape(
    "refusal", "What a settings file or variable asked for in vain.", _types(Refusal),
    {"file": "The file or variable.", "key": "The setting; empty for the whole file.", "why": "Why it was ignored."},
)  # fmt: skip
_shape(
    "failure", "What went wrong where nobody was watching.",
    dict.fromkeys(("at", "place", "code", "message", "hint"), "text"),
    {
        "at": "When.",
        "place": "`hook`, `mcp`, or `worker:` and the kind of job.",
        "code": "The error's code.",
        "message": "What failed.",
        "hint": "The next command.",
    },
)  # fmt: skip

SHAPES |= health_shapes.SHAPES

_OUTCOME = {
    "outcome": ("text", "`remembered`, `merged` (it was known) or `superseded` (it took another one's place)."),
    "memory": ("[memory](#memory)", "The memory that stands for the statement now."),
    "superseded": ("list of texts", "The ids of the memories that it replaced."),
    "conflicts": ("list of texts", "The ids of more trusted memories that say otherwise."),
    "change": ("text or null", "The change that undo takes back; null when nothing changed."),
}
_SESSION = {"session": ("[session](#session)", "The session as it is now.")}
_WORKSPACE = {"workspace": ("[workspace](#workspace)", "The workspace as it is now.")}
_TASK = {
    "task": ("[task](#task)", "The task as it is now."),
    "change": ("text or null", "The change that undo takes back."),
}
_TASK_SHOWN = {
    "task": ("[task](#task)", "The task."),
    "archived": ("[memory](#memory) or null", "What its state became, once it ended."),
}
_LOGGED = {
    "recall": ("[logged recall](#logged-recall)", "The recall; each hit also has its `content`, null when gone.")
}
_CONFIG = {
    "name": ("text", "The setting."),
    "file": ("text", "The settings file."),
    "changed": ("true or false", "Whether the file changed, or would."),
    "dry_run": ("true or false", "Whether nothing was written."),
}
_PROFILE = {
    "text": ("text", "The profile as Markdown."),
    "memories": ("list of [memory](#memory)", "Its memories, one for each line."),
    "usage": ("object", "`chars`, `limit` and `percent`."),
}

Field = tuple[str, str]  # type and sentence
Form = tuple[str, dict[str, Field]]  # when it comes, and its fields

ANSWERS: dict[str, tuple[Form, ...]] = {
    "remember": (("", _OUTCOME),),
    "correct": (("", _OUTCOME),),
    "edit": (("", _OUTCOME),),
    "promote": (("", _OUTCOME),),
    "recall": (("", {
        "recall": ("object", "`id`, `query`, `scopes`, `at` (when), `as_of` (what `--at` asked for), `timings`, `unlogged` (why it is not in the log; empty when it is)."),
        "hits": ("list of [hit](#hit)", "What was found, best first."),
        "block": ("text", "The block that a host would inject; empty when nothing fits."),
        "missed": ("list of [missed](#missed)", "What was left out, and why."),
    }),),
    "forget": (("", {"receipt": ("[receipt](#receipt)", "What was forgotten or purged; its `ids` are empty when nothing was.")}),),
    "list": (("", {
        "memories": ("list of [memory](#memory)", "One page, the last changed first."),
        "next": ("text or null", "What `--after` takes for the next page; null on the last."),
    }),),
    "show": (
        ("For a memory:", {
            "memory": ("[memory](#memory)", "The memory."),
            "history": ("list of [change of a memory](#change-of-a-memory)", "Its changes, oldest first."),
            "provenance": ("[provenance](#provenance)", "What it was made from and what was made from it."),
        }),
        ("For an episode:", {
            "episode": ("[episode](#episode)", "The episode."),
            "memories": ("list of [memory](#memory)", "What was made of it."),
        }),
        ("For a recall:", _LOGGED),
        ("For a change:", {
            "change": ("[change](#change)", "The change."),
            "rows": ("list of [changed row](#changed-row)", "What it touched."),
        }),
        ("For a task:", _TASK_SHOWN),
    ),
    "history": (("", {
        "memory": ("text", "The memory's id."),
        "history": ("list of [change of a memory](#change-of-a-memory)", "Its changes, oldest first."),
    }),),
    "why": (
        ("For a recall:", _LOGGED),
        ("For a memory:", {
            "memory": ("[memory](#memory)", "The memory."),
            "uses": ("list of objects", "The recalls it played a part in: `recall`, `at`, `outcome`, `score`."),
        }),
        ("With `--not`:", {
            "memory": ("text", "The memory's id."),
            "rank": ("whole number or null", "Its place among all that matched; null when it did not match."),
            "reason": ("text", "Why it was left out."),
            "recall": ("text", "The recall's id."),
            "query": ("text", "What was asked."),
        }),
    ),
    "undo": (
        ("", {"change": ("[change](#change)", "The change that took the other back.")}),
        ("With `--list`:", {"changes": ("list of [change](#change)", "The last changes, newest first; each also has `undoable`.")}),
    ),
    "log": (
        ("`recalls`:", {"recalls": ("list of [logged recall](#logged-recall)", "Newest first.")}),
        ("`changes`:", {"changes": ("list of [change](#change)", "Newest first.")}),
        ("`failures`:", {"failures": ("list of [failure](#failure)", "Newest first.")}),
    ),
    "task list": (("", {"tasks": ("list of [task](#task)", "The last touched first.")}),),
    "task show": (("", _TASK_SHOWN),),
    "task add": (("", _TASK),),
    "task note": (("", _TASK),),
    "task done": (("", _TASK),),
    "project list": (("", {
        "projects": ("list of [project](#project)", "Each also has `memories` and `tasks`, the numbers of active ones here."),
    }),),
    "project add": (("", {
        "project": ("[project](#project)", "The project as it is now."),
        "change": ("text or null", "The change that undo takes back."),
    }),),
    "project show": (("", {
        "project": ("[project](#project)", "The project, with `memories` and `tasks`."),
        "tasks": ("list of [task](#task)", "Its active tasks."),
        "memories": ("list of [memory](#memory)", "Its latest memories."),
        "next": ("text or null", "What `holdfast list --project NAME --after` takes to go on."),
    }),),
    "workspace list": (("", {"workspaces": ("list of [workspace](#workspace)", "Every workspace of the person.")}),),
    "workspace show": (("", {
        **_WORKSPACE,
        "gate": ("[gate](#gate) or null", "What may happen in the folder; null for a workspace elsewhere."),
    }),),
    "workspace trust": (("", _WORKSPACE),),
    "workspace untrust": (("", _WORKSPACE),),
    "workspace rename": (("", {
        "workspace": ("object", "Its `id` and new `label`."),
        "was": ("text", "The label that was given."),
    }),),
    "workspace merge": (("", {
        "merged": ("object or null", "How many rows moved, by table; null when the answer was no."),
    }),),
    "session list": (("", {"sessions": ("list of [session](#session)", "Newest first; each also has `episodes`, their number.")}),),
    "session show": (("", {
        "session": ("[session](#session)", "The session."),
        "episodes": ("list of [episode](#episode)", "What was said, in order."),
        "memories": ("list of [memory](#memory)", "What was made of it."),
    }),),
    "session pause": (("", _SESSION),),
    "session resume": (("", _SESSION),),
    "profile show": (("", _PROFILE),),
    "profile edit": (("", {**_PROFILE, "change": ("text or null", "The change that undo takes back.")}),),
    "report": (("", {
        "since": ("text", "Where the span begins."),
        "until": ("text", "Where it ends."),
        "projects": ("list of objects", "`project` and `entries`; an entry has `id`, `at`, `kind`, `content`, `task`."),
    }),),
    "import": (("", {
        "imports": ("list of [import receipt](#import-receipt)", "One for each export."),
        "sessions": ("list of [sessions receipt](#sessions-receipt)", "One for each program whose sessions were named."),
        "stores": ("list of [store receipt](#store-receipt)", "One for each memory tool that was named."),
        "settings": ("list of [settings receipt](#settings-receipt)", "One for each program whose settings were found."),
    }),),
    "export": (("", {
        "file": ("text or null", "The file; null for standard output."),
        "format": ("text", "`json` or `md`."),
        "rows": ("object or null", "How many rows were written, by table; `redacted` counts masked texts."),
        "dry_run": ("true or false", "Whether nothing was written."),
    }),),
    "scrub": (("", {
        "dry_run": ("true or false", "Whether nothing was masked."),
        "found": ("object", "How many texts hold a credential, or held one, by table."),
    }),),
    "key export": (("", {
        "key": ("text or null", "The key; null when it went to a file."),
        "file": ("text or null", "The file."),
        "dry_run": ("true or false", "Whether nothing was written; only with a file."),
    }),),
    "key import": (("", {
        "changed": ("true or false", "Whether the key was taken over."),
        "groups": ("whole number", "How many groups of the store were made with another key."),
        "kept": ("text or null", "The file that keeps the former key."),
    }),),
    "consent list": (("", {
        "consents": ("list of [consent](#consent)", "Each also has the workspace's `label`, and `current`: whether it holds."),
    }),),
    "consent grant": (("", {
        "consent": ("[consent](#consent) or null", "The consent, with the workspace's `label`; null when the answer was no."),
    }),),
    "consent revoke": (("", {
        "revoked": ("list of texts", "The endpoints it was given for."),
        "label": ("text", "The workspace's label."),
    }),),
    "config list": (("", {
        "settings": ("list of [setting](#setting)", "In the order of the table."),
        "refused": ("list of [refusal](#refusal)", "What was asked for in vain."),
        "user_file": ("text", "Your settings file."),
        "project_file": ("text", "The workspace's settings file."),
    }),),
    "config get": (("", {name: ("any" if name in {"value", "default"} else "text", sentence)
                         for name, sentence in SHAPES["setting"][2].items()}),),
    "config set": (("", _CONFIG),),
    "config unset": (("", _CONFIG),),
    "setup": (("", {
        "hosts": ("list of objects", "One for each host: `host`, `title`, `found` (on this machine), `files` and `refused`, "
                                     "which is null or an [error](#error). A file has its `path`, the `action` (`create`, "
                                     "`change`, `delete`, `unchanged`), the unified `diff`, and a `note`."),
        "written": ("true or false", "Whether any file was written."),
        "copies": ("list of texts", "Where the files are kept as they were."),
        "next": ("list of texts", "What only you can do now."),
    }),),
    **health_shapes.ANSWERS,
    "worker": (("", {
        "done": ("whole number", "Jobs done."),
        "failed": ("whole number", "Jobs that will be tried again."),
        "dead": ("whole number", "Jobs that were given up."),
        "was_alone": ("true or false", "False when another worker was at it."),
    }),),
    "mcp": (("", {
        "answered": ("whole number", "Requests answered; printed when the input has ended."),
        "refused": ("whole number", "Requests and messages refused."),
    }),),
    "completion": (("", {"shell": ("text", "The shell."), "script": ("text", "The script.")}),),
    "help": (("", {"topic": ("text", "The command or topic."), "text": ("text", "The page.")}),),
}  # fmt: skip


def page(_root: Path) -> str:
    """Return the page."""
    missing = {command.name for command in COMMANDS} ^ set(ANSWERS)
    if missing:
        raise SystemExit(f"scripts/reference: json: no answer is described for {', '.join(sorted(missing))}")
    answers = [_answer(command.name, command.schema) for command in COMMANDS]
    shapes = [_shared(name) for name in SHAPES]
    return blocks(INTRO, "# Commands", *answers, "# Shapes", *shapes, _error())


def _answer(name: str, schema: str) -> str:
    forms = []
    for when, fields in ANSWERS[name]:
        rows = [(code(field), kind, sentence) for field, (kind, sentence) in fields.items()]
        forms += [when, table(("field", "type", "meaning"), rows)]
    return blocks(f"## {name}", f"Schema {code(schema)}.", *forms)


def _shared(name: str) -> str:
    about, types, sentences = SHAPES[name]
    rows = [(code(field), types[field], sentence) for field, sentence in described(name, types, sentences)]
    return blocks(f"## {name}", about, table(("field", "type", "meaning"), rows))


def _error() -> str:
    sentences = {
        "code": "Stable; see [errors](errors.md).",
        "message": "What failed.",
        "why": "Why; may be empty.",
        "hint": "The next step; may be empty.",
        "exit": "The status the command ends with.",
    }
    fields = errors.HoldfastError("").as_dict()
    kinds = {name: "whole number" if isinstance(value, int) else "text" for name, value in fields.items()}
    rows = [(code(field), kinds[field], sentence) for field, sentence in described("error", fields, sentences)]
    return blocks("## error", "What stands under `error` on standard error.", table(("field", "type", "meaning"), rows))
