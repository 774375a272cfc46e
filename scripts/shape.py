"""The shape of the code: sizes, names, and the few places that may do dangerous things."""

from __future__ import annotations

import ast
import re
from pathlib import Path

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
BANNED_NAMES = {"utils", "helpers", "common", "manager", "base", "misc"}
# The boundaries that must not fail their caller; each records what happened.
BROAD_HANDLERS = {
    "holdfast/hook.py": "a host must never see the hook fail",
    "holdfast/worker.py": "one bad job must not stop the others",
    "holdfast/mcp/server.py": "one bad call must not end the server",
    "holdfast/vectors/wordllama.py": "the tokenizer raises nothing narrower for a file it cannot read",
    "holdfast/cli/main.py": "an unexpected error becomes one line and a report file",
    "holdfast/cli/crash.py": "writing the report of a crash must not hide the crash",
}
READS_ENVIRONMENT = {
    "holdfast/places.py",
    "holdfast/settings.py",
    "holdfast/hook.py",
    "holdfast/worker_start.py",
    "holdfast/testing/postgres.py",
}
# Table and column names of our own schema, never a value: SQLite has no parameters for names.
FORMATS_SQL = {"holdfast/store/restocking.py": "copies every table of a damaged store by its list of columns"}
PRINTS = ("holdfast/cli/", "holdfast/hook.py", "holdfast/tour.py")


def problems(root: Path) -> list[str]:
    """Return everything that is out of shape."""
    source = root / "src"
    found = []
    for path in sorted(source.rglob("*.py")):
        name = str(path.relative_to(source))
        text = path.read_text(encoding="utf-8")
        found += [f"{name}: {problem}" for problem in (*_sizes(text), *_names(path), *_dangers(name, text))]
    return found + _tree(root)


def _sizes(text: str) -> list[str]:
    found = []
    lines = text.count("\n")
    if lines > MAX_FILE_LINES:
        found.append(f"{lines} lines; is there a second concept inside?")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MAX_FUNCTION_LINES:
                found.append(f"{node.name} has {length} lines")
    return found


def _names(path: Path) -> list[str]:
    return [f"the name {path.stem!r} says nothing"] if path.stem in BANNED_NAMES else []


def _dangers(name: str, text: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node) and name not in BROAD_HANDLERS:
            found.append(f"line {node.lineno}: a broad handler outside the boundaries")
        if isinstance(node, ast.Call) and _called(node) == "print" and not name.startswith(PRINTS):
            found.append(f"line {node.lineno}: print outside the surfaces")
        if _reads_environment(node) and name not in READS_ENVIRONMENT:
            found.append(f"line {node.lineno}: the environment is read in settings and places only")
        if (
            isinstance(node, ast.JoinedStr)
            and _is_sql(node)
            and not name.startswith("holdfast/testing")
            and name not in FORMATS_SQL
        ):
            found.append(f"line {node.lineno}: SQL made by formatting")
    return found


def _is_broad(handler: ast.ExceptHandler) -> bool:
    names = (
        {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}
        if handler.type
        else {"BaseException"}
    )
    reraises = any(isinstance(node, ast.Raise) and node.exc is None for node in handler.body)
    return bool(names & {"Exception", "BaseException"}) and not reraises


def _reads_environment(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr not in {"environ", "getenv"}:
        return False
    return isinstance(node.value, ast.Name) and node.value.id == "os"


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_sql(node: ast.JoinedStr) -> bool:
    text = "".join(part.value for part in node.values if isinstance(part, ast.Constant) and isinstance(part.value, str))
    return re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\s", text) is not None


def _tree(root: Path) -> list[str]:
    """Nothing in the tree tells whose machine it was written on."""
    marks = [str(root.parent) + "/", str(Path.home()) + "/"]
    found = []
    for folder in ("src", "tests", "docs", "bench", "scripts"):
        for path in (root / folder).rglob("*"):
            if path.is_file() and path.suffix in {".py", ".md", ".sql", ".json", ".toml", ".txt"}:
                text = path.read_text(encoding="utf-8", errors="replace")
                found += [f"{path.relative_to(root)}: holds the path {mark}" for mark in marks if mark in text]
    return found
