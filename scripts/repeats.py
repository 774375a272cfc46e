"""How much of the code stands twice: the share of lines in windows of eight that occur in more than one place."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

WINDOW = 8
MAX_SHARE = 0.03


def problems(root: Path) -> list[str]:
    """Return the repeated places when their share of all code lines is above the limit."""
    places: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    total = 0
    for path in sorted((root / "src").rglob("*.py")):
        lines = _code_lines(path.read_text(encoding="utf-8"))
        total += len(lines)
        for start in range(len(lines) - WINDOW + 1):
            window = tuple(text for _, text in lines[start : start + WINDOW])
            places[window].append((str(path.relative_to(root)), lines[start][0]))
    repeated = [where for where in places.values() if len(where) > 1]
    lines_twice = {(file, line + step) for where in repeated for file, line in where for step in range(WINDOW)}
    share = len(lines_twice) / total if total else 0.0
    if share <= MAX_SHARE:
        return []
    shown = [" ~ ".join(f"{file}:{line}" for file, line in where) for where in repeated[:20]]
    return [f"{share:.1%} of the lines stand twice (limit {MAX_SHARE:.0%})", *shown]


def _code_lines(text: str) -> list[tuple[int, str]]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = re.sub(r"\s+", " ", line.strip())
        if len(plain) > 3 and not plain.startswith(("#", "import ", "from ", '"""')):  # noqa: PLR2004
            found.append((number, plain))
    return found
