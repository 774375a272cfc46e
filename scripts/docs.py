"""Writes `docs/reference` from the code, so that the two cannot disagree.

`python scripts/docs.py` writes every page; `--check` writes nothing and fails where a page differs from the code.
What stands in the pages beside names and types (a sentence for each field, table and file) is kept in `reference/`,
and a page cannot be made while one of them is missing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))  # this checkout, whatever is installed

from reference import commands, errors, files, hook, hosts, json_shapes, mcp, python, settings, store  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path("docs") / "reference"
MARK = "<!-- Made from the code by scripts/docs.py; a change by hand is lost. -->"
PAGES: dict[str, Callable[[Path], str]] = {
    "commands.md": commands.page,
    "settings.md": settings.page,
    "errors.md": errors.page,
    "json.md": json_shapes.page,
    "hook.md": hook.page,
    "hosts.md": hosts.page,
    "mcp.md": mcp.page,
    "python.md": python.page,
    "files.md": files.page,
    "store.md": store.page,
}


def pages(root: Path) -> dict[Path, str]:
    """Return every page of the reference as the code has it now."""
    return {root / FOLDER / name: f"{MARK}\n\n{make(root).rstrip()}\n" for name, make in PAGES.items()}


def problems(root: Path) -> list[str]:
    """Return what differs between the pages and the code, for `scripts/check.py`."""
    return [
        f"{path.relative_to(root)} is not what the code says; run: make docs"
        for path, text in pages(root).items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def main(words: list[str]) -> int:
    """Write the pages, or with `--check` say which are out of date."""
    if words == ["--check"]:
        found = problems(ROOT)
        print("\n".join(found) or "the reference is what the code says")
        return 1 if found else 0
    if words:
        print("usage: python scripts/docs.py [--check]", file=sys.stderr)
        return 2
    for path, text in pages(ROOT).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
