"""ARCHITECTURE.md says where things are, and they are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import imports
import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "holdfast"
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
MIN_BEHAVIOURS = 50


def chapter(title):
    """Return the text of a chapter; its name must be there."""
    found = re.search(rf"^## {re.escape(title)}$(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found, f"ARCHITECTURE.md has no chapter {title!r}"
    return found[1]


def rows(text):
    """Return the cells of each row of the tables in a text, heads left out."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for number, row in enumerate(cells) if not is_head(cells, number)]


def is_head(cells, number):
    """A head stands above a line of dashes; neither of the two is a row."""
    return any(set(row[0]) <= set("-: ") for row in cells[number : number + 2])


BEHAVIOURS = [(row[0], re.findall(r"`([^`]+)`", row[1])) for row in rows(chapter("Where is it decided?"))]


def names_in(path):
    """Return what a file defines: functions, classes, methods and constants; in SQL, its statements."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".sql":
        return set(re.findall(r"^-- name: (\w+)", text, re.MULTILINE))
    if path.suffix != ".py":
        return set()
    found = set()
    for node in ast.parse(text).body:
        found |= defined(node)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}" for inner in node.body for name in defined(inner)}
    return found


def defined(node):
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Assign():
            return {target.id for target in node.targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name()):
            return {node.target.id}
    return set()


@pytest.mark.parametrize(("behaviour", "places"), BEHAVIOURS, ids=[behaviour for behaviour, _ in BEHAVIOURS])
def test_a_behaviour_is_where_the_table_says(behaviour, places):
    """Every path exists, and where a name follows a colon, the file defines it."""
    assert places
    for place in places:
        file, _, name = place.partition(":")
        path = SOURCE / file
        assert path.exists(), place
        assert not name or name in names_in(path), place


def test_the_table_is_complete_enough():
    """There are many behaviours in it, and none twice."""
    named = [behaviour for behaviour, _ in BEHAVIOURS]
    assert len(named) >= MIN_BEHAVIOURS
    assert len(named) == len(set(named))


def test_the_levels_are_those_that_are_checked():
    """The chapter on imports gives each module the level that `scripts/imports.py` enforces."""
    shown = {
        f"holdfast.{name}": int(level)
        for level, _, modules in (row[:3] for row in rows(chapter("Imports only go down")))
        for name in re.findall(r"`([\w.]+)`", modules)
    }
    assert {name: level for name, level in imports.LEVELS.items() if name != "holdfast"} == shown


def test_every_folder_is_explained():
    """Each package folder has a row of its own, and no row is left over."""
    shown = {re.findall(r"`([\w/]+)/`", row[0])[0] for row in rows(chapter("Folder by folder"))}
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == shown


def test_every_module_beside_the_folders_is_explained():
    """Each file at the top of the package is named in the chapter."""
    text = chapter("Folder by folder")
    assert [] == [path.name for path in SOURCE.glob("*.py") if f"`{path.name}`" not in text]


def test_every_table_is_canonical_or_derived():
    """The data model names each table of the schema once, on one side or the other."""
    scripts = sorted((SOURCE / "store" / "migrations" / "sqlite").glob("*.sql"))
    schema = "\n".join(script.read_text(encoding="utf-8") for script in scripts)
    tables = set(re.findall(r"^CREATE (?:VIRTUAL )?TABLE (\w+)", schema, re.MULTILINE))
    shown = [name for row in rows(chapter("Data model")) for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(tables) == sorted(shown)
