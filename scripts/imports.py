"""Imports only go down: values → settings → pure policies → contracts → edges → flows → surfaces.

A module may import from its own level only inside its own folder, unless the pair is listed with a reason.
"""

from __future__ import annotations

import ast
from pathlib import Path

# The longest prefix decides. Level 2 is pure: no clock, no network, no database.
LEVELS = {
    "holdfast": 6,
    "holdfast.values": 0,
    "holdfast.errors": 0,
    "holdfast.model": 0,
    "holdfast.hashes": 0,
    "holdfast.ids": 0,
    "holdfast.times": 0,
    "holdfast.deadline": 0,
    "holdfast.nearest": 0,
    "holdfast.version": 0,
    "holdfast.text": 1,
    "holdfast.strict_json": 1,
    "holdfast.places": 1,
    "holdfast.foreign": 1,
    "holdfast.log": 1,
    "holdfast.settings": 1,
    "holdfast.settings_rules": 1,
    "holdfast.settings_document": 1,
    "holdfast.settings_file": 1,
    "holdfast.secrets": 2,
    "holdfast.gate": 2,
    "holdfast.scope": 2,
    "holdfast.recall": 2,
    "holdfast.learn": 2,
    "holdfast.capture": 2,
    "holdfast.profile": 2,
    "holdfast.hosts": 2,
    "holdfast.wiring": 2,
    "holdfast.transcripts": 2,
    "holdfast.kept": 2,
    "holdfast.store.search": 2,
    "holdfast.store.database": 3,
    "holdfast.scope.git": 4,
    "holdfast.scope.workspace": 4,
    "holdfast.scope.keyfile": 4,
    "holdfast.store": 4,
    "holdfast.intake": 4,
    "holdfast.vectors": 4,
    "holdfast.core": 5,
    "holdfast.flows": 5,
    "holdfast.exchange": 5,
    "holdfast.opening": 5,
    "holdfast.memory": 5,
    "holdfast.worker_start": 5,
    "holdfast.worker": 6,
    "holdfast.hook": 6,
    "holdfast.aio": 6,
    "holdfast.cli": 6,
    "holdfast.mcp": 6,
    "holdfast.sdk": 6,
    "holdfast.tour": 6,
    "holdfast.testing": 6,
}
# `worker` and `mcp` stand beside them: the command line starts both, and another surface may carry `mcp`.
SURFACES = {"holdfast.hook", "holdfast.cli", "holdfast.testing", "holdfast.aio", "holdfast.tour"}
PURE = (
    "holdfast.secrets",
    "holdfast.gate",
    "holdfast.recall",
    "holdfast.learn",
    "holdfast.capture",
    "holdfast.profile",
    "holdfast.hosts",
    "holdfast.wiring",
    "holdfast.transcripts",
    "holdfast.kept",
)
IMPURE = {"sqlite3", "apsw", "psycopg", "http", "urllib", "socket", "subprocess", "random", "time", "threading"}


def problems(root: Path) -> list[str]:
    """Return every import that goes up, sideways without a reason, or out of purity."""
    source = root / "src"
    return [
        problem
        for path in sorted((source / "holdfast").rglob("*.py"))
        for problem in _of_file(
            path, ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        )
    ]


def _of_file(path: Path, module: str) -> list[str]:
    found = []
    for imported, line in _imports(ast.parse(path.read_text(encoding="utf-8"))):
        if imported.startswith("holdfast") and imported != "holdfast.version":
            found += [f"{module}:{line} imports {imported}, {why}" for why in _why_not(module, imported)]
        elif module.startswith(PURE) and imported.partition(".")[0] in IMPURE:
            found.append(f"{module}:{line} is pure and imports {imported}")
    return found


def _why_not(module: str, imported: str) -> list[str]:
    if module == "holdfast" or imported == "holdfast":
        return []
    here, there = _level(module), _level(imported)
    surface = _owner(imported, SURFACES)
    if surface and not module.startswith(surface):
        return ["which is a surface"]
    if there > here:
        return [f"level {there} above {here}"]
    return []


def _level(module: str) -> int:
    owner = _owner(module, LEVELS.keys())
    return LEVELS[owner]


def _owner(module: str, names: set[str]) -> str:
    fitting = [name for name in names if module == name or module.startswith(name + ".")]
    return max(fitting, key=len, default="")


def _imports(tree: ast.Module) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    guarded = {id(child) for node in ast.walk(tree) if _is_type_checking(node) for child in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in guarded:
            continue
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found += [
                (f"{node.module}.{alias.name}" if node.module == "holdfast" else node.module, node.lineno)
                for alias in node.names
            ]
    return found


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
