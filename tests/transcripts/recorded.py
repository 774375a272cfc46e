"""The samples: one conversation of two turns, as each program wrote it, in a folder that is put in when it is read."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from holdfast.transcripts import claude, codex, copilot, gemini, opencode, vscode
from holdfast.transcripts.said import About

SAMPLES = Path(__file__).parent / "samples"
FOLDER = "/srv/shop"
PROMPTS = ("We always use pnpm here, never npm.", "How do I install?")
ANSWERS = ("Understood: pnpm it is.", "Run pnpm install.")
READERS = {"codex": codex, "claude": claude, "copilot": copilot, "gemini": gemini, "vscode": vscode}


def text_of(name, folder=FOLDER):
    """Return a sample that stands in another folder."""
    return (SAMPLES / name).read_text(encoding="utf-8").replace(FOLDER, str(folder))


def lines_of(text):
    return list(enumerate(text.encode().splitlines(keepends=True), 1))


def refuse(line, why):
    raise AssertionError(f"line {line}: {why}")


def read(name, *, note=refuse, about=None, text=None):
    """Return what is said in a sample."""
    about = about or About(session="from-the-name", folder=FOLDER, at="2026-11-19T22:00:00.000000Z")
    text = text_of(name) if text is None else text
    reader = copilot if name == "vscode-extension.jsonl" else READERS.get(name.partition("-")[0])
    if name.endswith(".sql"):
        return _rows(name, text, note)
    if name.endswith(".json"):
        return list(reader.read_session(json.loads(text), about))
    return list(reader.read(lines_of(text), about, note))


def database_of(text, path=":memory:"):
    """Return a database made by statements."""
    connection = sqlite3.connect(path)
    connection.executescript(text)
    connection.commit()
    return connection


def _rows(name, text, note):
    connection = database_of(text)
    try:
        if name.startswith("copilot"):
            return list(copilot.read_rows(connection.execute(copilot.ROWS).fetchall()))
        found = []
        for session, folder in connection.execute(opencode.SESSIONS).fetchall():
            rows = connection.execute(opencode.PARTS, (session, opencode.MAX_PART_BYTES)).fetchall()
            found += opencode.read_rows(session, folder, rows, note)
        return found
    finally:
        connection.close()
