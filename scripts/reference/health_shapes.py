"""The JSON answers of `status` and `doctor`: one object for each area, and what each area holds.

The areas are those of `holdfast.flows.status` and `holdfast.flows.doctor`; a page cannot be made while one lacks its
sentence. `tests/docs/test_json.py` compares the fields with what the commands print.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.flows import doctor, status
from reference.markdown import anchor, described

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXT, NUMBER, FLAG = "text", "whole number", "true or false"
TEXT_OR_NULL, NUMBER_OR_NULL = "text or null", "number or null"

# By area: what it is about, and each field with its type and sentence.
_AREAS: dict[str, tuple[str, dict[str, tuple[str, str]]]] = {
    "program": ("The program and its home.", {
        "version": (TEXT, "The version."),
        "home": (TEXT, "The folder of the home."),
        "home_exists": (FLAG, "Whether it has been made yet."),
    }),
    "here": ("What is on in this folder.", {
        "workspace": (TEXT, "The workspace's label."),
        "group": (TEXT_OR_NULL, "Its group id; null while nothing was stored or decided there."),
        "mode": (TEXT, "The mode in force."),
        "trust": (TEXT, "`trusted`, `untrusted` or `unknown`."),
        "consent": (FLAG, "Whether a consent holds for it and the present store."),
        "ignored": (FLAG, "Whether a marker or a list keeps the folder out."),
        "capture": (FLAG, "Whether messages are captured."),
        "recall": (FLAG, "Whether memories are injected."),
        "why": (TEXT, "What stands against it, when something does."),
        "hint": (TEXT, "The next command."),
    }),
    "store": ("Where memories are kept. What an engine cannot say is left out.", {
        "engine": (TEXT, "The engine and its version."),
        "exists": (FLAG, "Whether the store has been made yet."),
        "endpoint": (TEXT, "`local`, or where the store is, without credentials."),
        "path": (TEXT, "The file. SQLite only."),
        "schema": (NUMBER, "The version of the schema."),
        "journal": (TEXT, "The kind of its journal. SQLite only."),
        "bytes": (NUMBER, "Its size."),
        "wal_bytes": (NUMBER, "The size of the write-ahead log. SQLite only."),
        "read_only": (FLAG, "Whether it cannot be written."),
        "read_only_because": (TEXT, "Why, when it cannot. SQLite only."),
        "tenant": (TEXT, "The tenant. PostgreSQL only."),
        "role": (TEXT, "The role that row level security binds. PostgreSQL only."),
        "backups": (NUMBER, "How many snapshots there are."),
        "last_backup": (TEXT_OR_NULL, "When the last one was taken."),
        "erasing_since": (TEXT_OR_NULL, "Since when a purge waits to be finished; null when none does."),
    }),
    "memories": ("How many there are within reach.", {
        "episodes": (NUMBER, "Messages in the journal."),
        "session": ("object of whole numbers", "Memories of the session, by layer and status: `L1 active`. Only where there is one."),
        "workspace": ("object of whole numbers", "Memories of the workspace. Only where something was stored."),
        "user": ("object of whole numbers", "Memories of your own scope. Only where something was stored."),
    }),
    "profile": ("How full the profile (L0) is.", {
        "chars": (NUMBER, "Characters in use."),
        "limit": (NUMBER, "Characters it may have."),
        "percent": (NUMBER, "The share in use, rounded up."),
    }),
    "recall": ("The last recall. Only `last` stands there before the first one.", {
        "last": (TEXT_OR_NULL, "Its id."),
        "at": (TEXT, "When it was made."),
        "found": (NUMBER, "How many memories matched."),
        "chars": (NUMBER, "How many characters the block had."),
        "ms": (NUMBER_OR_NULL, "How long the store took, in milliseconds."),
    }),
    "vectors": ("What is compared by meaning. An embedder that cannot be used makes it an unreadable area.", {
        "embedder": (TEXT, "`recall.vectors`: `off`, or what makes vectors."),
        "kept": (NUMBER, "How many vectors it has made."),
        "missing": (NUMBER, "How many a worker has still to make."),
        "of_others": (NUMBER, "How many are kept of other embedders."),
    }),
    "worker": ("What waits.", {
        "waiting": (NUMBER, "Jobs that wait or are being done."),
        "oldest": (TEXT_OR_NULL, "When the oldest of them was queued."),
        "dead": (NUMBER, "Jobs that were given up."),
        "dropped": (NUMBER, "Jobs that a full queue let go."),
        "leases": ("list of objects", "Who works at what until when: `name`, `owner`, `until`."),
    }),
    "failures": ("What went wrong lately.", {
        "days": (NUMBER, "How many days back this looks."),
        "count": (NUMBER, "How many failures there were."),
        "last": ("list of [failure](#failure)", "The last of them, newest first."),
    }),
    "settings": ("Where the settings come from.", {
        "user_file": (TEXT_OR_NULL, "Your settings file."),
        "project_file": (TEXT_OR_NULL, "The workspace's settings file."),
        "changed": ("list of texts", "The settings that are not at their defaults."),
        "refused": ("list of [refusal](#refusal)", "What was asked for in vain."),
    }),
    "hosts": ("The agent programs that were found or are wired.", {
        "hosts": ("list of [host](#host)", "How each of them stands."),
    }),
}  # fmt: skip

_CHECKED = {
    "home": "Permissions of every file of the home.",
    "key": "Whether the key is there.",
    "settings": "Whether everything the settings ask for is followed.",
    "store": "The engine's own checks.",
    "rows": "Every row against its digest.",
    "index": "The full-text index against the memories.",
    "vectors": "Whether the embedder can be used, and every vector belongs to something.",
    "audit": "The audit chain.",
    "links": "Whether every row belongs to a group, and none is dated in the future.",
    "worker": "Jobs that were given up, and leases of ended processes.",
    "erasing": "Whether every purge is finished.",
    "backups": "Whether the snapshots can be read and are recent.",
    "hook": "Whether the hook starts and ends with 0.",
    "hosts": "Each agent program: whether it is wired whole, once, and trusted by the program itself.",
    "delivery": "Whether a recorded prompt of each wired program is answered through the command in its files.",
}

_REPORT = {
    "version": (TEXT, "The version."),
    "python": (TEXT, "The version of Python."),
    "system": (TEXT, "The operating system."),
    "store": ("object", "As in `status`, and `rows`: how many each table has."),
    "mode": (TEXT, "The mode in force."),
    "changed_settings": ("list of texts", "The settings that are not at their defaults, without their values."),
    "areas": ("object of [checked area](#checked-area)s", "What the checks found, by area."),
    "failures": ("list of [failure](#failure)", "What went wrong, newest first."),
    "crash": (TEXT, "The traceback of the last unforeseen error, without quoted values; empty when there was none."),
}

SHAPES: dict[str, tuple[str, Mapping[str, str], dict[str, str]]] = {
    **{
        f"{area} in status": (
            about,
            {name: kind for name, (kind, _) in fields.items()},
            {name: sentence for name, (_, sentence) in fields.items()},
        )
        for area, (about, fields) in _AREAS.items()
    },
    "unreadable area": (
        "What stands in the place of an area of `status` that cannot be read.",
        dict.fromkeys(("problem", "why", "hint"), TEXT),
        {"problem": "What failed.", "why": "Why.", "hint": "The next command."},
    ),
    "checked area": (
        "What the doctor found in one area.",
        {
            "ok": FLAG,
            "problems": "list of [finding](#finding)",
            "count": NUMBER,
            "mended": "list of texts",
            "notes": "list of texts",
        },
        {
            "ok": "Whether nothing is wrong.",
            "problems": "What is wrong; at most 20 of them.",
            "count": "How many there are in all.",
            "mended": "What `--fix` did.",
            "notes": "What was seen beside problems.",
        },
    ),
    "host": (
        "How one agent program stands.",
        {
            "host": TEXT,
            "title": TEXT,
            "installed": FLAG,
            "program": TEXT_OR_NULL,
            "version": TEXT_OR_NULL,
            "wired": TEXT,
            "tools": TEXT,
            "untrusted": "list of texts",
            "also": "list of texts",
            "missing": TEXT,
            "unreadable": TEXT,
            "last_fired": TEXT_OR_NULL,
            "last_told": TEXT_OR_NULL,
            "last_chars": NUMBER,
        },
        {
            "host": "Its name, as in `holdfast setup NAME`.",
            "title": "Its name for people.",
            "installed": "Whether a folder of its settings, or the program, is there.",
            "program": "Where the program stands on the path.",
            "version": "The version that its package names, where it has one; nothing is run to find it.",
            "wired": "`yes`, `partly` or `no`.",
            "tools": "`yes` when the tools are wired as well, else `no`.",
            "untrusted": "The events whose hooks it skips, because it does not trust them. Codex only.",
            "also": "Other files that wire it once more.",
            "missing": "The program that its hooks start, when it is not there.",
            "unreadable": "Why its files cannot be read, when they cannot.",
            "last_fired": "When it last called the hook and was let in.",
            "last_told": "When it was last told something.",
            "last_chars": "How many characters that were.",
        },
    ),
    "finding": (
        "One thing that is wrong.",
        {"what": TEXT, "hint": TEXT, "can_be_mended": FLAG},
        {"what": "What it is.", "hint": "The next command.", "can_be_mended": "Whether `--fix` mends it."},
    ),
}

_STATUS = {
    area: (f"[{area}](#{anchor(f'{area} in status')}) or [unreadable area](#unreadable-area)", _AREAS[area][0])
    for area, _ in described("status", status.AREAS, {area: about for area, (about, _) in _AREAS.items()})
}
_DOCTOR = {
    area: ("[checked area](#checked-area)", sentence) for area, sentence in described("doctor", doctor.CHECKS, _CHECKED)
}
ANSWERS = {
    "status": (("", _STATUS),),
    "doctor": (("", _DOCTOR), ("With `--report`:", _REPORT)),
}
